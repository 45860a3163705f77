import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { pageShown } from '@/app/pages'
import { profileQueries } from '@/entities/profiles/profile'
import { currentSession } from '@/entities/session/session'

/** How long the prerendered frame may wait for the page's code and first data. */
const frameTimeoutMs = 1_500

const frame = document.querySelector('[data-frame]')

export const isFramed = frame !== null

/** Detached while the frame is visible, so that no element is in the document twice. */
export const createContainer = (root: HTMLElement) => (isFramed ? document.createElement('div') : root)

/** Fetches the profile if the document has requested it: React renders present data in slices, later data in one task. */
export async function prefetchedProfile(client: QueryClient) {
  const session = currentSession()
  if (window.prefetched && session.status === 'signed-in')
    await Promise.race([client.prefetchQuery(profileQueries.own(session.user.id)), timeout()])
}

/** Waits for the page's first data, so that no second skeleton follows. */
export async function replaceFrame(root: HTMLElement, container: HTMLElement, client: QueryClient) {
  if (!frame) return
  await Promise.race([pageShown.then(() => waitForQueries(client)), timeout()])
  frame.remove()
  root.append(container)
  // The app's style sheet has the frame's rules too; twice, they make each change of style a third slower.
  document.querySelector('style + style')?.remove()
}

const timeout = () => new Promise<void>((resolve) => setTimeout(resolve, frameTimeoutMs))

/** Resolves when the running queries have settled and their results are rendered; what is measured was not prefetched. */
async function waitForQueries(client: QueryClient): Promise<void> {
  const first = client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ meta }) => !meta?.measured })
  await Promise.allSettled(first.map(({ promise }) => promise))
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}
