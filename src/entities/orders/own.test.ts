import { order } from '@tests/support/builders'
import { expect, it } from 'vitest'
import { creditTerms } from './order'
import { type OwnOrder, ownOrderState } from './own'

const now = Date.parse('2026-11-20T10:00:00Z')
const inHours = (hours: number) => new Date(now + hours * 3_600_000).toISOString()
const own = (over: Partial<OwnOrder>): OwnOrder => ({
  ...order({ due_at: inHours(20), credit_rate: 1, credit_cap: 10 }),
  benefit: null,
  made_by: null,
  delivery_kind: null,
  ...over,
})

const [pending, processing] = [
  'Pending · Will be processed within 24-48 hours',
  'Processing · Being processed',
]
const delivered = 'Successfully delivered'

it.each<[Partial<OwnOrder>, RegExp, string]>([
  [{}, /^Arrives by .+ \d/, pending],
  [{ status: 'processing' }, /^Arrives by/, processing],
  [{ due_at: inHours(0) }, /^Arrives by/, pending],
  [{ due_at: inHours(-3.5) }, /^Late by 3 hours$/, pending],
  [{ status: 'processing', due_at: inHours(-4.5) }, /^Late by 4 hours$/, processing],
  [{ status: 'completed' }, /^Ready for delivery$/, 'Completed'],
  [{ status: 'delivered', delivery_kind: 'key' }, /^Your key is ready$/, delivered],
  [{ status: 'delivered', delivery_kind: 'link' }, /^Your link is ready$/, delivered],
  [{ status: 'delivered', delivery_kind: 'file' }, /^Your file is ready$/, delivered],
  [{ status: 'delivered', delivery_kind: 'text' }, /^Your delivery is ready$/, delivered],
  [{ status: 'delivered' }, /^Successfully delivered$/, 'Delivered'],
  [{ status: 'cancelled' }, /^25 tokens are back$/, 'This order has been cancelled'],
  [{ status: 'cancelled', benefit_token_value: 0 }, /^Cancelled$/, 'This order has been cancelled'],
  [{ status: 'on hold' }, /^Order status is being updated$/, ''],
])('says what a status means (D56): %o, %s', (over, text, detail) => {
  const known = detail ? over.status : 'pending'
  const displayStatus = text.source.startsWith('^Late') ? 'late' : (known ?? 'pending')
  const said = { text: expect.stringMatching(text), detail, displayStatus }
  expect(ownOrderState(own(over), now)).toMatchObject(said)
})

const late = (hours: number, over: Partial<OwnOrder> = {}) => own({ due_at: inHours(-hours), ...over })

it.each<[string, OwnOrder, string?, left?: number]>([
  ['3 hours late', late(3.9), '3 tokens back so far'],
  ['at 2 tokens an hour', late(1, { credit_rate: 2 }), '2 tokens back so far'],
  ['at the cap of its credit', late(40), '10 tokens back so far'],
  ['cheap', late(40, { benefit_token_value: 1 }), '1 token back so far'],
  ['late like many', late(3), '2 tokens back so far', 2],
  ['late like too many', late(3), undefined, 0],
  ['not a full hour late', late(0.9)],
  ['delivered at once', late(3, { delivery_method: 'link' })],
  ['without a rate', late(3, { credit_rate: 0 })],
  ['opened again by an admin', late(3, { late_credit: 0 })],
  ['delivered', late(3, { status: 'delivered' })],
])('gives tokens back for the delay of an order that is %s (D36)', (_, order, credit, left) => {
  expect(ownOrderState(order, now, left).credit).toBe(credit)
})

it('says how tokens are given back for a delay (D36)', () => {
  expect(creditTerms(own({}))).toBe('One token for each full hour, up to 10')
  expect(creditTerms(own({ credit_rate: 2 }))).toBe('2 tokens for each full hour, up to 10')
})
