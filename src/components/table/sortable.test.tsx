import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DataTable } from './data-table'
import { type Sort, sortable } from './sortable'
import type { Column } from './table-column'

type Row = { id: string }

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', card: 'main', cell: ({ id }) => id },
  { id: 'tokens', header: 'Tokens', align: 'end', cell: () => 1 },
  { id: 'role', header: 'Role', cell: () => 'User' },
]
const keys = { name: true, tokens: false }

function show(sort: Sort<keyof typeof keys>) {
  const onSort = vi.fn()
  const table = { caption: 'Members', rows: [{ id: 'Ada' }], rowKey: ({ id }: Row) => id }
  render(<DataTable {...table} columns={sortable(columns, { keys, sort, onSort })} />)
  return { onSort, user: userEvent.setup() }
}

it('marks the sorted column and its direction', () => {
  show({ by: 'tokens', ascending: false })
  const sorted = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))
  expect(sorted).toEqual(['none', 'descending', null])
  expect(screen.queryByRole('button', { name: 'Role' })).not.toBeInTheDocument()
})

it('sorts a column in its default direction first, and the current one in reverse', async () => {
  const { onSort, user } = show({ by: 'tokens', ascending: false })
  await user.click(screen.getByRole('button', { name: 'Name' }))
  await user.click(screen.getByRole('button', { name: 'Tokens' }))
  expect(onSort.mock.calls).toEqual([[{ by: 'name', ascending: true }], [{ by: 'tokens', ascending: true }]])
})

it('keeps the card labels', () => {
  show({ by: 'name', ascending: true })
  expect(screen.getByRole('cell', { name: '1' })).toHaveAttribute('data-label', 'Tokens')
})
