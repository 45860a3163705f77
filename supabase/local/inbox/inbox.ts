import { randomUUID } from 'node:crypto'
import type { EmailDriver } from '@supabase/lite'
import { readList, writeFileAtomically } from '../files.ts'

export type InboxEmail = {
  id: string
  at: string
  to: string
  subject: string
  text: string
  html: string
  /** Of an email that the function send-mail sent. */
  headers?: Record<string, string>
}
export type Inbox = EmailDriver & {
  messages(): InboxEmail[]
  receive(email: Omit<InboxEmail, 'id' | 'at'>): void
}

const LIMIT = 200

/** Keeps the last emails, newest first, instead of sending them; in `file` they outlast this process. */
export function createInbox(file: string): Inbox {
  const emails = readList<InboxEmail>(file)
  const receive: Inbox['receive'] = (email) => {
    emails.unshift({ id: randomUUID(), at: new Date().toISOString(), ...email })
    emails.length = Math.min(emails.length, LIMIT)
    writeFileAtomically(file, JSON.stringify(emails))
  }
  return {
    messages: () => emails,
    receive,
    // lite's text part has links of its own; the project's are in the template.
    send: async ({ to, subject, html = '' }) => {
      const { textOf } = await import('../../functions/send-mail/emails/text.ts')
      receive({ to, subject, text: textOf(html), html })
    },
  }
}
