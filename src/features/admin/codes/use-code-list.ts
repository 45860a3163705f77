import { useSearchParams } from 'react-router-dom'
import { useUrlPage } from '@/components/use-url-page'

export type CodeTab = 'available' | 'used'

/** Tab and page of a list of codes, which live in its address (D20); another tab starts at its first page. */
export function useCodeList() {
  const [query, setQuery] = useSearchParams()
  const { page, setPage } = useUrlPage()
  const tab: CodeTab = query.get('tab') === 'used' ? 'used' : 'available'
  const show = (next: CodeTab) => setQuery(next === 'used' ? { tab: next } : {}, { replace: true })
  return { tab, show, page, setPage }
}
