/** An email that the outbox leased to this run. */
export type LeasedEmail = {
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
