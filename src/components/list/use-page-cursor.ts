import { useSearchParams } from 'react-router-dom'
import { cursorFrom, type PageCursor, withCursor } from '@/lib/page-cursor'

/** Where a long list stands, which lives in the URL (D20), and the way to move it. */
export function usePageCursor() {
  const [query, setQuery] = useSearchParams()
  const go = (place: PageCursor) => setQuery((now) => withCursor(now, place), { replace: true })
  return { place: cursorFrom(query), go }
}
