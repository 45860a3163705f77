import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { Writable } from '../matrix/rule.ts'
import { type Actor, idsOf, type Model, member, post, send } from '../model/model.ts'
import { type Name, type OrderName, PRICE } from '../races/stage.ts'
import { type Answer, DENIED, DUPLICATE, MALFORMED, rows } from './answer.ts'
import { actor, admins, choose, members, one, pick, planned, which } from './draw.ts'
import { queueEmail } from './emails.ts'
import { type Operation, type Request, race } from './operation.ts'
import { setOrderStatus } from './order-status.ts'
import { claim } from './pools.ts'
import { counted, takeUnit, unitOf } from './units.ts'

type Wanted = { id: string; owner: string; benefit: string; price: number | null; email: string }

/** D1, D3: placed for oneself, at today's price, once. */
function place(model: Model, by: Actor, { id, owner, benefit, price, email }: Wanted): Answer {
  if (by === undefined || owner !== by) return DENIED
  if (model.orders.has(id)) return email.includes('@') ? DUPLICATE : MALFORMED
  const buyer = member(model, by)
  if (!buyer) return 'not_signed_in'
  if (!email.includes('@')) return 'invalid_redemption_email'
  const found = model.benefits.get(benefit)
  if (!found?.active) return 'benefit_unavailable'
  if (found.opening) return 'not_open_yet'
  if (found.closed) return 'closed'
  if (price !== null && price !== found.price) return 'price_changed'
  if (found.limit !== null && counted(model, by, benefit) >= found.limit) return 'limit_reached'
  if (found.stock === 0) return 'sold_out'
  if (buyer.tokens < found.price) return 'insufficient_tokens'
  const { name } = found
  const snapshot = { name, price: found.price, email, customer: buyer.name, address: buyer.email }
  const item = found.method === 'key' ? claim(model, by, benefit) : undefined
  if (found.method === 'key' && !item) return 'sold_out'
  if (item) model.items.set(id, [item])
  const status = item ? 'delivered' : 'pending'
  const stocked = found.stock !== null
  takeUnit(model, found, by)
  model.orders.set(id, {
    id,
    account: by,
    benefit,
    status,
    stocked,
    unit: unitOf('held', status),
    byHand: !item,
    late: false,
    worth: null,
    ...snapshot,
  })
  if (item) queueEmail(model, 'order_delivered', id, by, email)
  else queueEmail(model, 'order_placed', id, by)
  post(model, buyer, {
    type: 'redemption',
    amount: -found.price,
    text: `Redeemed: ${name}`,
    order: id,
    actor: by,
  })
  return rows(1)
}

export function placing(by: Actor, wanted: Wanted): Request {
  const { id, owner, benefit, price, email } = wanted
  const row = { id, user_id: owner, benefit_id: benefit, redemption_email: email, status: 'delivered' }
  return {
    by,
    call: { insert: 'orders', rows: [{ ...row, benefit_token_value: price }] },
    does: (now) => place(now, by, wanted),
  }
}

/** The server writes all but id, buyer, benefit, address and agreed price (D1). */
const placed: Writable = {
  kinds: ['own'],
  columns: `id user_id benefit_id redemption_email benefit_token_value
    status benefit_name benefit_image_url benefit_description`.split(/\s+/),
  overruled: ['status', 'benefit_name', 'benefit_image_url', 'benefit_description'],
}

export const EMAIL = 'gift@example.test'
const racePlace = (name: Name, order: OrderName) =>
  race(
    name,
    `places ${order}`,
    [name, 'benefit', order],
    ({ ids }, by) =>
      placing(by, { id: ids[order], owner: by, benefit: ids.benefit, price: PRICE, email: EMAIL }),
    {},
  )

/** For the last key of the pool. */
const raceForKey = (name: Name, order: OrderName) =>
  race(
    name,
    `orders the last key as ${order}`,
    [name, 'keyed', order],
    ({ ids }, by) =>
      placing(by, { id: ids[order], owner: by, benefit: ids.keyed, price: PRICE, email: EMAIL }),
    {},
  )

const placeOrder: Operation = {
  name: 'place an order',
  weight: 7,
  meets: ['place an order', 'change a benefit', 'edit a balance'],
  rights: { orders: { insert: { member: placed, admin: placed } } },
  // The same id twice is the retry of an order.
  races: [
    racePlace('mia', 'first'),
    racePlace('mia', 'second'),
    racePlace('noa', 'other'),
    raceForKey('mia', 'first'),
    raceForKey('noa', 'other'),
  ],
  draw: planned(
    {
      who: one,
      benefit: one,
      price: fc.constantFrom('today', 'today', 'today', 'today', 'stale', 'none'),
      email: fc.nat({ max: 11 }),
      again: fc.nat({ max: 5 }),
      other: fc.nat({ max: 7 }),
      which,
    },
    (model, drawn) => {
      const by = actor(model, drawn.who, drawn.other === 6 ? admins : members)
      const known = idsOf(model, 'order')
      const again = drawn.again === 5 && known.length > 0
      const id = again ? pick(known, drawn.which) : send(model, 'order', randomUUID())
      const owner = drawn.other === 7 || by === undefined ? pick(model.people.keys(), drawn.which) : by
      const tokens = member(model, by)?.tokens ?? 0
      const within = [...model.benefits.values()].filter(({ active, price }) => active && price <= tokens)
      const benefit = choose(
        drawn.benefit,
        within.map((one) => one.id),
        idsOf(model, 'benefit'),
      )
      const email = drawn.email === 11 ? 'nonsense' : EMAIL
      const today = model.benefits.get(benefit)?.price ?? 1
      const price = drawn.price === 'none' ? null : drawn.price === 'stale' ? today + 1 : today
      return placing(by, { id, owner, benefit, price, email })
    },
  ),
}

export const orders: Operation[] = [placeOrder, setOrderStatus]
