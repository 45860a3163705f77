import { render } from './render.ts'

/** An email that the outbox leased to this run. */
export type Leased = {
  id: string
  kind: string
  attempt: number
  email: string
  /** Goes to the recipient's own address. */
  own: boolean
  data: Record<string, unknown>
}

export type Message = {
  id: string
  from: string
  to: string
  subject: string
  html: string
  text: string
  headers: { 'Message-ID': string; 'Auto-Submitted': string }
}

/** Hands a message to a mail service. Throws a SendFailure. */
export type Transport = (message: Message) => Promise<void>

/** Why a message was not accepted: a code without personal data, which the outbox stores. */
export class SendFailure extends Error {
  constructor(
    readonly code: string,
    /** Trying again would end in the same. */
    readonly permanent: boolean,
  ) {
    super(code)
  }
}

/** The message of a leased email; its Message-ID is the same at every attempt. Throws SendFailure for an unknown template. */
export function composeMessage(email: Leased, from: string, siteUrl: string): Message {
  const rendered = render(email.kind, { ...email.data, own: email.own }, siteUrl)
  if (!rendered) throw new SendFailure('unknown_template', true)
  return {
    ...rendered,
    id: email.id,
    from,
    to: email.email,
    headers: {
      'Message-ID': `<${email.id}@${new URL(siteUrl).hostname}>`,
      'Auto-Submitted': 'auto-generated',
    },
  }
}
