import { order } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { ordersCsv } from './orders-csv'

const csv = (over: Parameters<typeof order>[0] = {}) =>
  ordersCsv([{ ...order(over), benefit: null, delivery_kind: null, made_by: null }])
const lines = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n')

it('starts with the byte order mark and a header, then one line per order', () => {
  const text = csv({ created_at: '2026-11-20T10:00:00', updated_at: '2026-11-21T09:05:00' })
  expect(text.codePointAt(0)).toBe(0xfeff)
  expect(lines(text)).toEqual([
    '"Order","Benefit","Status","Delivery email","Tokens","Tokens returned","Ordered","Updated"',
    '"ORD-000148","Keystone Vault","pending","tamsin@ferreira.example","25","0","2026-11-20 10:00","2026-11-21 09:05"',
  ])
})

it('shows the returned tokens of a cancelled order', () => {
  const cells = '"cancelled","tamsin@ferreira.example","25","25"'
  expect(lines(csv({ status: 'cancelled' }))[1]).toContain(cells)
})

it('names a legacy order and a deleted benefit', () => {
  const bare = { order_number: null, benefit_name: null, benefit_token_value: null, redemption_email: null }
  expect(lines(csv(bare))[1]).toMatch(/^"Legacy Order","Deleted Benefit","pending","","0"/)
})
