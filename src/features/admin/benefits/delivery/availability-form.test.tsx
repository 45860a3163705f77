import { fireEvent, screen, waitFor } from '@testing-library/react'
import { serveAdminBenefits } from '@tests/support/admin-benefits-api'
import { benefit, memberId } from '@tests/support/builders'
import { servePool } from '@tests/support/deliveries-api'
import { renderPage, signInAs } from '@tests/support/render'
import { server } from '@tests/support/server'
import { seeToast } from '@tests/support/toasts'
import { http } from 'msw'
import { Link } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { localTime, storedTime } from '@/lib/local-time'
import { AdminBenefitPage } from '../detail/page'

beforeEach(() => signInAs('henrik@guildhall.test', memberId))

async function open(over: Partial<AdminBenefit> = {}) {
  const row = benefit({ name: 'Leading Small Teams', ...over })
  const served = serveAdminBenefits([row])
  servePool({ settings: { method: 'manual' } })
  server.use(http.head('*/rest/v1/orders', () => new Response(null, { headers: { 'content-range': '*/0' } })))
  const route = `/admin/benefits/${row.id}?tab=delivery`
  const page = renderPage(<AdminBenefitPage />, { path: '/admin/benefits/:id', route })
  await screen.findByRole('button', { name: 'Save availability' })
  const field = (name: string) => screen.getByLabelText(new RegExp(`^${name}`))
  const fill = async (name: string, text: string) => {
    await page.user.clear(field(name))
    await page.user.type(field(name), text)
  }
  const save = () => page.user.click(screen.getByRole('button', { name: 'Save availability' }))
  return { ...page, ...served, row, field, fill, save }
}
const saved = () => seeToast('Success', 'Benefit updated successfully')

it('saves stock, limit, times and value, and sends only what changed', async () => {
  const { row, sent, field, fill, save } = await open()
  await fill('Stock', '4')
  await fill('Limit per member', '1')
  await fill('Opens', '2027-12-01T09:00')
  await fill('Closes', '2027-12-31T18:30')
  await fill('Estimated value', '99.5')
  await save()
  await saved()
  const body = {
    per_member_limit: 1,
    opens_at: storedTime('2027-12-01T09:00'),
    closes_at: storedTime('2027-12-31T18:30'),
    estimated_value: 99.5,
  }
  expect(sent).toEqual([
    { method: 'set stock', id: row.id, body: { stock: 4 } },
    { method: 'update', id: row.id, body },
  ])
  await waitFor(() => expect(field('Stock')).toHaveValue('4'))
  await fill('Limit per member', '2')
  await save()
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(sent[2]?.body).toEqual({ per_member_limit: 2 })
})

it('shows what is set in the time zone of the admin, and clears it', async () => {
  const opens_at = '2027-12-01T08:00:30+00:00'
  const { user, sent, field, save } = await open({ stock: 4, opens_at, estimated_value: 120 })
  expect(field('Opens')).toHaveValue(localTime(opens_at))
  await user.clear(field('Stock'))
  await user.clear(field('Estimated value'))
  await save()
  await saved()
  expect(sent.map(({ body }) => body)).toEqual([{ stock: null }, { estimated_value: null }])
})

it.each([
  'infinity',
  '-infinity',
  '0026-12-01T08:06:32+00:00',
  // As the embedded backend writes it, which no Date reads.
  '0026-12-01 08:06:32+00',
  '0044-03-15T09:00:00+00:00 BC',
  '275761-01-01T00:00:00+00:00',
])('shows the tab of a benefit that opens and closes at %s, and takes another time', async (impossible) => {
  const { sent, fill, save } = await open({ opens_at: impossible, closes_at: null })
  await fill('Opens', '2027-12-01T09:00')
  await save()
  await saved()
  expect(sent[0]?.body).toEqual({ opens_at: storedTime('2027-12-01T09:00') })
})

it.each([
  ['Stock', '1.000', 'Write digits only, without points, commas or spaces.'],
  ['Limit per member', '12,5', 'Write digits only, without points, commas or spaces.'],
  ['Estimated value', '12,5', 'Write dollars in digits, and cents after a point: 1000 or 12.50.'],
  ['Estimated value', '1.000', 'Write dollars in digits, and cents after a point: 1000 or 12.50.'],
  ['Opens', '0026-12-01T09:00', 'Write the year in four digits, from 2000 to 2199.'],
])('never takes %s %s for another value (D59)', async (name, text, message) => {
  const { sent, field, fill, save } = await open()
  await fill(name, text)
  await save()
  await waitFor(() => expect(field(name)).toHaveAccessibleDescription(message))
  expect(field(name)).toHaveValue(text)
  expect(sent).toEqual([])
})

it('validates everything at once', async () => {
  const { sent, fill, save } = await open()
  await fill('Stock', '-1')
  await fill('Limit per member', '0')
  await fill('Opens', '2027-12-31T09:00')
  await fill('Closes', '2027-12-01T09:00')
  await fill('Estimated value', '0')
  await save()
  for (const message of [
    'Enter a whole number from 0 to 1,000,000.',
    'Enter a whole number from 1 to 1,000.',
    'Enter a time after the opening.',
    'Enter an amount of at least $0.01 and at most $1,000,000.',
  ])
    expect(await screen.findByText(message)).toBeVisible()
  expect(sent).toEqual([])
})

it('refuses what the browser cannot read, which it reports as empty', async () => {
  const { sent, field, save } = await open({ stock: 4, opens_at: '2027-12-01T08:00:00+00:00' })
  const names = ['Opens', 'Closes']
  for (const name of names) {
    // As after the deletion of the hour.
    fireEvent.change(field(name), { target: { value: '' } })
    Object.defineProperty(field(name), 'validity', { value: { badInput: true } })
  }
  await save()
  for (const name of names) expect(field(name)).toBeInvalid()
  await waitFor(() =>
    expect(field('Opens')).toHaveAccessibleDescription(/^Enter a date and a time, or clear both\./),
  )
  expect(sent).toEqual([])
})

it('warns of a stock below the low mark, in place', async () => {
  await open({ stock: 4 })
  expect(await screen.findByText('Below the low mark.')).toBeVisible()
  expect(screen.getByText('4 left, 0 ordered in 30 days. The low mark is 10.')).toBeVisible()
})

it('has no stock for what delivers keys', async () => {
  await open({ delivery_method: 'key' })
  expect(screen.getByText('The keys of the pool are the stock.')).toBeVisible()
  expect(screen.queryByLabelText(/^Stock/)).toBeNull()
})

it('does not put back what an order took since the stock was read', async () => {
  const { row, sent, field, fill, save } = await open({ stock: 4 })
  await fill('Stock', '5')
  // An order leaves `updated_at` as it is.
  row.stock = 3
  await save()
  expect(await screen.findByText(/^Changed to "3" since you opened it/)).toBeVisible()
  expect(field('Stock')).toHaveValue('5')
  expect(row.stock).toBe(3)
  await save()
  await saved()
  expect(sent.at(-1)?.body).toEqual({ stock: 5 })
  expect(row.stock).toBe(5)
})

it('takes over what another admin changed in other fields', async () => {
  const { row, changeElsewhere, fill, save } = await open()
  await fill('Limit per member', '3')
  changeElsewhere(row, { stock: 9, name: 'Leading Teams' })
  await save()
  await saved()
  expect(row).toMatchObject({ per_member_limit: 3, stock: 9, name: 'Leading Teams' })
})

it('begins anew for another benefit', async () => {
  const rows = [benefit({ name: 'One', stock: 1 }), benefit({ name: 'Two', stock: 2 })]
  serveAdminBenefits(rows)
  servePool({ settings: { method: 'manual' } })
  server.use(http.head('*/rest/v1/orders', () => new Response(null, { headers: { 'content-range': '*/0' } })))
  const [one, two] = rows.map(({ id }) => `/admin/benefits/${id}?tab=delivery`)
  const elements = (
    <>
      <Link to={String(one)}>To one</Link>
      <Link to={String(two)}>To two</Link>
      <AdminBenefitPage />
    </>
  )
  const { user } = renderPage(elements, { path: '/admin/benefits/:id', route: String(two) })
  const stock = (value: number) =>
    waitFor(() => expect(screen.getByLabelText(/^Stock/)).toHaveValue(String(value)))
  await stock(2)
  await user.click(screen.getByRole('link', { name: 'To one' }))
  await stock(1)
  await user.type(screen.getByLabelText(/^Stock/), '9')
  await user.click(screen.getByRole('link', { name: 'To two' }))
  await stock(2)
})

it('keeps what is not saved while another tab is open', async () => {
  const { user, field, fill } = await open()
  await fill('Stock', '12')
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  await waitFor(() => expect(field('Stock')).not.toBeVisible())
  await user.click(screen.getByRole('tab', { name: 'Delivery' }))
  await waitFor(() => expect(field('Stock')).toBeVisible())
  expect(field('Stock')).toHaveValue('12')
})
