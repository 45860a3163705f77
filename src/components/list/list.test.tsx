import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderPage } from '@tests/support/render'
import { Suspense, use, useLayoutEffect, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseShortcuts } from '@/components/keyboard/use-shortcuts'
import { useListKeys } from '@/components/selection/list-keys'
import { SelectionLine, selectionColumn } from '@/components/selection/selection'
import { useSelection } from '@/components/selection/use-selection'
import { type Column, DataTable } from '@/components/table/data-table'
import { type Sort, sortable } from '@/components/table/sortable'
import { CountStrip } from './count-strip'
import { KeysetPager, LoadedRows, Pager } from './pager'
import { type QueryLike, QueryState } from './query-state'
import { useSearchText } from './search-field'
import { textParam, useUrlState } from './use-url-state'

describe('the pager', () => {
  function Pages() {
    const [page, setPage] = useState(1)
    return <Pager info={`Page ${page}`} page={page} pages={2} onPage={setPage} />
  }

  it('keeps the focus in the pager when a button is disabled on the first or last page', async () => {
    render(<Pages />)
    for (const name of ['Next', 'Previous']) {
      await userEvent.click(screen.getByRole('button', { name }))
      expect(screen.getByRole('button', { name })).toBeDisabled()
      expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveFocus()
    }
  })
})

it('rows say that they are replaced while the next ones load', () => {
  const rows = (stale: boolean) => <LoadedRows stale={stale}>Ada</LoadedRows>
  const { rerender } = render(rows(true))
  expect(screen.getByText('Ada')).toHaveAttribute('aria-busy', 'true')
  rerender(rows(false))
  expect(screen.getByText('Ada')).not.toHaveAttribute('aria-busy')
})

describe('the pager of a list that is not counted yet', () => {
  const pager = (value?: number) => (
    <KeysetPager
      noun={['user', 'users']}
      size={1}
      list={{ rows: ['Ada'], page: 1, hasPrevious: false, hasNext: true }}
      count={value === undefined ? undefined : { value, capped: false }}
      keyOf={(id) => ({ value: id, id })}
      goTo={() => undefined}
    />
  )

  it('takes its count back after a translator has replaced its texts', () => {
    const { rerender } = render(pager(3))
    const page = screen.getByText('Page', { exact: false, selector: 'p' })
    expect(page).toHaveTextContent('Page 1 of 3')
    for (const part of [page, ...page.querySelectorAll('*')])
      for (const child of [...part.childNodes])
        if (child instanceof Text) {
          const font = document.createElement('font')
          font.textContent = child.data
          child.replaceWith(font)
        }
    rerender(pager())
    expect(page).toHaveTextContent(/^Page 1$/)
  })
})

it('a strip of counts links to what it counts, and marks where one is', () => {
  const counts = [
    { id: 'a', label: 'Open', value: 1200, to: '/open', current: true },
    { id: 'b', label: 'All', value: 3, to: '/all', note: '2 late', noteTo: '/late', noteCurrent: true },
    { id: 'c', label: 'Spent', value: 4, note: 'in all' },
  ]
  renderPage(<CountStrip label="Counts" counts={counts} />)
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Open1,200', '/open'],
    ['All3', '/all'],
    ['2 late', '/late'],
  ])
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual(['true', null, 'true'])
  expect(screen.getAllByRole('listitem')[2]).toHaveTextContent('Spent4in all')
})

it('shows the four states of a query, and its data also when a later fetch failed', () => {
  const refetch = vi.fn()
  const list = (query: Partial<QueryLike<string[]>>) => (
    <QueryState
      query={{ data: undefined, isError: false, isFetching: false, refetch, ...query }}
      pending={<p>loading</p>}
      error={{ title: 'Failed to load orders', safe: 'Your balance is not affected.' }}
      isEmpty={(rows) => rows.length === 0}
      empty={<p>No orders found.</p>}
    >
      {(rows) => <p>{rows.join(', ')}</p>}
    </QueryState>
  )
  const { container, rerender } = render(list({ isFetching: true }))
  expect(container).toHaveTextContent(/^loading$/)
  rerender(list({ isError: true }))
  expect(screen.getByRole('alert')).toHaveTextContent('Failed to load ordersYour balance is not affected.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
  rerender(list({ isError: true, isFetching: true }))
  expect(screen.getByRole('button', { name: 'Trying...' })).toHaveAttribute('aria-busy', 'true')
  rerender(list({ data: [] }))
  expect(container).toHaveTextContent(/^No orders found\.$/)
  rerender(list({ data: ['ORD-1', 'ORD-2'], isError: true }))
  expect(container).toHaveTextContent(/^ORD-1, ORD-2$/)
})

describe('the text of a search', () => {
  function List() {
    const { typed, search, setTyped } = useSearchText()
    return (
      <>
        <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
        <output aria-label="search">{search}</output>
        <output aria-label="address">{useLocation().search}</output>
        <Link to="/?q=vault">vault</Link>
      </>
    )
  }

  const field = () => screen.getByLabelText('Search')

  it('writes the trimmed text to the URL, on the first page, keeping other parameters', async () => {
    const { user } = renderPage(<List />, { route: '/?sort=newest&page=3' })
    // One event, so that no time passes between typing and the assertion.
    fireEvent.change(field(), { target: { value: ' ink ' } })
    expect(screen.getByLabelText('search')).toBeEmptyDOMElement()
    await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent('?sort=newest&q=ink'))
    expect(field()).toHaveValue(' ink ')
    await user.clear(field())
    await waitFor(() => expect(screen.getByLabelText('address')).toHaveTextContent(/^\?sort=newest$/))
  })

  it('follows a change of the URL', async () => {
    const { user } = renderPage(<List />, { route: '/?q=ink' })
    expect(field()).toHaveValue('ink')
    await user.click(screen.getByRole('link', { name: 'vault' }))
    expect(field()).toHaveValue('vault')
    expect(screen.getByLabelText('search')).toHaveTextContent('vault')
  })

  it('keeps what was typed while an earlier text arrives late in the address', async () => {
    vi.useFakeTimers()
    let arrive = () => {}
    const rows = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const never = new Promise<void>(() => {})
    function Rows({ search }: { search: string }) {
      if (search !== '') use(search === 'ink' ? rows : never)
      // The next text is written before the effects of this one.
      useLayoutEffect(() => void (search === 'ink' && vi.runAllTimers()), [search])
      return null
    }
    function SlowList() {
      return (
        <>
          <List />
          <Suspense>
            <Rows search={new URLSearchParams(useLocation().search).get('q') ?? ''} />
          </Suspense>
        </>
      )
    }
    renderPage(<SlowList />, { route: '/' })
    const type = (value: string) => act(async () => void fireEvent.change(field(), { target: { value } }))
    await type('ink')
    await act(async () => void vi.runAllTimers())
    await type('inks')
    await act(async () => arrive())
    expect(screen.getByLabelText('search')).toHaveTextContent(/^ink$/)
    expect(field()).toHaveValue('inks')
  })

  it('does not navigate back from a page that is loading', async () => {
    vi.useFakeTimers()
    renderPage(<List />, { route: '/' })
    fireEvent.change(field(), { target: { value: 'ink' } })
    window.history.pushState(null, '', '/elsewhere')
    act(() => void vi.runAllTimers())
    window.history.back()
    expect(screen.getByLabelText('address')).toBeEmptyDOMElement()
  })
})

describe('the state of an address', () => {
  const params = { q: textParam, order: textParam }

  function TwoFields() {
    const { state, set } = useUrlState(params)
    function setBoth() {
      set({ order: '7' })
      set({ q: 'ada' })
    }
    return (
      <button type="button" onClick={setBoth}>
        {`search ${state.q}, order ${state.order}`}
      </button>
    )
  }

  it('keeps a change that is not rendered yet when another follows', async () => {
    const { user } = renderPage(<TwoFields />)
    await user.click(screen.getByRole('button', { name: 'search , order' }))
    expect(await screen.findByRole('button', { name: 'search ada, order 7' })).toBeVisible()
  })

  it('leaves out what the database cannot store', () => {
    renderPage(<TwoFields />, { path: '/', route: '/?q=a%00da' })
    expect(screen.getByRole('button', { name: 'search ada, order' })).toBeVisible()
  })
})

describe('a table', () => {
  type Row = { id: string; name: string; tokens: number }

  const actions = ({ name }: Row) => <button type="button">Edit {name}</button>
  const columns: Column<Row>[] = [
    { id: 'name', header: 'Name', card: 'main', cell: (row) => row.name },
    { id: 'tokens', header: 'Tokens', align: 'end', cell: (row) => row.tokens },
    { id: 'note', header: 'Note', card: 'below', cell: () => '-' },
    { id: 'actions', header: 'Actions', card: 'actions', cell: actions },
  ]
  const rows = [
    { id: 'a', name: 'Ada', tokens: 25 },
    { id: 'b', name: 'Ben', tokens: 3 },
  ]
  const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) => (
    <DataTable caption="Members" columns={columns} rows={rows} rowKey={(row) => row.id} {...props} />
  )
  const row = (name: RegExp) => screen.getByRole('row', { name })

  it('has a row each, whose cells carry their label for cards, and a total, but not while loading', () => {
    const marks = { selectedKey: 'a', newKeys: new Set(['b']), total: ['Total', 28] }
    const { rerender } = render(table(marks))
    expect(screen.getByRole('table', { name: 'Members' })).toBeVisible()
    const ada = within(row(/Ada/))
    expect(ada.getAllByRole('cell').map((cell) => cell.getAttribute('data-label'))).toEqual([
      null,
      'Tokens',
      null,
      null,
    ])
    expect(row(/Ada/)).toHaveAttribute('data-selected')
    expect(row(/Ben/)).toHaveAttribute('data-new')
    expect(row(/Total 28/)).toBeInTheDocument()
    rerender(table({ ...marks, rows: undefined, skeletonRows: 4 }))
    expect(screen.getByRole('table')).toHaveAttribute('aria-busy', 'true')
    expect(screen.getAllByRole('row')).toHaveLength(5)
    expect(screen.queryByText('Total')).not.toBeInTheDocument()
  })

  it('sorts a column in its default direction first, and the current one in reverse', () => {
    const onSort = vi.fn()
    const sort: Sort<'name' | 'tokens'> = { by: 'tokens', ascending: false }
    render(table({ columns: sortable(columns, { keys: { name: true, tokens: false }, sort, onSort }) }))
    expect(screen.getByRole('cell', { name: '25' })).toHaveAttribute('data-label', 'Tokens')
    const sorted = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))
    expect(sorted).toEqual(['none', 'descending', null, null])
    for (const name of ['Name', 'Tokens']) fireEvent.click(screen.getByRole('button', { name }))
    expect(onSort.mock.calls).toEqual([
      [{ by: 'name', ascending: true }],
      [{ by: 'tokens', ascending: true }],
    ])
  })
})

describe('the selection', () => {
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

  const user = userEvent.setup({ delay: null })
  function open(props: Partial<Props> = {}) {
    const view = render(<List shown={rows(1, 5)} {...props} />)
    return (next: Partial<Props>) => view.rerender(<List shown={rows(1, 5)} {...props} {...next} />)
  }

  const box = (number: number) => screen.getByRole('checkbox', { name: `Select Row ${number}` })
  const pageBox = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all on this page' })
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const ids = () => screen.getByLabelText('Ids').textContent
  const count = () => Number(screen.getByLabelText('Count').textContent)
  async function clickWithShift(number: number) {
    await user.keyboard('{Shift>}')
    await user.click(box(number))
    await user.keyboard('{/Shift}')
  }

  beforeEach(() => chooseShortcuts(true))

  it('adds and takes away single rows, a range with Shift, and the page, also in cards without a head', async () => {
    open()
    await press('Select all 5 on this page')
    expect(pageBox()).toBeChecked()
    await user.click(pageBox())
    expect(count()).toBe(0)
    await user.click(box(2))
    expect(pageBox().indeterminate).toBe(true)
    await clickWithShift(4)
    expect(ids()).toBe('r2 r3 r4')
    await user.click(box(3))
    expect(ids()).toBe('r2 r4')
    await user.click(pageBox())
    expect(count()).toBe(5)
    await user.click(box(4))
    await clickWithShift(2)
    expect(ids()).toBe('r1 r5')
  })

  it('keeps the rows of other pages, and offers all that match once a page is selected', async () => {
    const again = open()
    await user.click(box(1))
    again({ shown: rows(6, 10) })
    await user.click(pageBox())
    expect(count()).toBe(6)
    await press('Select all 214 that match')
    expect(screen.getByText(/^All 214 that match are selected/)).toBeVisible()
    expect([count(), ids()]).toEqual([214, ''])
    again({ shown: rows(11, 15) })
    expect(box(13)).toBeChecked()
    await press('Clear selection')
    expect(count()).toBe(0)
  })

  it('of all that match gets no more rows, and is left to the page without one that is taken away', async () => {
    open()
    await user.keyboard('aj{Shift>}X{/Shift}')
    expect(count()).toBe(214)
    await user.click(box(3))
    expect(ids()).toBe('r1 r2 r4 r5')
  })

  it('of all that match ends with other filters, and once nothing is left', async () => {
    const again = open({ matches: 0 })
    await user.keyboard('a')
    expect(screen.queryByText(/that match are selected/)).toBeNull()
    again({ matches: 5 })
    expect(count()).toBe(0)
    await user.keyboard('a')
    expect(count()).toBe(5)
    again({ matches: 0 })
    again({ matches: 2 })
    expect(count()).toBe(0)
    await user.keyboard('a')
    again({ matches: 2, scope: 'status=pending' })
    expect(count()).toBe(0)
    await user.click(box(1))
    expect(ids()).toBe('r1')
  })

  it('is used by single keys, with the focus on the row, also after one has left the list', async () => {
    const onOpen = vi.fn()
    const onThree = vi.fn()
    const again = open({ onOpen, onThree })
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
    await user.keyboard('jjk')
    again({ shown: rows(1, 5).filter(({ id }) => id !== 'r4') })
    await user.keyboard('j')
    expect(box(5)).toHaveFocus()
  })

  it('does nothing while typing, with a modifier key, or once turned off', async () => {
    open()
    await user.type(screen.getAllByLabelText('Note')[0]!, 'ax')
    await user.tab()
    await user.keyboard('{Control>}a{/Control}')
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
    fireEvent.keyDown(document.body, { key: 'ф', code: 'KeyA' })
    expect(count()).toBe(214)
    fireEvent.keyDown(document.body, { key: '"', code: 'Digit3' })
    fireEvent.keyDown(document.body, { key: '#', code: 'Digit3', shiftKey: true })
    expect(onThree).toHaveBeenCalledOnce()
  })
})
