import { useSearchParams } from 'react-router-dom'
import { withoutCursor } from '@/lib/page-cursor'

export type CodeTab = 'available' | 'used'

/** The tab of a list of codes and whether its dialog is open, which live in the URL (D20); `?new` opens the dialog. */
export function useCodesUrl() {
  const [query, setQuery] = useSearchParams()
  const tab: CodeTab = query.get('tab') === 'used' ? 'used' : 'available'

  const setParam = (name: string, value: string | undefined) =>
    setQuery(
      (now) => {
        if (value === undefined) now.delete(name)
        else now.set(name, value)
        return name === 'tab' ? withoutCursor(now) : now
      },
      { replace: true },
    )

  return {
    tab,
    show: (next: CodeTab) => setParam('tab', next === 'used' ? next : undefined),
    creating: query.has('new'),
    create: () => setParam('new', ''),
    close: () => setParam('new', undefined),
    /** To where new codes stand: the first page of the available ones; the dialog stays where it has more to say. */
    showNewest: (stay: boolean) => setQuery(stay ? { new: '' } : {}, { replace: true }),
  }
}
