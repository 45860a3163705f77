import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { pageShown } from '@/app/pages'
import { Providers } from '@/app/providers'
import { createQueryClient } from '@/app/query-client'
import { Router } from '@/app/router'
import { preloadPage } from '@/app/routes'
import { listenToHistory } from '@/components/dialog/open-dialogs'
import { profileQueries } from '@/entities/profiles/profile'
import { currentSession, followSession } from '@/entities/session/session'
import { afterInitialLoad } from '@/lib/after-initial-load'
import { watchErrors } from '@/lib/error-reporter'
import { markFrameReplaced } from '@/lib/frame'
import '@/lib/random-uuid'
import '@/index.css'

/** The subset of Trusted Types in use; TypeScript's DOM types lack it. */
type TrustedTypes = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): Policy }
type Policy = { createScriptURL(url: string): string }
declare global {
  interface Window {
    trustedTypes?: TrustedTypes
  }
}

/** Registers the service worker once the page has settled, so that the app opens offline. Production builds only. */
async function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await afterInitialLoad()
  // The content security policy allows this Trusted Types policy only.
  const policy = window.trustedTypes?.createPolicy('guildhall', { createScriptURL: () => '/sw.js' })
  // Registration may be refused (private window, storage full): the app still works online.
  await navigator.serviceWorker.register(policy?.createScriptURL('') ?? '/sw.js').catch(() => undefined)
}

/** How long the prerendered frame may wait for the page's code and first data. */
const frameTimeoutMs = 1_500

const frame = document.querySelector('[data-frame]')

/** Fetches the profile if the document has requested it: React renders present data in slices, later data in one task. */
async function prefetchedProfile(client: QueryClient) {
  const session = currentSession()
  if (window.prefetched && session.status === 'signed-in')
    await Promise.race([client.prefetchQuery(profileQueries.own(session.user.id)), timeout()])
}

/** Waits for the page's first data, so that no second skeleton follows. */
async function replaceFrame(root: HTMLElement, container: HTMLElement, client: QueryClient) {
  if (!frame) return
  await Promise.race([pageShown.then(() => waitForQueries(client)), timeout()])
  frame.remove()
  root.append(container)
  markFrameReplaced()
  // The app's style sheet has the frame's rules too; twice, they make each change of style a third slower.
  document.querySelector('style + style')?.remove()
}

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, frameTimeoutMs))

/** Resolves when the running queries have settled and their results are rendered, but for those that no document prefetches. */
async function waitForQueries(client: QueryClient): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ meta }) => meta?.prefetched !== false })
  await Promise.allSettled(first.map(({ promise }) => promise))
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

watchErrors()
listenToHistory()
const client = createQueryClient()

const app = (
  <StrictMode>
    <Providers client={client}>
      <Router />
    </Providers>
  </StrictMode>
)

// Not a top-level await: the page's code imports this chunk and would wait forever.
async function start(element: HTMLElement) {
  const preloaded = preloadPage(window.location.pathname)
  // Until then the frame is shown, whose document preloads the page's code.
  if (frame) {
    await preloaded
    await prefetchedProfile(client)
  }
  // Detached while the frame is visible, so that no element is in the document twice.
  const container = frame ? document.createElement('div') : element
  // Rendered in slices, so that a slow phone stays responsive.
  startTransition(() => createRoot(container).render(app))
  void replaceFrame(element, container, client)
}

void start(root)
followSession()
void registerServiceWorker()
