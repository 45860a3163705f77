import { SelectField } from '@/components/form/select-field'
import type { ProfileSort } from '@/entities/profiles/admin-list'
import { sortIn, sortText } from './use-user-sort'

const words = {
  '-created_at': 'Newest first',
  created_at: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  email: 'Email, A to Z',
  '-email': 'Email, Z to A',
  '-current_tokens': 'Most tokens first',
  current_tokens: 'Fewest tokens first',
}

type Props = { sort: ProfileSort; onSort: (sort: ProfileSort) => void }

/** Sorts where the table is cards, which have no heads to click. */
export function SortSelect({ sort, onSort }: Props) {
  return (
    <SelectField
      label="Sort"
      className="mb-4 !grid-cols-[auto_minmax(0,1fr)] items-center !gap-3 md:max-w-[300px] @min-[720px]:hidden"
      value={sortText(sort)}
      onChange={({ target }) => onSort(sortIn(target.value))}
    >
      {Object.entries(words).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </SelectField>
  )
}
