import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { lastClicked } from '@/components/explain/explained'
import { parseNumberRef } from '@/entities/explanations/number-ref'

function subscribe(listener: () => void) {
  lastClicked.onChange = listener
  return () => {
    lastClicked.onChange = undefined
  }
}

function clearClick() {
  lastClicked.number = ''
  lastClicked.onChange?.()
}

/** The number to explain: the one just clicked until the URL catches up or the page changes, then the one in the URL. */
export function useExplainedNumber() {
  const [query, setQuery] = useSearchParams()
  const justClicked = useSyncExternalStore(subscribe, () => lastClicked.number)
  const inUrl = query.get('explain')
  const { pathname } = useLocation()

  useEffect(() => {
    if (justClicked === inUrl || pathname !== lastClicked.pathname) clearClick()
  }, [justClicked, inUrl, pathname])

  function close() {
    clearClick()
    setQuery(
      (now) => {
        now.delete('explain')
        return now
      },
      { replace: true },
    )
  }
  return { numberRef: parseNumberRef(justClicked || inUrl), close }
}
