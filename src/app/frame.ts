import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { pageShown } from '@/app/pages'

/** How long the prerendered frame may wait for the page's code and first data. */
const frameTimeoutMs = 1_500

const frame = document.querySelector('[data-frame]')

/** See src/build/README.md. */
export const isFramed = frame !== null

/** Detached while the frame is visible, so that no element is in the document twice. */
export const containerIn = (root: HTMLElement) => (isFramed ? document.createElement('div') : root)

/** Waits for the page and its first data, so that no second skeleton follows. */
export async function replaceFrame(root: HTMLElement, container: HTMLElement, client: QueryClient) {
  if (!frame) return
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, frameTimeoutMs))
  await Promise.race([pageShown.then(() => fetched(client)), timeout])
  frame.remove()
  root.append(container)
}

/** Resolves when no query is running and the results have been rendered. */
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
