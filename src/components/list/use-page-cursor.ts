import { useSearchParams } from 'react-router-dom'
import { cursorFrom, type PageCursor, withCursor } from '@/lib/page-cursor'

export function usePageCursor() {
  const [query, setQuery] = useSearchParams()
  const goTo = (cursor: PageCursor) => setQuery((now) => withCursor(now, cursor), { replace: true })
  return { cursor: cursorFrom(query), goTo }
}
