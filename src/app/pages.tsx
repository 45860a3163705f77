import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import type { RouteObject } from 'react-router-dom'

type Load = () => Promise<ComponentType>

/** `source` names the module for the build; `adminOnly` routes are behind the check for the role (D11). */
export type RouteHandle = { load?: () => Promise<unknown>; source?: Load; adminOnly?: boolean }

/** The code of a page could not be fetched: the network is gone, or a new version replaced the file. */
export class PageLoadError extends Error {}

/** A component with code of its own. It renders at once when `load` was awaited before, and suspends otherwise. */
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
    const [Shown] = useState(() => loaded ?? Lazy)
    return <Shown />
  }
  return { Page, load: fetchPage }
}

let markShown = () => {}

/** Resolves once a page has been rendered for the first time. */
export const pageShown = new Promise<void>((resolve) => {
  markShown = resolve
})

function Shown({ children }: { children: ReactNode }) {
  useEffect(() => markShown(), [])
  return children
}

const shown = (page: ReactNode) => <Shown>{page}</Shown>

/** A route whose code is part of the first load. */
export function firstPage(path: string, Page: ComponentType): RouteObject {
  return { path, element: shown(<Page />) }
}

/** A route with code of its own. */
export function page(path: string, load: Load): RouteObject {
  const { Page, load: fetchPage } = lazyPage(load)
  return { path, element: shown(<Page />), handle: { load: fetchPage, source: load } satisfies RouteHandle }
}

/** A layout with code of its own around `children`. */
export function layout(load: Load, children: RouteObject[]): RouteObject {
  const { Page, load: fetchPage } = lazyPage(load)
  return { element: <Page />, handle: { load: fetchPage, source: load } satisfies RouteHandle, children }
}
