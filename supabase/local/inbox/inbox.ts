import { randomUUID } from 'node:crypto'
import type { EmailDriver } from '@supabase/lite'
import { readList, writeFileAtomically } from '../files.ts'
import { inboxPage } from './page.ts'

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

type Delivery = Omit<InboxEmail, 'to'> & { to: string[] }

/**
 * Handles GET /inbox and GET /inbox/messages.json, and the POST by which the function send-mail delivers with `key`;
 * undefined for any other path.
 */
export async function handleInbox(
  request: Request,
  inbox: Inbox,
  key: string,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  if (pathname === '/inbox/messages' && request.method === 'POST') {
    if (request.headers.get('authorization') !== `Bearer ${key}`) return new Response(null, { status: 401 })
    const { to, subject, text, html, headers } = (await request.json()) as Delivery
    inbox.receive({ to: to.join(), subject, text, html, headers })
    return new Response(null, { status: 202 })
  }
  const [isList, isPage] = [pathname === '/inbox/messages.json', /^\/inbox\/?$/.test(pathname)]
  if (!isList && !isPage) return undefined
  if (isOtherPage(request.headers))
    return new Response('Not for other pages.', { status: 403, headers: pageHeaders })
  return isList
    ? Response.json(inbox.messages(), { headers: pageHeaders })
    : new Response(inboxPage(inbox.messages()), {
        headers: { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' },
      })
}

// The gateway adds nosniff to every response.
export const pageHeaders = {
  'content-security-policy': "frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** Whether a page that is not the inbox's own, which may be one of another port, asks for more than to be left for the inbox. */
export function isOtherPage(given: Headers): boolean {
  const origin = given.get('origin')
  if (origin !== null) return origin.replace(/^https?:\/\//, '') !== given.get('host')
  const site = given.get('sec-fetch-site') ?? 'none'
  const opened = given.get('sec-fetch-mode') === 'navigate' && given.get('sec-fetch-dest') === 'document'
  return !['none', 'same-origin'].includes(site) && !opened
}
