import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { DataTable } from './data-table'
import type { Column } from './table-column'

type Row = { id: string; name: string; tokens: number }

const actions = ({ name }: Row) => <button type="button">Edit {name}</button>
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', card: 'main', cell: (row) => row.name },
  { id: 'tokens', header: 'Tokens', align: 'end', cell: (row) => row.tokens },
  { id: 'actions', header: 'Actions', card: 'actions', cell: actions },
]
const rows = [
  { id: 'a', name: 'Ada', tokens: 25 },
  { id: 'b', name: 'Ben', tokens: 3 },
]

const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) => (
  <DataTable caption="Members" columns={columns} rows={rows} rowKey={(row) => row.id} {...props} />
)

it('has a caption, headers, and one row each, whose cells carry their label for cards', () => {
  render(table())
  const members = within(screen.getByRole('table', { name: 'Members' }))
  const headers = members.getAllByRole('columnheader').map((header) => header.textContent)
  expect(headers).toEqual(['Name', 'Tokens', 'Actions'])
  expect(members.getAllByRole('row')).toHaveLength(3)
  const row = within(members.getByRole('row', { name: /Ada/ }))
  expect(row.getByRole('cell', { name: '25' })).toHaveAttribute('data-label', 'Tokens')
  expect(row.getByRole('button', { name: 'Edit Ada' })).toBeInTheDocument()
})

it('marks the selected and the new row', () => {
  render(table({ selectedKey: 'a', newKeys: new Set(['b']) }))
  expect(screen.getByRole('row', { name: /Ada/ })).toHaveAttribute('data-selected')
  expect(screen.getByRole('row', { name: /Ben/ })).toHaveAttribute('data-new')
})

it('ends with a total, but not while loading', () => {
  const { rerender } = render(table({ total: ['Total', 28] }))
  expect(screen.getByRole('row', { name: /Total 28/ })).toBeInTheDocument()
  rerender(table({ rows: undefined, total: ['Total', 28], skeletonRows: 4 }))
  expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
  expect(screen.getAllByRole('row')).toHaveLength(5)
  expect(screen.queryByText('Total')).not.toBeInTheDocument()
})
