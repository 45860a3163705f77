import type { BrowserContext } from '@playwright/test'
import { startBackend } from '../../../supabase/local/backend.ts'
import { createWorld } from '../../db/support/world.ts'
import { origin } from './address.ts'

/** A backend of its own for a test that acts as the owner of its database; `stop` when it ends. */
export async function startOwned({ sendEmails = false } = {}) {
  const backend = await startBackend({ ephemeral: true, empty: true, siteUrl: origin, sendEmails })
  const world = createWorld(backend)
  const stop = async () => {
    await world.close()
    await backend.stop()
  }
  return { world, stop }
}

/** Sends the requests that the pages of a context make to the API, and those for a payment page, to another backend. */
export async function routeTo(context: BrowserContext, { world }: Awaited<ReturnType<typeof startOwned>>) {
  const { url } = world.address
  await context.route(/^[^?]*\/((auth|rest|storage|functions)\/v1|inbox\/checkout)\//, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    // A connection that is kept may be closed by the server, which waits 5 s for a next request, just as it is used again.
    const headers: Record<string, string> = { ...route.request().headers(), connection: 'close' }
    try {
      await route.fulfill({
        response: await route.fetch({
          url: `${url}${pathname}${search}`,
          headers: headers.origin ? { ...headers, origin: url } : headers,
          maxRedirects: 0,
        }),
      })
    } catch {
      // The page was closed while the request was under way; otherwise the page sees a failed request.
      await route.abort().catch(() => undefined)
    }
  })
}
