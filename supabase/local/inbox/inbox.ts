import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { EmailDriver } from '@supabase/lite'
import { writeWhole } from '../files.ts'
import { textOf } from './text.ts'

export type Mail = {
  id: string
  at: string
  to: string
  subject: string
  text: string
  html: string
  /** Of an email that the function send-mail sent. */
  headers?: Record<string, string>
}
export type Inbox = EmailDriver & { messages(): Mail[]; receive(mail: Omit<Mail, 'id' | 'at'>): void }

const KEPT = 200

/** Keeps the last mails, newest first, instead of sending them; in `file` they outlast this process. */
export function createInbox(file: string): Inbox {
  const mails = load(file)
  const receive: Inbox['receive'] = (mail) => {
    mails.unshift({ id: randomUUID(), at: new Date().toISOString(), ...mail })
    mails.length = Math.min(mails.length, KEPT)
    writeWhole(file, JSON.stringify(mails))
  }
  return {
    messages: () => mails,
    receive,
    // lite's text part has links of its own; the project's are in the template.
    send: async ({ to, subject, html = '' }) => receive({ to, subject, text: textOf(html), html }),
  }
}

function load(file: string): Mail[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Missing or damaged: old mails are not worth a failing start.
    return []
  }
}
