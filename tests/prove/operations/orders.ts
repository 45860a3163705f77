import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { BOTH, type Writable } from '../matrix/rule.ts'
import { type Actor, idsOf, isAdmin, type Model, member, type Order, post, send } from '../model/model.ts'
import { type Name, type OrderName, PRICE } from '../races/stage.ts'
import { type Answer, DENIED, DUPLICATE, MALFORMED, rows } from './answer.ts'
import { actor, admins, choose, everyone, members, one, pick, planned, which } from './draw.ts'
import { queueEmail } from './emails.ts'
import { type Operation, type Request, race } from './operation.ts'
import { claim } from './pools.ts'

const STATUSES = ['pending', 'processing', 'completed', 'delivered', 'cancelled']

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
  if (price !== null && price !== found.price) return 'price_changed'
  if (buyer.tokens < found.price) return 'insufficient_tokens'
  const { name } = found
  const snapshot = { name, price: found.price, email, customer: buyer.name, address: buyer.email }
  const item = found.method === 'key' ? claim(model, benefit) : undefined
  if (found.method === 'key' && !item) return 'sold_out'
  if (item) model.items.set(id, [item])
  model.orders.set(id, { id, account: by, benefit, status: item ? 'delivered' : 'pending', ...snapshot })
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

/** D6: the ledger entries of an order add up to 0 if it is cancelled and to minus its price otherwise. */
function setStatus(model: Model, by: Actor, id: string, status: string, seen: string | undefined): Answer {
  if (by === undefined) return DENIED
  const found = model.orders.get(id)
  if (!isAdmin(model, by) || !found || (seen !== undefined && seen !== found.status)) return rows(0)
  return moveTo(model, by, found, status)
}

/** Of an order, by an admin; also by the answer to a report. */
export function moveTo(model: Model, by: string, found: Order, status: string): Answer {
  const { id } = found
  const buyer = member(model, found.account)
  const move = (found.status === 'cancelled' ? 0 : found.price) - (status === 'cancelled' ? 0 : found.price)
  if (buyer && buyer.tokens + move < 0) return 'insufficient_tokens'
  if (buyer && move !== 0) {
    const [type, text] = move < 0 ? ['redemption', 'Redeemed: '] : ['refund', 'Refund: ']
    post(model, buyer, { type, amount: move, text: text + found.name, order: id, actor: by })
  }
  if (status !== found.status) {
    model.log.push({ actor: by, row: id, action: 'update', what: ['status'] })
    if (status === 'delivered') queueEmail(model, 'order_delivered', id, found.account, found.email)
    if (status === 'cancelled') queueEmail(model, 'order_cancelled', id, found.account)
  }
  found.status = status
  return rows(1)
}

export const settingStatus = (by: Actor, id: string, status: string, seen?: string): Request => ({
  by,
  call: {
    update: 'orders',
    set: { status, updated_at: '2001-01-01' },
    where: { id, ...(seen === undefined ? {} : { status: seen }) },
  },
  does: (now) => setStatus(now, by, id, status, seen),
})

const raceStatus = (name: Name, status: string, conditional = false) =>
  race(name, `sets ${status}${conditional ? ' if unchanged' : ''}`, ['placed', 'mia'], ({ model, ids }, by) =>
    settingStatus(by, ids.placed, status, conditional ? model.orders.get(ids.placed)?.status : undefined),
  )

const setOrderStatus: Operation = {
  name: 'set the status of an order',
  weight: 6,
  meets: ['set the status of an order', 'delete a person'],
  rights: {
    orders: {
      update: {
        admin: { kinds: BOTH, columns: ['status', 'updated_at'], overruled: ['updated_at'] },
      },
    },
  },
  races: [
    raceStatus('ada', 'cancelled'),
    raceStatus('bea', 'cancelled'),
    raceStatus('bea', 'processing'),
    race('bea', 'cancels the delivered order', ['owned', 'mia'], ({ ids }, by) =>
      settingStatus(by, ids.owned, 'cancelled'),
    ),
    raceStatus('ada', 'delivered', true),
  ],
  draw: planned(
    {
      who: one,
      order: one,
      status: fc.constantFrom('cancelled', 'cancelled', ...STATUSES),
      seen: fc.nat({ max: 5 }),
    },
    (model, drawn) => {
      const by = actor(model, drawn.who, drawn.who.which === 11 ? everyone : admins)
      const known = idsOf(model, 'order')
      const id =
        known.length > 0
          ? choose(drawn.order, model.orders.keys(), known)
          : send(model, 'order', randomUUID())
      const is = model.orders.get(id)?.status ?? 'pending'
      const seen = drawn.seen === 5 ? undefined : drawn.seen === 4 ? 'processing' : is
      return settingStatus(by, id, drawn.status, seen)
    },
  ),
}

export const orders: Operation[] = [placeOrder, setOrderStatus]
