import { screen, within } from '@testing-library/react'
import { order, tokenCode, transaction } from '@tests/support/builders'
import { broken } from '@tests/support/member-api'
import { servePerson } from '@tests/support/person-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { formatDate } from '@/lib/format'
import { UsersPage } from '../page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

const person = tamsin()
const placed = order({ user_id: person.id })
const bonus = transaction({ account_id: person.id })
const spent = transaction({
  account_id: person.id,
  transaction_type: 'redemption',
  amount: -25,
  balance_after: 87,
  order_id: placed.id,
})
const code = tokenCode({ code: 'K7QM2X9D', used_at: '2026-09-04T18:40:00Z', note: 'Autumn' })
const all = { orders: [placed], entries: [bonus, spent], codes: [code] }

function open(has: Parameters<typeof servePerson>[1] = {}, show?: string) {
  serveUsers({ users: [person, henrik()] })
  servePerson(person.id, has)
  const query = `?person=${person.id}${show ? `&show=${show}` : ''}`
  return renderPage(<UsersPage />, { path: '/admin/users', route: `/admin/users${query}` })
}
const panel = () => screen.findByRole('dialog', { busy: false })
const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

it('each tab has its own count, and the list of each its own number of rows', async () => {
  const many = Array.from({ length: 12 }, () => transaction({ account_id: person.id }))
  const { user } = open({ orders: [placed], entries: many, codes: [code, tokenCode({}), tokenCode({})] })
  expect(await screen.findByRole('tab', { name: 'Orders (1)' })).toBeVisible()
  const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent)
  expect(tabs).toEqual(['Orders (1)', 'Ledger (12)', 'Codes (3)'])
  await user.click(screen.getByRole('tab', { name: 'Ledger (12)' }))
  expect(await screen.findByText('1 to 10 of 12 entries')).toBeVisible()
})

it('an adjustment shows its reason', async () => {
  const adjusted = transaction({
    account_id: person.id,
    transaction_type: 'adjustment',
    description: 'Adjustment by Henrik Vos',
    reason: 'Thanks for the talk',
  })
  open({ entries: [adjusted] }, 'ledger')
  expect(await screen.findByRole('row', { name: /Adjustment by Henrik Vos/ })).toHaveTextContent(
    'Thanks for the talk',
  )
})

it('orders lead to their details', async () => {
  open(all)
  const tab = await screen.findByRole('tab', { name: 'Orders (1)' })
  expect(tab).toHaveAttribute('aria-selected', 'true')
  const row = await screen.findByRole('row', { name: /ORD-000148/ })
  expect(cellsOf(row)).toEqual([
    'ORD-000148',
    'Keystone Vault',
    'Pending',
    '25',
    formatDate(placed.created_at),
  ])
  expect(within(row).getByRole('link', { name: 'ORD-000148' })).toHaveAttribute(
    'href',
    `/admin/orders?order=${placed.id}`,
  )
})

it('the ledger has the balance after each entry', async () => {
  const { user } = open(all)
  await user.click(await screen.findByRole('tab', { name: 'Ledger (2)' }))
  const rows = await screen.findAllByRole('row', { name: /Redemption|Signup/ })
  expect(rows.map((row) => cellsOf(row).slice(1))).toEqual([
    ['Keystone VaultORD-000148', 'Redemption', '−25', '87'],
    ['Welcome to Guildhall', 'Signup bonus', '+25', '25'],
  ])
})

it('codes are the token codes that were redeemed', async () => {
  open(all, 'codes')
  const row = await screen.findByRole('row', { name: /K7QM2X9D/ })
  expect(cellsOf(row).slice(0, 3)).toEqual(['K7QM2X9D', 'Autumn', '50 tokens'])
  expect(cellsOf(row)[3]).toContain(formatDate('2026-09-04T18:40:00Z'))
})

it.each([
  ['orders', 'No orders yet.'],
  ['ledger', 'No entries yet.'],
  ['codes', 'No token codes yet.'],
])('says where there are none: %s', async (show, sentence) => {
  open({}, show)
  expect(await screen.findByText(sentence)).toBeVisible()
})

it.each([
  ['orders', 'orders', 'Failed to load orders', true],
  ['ledger', 'token_transactions', 'Failed to load the ledger', false],
  ['codes', 'redeem_codes', 'Failed to load redeem codes', true],
])('keeps the facts when one fails, and tries again: %s', async (show, table, sentence, toast) => {
  open({}, show)
  let down = true
  server.use(http.get(`*/rest/v1/${table}`, () => (down ? broken() : undefined)))
  const alert = within(await panel()).findByRole('alert')
  expect(await alert).toHaveTextContent(sentence)
  if (toast) await seeToast('Error', sentence)
  expect(screen.getByText('WELCOME000')).toBeVisible()
  down = false
  within(await alert)
    .getByRole('button', { name: 'Try again' })
    .click()
  expect(await screen.findByText(/^No .* yet\.$/)).toBeVisible()
})

it.each([
  ['orders', 'orders'],
  ['ledger', 'entries'],
  ['codes', 'token codes'],
])('pages by key, with the exact count: %s', async (show, noun) => {
  const day = (n: number) => new Date(Date.parse('2026-09-01T10:00:00Z') + n * 86_400_000).toISOString()
  const many = Array.from({ length: 23 }, (_, n) => n)
  const has = {
    orders: many.map((n) => order({ order_number: `No ${n}`, created_at: day(n) })),
    entries: many.map((n) =>
      transaction({ transaction_type: 'purchase', description: `No ${n}`, created_at: day(n) }),
    ),
    codes: many.map((n) => tokenCode({ code: `No ${n}`, used_at: day(n) })),
  }
  const { user } = open(has, show)
  const dialog = within(await panel())
  const shown = () => dialog.getAllByText(/^No \d+$/).map(({ textContent }) => Number(textContent?.slice(3)))
  expect(await dialog.findByText(`1 to 10 of 23 ${noun}`)).toBeVisible()
  expect(shown()).toEqual([22, 21, 20, 19, 18, 17, 16, 15, 14, 13])
  await user.click(dialog.getByRole('button', { name: 'Next' }))
  await dialog.findByText(`11 to 20 of 23 ${noun}`)
  const second = shown()
  expect(second).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  await user.click(dialog.getByRole('button', { name: 'Last page' }))
  await dialog.findByText(`21 to 23 of 23 ${noun}`)
  expect(shown()).toEqual([2, 1, 0])
  await user.click(dialog.getByRole('button', { name: 'Previous' }))
  await dialog.findByText(`11 to 20 of 23 ${noun}`)
  expect(shown()).toEqual(second)
})
