import { adminOrder } from '@tests/support/orders-api'
import { expect, it, vi } from 'vitest'
import { noOrderFilters, type OrderFilters, orderFilter } from '@/entities/orders/admin-list'
import { viewFilter } from '@/entities/orders/views'
import { describeView } from './order-filters'
import { ordersCsv } from './page'
import { fixedViews, savedView } from './views/views'

const csvLines = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')

it('writes one line per order, under the names of the columns', () => {
  const [created_at, due_at, updated_at] = ['2026-11-01T10:00', '2026-11-03T10:00', '2026-11-02T10:00']
  const order = adminOrder({ created_at, due_at, updated_at, redemption_email: 'gifts@f.example' })
  expect(csvLines(ordersCsv([order]))).toEqual([
    '"Order number","Customer","Email","Benefit","Tokens","Status","Delivery email","Ordered","Due","Updated"',
    '"ORD-000148","Tamsin Ferreira","tamsin@ferreira.example","Keystone Vault","25","pending","gifts@f.example","2026-11-01 10:00","2026-11-03 10:00","2026-11-02 10:00"',
  ])
})

it('shows placeholders for deleted data, and starts no formula', () => {
  const erased = { customer_name: null, customer_email: null, profile: null, redemption_email: null }
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null, due_at: null }
  const formula = { name: '=HYPERLINK("http://x")', email: 'x@x.test', current_tokens: 1 }
  const orders = [adminOrder({ ...erased, ...bare }), adminOrder({ profile: formula })]
  const [, legacy, named] = csvLines(ordersCsv(orders))
  expect(legacy).toMatch(
    /^"Legacy Order","Deleted user","","Deleted Benefit","0","pending","","[^"]+","","[^"]+"$/,
  )
  expect(named).toContain(`"'=HYPERLINK(""http://x"")"`)
})

const view = { id: 'v', name: 'V', sort: 'due' }

it('keeps every filter in a saved view, local days included', () => {
  const days = { from: '2026-11-01', to: '2026-11-20' }
  const benefit = '00000000-0000-4000-8000-0000000000b1'
  const filters: OrderFilters = {
    ...{ search: 'tam', status: 'processing', due: 'late', assigned: 'me', noted: true },
    ...{ benefit, ...days },
  }
  // Before, days were saved as moments.
  for (const filter of [viewFilter(filters), orderFilter(filters)])
    expect(savedView({ ...view, filter })).toEqual({ saved: 'v', name: 'V', filters, sort: 'due' })
  expect(describeView(filters, 'due', { benefit: undefined })).toBe(
    'Matching "tam", status processing, late, assigned to me, one benefit, with a note, from 2026-11-01, to 2026-11-20, due first',
  )
  const others = describeView({ ...noOrderFilters, due: 'soon', assigned: 'nobody' }, 'newest', {
    benefit: '',
  })
  expect(others).toBe('Due in 6 hours, assigned to nobody, newest first')
})

it('has a view of what each waits for', () => {
  const views = fixedViews.map(({ name, filters, sort }) => [
    name,
    describeView(filters, sort, { benefit: '' }),
  ])
  expect(views).toEqual([
    ['All', 'Newest first'],
    ['Waiting', 'Status waiting, due first'],
    ['Late', 'Late, due first'],
    ['Due in 6 hours', 'Due in 6 hours, due first'],
    ['Assigned to me', 'Status waiting, assigned to me, due first'],
    ['With a note', 'With a note, newest first'],
  ])
})

it('keeps the days of a saved view in another time zone', () => {
  vi.stubEnv('TZ', 'Asia/Kathmandu')
  const filters: OrderFilters = { ...noOrderFilters, from: '2026-11-01', to: '2026-11-20' }
  const filter = viewFilter(filters)
  vi.stubEnv('TZ', 'America/New_York')
  expect(savedView({ ...view, filter }).filters).toEqual(filters)
})

it.each([null, [], 'x', { status: 'lost', due: 7, from: 'soon', later: true }])(
  'leaves out what it does not know of a saved view: %j',
  (filter) => {
    const known = savedView({ ...view, filter, sort: 'sideways' })
    expect(known).toMatchObject({ filters: noOrderFilters, sort: 'newest' })
  },
)
