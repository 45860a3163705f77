import { act, screen, waitFor, within } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { deliveredKey, poolKey, servePool } from '@tests/support/deliveries-api'
import { refusal } from '@tests/support/member-api'
import { urlParams } from '@tests/support/open-page'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import { AdminBenefitPage } from '../detail/page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const lantern = benefit({ name: 'Lantern Research', token_value: 55, delivery_method: 'key' })

beforeEach(() => void serveAdminBenefits([lantern]))

function open(given: Parameters<typeof servePool>[0] = {}, query = '') {
  server.use(
    http.head('*/rest/v1/orders', () => new Response(null, { headers: { 'content-range': '*/189' } })),
  )
  const pool = servePool(given)
  const route = `/admin/benefits/${lantern.id}?tab=delivery${query}`
  return { ...pool, ...renderPage(<AdminBenefitPage />, { path: '/admin/benefits/:id', route }) }
}
const figure = async (name: string) => {
  const term = await screen.findByText(name, { selector: 'dt' })
  return term.parentElement?.querySelector('dd')?.textContent
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })

it('shows orders, tokens, punctuality and reports of 30 days, rounded down', async () => {
  const figures = { orders: 68, tokens: 3740, due: 68, on_time: 66, delivered: 68, reported: 4, replaced: 4 }
  open({ figures: { ...figures, reports: 5 } })
  const strip = within(await screen.findByRole('list', { name: 'Delivery in 30 days' }))
  await strip.findByText('3,740')
  expect(strip.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Orders68in 30 days',
    'Tokens3,74068 at 55',
    'On time97%66 of 68',
    'Without a report94%64 of 68',
    'Reports4all replaced',
  ])
  expect(screen.getByRole('tab', { name: /^Reports/ })).toHaveTextContent('Reports (5)')
})

it('shows the pool, and when it will be empty, as a warning below the low mark', async () => {
  const keys = [poolKey(), poolKey(), deliveredKey(), poolKey({ state: 'quarantined' })]
  open({ keys, deliveredIn30Days: 20 })
  expect(await figure('Left')).toBe('2')
  expect(await figure('Handed out')).toBe('1')
  expect(await figure('Put aside')).toBe('1')
  expect(await figure('In all')).toBe('4')
  expect(screen.getByText(/^Empty in 3 days, on \w+day\.$/)).toBeVisible()
  expect(screen.getByText('2 left, 20 ordered in 30 days. The low mark is 10.')).toBeVisible()
})

it.each([
  ['None left.', [deliveredKey()], {}],
  ['Not in use.', [poolKey()], { method: 'manual' as const }],
  ['In stock.', [poolKey(), poolKey()], { low_stock: 2 }],
  ['Below the low mark.', [poolKey()], { low_stock: 2 }],
])('says about the stock: %s', async (text, keys, settings) => {
  open({ keys, settings })
  expect(await screen.findByText(text)).toBeVisible()
})

it('finds keys by state and by their last four, order or member, in the URL', async () => {
  const keys = [poolKey({ mask: 'LNTR-••••-9XQ2' }), deliveredKey({ mask: 'LNTR-••••-7Q2D' })]
  const { user } = open({ keys })
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  await screen.findByText('LNTR-••••-9XQ2')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Handed out (1)')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(rows()[0]).toContain('LNTR-••••-7Q2D')
  expect(screen.getByRole('link', { name: 'ORD-000148' })).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Last four, order or member' }), 'nobody')
  expect(await screen.findByText('No keys match your search.')).toBeVisible()
  expect(urlParams().get('state')).toBe('delivered')
  await user.click(await button('Show all keys'))
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(urlParams().toString()).toBe('tab=delivery')
})

it('pages through the keys', async () => {
  const { user } = open({ keys: Array.from({ length: 30 }, () => poolKey()) })
  expect(await screen.findByText('1 to 25 of 30 keys')).toBeVisible()
  await user.click(await button('Next'))
  expect(await screen.findByText('26 to 30 of 30 keys')).toBeVisible()
})

it('puts a key aside and restores it, but offers neither for one that was handed out', async () => {
  const keys = [poolKey({ mask: 'LEFT' }), deliveredKey({ mask: 'GONE' })]
  const { user } = open({ keys })
  await user.click(await button('Put aside LEFT'))
  await seeToast('Success', 'Key put aside')
  expect(await figure('Put aside')).toBe('1')
  await user.click(await button('Restore LEFT'))
  await seeToast('Success', 'Key restored')
  expect(await figure('Left')).toBe('1')
  expect(screen.queryByRole('button', { name: /(aside|Restore) GONE/ })).not.toBeInTheDocument()
})

it('says why a key of a batch that is held back cannot be restored', async () => {
  const { user } = open({ keys: [poolKey({ mask: 'HELD', state: 'quarantined' })] })
  server.use(http.post('*/rest/v1/rpc/set_key_aside', () => HttpResponse.json('quarantined')))
  await user.click(await button('Restore HELD'))
  await seeToast('Error', 'The batch of this key is held back. Decide about it in Reports first.')
})

it('reveals one key after a question, hides it after 30 seconds, and keeps it nowhere', async () => {
  const key = poolKey({ mask: 'LNTR-••••-9XQ2' })
  const { user, client, revealed } = open({ keys: [key] })
  await user.click(await button('Reveal LNTR-••••-9XQ2'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reveal a key', busy: false }))
  expect(dialog.getByText(/^It is logged/)).toBeVisible()
  expect(revealed).toEqual([])
  const timeout = vi.spyOn(globalThis, 'setTimeout')
  await user.click(dialog.getByRole('button', { name: 'Reveal key' }))
  expect(await dialog.findByText(`SECRET-KEY-${key.id}`)).toBeVisible()
  expect(revealed).toEqual([key.id])
  const held = [...client.getQueryCache().getAll(), ...client.getMutationCache().getAll()]
  expect(JSON.stringify(held.map(({ state }) => state))).not.toContain('SECRET-KEY')
  for (const [run, ms] of timeout.mock.calls) if (ms === 30_000) act(run as () => void)
  expect(await dialog.findByText('LNTR-••••-9XQ2')).toBeVisible()
  expect(dialog.queryByText(/SECRET-KEY/)).not.toBeInTheDocument()
})

it('says when the next key can be revealed', async () => {
  const { user } = open({ keys: [poolKey({ mask: 'LEFT' })] })
  server.use(http.post('*/rest/v1/rpc/reveal_key', () => refusal(429, 'rate_limited', '1501')))
  await user.click(await button('Reveal LEFT'))
  await user.click(await button('Reveal key'))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'You have revealed 30 keys within an hour. Try again in 26 minutes.',
  )
})
