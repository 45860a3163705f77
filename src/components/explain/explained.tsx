import type { ReactNode } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

/** What was clicked; the URL follows in the router's transition, for which a drawer must not wait (P13). */
export const lastClicked: { number: string; pathname: string; onChange?: () => void } = {
  number: '',
  pathname: '',
}

/** Returns a function that asks for the rows behind a number, as the URL names it (D48). */
export function useExplain() {
  const [, setQuery] = useSearchParams()
  const { pathname } = useLocation()
  return (number: string) => {
    // Before the drawer's code is loaded, the URL suffices.
    if (lastClicked.onChange) {
      Object.assign(lastClicked, { number, pathname })
      lastClicked.onChange()
    }
    setQuery(
      (query) => {
        query.set('explain', number)
        return query
      },
      { replace: true },
    )
  }
}

type Props = {
  /** See `formatNumberRef`. */
  numberRef: string
  label: string
  children: string
}

export function Explained({ numberRef, label, children }: Props) {
  const explain = useExplain()
  return (
    <button
      type="button"
      className="explained hit-area"
      aria-haspopup="dialog"
      aria-label={`${label}: ${children}. Explain`}
      onClick={() => explain(numberRef)}
    >
      {children}
    </button>
  )
}

export function DrawerTitle({ children }: { children: ReactNode }) {
  return <span className="text-sm font-normal tracking-normal text-ink-muted">{children}</span>
}
