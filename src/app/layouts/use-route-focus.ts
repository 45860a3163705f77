import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * After a navigation focus goes to the page's heading and the page starts at its top; going back keeps its place. Coming
 * from outside the layout the heading may not be there yet: then it goes to the page.
 */
export function useRouteFocus(main: RefObject<HTMLElement | null>) {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const seen = useRef(type === 'PUSH' ? undefined : pathname)

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]')
    ;(heading ?? main.current)?.focus({ preventScroll: true })
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname, type, main])
}
