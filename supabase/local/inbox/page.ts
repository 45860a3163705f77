import type { Mail } from './inbox.ts'

/** The inbox for a person. A mail's HTML runs in a frame without scripts and without the inbox's origin. */
export function inboxPage(mails: Mail[]): string {
  const list =
    mails.map(mailHtml).join('') || '<p>No mail yet. Register or ask for a new password, then look here.</p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Inbox (${mails.length})</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
details { border-top: 1px solid #8884; padding: .75rem 0 }
summary { cursor: pointer }
small { opacity: .7; display: block }
iframe { width: 100%; height: 26rem; border: 1px solid #8884; background: #fff; margin-top: .75rem }
</style>
</head>
<body>
<h1>Inbox</h1>
<p>Emails of the embedded backend. None of them was sent. <a href="">Reload</a></p>
${list}
</body>
</html>`
}

function mailHtml(mail: Mail, index: number): string {
  const frame =
    'sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"'
  return `<details${index === 0 ? ' open' : ''}>
<summary>${escapeHtml(mail.subject)}<small>to ${escapeHtml(mail.to)}, ${escapeHtml(mail.at)}</small></summary>
<iframe ${frame} title="${escapeHtml(mail.subject)}" srcdoc="${escapeHtml(`<base target="_top">${mail.html}`)}"></iframe>
</details>`
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
