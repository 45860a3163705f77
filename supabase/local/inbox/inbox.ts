import { randomUUID } from 'node:crypto'
import type { EmailDriver } from '@supabase/lite'
import { textOf } from './text.ts'

export type Mail = { id: string; at: string; to: string; subject: string; text: string; html: string }
export type Inbox = EmailDriver & { messages(): Mail[] }

const KEPT = 200

/** Keeps the last mails instead of sending them, newest first. */
export function createInbox(): Inbox {
  const mails: Mail[] = []
  return {
    messages: () => mails,
    async send({ to, subject, html = '' }) {
      // lite's text part has links of its own; the project's are in the template.
      mails.unshift({ id: randomUUID(), at: new Date().toISOString(), to, subject, text: textOf(html), html })
      mails.length = Math.min(mails.length, KEPT)
    },
  }
}
