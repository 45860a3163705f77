import { screen, within } from '@testing-library/react'
import { benefit, order } from '@tests/support/builders'
import { refusal, servePlacing, serveProfile, serveRows, serveStock } from '@tests/support/member-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Benefit } from '@/entities/benefits/benefit'
import { BenefitPage } from './page'

beforeEach(() => signInAs())

type Given = { over?: Partial<Benefit>; left?: number; orders?: object[]; tokens?: number }

function open({ over, left, orders = [], tokens = 87 }: Given = {}) {
  const lantern = benefit({ delivery_method: 'key', ...over })
  serveProfile({ current_tokens: tokens })
  const benefits = serveRows('benefits', [lantern])
  const own = serveRows('orders', orders)
  const stock = serveStock(left === undefined ? {} : { [lantern.id]: left })
  const route = `/dashboard/benefits/${lantern.id}`
  const page = renderPage(<BenefitPage />, { path: '/dashboard/benefits/:id', route })
  return { ...page, lantern, benefits, own, stock }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const redeem = () => screen.findByRole('button', { name: 'Redeem for 55 tokens' })

it('shows the whole description, the price, what is left after it, and how it is delivered', async () => {
  open({ over: { description: 'First line.\nSecond line.' }, left: 20 })
  expect(await heading('Lantern Research')).toBeVisible()
  expect(screen.getByText(/First line\.\s+Second line\./)).toBeVisible()
  expect(await screen.findByText('leaves 32')).toBeVisible()
  expect(screen.getByText('A licence key, at once')).toBeVisible()
  expect(await redeem()).toBeEnabled()
  expect(screen.queryByText('In stock')).toBeNull()
  const back = screen.getByRole('link', { name: 'Browse Benefits' })
  expect(back).toHaveAttribute('href', '/dashboard/benefits')
})

it.each([
  ['key', 'A licence key, at once'],
  ['link', 'A link, at once'],
  ['file', 'A file, at once'],
  ['manual', 'By hand, within 24-48 hours'],
])('says how a benefit of method %s is delivered', async (delivery_method, text) => {
  open({ over: { delivery_method }, left: 20 })
  expect(await screen.findByText(text)).toBeVisible()
})

it('says how many are left of few', async () => {
  open({ left: 7 })
  expect(await screen.findByText('7 keys left')).toBeVisible()
})

it('is sold out when none is left', async () => {
  open({ left: 0 })
  expect(await screen.findByText('sold out')).toBeVisible()
  expect(screen.getByText('None left')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Sold out: Lantern Research' })).toBeDisabled()
})

it('asks for no stock of what is delivered by hand', async () => {
  const { stock } = open({ over: { delivery_method: 'manual' } })
  expect(await redeem()).toBeVisible()
  expect(stock.asked).toEqual([])
})

it('offers to redeem a code to whoever is short', async () => {
  open({ tokens: 40, left: 20 })
  expect(await screen.findByText('15 short')).toBeVisible()
  expect(screen.getByText('Your balance is 40. A token code would make up the difference.')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/dashboard/redeem')
})

it('requests the own orders of this benefit', async () => {
  const { own, lantern } = open({ left: 20, orders: [] })
  expect(await screen.findByText('None yet.')).toBeVisible()
  expect(own.queries[0]?.get('user_id')).toBe(`eq.${memberId}`)
  expect(own.queries[0]?.get('benefit_id')).toBe(`eq.${lantern.id}`)
})

it('lists them with links, and a cancelled one with its price struck out', async () => {
  const cancelled = order({ status: 'cancelled', benefit_token_value: 55 })
  const { own, lantern, client } = open({ left: 20 })
  await screen.findByText('None yet.')
  own.rows = [{ ...cancelled, benefit_id: lantern.id, benefit: null }]
  await client.invalidateQueries()
  const row = within(await screen.findByRole('row', { name: /ORD-000148/ }))
  expect(row.getByRole('link', { name: 'ORD-000148' })).toHaveAttribute(
    'href',
    `/dashboard/orders/${cancelled.id}`,
  )
  expect(row.getByText('Cancelled')).toBeVisible()
  expect(row.getByText('returned')).toBeVisible()
})

it('opens the page of an order that was delivered at once', async () => {
  const placed = order({ benefit_name: 'Lantern Research', delivery_method: 'key', status: 'delivered' })
  servePlacing(() => HttpResponse.json(placed, { status: 201 }))
  const { user } = open({ left: 20 })
  await user.click(await redeem())
  const dialog = within(await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false }))
  expect(dialog.getByText(/^A licence key, at once, on the page of your order/)).toBeVisible()
  await user.click(dialog.getByRole('button', { name: /^Redeem for/ }))
  expect(await screen.findByText(`elsewhere: /dashboard/orders/${placed.id}`)).toBeVisible()
  await seeToast(
    'Order Placed Successfully!',
    'Lantern Research will be delivered to tamsin@ferreira.example.',
  )
})

it('says that nothing was charged when the last one has just gone', async () => {
  servePlacing(() => refusal(409, 'sold_out'))
  const { user, stock, lantern } = open({ left: 1 })
  await user.click(await redeem())
  const dialog = within(await screen.findByRole('dialog', { name: 'Redeem Lantern Research', busy: false }))
  stock.left = { [lantern.id]: 0 }
  await user.click(dialog.getByRole('button', { name: /^Redeem for/ }))
  expect(await dialog.findByRole('alert')).toHaveTextContent(
    'Sold out: the last one has just gone. Nothing was charged.',
  )
  expect(dialog.getByRole('button', { name: 'Sold out' })).toBeDisabled()
  await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  expect(await screen.findByText('None left')).toBeVisible()
})

it.each(['is not active', 'does not exist'])('shows that a benefit that %s is not found', async (what) => {
  const { benefits, client } = open({ left: 20 })
  await heading('Lantern Research')
  benefits.rows = what === 'does not exist' ? [] : benefits.rows.map((row) => ({ ...row, is_active: false }))
  await client.invalidateQueries()
  expect(await heading('Benefit not found')).toBeVisible()
  expect(screen.getByText('There is no benefit at this address.')).toBeVisible()
})
