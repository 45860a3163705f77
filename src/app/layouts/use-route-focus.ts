import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** After a navigation, focuses the heading (while loading, the page) and scrolls to the top, except on back. */
export function useRouteFocus(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const navigationType = useNavigationType()
  const shownAt = useRef(navigationType === 'PUSH' ? undefined : pathname)

  useEffect(() => {
    if (shownAt.current === pathname) return
    shownAt.current = pathname
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]')
    ;(heading ?? main.current)?.focus({ preventScroll: true })
    if (navigationType !== 'POP') window.scrollTo(0, 0)
  }, [pathname, navigationType, main])
}
