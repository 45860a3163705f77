import { screen } from '@testing-library/react'
import { orderEvent } from '@tests/support/builders'
import { openOrder, serveOrder } from '@tests/support/order-page'
import { signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'

beforeEach(() => signInAs())

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const late = (hours: number) => ({
  status: 'processing',
  created_at: inHours(-48 - hours),
  due_at: inHours(-hours),
  credit_rate: 1,
  credit_cap: 10,
  benefit_token_value: 25,
})

it.each([
  [late(3.5), '3 tokens so far for the delay.', /^One token for each full hour, up to 10, credited when/],
  [
    { ...late(1), credit_rate: 2 },
    '2 tokens so far for the delay.',
    /^2 tokens for each full hour, up to 10/,
  ],
  [late(40), '10 tokens so far for the delay.', /up to 10/],
  [{ ...late(40), benefit_token_value: 1 }, '1 token so far for the delay.', /up to 10/],
])('shows the credit so far: %o', async (order, title, terms) => {
  serveOrder({ order })
  openOrder()
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText(terms)).toBeVisible()
})

it.each([
  [2, '2 tokens so far for the delay.'],
  [0, 'No credit for this delay.'],
])('says when only %d tokens can still be credited', async (creditLeft, title) => {
  serveOrder({ order: late(3), creditLeft })
  openOrder()
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByText('Credits for delays are at most 20 tokens in 30 days.')).toBeVisible()
})

it.each([
  ['not a full hour late', late(0.9)],
  ['delivered at once', { ...late(3), delivery_method: 'link' }],
  ['without a rate', { ...late(3), credit_rate: 0 }],
  ['opened again after an admin had closed it', { ...late(3), late_credit: 0 }],
  ['delivered without a credit', { ...late(3), status: 'delivered' }],
])('shows no credit of an order %s', async (_, order) => {
  serveOrder({ order })
  openOrder()
  await screen.findByText('What happened')
  await screen.findByRole('list')
  expect(screen.queryByText(/for (the|this) delay/)).toBeNull()
})

it('shows what was credited, where it is, and when the due time had passed', async () => {
  const { order, events } = {
    order: { ...late(5), status: 'delivered' },
    events: [
      orderEvent('placed', { at: inHours(-53) }),
      orderEvent('status', { at: inHours(-1), actor: 'Ines Moreau', detail: { to: 'delivered' } }),
      orderEvent('credited', {
        at: inHours(-1),
        actor: 'system',
        detail: { tokens: 3, before: 87, after: 90 },
      }),
    ],
  }
  serveOrder({ order, events })
  openOrder()
  expect(await screen.findByText('3 tokens were credited for the delay.')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Token History' })
  expect(link).toHaveAttribute('href', '/dashboard/transactions')
  const lines = (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(
    lines.map((line) => /Order placed|Due time passed|Delivered|credited in all/.exec(line ?? '')?.[0]),
  ).toEqual(['Order placed', 'Due time passed', 'Delivered', 'credited in all'])
  expect(screen.getByText('Balance 87, then 90')).toBeVisible()
})

it('says when the credit could not be loaded', async () => {
  serveOrder({ order: late(3) })
  server.use(http.post('*/rest/v1/rpc/late_credit_left', () => HttpResponse.json({}, { status: 400 })))
  openOrder()
  expect(await screen.findByText('The credit for the delay could not be loaded.')).toBeVisible()
})
