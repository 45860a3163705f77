import { useSearchParams } from 'react-router-dom'
import { useSearchText } from '@/components/list/use-search-text'
import { type ActivityFilters, isActivityTable } from '@/entities/activity/activity'
import { withoutCursor } from '@/lib/page-cursor'

/** What the log is narrowed to, which lives in the URL (D20). */
export function useActivityFilters() {
  const [query, setQuery] = useSearchParams()
  const { typed, search, setTyped } = useSearchText()
  const asked = query.get('table')
  const table = isActivityTable(asked) ? asked : ''

  function choose(next: string) {
    setQuery(
      (now) => {
        if (isActivityTable(next)) now.set('table', next)
        else now.delete('table')
        return withoutCursor(now)
      },
      { replace: true },
    )
  }
  function clear() {
    setTyped('')
    setQuery({}, { replace: true })
  }

  const filters: ActivityFilters = { search, table }
  return { filters, typed, setTyped, choose, clear }
}
