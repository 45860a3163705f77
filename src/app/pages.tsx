import { type ComponentType, lazy } from 'react'
import type { RouteObject } from 'react-router-dom'

type Load = () => Promise<ComponentType>

const preloads = new Map<string, Load>()

/** The code of a page could not be fetched: the network is gone, or a new version replaced the file. */
export class PageLoadError extends Error {}

/** A page that is fetched when it is first shown. */
export function lazyPage(load: Load) {
  return lazy(() =>
    load().then(
      (Page) => ({ default: Page }),
      (cause: unknown) => {
        throw new PageLoadError('A page could not be loaded', { cause })
      },
    ),
  )
}

/** A route whose page may be fetched before anybody knows who is asking. */
export function page(path: string, load: Load): RouteObject {
  preloads.set(path, load)
  return guardedPage(path, load)
}

/** A route whose page is fetched only once its guard has opened (D11). */
export function guardedPage(path: string, load: Load): RouteObject {
  const Page = lazyPage(load)
  return { path, element: <Page /> }
}

/** Starts to fetch the page at `pathname`, beside the session instead of after it. */
export function preloadPage(pathname: string) {
  preloads
    .get(pathname)?.()
    .catch(() => undefined)
}
