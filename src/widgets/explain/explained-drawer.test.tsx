import { screen, waitFor, within } from '@testing-library/react'
import { renderPage } from '@tests/support/render'
import { catchSavedFiles } from '@tests/support/saved-files'
import { see } from '@tests/support/see'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { useExplain } from '@/components/explain/explained'
import { numberSource } from '@/entities/explanations/number-ref'
import { useExplainedNumber } from './explain-overlay'
import { ExplainedDrawer } from './explained-drawer'

/** What the page says, what the rows of the database add up to, and the rows; any may be changed while it is served. */
type Served = { number?: number; sum: number; rows: number[]; isDown?: boolean }

function open(served: Served) {
  const reads = { numbers: 0, sums: 0 }
  const at = '2026-11-20T10:00:00Z'
  const row = (amount: number, id: number) => ({
    kind: 'order',
    id: `${id}`,
    at,
    key: `${id}`,
    amount,
    name: 'One',
  })
  server.use(
    http.post('*/rest/v1/rpc/explain_number', () => {
      reads.sums += 1
      return HttpResponse.json({ total: served.sum, row_count: served.rows.length, as_of: at })
    }),
    http.post<never, { p_key_id?: string }>('*/rest/v1/rpc/explain_rows', async ({ request }) => {
      const { p_key_id } = await request.json()
      return HttpResponse.json(p_key_id ? [] : served.rows.map(row))
    }),
  )
  const queryFn = () => {
    reads.numbers += 1
    if (served.isDown) throw new Error('down')
    return served.number ?? null
  }
  const source = numberSource(
    { queryKey: ['the number'], queryFn },
    (number: number | null) => number ?? undefined,
  )
  const explanation = {
    title: 'Pending orders',
    definition: 'Orders whose status is Pending now.',
    noun: ['order', 'orders'],
    tokens: false,
    signs: 'none',
  } as const
  const { user } = renderPage(
    <ExplainedDrawer
      numberRef={{ number: 'pending_orders' }}
      explanation={explanation}
      source={source}
      lineOf={({ id, name, amount }) => ({ id, at, title: name ?? '', details: '', amount })}
      onClose={vi.fn()}
    />,
  )
  return { user, reads }
}

const sum = () => within(screen.getAllByRole('row').at(-1)!).getAllByRole('cell').at(-1)
const differ = 'The rows do not add up to this number.'

it.each([
  ['The page says 5, the rows add up to 3.', { number: 5, sum: 3, rows: [1, 1, 1] }],
  ['The page says 3, the rows add up to 2.', { number: 3, sum: 3, rows: [1, 1] }],
])('says that number and sum or rows differ, once all were read again (D48): %s', async (text, served) => {
  const { reads } = open(served)
  await see(differ, text)
  expect(reads).toEqual({ numbers: 2, sums: 2 })
})

it('does not say so about what happened between two reads', async () => {
  const served = { number: 3, sum: 2, rows: [1, 1] }
  const { reads } = open(served)
  Object.assign(served, { sum: 3, rows: [1, 1, 1] })
  await waitFor(() => expect(sum()).toHaveTextContent('3 orders'))
  expect(screen.queryByText(differ)).toBeNull()
  expect(reads.sums).toBeGreaterThan(0)
})

it('shows the sum of a number that its page no longer has, and exports its rows', async () => {
  const saved = catchSavedFiles()
  const { user } = open({ sum: 2, rows: [1, 1] })
  expect(await within(await screen.findByRole('dialog')).findByText('2', { exact: true })).toBeVisible()
  expect(screen.queryByText(differ)).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Export/ }))
  await waitFor(() =>
    expect(saved.names).toEqual([expect.stringMatching(/^guildhall-pending-orders-[\d-]+\.csv$/)]),
  )
  expect((await saved.lines(0)).slice(0, 2)).toEqual([
    '"Date","Order","Details","Count"',
    expect.stringMatching(/,"One","","1"$/),
  ])
})

it('reports a failure of the number only, and reads it again', async () => {
  const served: Served = { number: 2, sum: 2, rows: [1, 1], isDown: true }
  const { user } = open(served)
  await waitFor(() => expect(sum()).toHaveTextContent('2 orders'))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('The number could not be loaded.')
  served.isDown = false
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(screen.queryByText(differ)).toBeNull()
})

function Explainable() {
  const explain = useExplain()
  return (
    <button type="button" onClick={() => explain('orders.pending')}>
      11 pending
    </button>
  )
}

function Explanation() {
  return <p>{useExplainedNumber().numberRef ? 'Explained' : 'Nothing explained'}</p>
}

it('forgets on another page what was clicked before the code of the drawer was loaded', async () => {
  const page = (
    <>
      <Explainable />
      <Link to="/orders">Orders</Link>
      <Routes>
        <Route path="/" element={null} />
        <Route path="/orders" element={<Explanation />} />
      </Routes>
    </>
  )
  const { user } = renderPage(page, { path: '/*', route: '/' })
  await user.click(screen.getByRole('button', { name: '11 pending' }))
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await see('Nothing explained')
  await user.click(screen.getByRole('button', { name: '11 pending' }))
  await see('Explained')
})
