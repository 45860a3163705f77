import type { Inbox, InboxEmail } from './inbox.ts'
import { inboxPage } from './page.ts'

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
  if (pathname === '/inbox/messages.json') return Response.json(inbox.messages())
  if (pathname !== '/inbox' && pathname !== '/inbox/') return undefined
  return new Response(inboxPage(inbox.messages()), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
