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
import { KeysetPager, Pager } from './pager'
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

describe('the pager of a list that is not counted yet', () => {
  const pager = (value?: number) => (
    <KeysetPager
      noun={['user', 'users']}
      size={1}
      shown={{ rows: ['Ada'], page: 1, hasPrevious: false, hasNext: true }}
      count={value === undefined ? undefined : { value, capped: false }}
      keyOf={(id) => ({ value: id, id })}
      goTo={() => undefined}
    />
  )

  it('takes its count back after a translator has replaced its texts', () => {
    const { rerender } = render(pager(3))
    const page = screen.getByText('Page', { exact: false, selector: 'p' })
    expect(page).toHaveTextContent('Page 1 of 3')
    const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) if (texts.currentNode instanceof Text) found.push(texts.currentNode)
    for (const text of found) {
      const font = document.createElement('font')
      font.textContent = text.data
      text.replaceWith(font)
    }
    rerender(pager())
    expect(page).toHaveTextContent(/^Page 1$/)
  })
})

describe('the state of a query', () => {
  function show(query: Partial<QueryLike<string[]>>) {
    render(
      <QueryState
        query={{ data: undefined, isError: false, isFetching: false, refetch: () => undefined, ...query }}
        pending={<p>loading</p>}
        error={{ title: 'Failed to load orders', safe: 'Your balance is not affected.' }}
        isEmpty={(rows) => rows.length === 0}
        empty={<p>No orders found.</p>}
      >
        {(rows) => <p>{rows.join(', ')}</p>}
      </QueryState>,
    )
  }

  it('shows the error and retries on demand', async () => {
    const refetch = vi.fn()
    show({ isError: true, refetch })
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to load orders')
    expect(screen.getByRole('alert')).toHaveTextContent('Your balance is not affected.')
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(refetch).toHaveBeenCalledOnce()
  })

  it.each([
    ['that it is loading until there is a response', { isFetching: true }, 'loading'],
    ['that it is empty', { data: [] }, 'No orders found.'],
    ['its data, also when a later fetch failed', { data: ['ORD-1', 'ORD-2'], isError: true }, 'ORD-1, ORD-2'],
  ])('shows %s', (_what, query, text) => {
    show(query)
    expect(screen.getByText(text)).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('shows the rows in the same commit as what surrounds the list', async () => {
    const shown: (string | null)[] = []
    function Screen() {
      const [data, setData] = useState<string[]>()
      useLayoutEffect(() => void shown.push(document.body.textContent))
      return (
        <>
          <button type="button" onClick={() => setData(['ORD-000001', 'ORD-000002'])}>
            Select all {data?.length}
          </button>
          <QueryState
            query={{ data, isError: false, isFetching: !data, refetch: () => undefined }}
            pending={<p>loading</p>}
            error={{ title: 'Failed to load orders' }}
          >
            {(rows) => <p>{rows.join(', ')}</p>}
          </QueryState>
        </>
      )
    }
    render(<Screen />)
    await userEvent.click(screen.getByRole('button'))
    expect(shown).toEqual(['Select all loading', 'Select all 2ORD-000001, ORD-000002'])
  })
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
})

describe('a sortable table', () => {
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

  it('marks the sorted column and its direction, and keeps the card labels', () => {
    show({ by: 'tokens', ascending: false })
    expect(screen.getByRole('cell', { name: '1' })).toHaveAttribute('data-label', 'Tokens')
    const sorted = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'))
    expect(sorted).toEqual(['none', 'descending', null])
    expect(screen.queryByRole('button', { name: 'Role' })).not.toBeInTheDocument()
  })

  it('sorts a column in its default direction first, and the current one in reverse', async () => {
    const { onSort, user } = show({ by: 'tokens', ascending: false })
    await user.click(screen.getByRole('button', { name: 'Name' }))
    await user.click(screen.getByRole('button', { name: 'Tokens' }))
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
})
