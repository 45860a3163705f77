import type { InboxEmail } from './inbox.ts'

/** The inbox for a person. An email's HTML runs in a frame without scripts and without the inbox's origin. */
export function inboxPage(emails: InboxEmail[]): string {
  const list =
    emails.map(emailHtml).join('') ||
    '<p>No email yet. Register or ask for a new password, then look here.</p>'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Inbox (${emails.length})</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
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

function emailHtml(email: InboxEmail, index: number): string {
  const frame =
    'sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"'
  return `<details${index === 0 ? ' open' : ''}>
<summary>${escapeHtml(email.subject)}<small>to ${escapeHtml(email.to)}, ${escapeHtml(email.at)}</small></summary>
<iframe ${frame} title="${escapeHtml(email.subject)}" srcdoc="${escapeHtml(`<base target="_top">${email.html}`)}"></iframe>
</details>`
}

export function escapeHtml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
