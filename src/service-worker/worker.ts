import { clientsClaim } from 'workbox-core'
import { addRoute, PrecacheFallbackPlugin, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

/** URLs to precache; with a revision if the URL has no hash. */
declare const __PRECACHED__: { url: string; revision: string | null }[]

// Files come from the cache, pages from the network first. Never skips waiting: a tab of an old version needs its files.

clientsClaim()
precache(__PRECACHED__)
addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })

registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: 10,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/app.html' })],
    }),
    {
      denylist: [
        /^\/(auth|rest|storage|realtime|functions)\/v1(\/|$)/,
        /^\/inbox(\/|$)/,
        /^[^?]*\.[a-z0-9]+(\?|$)/,
      ],
    },
  ),
)
