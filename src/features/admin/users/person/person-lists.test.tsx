import { screen, within } from '@testing-library/react'
import { memberId, order, tokenCode, transaction, uuid } from '@tests/support/builders'
import { servePerson } from '@tests/support/person-api'
import { renderPage, signInAs } from '@tests/support/render'
import { henrik, serveUsers, tamsin } from '@tests/support/users-api'
import { beforeEach, expect, it } from 'vitest'
import type { PersonMessage } from '@/entities/profiles/admin-person'
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
  description: 'From Guildhall',
  reason: 'Thanks for the talk',
})
// With several uses: another member used it since.
const code = tokenCode({ code: 'K7QM2X9D', max_uses: 5, uses: 2, used_by: memberId, note: 'Autumn' })
const redeemed = transaction({
  transaction_type: 'redemption',
  amount: 50,
  description: 'Redeemed code K7QM2X9D',
  redeem_code_id: code.id,
  created_at: '2026-09-04T18:40:00Z',
})

const reported = {
  id: uuid(),
  number: 7,
  reason: 'The page does not load',
  outcome: 'open',
  answer: 'replied',
  answer_text: 'Please try again.',
  created_at: '2026-11-20T10:00:00Z',
  answered_at: '2026-11-20T12:00:00Z',
  order_id: placed.id,
  order_number: 'ORD-000148',
  benefit_name: 'Minutes',
}
const noted = {
  id: uuid(),
  body: 'Called back',
  author_name: 'Henrik Vos',
  created_at: '2026-11-20T10:00:00Z',
  order_id: placed.id,
  order_number: 'ORD-000148',
  benefit_name: 'Minutes',
}
const told = (over: Partial<PersonMessage>): PersonMessage => ({
  id: uuid(),
  by_email: false,
  kind: 'order_status',
  order_id: null,
  order_number: null,
  benefit_id: null,
  data: {},
  count: 1,
  created_at: '2026-11-20T10:00:00Z',
  read_at: null,
  state: 'read',
  error: null,
  elsewhere: false,
  ...over,
})

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
  const { user } = open({ orders: [placed], entries: [bonus, spent, adjusted] })
  expect(await screen.findByRole('tab', { name: 'Codes (0)' })).toBeVisible()
  await user.click(screen.getByRole('tab', { name: 'Ledger (3)' }))
  const rows = await screen.findAllByRole('row', { name: /Redemption|Signup/ })
  expect(rows.map((row) => cells(row).slice(1))).toEqual([
    ['Keystone VaultORD-000148', 'Redemption', '−25', '87'],
    ['Welcome to Guildhall', 'Signup bonus', '+25', '25'],
  ])
  expect(screen.getByRole('row', { name: /From Guildhall/ })).toHaveTextContent('Thanks for the talk')
})

it('lists the redeemed token codes, with links to their panels', async () => {
  open({ entries: [bonus, redeemed], codes: [code] }, 'codes')
  expect(await screen.findByRole('tab', { name: 'Codes (1)' })).toBeVisible()
  const row = await screen.findByRole('row', { name: /K7QM2X9D/ })
  const [name, note, value, at] = cells(row)
  expect([name, note, value]).toEqual(['K7QM2X9D', 'Autumn', '50 tokens'])
  expect(at).toContain(formatDate('2026-09-04T18:40:00Z'))
  expect(within(row).getByRole('link')).toHaveAttribute('href', `/admin/token-codes?code=${code.id}`)
})

it('lists the reports, with the answer', async () => {
  open({ reports: [reported] }, 'reports')
  expect(await screen.findByRole('tab', { name: 'Reports (1)' })).toBeVisible()
  const row = await screen.findByRole('row', { name: /does not load/ })
  expect(cells(row).slice(1)).toEqual([
    'The page does not loadR-0007, ORD-000148, Minutes',
    'AnsweredPlease try again.',
  ])
  expect(within(row).getByRole('link')).toHaveAttribute('href', `/admin/reports?report=${reported.id}`)
})

it('lists the notes about orders', async () => {
  open({ notes: [{ ...noted, author_name: null }] }, 'notes')
  expect(await screen.findByRole('tab', { name: 'Notes (1)' })).toBeVisible()
  const row = await screen.findByRole('row', { name: /Called back/ })
  expect(cells(row).slice(1)).toEqual(['Called back', 'ORD-000148Minutes', 'A deleted admin'])
})

it('lists the notices and emails of the person, with the outcome of each email', async () => {
  open(
    {
      messages: [
        told({ kind: 'tokens_adjusted', data: { tokens: 5, reason: 'Thanks' }, state: 'unread' }),
        told({
          by_email: true,
          kind: 'order_placed',
          order_id: placed.id,
          order_number: 'ORD-000148',
          state: 'sent',
        }),
        told({ by_email: true, kind: 'membership_ending', state: 'given_up', error: 'timeout' }),
        told({ by_email: true, kind: 'order_delivered', state: 'over_limit', elsewhere: true }),
      ],
    },
    'messages',
  )
  expect(await screen.findByRole('tab', { name: 'Messages (4)' })).toBeVisible()
  const [, ...rows] = within(await screen.findByRole('table', { name: 'Messages' })).getAllByRole('row')
  expect(rows.map((row) => cells(row).slice(1))).toEqual([
    ['5 tokens were added to your balance: Thanks', 'In the app', 'Unread'],
    ['Order placedORD-000148', 'Email', 'Sent'],
    ['Membership ending', 'Email', 'Given upThe email server did not respond in time.'],
    ['Order delivered', 'Email', 'Not sentOver the limit of ten a day to other addresses'],
  ])
})

it.each([
  ['orders', 'No orders yet.'],
  ['ledger', 'No entries yet.'],
  ['codes', 'No token codes yet.'],
  ['reports', 'No reports yet.'],
  ['notes', 'No notes yet.'],
  ['messages', 'No messages yet.'],
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
  const codes = many.map((n) => tokenCode({ code: `No ${n}` }))
  const { user } = open(
    {
      orders: many.map((n) => order({ order_number: `No ${n}`, created_at: day(n) })),
      entries: many.map((n) =>
        transaction({
          transaction_type: 'purchase',
          description: `No ${n}`,
          redeem_code_id: codes[n]?.id ?? null,
          created_at: day(n),
        }),
      ),
      codes,
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
