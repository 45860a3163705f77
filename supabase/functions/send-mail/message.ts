import { render } from './render.ts'

/** An email that the outbox leased to this run. */
export type Leased = {
  id: string
  kind: string
  attempt: number
  email: string
  /** Goes to the recipient's own address. */
  own: boolean
  /** Signed, for the link that ends such emails; deliveries and tests have none. */
  unsubscribe: string | null
  data: Record<string, unknown>
}

export type Message = {
  id: string
  from: string
  to: string
  subject: string
  html: string
  text: string
  headers: { 'Message-ID': string } & Record<string, string>
}

/** Passes a message to a mail service. Throws SendFailure. */
export type Transport = (message: Message) => Promise<void>

/** Why a message was not accepted: a code without personal data, which the outbox stores. */
export class SendFailure extends Error {
  constructor(
    readonly code: string,
    /** A retry would fail in the same way. */
    readonly permanent: boolean,
  ) {
    super(code)
  }
}

export type Addresses = { from: string; siteUrl: string; supabaseUrl: string }

/** The message of a leased email; its Message-ID is the same at every attempt. Throws SendFailure for an unknown template. */
export function composeMessage(email: Leased, { from, siteUrl, supabaseUrl }: Addresses): Message {
  const link = (url: string) => `${url}/unsubscribe?token=${encodeURIComponent(email.unsubscribe ?? '')}`
  const own = { own: email.own, unsubscribe: email.unsubscribe && link(siteUrl) }
  const rendered = render(email.kind, { ...email.data, ...own }, siteUrl)
  if (!rendered) throw new SendFailure('unknown_template', true)
  return {
    ...rendered,
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
