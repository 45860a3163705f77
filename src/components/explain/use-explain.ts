import { useLocation, useSearchParams } from 'react-router-dom'

/** What was clicked; the URL follows in the router's transition, for which a drawer must not wait (P13). */
export const clicked: { asked: string; pathname: string; onChange?: () => void } = { asked: '', pathname: '' }

/** Returns a function that asks for the rows behind a number, as the URL names it (D48). */
export function useExplain() {
  const [, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  return (asked: string) => {
    // Before the drawer's code is loaded, the URL suffices.
    if (clicked.onChange) {
      Object.assign(clicked, { asked, pathname })
      clicked.onChange()
    }
    setQuery(
      (query) => {
        query.set('explain', asked)
        return query
      },
      { replace: true },
    )
  }
}
