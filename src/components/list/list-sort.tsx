import clsx from 'clsx'
import { SelectField } from '@/components/form/select-field'
import { oneOf, useUrlState } from './use-url-state'

/** What a list can be sorted by, with the words of the select: 'name' is ascending, '-name' descending. */
export type SortLabels<Key extends string> = Partial<Record<Key | `-${Key}`, string>>

const newestFirst = '-created_at'

/** The sort of a list in the URL, the newest first by default. */
export function useListSort<Key extends string>(labels: SortLabels<Key>) {
  const { state, set } = useUrlState({ sort: oneOf(Object.keys(labels), newestFirst) })
  const by = state.sort.replace('-', '') as Key
  return {
    sort: { by, ascending: !state.sort.startsWith('-') },
    setSort: ({ by, ascending }: { by: Key; ascending: boolean }) => set({ sort: ascending ? by : `-${by}` }),
  }
}

type Props = { labels: SortLabels<string>; className?: string }

/** Where rows are cards, which have no heads. */
export function SortSelect({ labels, className }: Props) {
  const { state, set } = useUrlState({ sort: oneOf(Object.keys(labels), newestFirst) })
  return (
    <SelectField
      label={<span className="sr-only">Sort</span>}
      className={clsx('!gap-0 md:max-w-[300px] @min-[45rem]:hidden', className)}
      value={state.sort}
      onChange={({ target }) => set({ sort: target.value })}
      options={labels as Record<string, string>}
    />
  )
}
