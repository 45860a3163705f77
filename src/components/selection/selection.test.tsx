import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { chooseShortcuts } from '@/components/keyboard/use-shortcuts'
import { DataTable } from '@/components/table/data-table'
import { useListKeys } from './list-keys'
import { SelectionLine, selectionColumn } from './selection'
import { useSelection } from './use-selection'

type Row = { id: string; name: string }
const rows = (from: number, to: number): Row[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: `r${from + index}`,
    name: `Row ${from + index}`,
  }))

type Props = {
  shown: Row[]
  matches?: number
  scope?: string
  onOpen?: (id: string) => void
  onThree?: () => void
}

function List({ shown, matches = 214, scope = '', onOpen, onThree }: Props) {
  const selection = useSelection({ rows: shown, matching: { value: matches, capped: false }, scope })
  useListKeys({ rows: shown, selection, onOpen, keys: { 3: onThree } })
  const columns = [
    selectionColumn(selection, (row: Row) => row.name),
    { id: 'name', header: 'Name', cell: (row: Row) => row.name },
    { id: 'note', header: 'Note', cell: () => <input aria-label="Note" /> },
  ]
  return (
    <>
      <SelectionLine selection={selection} />
      <output aria-label="Count">{selection.count}</output>
      <output aria-label="Ids">{selection.ids.join(' ')}</output>
      <DataTable caption="Rows" columns={columns} rows={shown} rowKey={({ id }) => id} />
    </>
  )
}

function open(props: Partial<Props> = {}) {
  const view = render(<List shown={rows(1, 5)} {...props} />)
  const user = userEvent.setup()
  const again = (next: Partial<Props>) => view.rerender(<List shown={rows(1, 5)} {...props} {...next} />)
  return { user, again }
}

const box = (number: number) => screen.getByRole('checkbox', { name: `Select Row ${number}` })
const pageBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
const ids = () => screen.getByLabelText('Ids').textContent
const count = () => Number(screen.getByLabelText('Count').textContent)

beforeEach(() => chooseShortcuts(true))

it('selects single rows, a range with Shift, and the page', async () => {
  const { user } = open()
  await user.click(box(2))
  expect(pageBox().indeterminate).toBe(true)
  await user.keyboard('{Shift>}')
  await user.click(box(4))
  await user.keyboard('{/Shift}')
  expect(ids()).toBe('r2 r3 r4')
  await user.click(box(3))
  expect(ids()).toBe('r2 r4')
  await user.click(pageBox())
  expect(count()).toBe(5)
  expect(pageBox()).toBeChecked()
  await user.click(pageBox())
  expect(count()).toBe(0)
})

it('takes away a range with Shift as well', async () => {
  const { user } = open()
  await user.click(pageBox())
  await user.click(box(4))
  await user.keyboard('{Shift>}')
  await user.click(box(2))
  await user.keyboard('{/Shift}')
  expect(ids()).toBe('r1 r5')
})

it('keeps the rows of other pages, and offers all that match once a page is selected', async () => {
  const { user, again } = open()
  await user.click(box(1))
  again({ shown: rows(6, 10) })
  await user.click(pageBox())
  expect(count()).toBe(6)
  await user.click(screen.getByRole('button', { name: 'Select all 214 that match' }))
  expect(screen.getByText(/^All 214 that match are selected/)).toBeVisible()
  expect([count(), ids()]).toEqual([214, ''])
  again({ shown: rows(11, 15) })
  expect(box(13)).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(count()).toBe(0)
})

it('leaves the page without a row that is taken away from all that match', async () => {
  const { user } = open()
  await user.keyboard('a')
  await user.click(box(3))
  expect(ids()).toBe('r1 r2 r4 r5')
})

it('adds nothing to all that match', async () => {
  const { user } = open()
  await user.keyboard('ja{Shift>}X{/Shift}')
  expect(count()).toBe(214)
})

it('selects all only of what there is, and not what matches once nothing is left', async () => {
  const { user, again } = open({ matches: 0 })
  await user.keyboard('a')
  expect(screen.queryByText(/that match are selected/)).toBeNull()
  again({ matches: 5 })
  expect(count()).toBe(0)
  await user.keyboard('a')
  expect(count()).toBe(5)
  again({ matches: 0 })
  again({ matches: 2 })
  expect(count()).toBe(0)
})

it('ends with other filters', async () => {
  const { user, again } = open()
  await user.keyboard('a')
  again({ scope: 'status=pending' })
  expect(count()).toBe(0)
  await user.click(box(1))
  expect(ids()).toBe('r1')
})

it('is used by single keys, with the focus on the row', async () => {
  const onOpen = vi.fn()
  const onThree = vi.fn()
  const { user } = open({ onOpen, onThree })
  await user.keyboard('j')
  expect(box(1)).toHaveFocus()
  await user.keyboard('jxjjj')
  expect(box(5)).toHaveFocus()
  await user.keyboard('k{Shift>}X{/Shift}')
  expect(ids()).toBe('r2 r3 r4')
  await user.keyboard('{Enter}3')
  expect(onOpen).toHaveBeenCalledExactlyOnceWith('r4')
  expect(onThree).toHaveBeenCalledOnce()
  await user.keyboard('{Escape}')
  expect(count()).toBe(0)
  await user.keyboard('jj')
  expect(box(5)).toHaveFocus()
})

it('continues where the focus was once its row has left the list', async () => {
  const { user, again } = open()
  await user.keyboard('jjj')
  again({ shown: rows(1, 5).filter(({ id }) => id !== 'r3') })
  await user.keyboard('j')
  expect(box(4)).toHaveFocus()
})

it('does nothing while typing, with a modifier key, or once turned off', async () => {
  const { user } = open()
  await user.type(screen.getAllByLabelText('Note')[0]!, 'ax')
  await user.tab()
  await user.keyboard('{Control>}a{/Control}')
  expect(count()).toBe(0)
  chooseShortcuts(false)
  await user.keyboard('a')
  expect(count()).toBe(0)
  chooseShortcuts(true)
  await user.keyboard('a')
  expect(count()).toBe(214)
})

it('reads letters and digits by position where the layout has others', async () => {
  const onThree = vi.fn()
  open({ onThree })
  const press = (init: KeyboardEventInit) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true }))
  press({ key: 'ф', code: 'KeyA' })
  expect(await screen.findByText(/All 214 that match/)).toBeVisible()
  press({ key: '"', code: 'Digit3' })
  press({ key: '#', code: 'Digit3', shiftKey: true })
  expect(onThree).toHaveBeenCalledOnce()
})

it('names the page for cards, which have no head', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Select all 5 on this page' }))
  expect(within(screen.getByRole('table')).getAllByRole('checkbox', { checked: true })).toHaveLength(6)
})
