import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { clicked } from '@/components/explain/use-explain'
import { askedFrom } from '@/entities/explanations/asked'

function subscribe(listener: () => void) {
  clicked.onChange = listener
  return () => {
    clicked.onChange = undefined
  }
}

function forgetClick() {
  clicked.asked = ''
  clicked.onChange?.()
}

/** What the page explains: what was clicked, until the URL names it or another page is shown; `close` ends it. */
export function useAsked() {
  const [query, setQuery] = useSearchParams()
  const justClicked = useSyncExternalStore(subscribe, () => clicked.asked)
  const inUrl = query.get('explain')
  const { pathname } = useLocation()

  useEffect(() => {
    if (justClicked === inUrl || pathname !== clicked.pathname) forgetClick()
  }, [justClicked, inUrl, pathname])

  function close() {
    forgetClick()
    setQuery(
      (now) => {
        now.delete('explain')
        return now
      },
      { replace: true },
    )
  }
  return { asked: askedFrom(justClicked || inUrl), close }
}
