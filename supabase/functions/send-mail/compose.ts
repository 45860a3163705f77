import { textOf } from './emails/text.ts'
import { type LeasedEmail, type Message, SendFailure } from './message.ts'
import { render } from './render.tsx'

export type Addresses = { from: string; siteUrl: string; supabaseUrl: string }

/** The message of a leased email; its Message-ID is the same at every attempt. Throws SendFailure for an unknown template. */
export function composeMessage(email: LeasedEmail, { from, siteUrl, supabaseUrl }: Addresses): Message {
  const link = (url: string) => `${url}/unsubscribe?token=${encodeURIComponent(email.unsubscribe ?? '')}`
  const frame = { site: siteUrl, unsubscribe: email.unsubscribe && link(siteUrl) }
  const rendered = render(email.kind, { ...email.data, own: email.own }, frame)
  if (!rendered) throw new SendFailure('unknown_template', true)
  return {
    ...rendered,
    text: textOf(rendered.html),
    id: email.id,
    from,
    to: email.email,
    headers: {
      'Message-ID': `<${email.id}@${new URL(siteUrl).hostname}>`,
      'Auto-Submitted': 'auto-generated',
      // One click in the email client (RFC 8058).
      ...(email.unsubscribe && {
        'List-Unsubscribe': `<${link(`${supabaseUrl}/functions/v1`)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
