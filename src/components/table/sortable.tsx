import clsx from 'clsx'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { Column } from './data-table'

export type Sort<Key extends string> = { by: Key; ascending: boolean }

type SortOptions<Key extends string> = {
  /** By column id: whether the first click sorts ascending. */
  keys: Partial<Record<Key, boolean>>
  sort: Sort<Key>
  onSort: (sort: Sort<Key>) => void
}

export function sortable<Row, Key extends string>(
  columns: readonly Column<Row>[],
  { keys, sort, onSort }: SortOptions<Key>,
): Column<Row>[] {
  const isKey = (id: string): id is Key => Object.hasOwn(keys, id)

  function withSortHeader(column: Column<Row>): Column<Row> {
    const { id } = column
    if (!isKey(id)) return column
    const current = sort.by === id
    const sorted = !current ? 'none' : sort.ascending ? 'ascending' : 'descending'
    const toggleSort = () => onSort({ by: id, ascending: current ? !sort.ascending : keys[id] === true })
    return { ...column, sorted, head: <SortHeader {...column} sorted={sorted} onClick={toggleSort} /> }
  }

  return columns.map(withSortHeader)
}

type HeadProps = {
  header: string
  align?: 'end'
  sorted: 'ascending' | 'descending' | 'none'
  onClick: () => void
}

function SortHeader({ header, align, sorted, onClick }: HeadProps) {
  const current = sorted !== 'none'
  const Arrow = !current ? ChevronsUpDown : sorted === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className={clsx(
        'hit-area -my-1.5 inline-flex items-center @max-[44.9375rem]:hidden align-middle gap-1 rounded-sm py-1.5 font-medium hover:text-ink',
        current ? 'text-ink' : 'text-ink-muted',
        align === 'end' && 'flex-row-reverse',
      )}
      onClick={onClick}
    >
      <span>{header}</span>
      <Arrow className={clsx('size-3.5', !current && 'opacity-60')} />
    </button>
  )
}
