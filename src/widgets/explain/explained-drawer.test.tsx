import { screen, waitFor, within } from '@testing-library/react'
import { broken } from '@tests/support/member-api'
import { renderPage } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { Link, Route, Routes } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { useExplain } from '@/components/explain/use-explain'
import { numberSource } from '@/entities/explanations/number'
import { ExplainedDrawer } from './explained-drawer'
import { useExplainedNumber } from './use-explained'

/** What the page says, what the rows of the database add up to, and the rows; any may be changed while it is served. */
type Served = { number: number | undefined; sum: number; rows: number[]; down?: 'number' | 'sum' | 'rows' }

function open(served: Served) {
  const reads = { numbers: 0, sums: 0 }
  const at = '2026-11-20T10:00:00Z'
  const respond = (name: string, part: Served['down'], result: () => object) =>
    http.post(`*/rest/v1/rpc/${name}`, () => {
      if (part === 'sum') reads.sums += 1
      return served.down === part ? broken() : HttpResponse.json(result())
    })
  server.use(
    respond('explain_number', 'sum', () => ({ total: served.sum, row_count: served.rows.length, as_of: at })),
    respond('explain_rows', 'rows', () =>
      served.rows.map((amount, key) => ({
        kind: 'order',
        id: `${key}`,
        at,
        key: `${key}`,
        amount,
        name: 'One',
      })),
    ),
  )
  const source = numberSource(
    {
      queryKey: ['the number'],
      queryFn: () => {
        reads.numbers += 1
        if (served.down === 'number') throw new Error('down')
        return served.number ?? null
      },
    },
    (number: number | null) => number ?? undefined,
  )
  const view = renderPage(
    <ExplainedDrawer
      numberRef={{ number: 'orders', part: 'pending' }}
      explanation={{
        title: 'Pending orders',
        definition: 'Orders whose status is Pending now.',
        noun: ['order', 'orders'],
        tokens: false,
        signs: 'none',
      }}
      source={source}
      lineOf={({ id, at, name, amount }) => ({ id, at, title: name ?? '', details: '', amount })}
      onClose={vi.fn()}
    />,
  )
  return { ...view, reads }
}

const drawer = () => screen.getByRole('dialog', { name: 'Pending orders' })
const sum = () => within(screen.getAllByRole('row').at(-1)!).getAllByRole('cell').at(-1)
const differs = () => screen.queryByText('The rows do not add up to this number.')

it('says that number and sum differ, once both were read again (D48)', async () => {
  const { reads } = open({ number: 5, sum: 3, rows: [1, 1, 1] })
  expect(await screen.findByText('The rows do not add up to this number.')).toBeVisible()
  expect(screen.getByText('The page says 5, the rows add up to 3.')).toBeVisible()
  expect(reads).toEqual({ numbers: 2, sums: 2 })
})

it('does not say so about what happened between two reads', async () => {
  const served = { number: 3, sum: 2, rows: [1, 1] }
  const { reads } = open(served)
  served.sum = 3
  served.rows = [1, 1, 1]
  await waitFor(() => expect(sum()).toHaveTextContent('3 orders'))
  expect(differs()).toBeNull()
  expect(reads.sums).toBeGreaterThan(0)
})

it('compares the rows that it lists as well', async () => {
  open({ number: 3, sum: 3, rows: [1, 1] })
  expect(await screen.findByText('The page says 3, the rows add up to 2.')).toBeVisible()
})

it('shows the sum of a number that its page no longer has', async () => {
  open({ number: undefined, sum: 2, rows: [1, 1] })
  expect(await within(await screen.findByRole('dialog')).findByText('2', { exact: true })).toBeVisible()
  expect(differs()).toBeNull()
})

it.each([
  ['number', 'The number could not be loaded.'],
  ['sum', 'The sum could not be loaded.'],
  ['rows', 'The rows could not be loaded.'],
] as const)('reports a failure of the %s only, and reads it again', async (down, message) => {
  const served: Served = { number: 2, sum: 2, rows: [1, 1], down }
  const { user } = open(served)
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(message)
  await waitFor(() =>
    expect(drawer().querySelectorAll('[aria-busy="true"], [class*="breathe"]')).toHaveLength(0),
  )
  served.down = undefined
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sum()).toHaveTextContent('2 orders'))
  expect(screen.getAllByText('2', { exact: true })[0]).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(differs()).toBeNull()
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
  const { user } = renderPage(
    <>
      <Explainable />
      <Link to="/orders">Orders</Link>
      <Routes>
        <Route path="/" element={null} />
        <Route path="/orders" element={<Explanation />} />
      </Routes>
    </>,
    { path: '/*', route: '/' },
  )
  await user.click(screen.getByRole('button', { name: '11 pending' }))
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByText('Nothing explained')).toBeVisible()
  await user.click(screen.getByRole('button', { name: '11 pending' }))
  expect(await screen.findByText('Explained')).toBeVisible()
})
