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
