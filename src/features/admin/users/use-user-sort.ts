import { useSearchParams } from 'react-router-dom'
import { type ProfileSort, profileSorts } from '@/entities/profiles/admin-list'
import { withoutCursor } from '@/lib/page-cursor'

const newestFirst = '-created_at'

/** How the list is sorted, which lives in the URL: 'name' is upwards, '-name' downwards. Newest first is not written. */
export function useUserSort() {
  const [query, setQuery] = useSearchParams()

  function setSort(sort: ProfileSort) {
    const text = sortText(sort)
    setQuery(
      (now) => {
        if (text === newestFirst) now.delete('sort')
        else now.set('sort', text)
        return withoutCursor(now)
      },
      { replace: true },
    )
  }

  return { sort: sortIn(query.get('sort') ?? newestFirst), setSort }
}

/** A sort as the URL writes it. */
export function sortText({ by, ascending }: ProfileSort): string {
  return ascending ? by : `-${by}`
}

/** The sort that a text names; newest first where it says nothing sensible. */
export function sortIn(text: string): ProfileSort {
  const by = profileSorts.find((known) => known === text.replace('-', ''))
  return by ? { by, ascending: !text.startsWith('-') } : { by: 'created_at', ascending: false }
}
