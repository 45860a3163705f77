import { clientsClaim } from 'workbox-core'
import { addRoute, PrecacheFallbackPlugin, precache } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { NetworkOnly } from 'workbox-strategies'

// The app's own files come from the cache, its answers never do. Pages are asked of the network first, so that a new
// version is there with the next navigation; a tab of the old one keeps the old files until it is closed.
// That is why this worker never skips waiting.

clientsClaim()
precache(__PRECACHED__)
addRoute({ directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] })

registerRoute(
  new NavigationRoute(
    new NetworkOnly({
      networkTimeoutSeconds: 10,
      plugins: [new PrecacheFallbackPlugin({ fallbackURL: '/app.html' })],
    }),
    { denylist: [/^\/(auth|rest|storage|realtime)\/v1(\/|$)/, /^\/inbox(\/|$)/, /^[^?]*\.[a-z0-9]+(\?|$)/] },
  ),
)
