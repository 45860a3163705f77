import { screen, within } from '@testing-library/react'
import { transaction } from '@tests/support/builders'
import { serveProfile } from '@tests/support/member-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { monthsSince, newestStatement } from '@/entities/history/month'
import { TransactionsPage } from '../page'

const at = (created_at: string, amount: number, balance_after: number) => ({
  ...transaction({
    created_at,
    amount,
    balance_after,
    description: `Moved ${amount}`,
    transaction_type: 'purchase',
    hash: `\\x${'ab12'.repeat(16)}`,
  }),
  order: null,
})
const rows = [
  at('2026-09-02T09:00:00', 25, 25),
  at('2026-09-20T09:00:00', 75, 100),
  at('2026-10-01T00:00:00', 30, 130),
  at('2026-10-31T23:59:59', -50, 80),
  at('2026-11-01T00:00:00', 5, 85),
]

/** The ledger as its API returns it, by time and order, `limit` rows at most. */
const serve = (limit = 1000) =>
  server.use(
    http.get('*/rest/v1/token_transactions', ({ request }) => {
      const query = new URL(request.url).searchParams
      const found = rows.filter(({ created_at }) =>
        query.getAll('created_at').every((bound) => {
          const [, operator, time = ''] = /^(gte|lt)\.(.*)$/.exec(bound) ?? []
          return operator === 'lt'
            ? Date.parse(created_at) < Date.parse(time)
            : Date.parse(created_at) >= Date.parse(time)
        }),
      )
      const ordered = query.get('order') === 'seq.desc' ? found.toReversed() : found
      const headers = { 'content-range': `0-0/${found.length}` }
      return HttpResponse.json(ordered.slice(0, Math.min(limit, Number(query.get('limit')))), { headers })
    }),
  )

const open = (month: string) =>
  renderPage(<TransactionsPage />, {
    path: '/dashboard/transactions',
    route: `/dashboard/transactions?statement=${month}`,
  })

beforeEach(async () => {
  await signInAs()
  serveProfile({ name: 'Tamsin Ferreira' })
  serve()
})

it('shows the statement of a month: its entries by local time, the balances around them, and the head after them (D47)', async () => {
  open('2026-10')
  const table = await screen.findByRole('table', { name: 'Entries of the month' })
  const lines = within(table).getAllByRole<HTMLTableRowElement>('row').slice(1)
  const text = ({ cells }: HTMLTableRowElement) =>
    [...cells]
      .slice(1)
      .map((cell) => cell.textContent)
      .join(' | ')
  expect(lines.map(text)).toEqual([
    'Opening balance |  |  | 100',
    'Moved 30 | +30 |  | 130',
    'Moved -50 |  | −50 | 80',
    '+30 | −50 | 80',
  ])
  expect(screen.getByText('No. 3 to 4')).toBeVisible()
  expect(screen.getByText('2 of 4 at the end of the month')).toBeVisible()
  expect(screen.getByText(/^Head of the chain after entry 4: ab12 ab12/)).toBeVisible()
  expect(await screen.findByText('Tamsin Ferreira')).toBeVisible()
})

it('says where a month that is too long for it ends, and calls no balance the closing one', async () => {
  serve(1)
  open('2026-10')
  expect(await screen.findByText('Only the first 1 entry of the month are listed.')).toBeVisible()
  expect(screen.getByRole('row', { name: /^Balance after these entries \+30 0 130$/ })).toBeVisible()
})

it('shows a month without entries, and switches to another', async () => {
  const { user } = open('2026-08')
  expect(await screen.findByText('None in this month')).toBeVisible()
  await user.selectOptions(screen.getByLabelText('Month'), '2026-09')
  expect(await screen.findByText('No. 1 to 2')).toBeVisible()
})

it('starts with the previous month, or with the one in which the member joined', () => {
  const now = new Date('2026-11-23T12:00:00')
  expect(newestStatement(new Date('2026-10-31T23:00:00'), now)).toBe('2026-10')
  expect(newestStatement(new Date('2026-11-01T00:00:00'), now)).toBe('2026-11')
  expect(newestStatement(new Date('2020-01-01T00:00:00'), new Date('2026-01-31T12:00:00'))).toBe('2025-12')
})

it('offers each month since somebody joined, the newest first', () => {
  expect(monthsSince(new Date('2025-11-30T12:00:00'), new Date('2026-02-28T12:00:00'))).toEqual([
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ])
})

it.each(['-infinity', '-000001-05-01T00:00:00Z', '-271821-05-01T00:00:00Z', '0001-01-01T00:00:00Z'])(
  'offers the current month alone to somebody who joined at %s (D59)',
  (impossible) => {
    expect(monthsSince(new Date(impossible), new Date('2026-02-28T12:00:00'))).toEqual(['2026-02'])
  },
)

it.each([
  ['purchase', null],
  ['refund', 'No money was charged in this month.'],
] as const)('says whether money was charged in a month with a %s', async (type, sentence) => {
  for (const row of rows) row.transaction_type = type
  onTestFinished(() => {
    for (const row of rows) row.transaction_type = 'purchase'
  })
  open('2026-10')
  const footer = await screen.findByText(/^Tokens are not money and cannot be exchanged for it\./)
  if (sentence) expect(footer).toHaveTextContent(sentence)
  else expect(footer).not.toHaveTextContent('charged')
})
