import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { BOTH } from '../matrix/rule.ts'
import {
  type Actor,
  idsOf,
  isAdmin,
  type Model,
  member,
  type Order,
  post,
  send,
  touch,
} from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, admins, choose, everyone, one, planned } from './draw.ts'
import { queueEmail } from './emails.ts'
import { credit } from './late.ts'
import { notify } from './notices.ts'
import { type Operation, type Request, race } from './operation.ts'
import { moveUnit, unitOf } from './units.ts'

const under = ['processing', 'completed']
const STATUSES = ['pending', 'processing', 'completed', 'delivered', 'cancelled']

/** D6: the ledger entries of an order add up to 0 if it is cancelled and to minus its price otherwise. */
function setStatus(model: Model, by: Actor, id: string, status: string, seen: string | undefined): Answer {
  if (by === undefined) return DENIED
  const found = model.orders.get(id)
  if (!isAdmin(model, by) || !found || (seen !== undefined && seen !== found.status)) return rows(0)
  return moveTo(model, by, found, status)
}

/** Of an order, by an admin, its buyer or, null, a deletion; also by the answer to a report, which then tells of the `refund`. */
export function moveTo(
  model: Model,
  by: string | null,
  found: Order,
  status: string,
  refund = false,
): Answer {
  const { id } = found
  const before = found.status
  const buyer = member(model, found.account)
  const move = (found.status === 'cancelled' ? 0 : found.price) - (status === 'cancelled' ? 0 : found.price)
  const benefit = model.benefits.get(found.benefit ?? '')
  const short = found.stocked && found.unit === 'returned' && benefit?.stock === 0
  if (status !== found.status && short && unitOf('returned', status) !== 'returned') return 'sold_out'
  if (buyer && buyer.tokens + move < 0) return 'insufficient_tokens'
  if (status !== found.status) moveUnit(model, by ?? '', found, benefit, status)
  if (buyer && move !== 0) {
    const [type, text] = move < 0 ? ['redemption', 'Redeemed: '] : ['refund', 'Refund: ']
    post(model, buyer, { type, amount: move, text: text + found.name, order: id, actor: by })
  }
  if (status !== found.status) {
    touch(model, id, by ?? undefined)
    model.log.push({ actor: by, row: id, action: 'update', what: ['status'] })
    if (status === 'delivered') queueEmail(model, 'order_delivered', id, found.account, found.email)
    if (status === 'cancelled') queueEmail(model, 'order_cancelled', id, found.account)
    if (under.includes(status)) queueEmail(model, 'order_status', id, found.account)
    const note = under.includes(status) ? status : status === 'cancelled' ? String(found.price) : ''
    const kind = under.includes(status) ? 'order_status' : `order_${status}`
    if (status !== 'pending' && !refund) notify(model, by ?? undefined, kind, found.account, id, note)
  }
  found.status = status
  credit(model, by, found, before)
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

export const setOrderStatus: Operation = {
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
