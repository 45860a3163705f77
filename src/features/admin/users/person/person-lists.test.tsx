import { screen, within } from '@testing-library/react'
import { order, tokenCode, transaction } from '@tests/support/builders'
import { servePerson } from '@tests/support/person-api'
import { memberId, renderPage, signInAs } from '@tests/support/render'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
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
const adjusted = transaction({
  account_id: person.id,
  transaction_type: 'adjustment',
  description: 'Adjustment by Henrik Vos',
  reason: 'Thanks for the talk',
})
const code = tokenCode({ code: 'K7QM2X9D', used_at: '2026-09-04T18:40:00Z', note: 'Autumn' })

function open(has: Parameters<typeof servePerson>[1] = {}, show?: string) {
  serveUsers({ users: [person, henrik()] })
  servePerson(person.id, has)
  const query = `?person=${person.id}${show ? `&show=${show}` : ''}`
  return renderPage(<UsersPage />, { path: '/admin/users', route: `/admin/users${query}` })
}
const panel = async () => within(await screen.findByRole('dialog', { busy: false }))
const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

it('lists orders, with links to their details', async () => {
  open({ orders: [placed] })
  expect(await screen.findByRole('tab', { name: 'Orders (1)', selected: true })).toBeVisible()
  const row = await screen.findByRole('row', { name: /ORD-000148/ })
  expect(cells(row)).toEqual(['ORD-000148', 'Keystone Vault', 'Pending', '25', formatDate(placed.created_at)])
  expect(within(row).getByRole('link', { name: 'ORD-000148' })).toHaveAttribute(
    'href',
    `/admin/orders?order=${placed.id}`,
  )
})

it('lists the ledger, with each balance and the reason of an adjustment', async () => {
  const { user } = open({ orders: [placed], entries: [bonus, spent, adjusted], codes: [code, tokenCode()] })
  expect(await screen.findByRole('tab', { name: 'Codes (2)' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Ledger (3)' }))
  const rows = await screen.findAllByRole('row', { name: /Redemption|Signup/ })
  expect(rows.map((row) => cells(row).slice(1))).toEqual([
    ['Keystone VaultORD-000148', 'Redemption', '−25', '87'],
    ['Welcome to Guildhall', 'Signup bonus', '+25', '25'],
  ])
  expect(screen.getByRole('row', { name: /Adjustment by Henrik Vos/ })).toHaveTextContent(
    'Thanks for the talk',
  )
})

it('lists the redeemed token codes', async () => {
  open({ codes: [code] }, 'codes')
  const [name, note, value, redeemed] = cells(await screen.findByRole('row', { name: /K7QM2X9D/ }))
  expect([name, note, value]).toEqual(['K7QM2X9D', 'Autumn', '50 tokens'])
  expect(redeemed).toContain(formatDate('2026-09-04T18:40:00Z'))
})

it.each([
  ['orders', 'No orders yet.'],
  ['ledger', 'No entries yet.'],
  ['codes', 'No token codes yet.'],
])('%s: shows the empty state', async (show, text) => {
  open({}, show)
  expect(await screen.findByText(text)).toBeVisible()
})

it.each([
  ['orders', 'orders'],
  ['ledger', 'entries'],
  ['codes', 'token codes'],
])('%s: pages by key, with the exact count', async (show, noun) => {
  const day = (n: number) => new Date(Date.parse('2026-09-01T10:00:00Z') + n * 86_400_000).toISOString()
  const many = Array.from({ length: 23 }, (_, n) => n)
  const { user } = open(
    {
      orders: many.map((n) => order({ order_number: `No ${n}`, created_at: day(n) })),
      entries: many.map((n) =>
        transaction({ transaction_type: 'purchase', description: `No ${n}`, created_at: day(n) }),
      ),
      codes: many.map((n) => tokenCode({ code: `No ${n}`, used_at: day(n) })),
    },
    show,
  )
  const dialog = await panel()
  const see = async (range: string, newest: number, length: number) => {
    expect(await dialog.findByText(`${range} of 23 ${noun}`)).toBeVisible()
    const shown = dialog.getAllByText(/^No \d+$/).map(({ textContent }) => Number(textContent?.slice(3)))
    expect(shown).toEqual(Array.from({ length }, (_, n) => newest - n))
  }
  const press = (name: string) => user.click(dialog.getByRole('button', { name }))
  await see('1 to 10', 22, 10)
  await press('Next')
  await see('11 to 20', 12, 10)
  await press('Last page')
  await see('21 to 23', 2, 3)
  await press('Previous')
  await see('11 to 20', 12, 10)
})
