import { order } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { ordersCsv } from './orders-csv'

const own = (over: Parameters<typeof order>[0] = {}) => ({ ...order(over), benefit: null })
const lines = (csv: string) => csv.replace('\uFEFF', '').trimEnd().split('\r\n')

it('starts with the byte order mark and a head, one line an order', () => {
  const csv = ordersCsv([own({ created_at: '2026-11-20T10:00:00', updated_at: '2026-11-21T09:05:00' })])
  expect(csv.codePointAt(0)).toBe(0xfeff)
  expect(lines(csv)).toEqual([
    '"Order","Benefit","Status","Delivery email","Tokens","Tokens returned","Ordered","Updated"',
    '"ORD-000148","Keystone Vault","pending","tamsin@ferreira.example","25","0","2026-11-20 10:00","2026-11-21 09:05"',
  ])
})

it('says what a cancelled order gave back', () => {
  expect(lines(ordersCsv([own({ status: 'cancelled' })]))[1]).toContain(
    '"cancelled","tamsin@ferreira.example","25","25"',
  )
})

it('has words for a legacy order and a deleted benefit', () => {
  const bare = own({
    order_number: null,
    benefit_name: null,
    benefit_token_value: null,
    redemption_email: null,
  })
  expect(lines(ordersCsv([bare]))[1]).toMatch(/^"Legacy Order","Deleted Benefit","pending","","0"/)
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1+1', '\t=1', '\r=1', '＝1+1', '\n@x'])(
  'never lets %j start a formula',
  (text) => {
    expect(ordersCsv([own({ benefit_name: text })])).toContain(`"'${text}"`)
    expect(ordersCsv([own({ redemption_email: text })])).toContain(`"'${text}"`)
  },
)

it('keeps commas, quotation marks and line breaks inside their cell', () => {
  expect(ordersCsv([own({ benefit_name: 'Ink, "blue"\nand red' })])).toContain('"Ink, ""blue""\nand red"')
})
