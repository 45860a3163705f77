import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { pageShown } from '@/app/pages'

/** How long the prerendered frame may stay while the page's code and first data are on their way. */
const frameTimeoutMs = 1_500

const frame = document.querySelector('[data-frame]')

/** Whether the build put a frame of this page into the document (src/build/README.md). */
export const isFramed = frame !== null

/** Where the app renders: outside of the document while the frame shows, so that everything in it is there once. */
export const containerIn = (root: HTMLElement) => (isFramed ? document.createElement('div') : root)

/** Shows the app in place of the frame once its page and first data are there, so that no second skeleton follows. */
export async function replaceFrame(root: HTMLElement, container: HTMLElement, client: QueryClient) {
  if (!frame) return
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, frameTimeoutMs))
  await Promise.race([pageShown.then(() => fetched(client)), timeout])
  frame.remove()
  root.append(container)
}

/** Resolves when no query is under way and what they returned has been rendered. */
async function fetched(client: QueryClient): Promise<void> {
  await new Promise<void>((resolve) => {
    const check = () => {
      if (client.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = client.getQueryCache().subscribe(check)
    queueMicrotask(check)
  })
  await new Promise<void>((resolve) => notifyManager.schedule(resolve))
}
