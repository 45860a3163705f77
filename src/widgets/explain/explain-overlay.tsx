import { useEffect, useSyncExternalStore } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import type { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { Explanation } from '@/components/explain/explain-drawer'
import { DrawerTitle, lastClicked } from '@/components/explain/explained'
import { formatNumberRef, type NumberRef, parseNumberRef } from '@/entities/explanations/number-ref'

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

type DrawerProps = {
  numberRef: NumberRef
  explanation: Explanation
  onClose: () => void
}
type Props = {
  /** Undefined for numbers that are not shown in this area. */
  explanationOf: (numberRef: NumberRef) => Explanation | undefined
  Drawer: ReturnType<typeof lazyDialog<DrawerProps>>
}

export function ExplainOverlay({ explanationOf, Drawer }: Props) {
  const { numberRef, close } = useExplainedNumber()
  const explanation = numberRef && explanationOf(numberRef)
  if (!numberRef || !explanation) return null
  return (
    <Drawer
      key={formatNumberRef(numberRef)}
      frame={{ drawer: true, title: <DrawerTitle>{explanation.title}</DrawerTitle> }}
      numberRef={numberRef}
      explanation={explanation}
      onClose={close}
    />
  )
}
