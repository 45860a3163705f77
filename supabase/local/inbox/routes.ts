import type { Inbox } from './inbox.ts'
import { inboxPage } from './page.ts'

/** Answers GET /inbox and GET /inbox/messages.json; undefined for any other path. */
export function answerInbox(request: Request, inbox: Inbox): Response | undefined {
  const { pathname } = new URL(request.url)
  if (pathname === '/inbox/messages.json') return Response.json(inbox.messages())
  if (pathname !== '/inbox' && pathname !== '/inbox/') return undefined
  return new Response(inboxPage(inbox.messages()), {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })
}
