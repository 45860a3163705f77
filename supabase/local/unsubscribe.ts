import { createHandler } from '../functions/unsubscribe/handler.ts'
import { PUBLISHABLE_KEY } from './keys.ts'

const PATH = '/functions/v1/unsubscribe'

/** The function unsubscribe, where a hosted project serves it. */
export function openUnsubscribe(url: string, siteUrl: string) {
  const handle = createHandler({ supabaseUrl: url, key: PUBLISHABLE_KEY, siteUrl })
  return async (request: Request) => (new URL(request.url).pathname === PATH ? handle(request) : undefined)
}
