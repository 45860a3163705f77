import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DataTable } from './data-table'
import type { Column } from './table-column'

type Row = { id: string; name: string; tokens: number }

const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', card: 'main', cell: (row) => row.name },
  { id: 'tokens', header: 'Tokens', align: 'end', cell: (row) => row.tokens },
  {
    id: 'actions',
    header: 'Actions',
    card: 'actions',
    cell: (row) => <button type="button">Edit {row.name}</button>,
  },
]
const rows = [
  { id: 'a', name: 'Ada', tokens: 25 },
  { id: 'b', name: 'Ben', tokens: 3 },
]

function show(props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) {
  return render(
    <DataTable caption="Members" columns={columns} rows={rows} rowKey={(row) => row.id} {...props} />,
  )
}

it('is a table with a caption, heads and one row each', () => {
  show()
  const table = screen.getByRole('table', { name: 'Members' })
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Name', 'Tokens', 'Actions'])
  expect(within(table).getAllByRole('row')).toHaveLength(3)
})

it('keeps every field and action for a card: the label goes with the value', () => {
  show()
  const row = screen.getByRole('row', { name: /Ada/ })
  expect(within(row).getByRole('cell', { name: '25' })).toHaveAttribute('data-label', 'Tokens')
  expect(within(row).getByRole('button', { name: 'Edit Ada' })).toBeInTheDocument()
})

it('marks the chosen and the new row', () => {
  show({ selectedKey: 'a', newKeys: new Set(['b']) })
  expect(screen.getByRole('row', { name: /Ada/ })).toHaveAttribute('data-selected')
  expect(screen.getByRole('row', { name: /Ben/ })).toHaveAttribute('data-new')
})

it('closes with a total, which is not drawn while the rows are on their way', () => {
  const { rerender } = show({ total: ['Total', 28] })
  expect(screen.getByRole('row', { name: /Total 28/ })).toBeInTheDocument()
  rerender(
    <DataTable
      caption="Members"
      columns={columns}
      rows={undefined}
      rowKey={(row) => row.id}
      total={['Total', 28]}
      skeletonRows={4}
    />,
  )
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  expect(screen.getAllByRole('row')).toHaveLength(5)
  expect(screen.queryByText('Total')).not.toBeInTheDocument()
})
