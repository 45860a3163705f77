import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import type { RouteObject } from 'react-router-dom'

type Load = () => Promise<ComponentType>

/** `source`: the module, for the build; `adminOnly`: behind the role check (D11). */
export type RouteHandle = { load?: () => Promise<unknown>; source?: Load; adminOnly?: boolean }

/** Offline, or a new version replaced the file. */
export class PageLoadError extends Error {}

/** Renders at once if `load` was awaited before, else suspends. */
export function lazyPage(load: Load) {
  let loaded: ComponentType | undefined
  const fetchPage = async () => {
    loaded ??= await load()
    return loaded
  }
  const Lazy = lazy(() =>
    fetchPage().then(
      (Page) => ({ default: Page }),
      (cause: unknown) => {
        throw new PageLoadError('A page could not be loaded', { cause })
      },
    ),
  )
  function Page() {
    const [LoadedPage] = useState(() => loaded ?? Lazy)
    return <LoadedPage />
  }
  return { Page, load: fetchPage }
}

let markShown = () => {}

export const pageShown = new Promise<void>((resolve) => {
  markShown = resolve
})

function ShownMarker({ children }: { children: ReactNode }) {
  useEffect(() => markShown(), [])
  return children
}

const withShownMark = (page: ReactNode) => <ShownMarker>{page}</ShownMarker>

export function firstPage(path: string, Page: ComponentType): RouteObject {
  return { path, element: withShownMark(<Page />) }
}

export function page(path: string, load: Load): RouteObject {
  const { Page, load: fetchPage } = lazyPage(load)
  return {
    path,
    element: withShownMark(<Page />),
    handle: { load: fetchPage, source: load } satisfies RouteHandle,
  }
}

export function layout(load: Load, children: RouteObject[]): RouteObject {
  const { Page, load: fetchPage } = lazyPage(load)
  return { element: <Page />, handle: { load: fetchPage, source: load } satisfies RouteHandle, children }
}
