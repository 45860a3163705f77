import { useSearchParams } from 'react-router-dom'

export type CodeTab = 'available' | 'used'

/** Tab and page of a list of codes, which live in its address (D20). */
export function useCodeList() {
  const [query, setQuery] = useSearchParams()
  const tab: CodeTab = query.get('tab') === 'used' ? 'used' : 'available'

  function show(next: CodeTab, page = 1) {
    const address = new URLSearchParams()
    if (next === 'used') address.set('tab', next)
    if (page > 1) address.set('page', String(page))
    setQuery(address, { replace: true })
  }

  return { tab, page: Math.max(1, Number.parseInt(query.get('page') ?? '', 10) || 1), show }
}
