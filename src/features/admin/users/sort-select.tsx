import { SelectField } from '@/components/form/select-field'
import { useUrlState } from '@/components/list/use-url-state'
import { type ProfileSort, profileSorts } from '@/entities/profiles/admin-list'

const newestFirst = '-created_at'
const labels = {
  [newestFirst]: 'Newest first',
  created_at: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  '-current_tokens': 'Most tokens first',
  current_tokens: 'Fewest tokens first',
}

const parse = (text: string | null) => (text !== null && Object.hasOwn(labels, text) ? text : newestFirst)
const params = { sort: parse }

/** 'name' is ascending, '-name' descending. */
export function useUserSort() {
  const { state, set } = useUrlState(params)
  const by = profileSorts.find((each) => each === state.sort.replace('-', '')) ?? 'created_at'
  return {
    sort: { by, ascending: !state.sort.startsWith('-') },
    setSort: ({ by, ascending }: ProfileSort) => set({ sort: ascending ? by : `-${by}` }),
  }
}

export function SortSelect() {
  const { state, set } = useUrlState(params)
  return (
    <SelectField
      label="Sort"
      className="mb-4 !grid-cols-[auto_minmax(0,1fr)] items-center !gap-3 md:max-w-[300px] @min-[45rem]:hidden"
      value={state.sort}
      onChange={({ target }) => set({ sort: target.value })}
    >
      {Object.entries(labels).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
