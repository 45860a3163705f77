import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import {
  type Actor,
  idsOf,
  isAdmin,
  type Model,
  member,
  type Order,
  post,
  type Run,
  touch,
} from '../model/model.ts'
import type { Name, OrderName, Subject } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, admins, everyone, one, pick, planned, which } from './draw.ts'
import { takeBack } from './grants.ts'
import { takeBackKeys } from './keys.ts'
import { takeBackCodes } from './lifecycle.ts'
import { takeBackNotes } from './notes.ts'
import { literal, type Operation, type Request, race } from './operation.ts'
import { takeBackOffers } from './prices.ts'
import { counted, moveUnit } from './units.ts'

const STATUSES = ['pending', 'processing', 'completed', 'delivered', 'cancelled']

/** What the rows before claim of a balance or a stock, also those that it does not suffice for. */
const claims = () => {
  const claimed = new Map<string, number>()
  return (key: string, amount: number, available: number) => {
    const total = (claimed.get(key) ?? 0) + amount
    claimed.set(key, total)
    return total <= available
  }
}

/** Which of these orders an operation changes: decided for all of them before the first one changes (D46). */
function fitting(model: Model, ids: string[], status: string): Order[] {
  const [stock, balance] = [claims(), claims()]
  return ids.toSorted().flatMap((id) => {
    const order = model.orders.get(id)
    if (!order || order.status === status) return []
    const [buyer, reopened] = [member(model, order.account), order.status === 'cancelled']
    if (reopened && buyer && model.changes.get(id)?.by === order.account) return []
    if (!buyer && ['completed', 'delivered'].includes(status)) return []
    const left = model.benefits.get(order.benefit ?? '')?.stock ?? null
    const takes = reopened && order.stocked && order.unit === 'returned' && left !== null
    if (takes && !stock(order.benefit ?? '', 1, left)) return []
    if (reopened && buyer && !balance(buyer.id, order.price, buyer.tokens)) return []
    return [order]
  })
}

/** Without an email or a notice, which wait until undo closes. */
function move(model: Model, by: string, order: Order, status: string, unit?: Order['unit']): void {
  const buyer = member(model, order.account)
  const amount = (order.status === 'cancelled' ? 0 : order.price) - (status === 'cancelled' ? 0 : order.price)
  moveUnit(model, by, order, model.benefits.get(order.benefit ?? ''), status, unit)
  if (buyer && amount !== 0) {
    const [type, text] = amount < 0 ? ['redemption', 'Redeemed: '] : ['refund', 'Refund: ']
    post(model, buyer, { type, amount, text: text + order.name, order: order.id, actor: by })
  }
  order.status = status
  touch(model, order.id, by)
}

function setAll(model: Model, by: Actor, ids: string[], status: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const changed = fitting(model, ids, status).map((order) => {
    const { id, status: before, unit } = order
    move(model, by, order, status)
    return { id, status: before, unit, version: model.changes.get(id)?.version ?? 0 }
  })
  const what = changed.map(({ id }) => id)
  model.runs.push({ by, kind: 'order_status', how: [status], what, undone: false, orders: changed })
  return String(changed.length)
}

export const settingAll = (by: Actor, ids: string[], p_status: string): Request => ({
  by,
  call: {
    rpc: 'set_order_statuses',
    args: { p_ids: `{${ids}}`, p_status, p_dry_run: false },
    returns: 'changed',
  },
  does: (now) => setAll(now, by, ids, p_status),
})

/** The nth of an author, or of those with the same kind and parameters: two that ran at once have started in either order. */
type Chosen = { author: string; nth: number; like?: Run }

const alike = (one: Run, like: Run) => one.kind === like.kind && String(one.how) === String(like.how)

/** D46: by its author, once; not what changed since, and what was spent or sold. */
function undo(model: Model, by: Actor, { author, nth, like }: Chosen): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const run = model.runs.filter((run) => run.by === author && (!like || alike(run, like)))[nth]
  if (!run) return 'operation_not_found'
  if (author !== by) return 'not_your_operation'
  if (run.undone) return 'already_undone'
  run.undone = true
  const [stock, limit, balance] = [claims(), claims(), claims()]
  const back = (run.orders ?? []).flatMap((row) => {
    const order = model.orders.get(row.id)
    if (!order || model.changes.get(row.id)?.version !== row.version) return []
    const [buyer, benefit] = [member(model, order.account), model.benefits.get(order.benefit ?? '')]
    const left = benefit?.stock ?? null
    const takes = order.unit === 'returned' && row.unit !== 'returned'
    if (benefit && takes && order.stocked && left !== null && !stock(benefit.id, 1, left)) return []
    if (benefit && buyer && takes && benefit.limit !== null) {
      const free = benefit.limit - counted(model, buyer.id, benefit.id)
      if (!limit(`${buyer.id} ${benefit.id}`, 1, free)) return []
    }
    if (order.status === 'cancelled' && buyer && !balance(buyer.id, order.price, buyer.tokens)) return []
    return [{ order, row }]
  })
  for (const { order, row } of back) move(model, by, order, row.status, row.unit)
  takeBack(model, by, run)
  takeBackKeys(model, run)
  takeBackCodes(run)
  takeBackOffers(model, run)
  takeBackNotes(model, run)
  return rows(1)
}

/** One statement, because only the database knows the id of an operation. */
function undoing(by: Actor, chosen: Chosen): Request {
  const { author, nth, like } = chosen
  const same = like
    ? `and o.kind = ${literal(like.kind)} and ${literal(String(like.how))} = array_to_string(array(
        select e.value from jsonb_each_text(o.parameters) as e order by e.key), ',')`
    : ''
  return {
    by,
    call: {
      sql: `select public.undo_operation((
      select o.id from public.operations as o
      where o.actor_id = ${literal(author)} and o.state <> 'planned' ${same}
      order by o.started_at offset ${nth} limit 1))`,
    },
    does: (now) => undo(now, by, chosen),
  }
}

const raceAll = (name: Name, orders: OrderName[], status: string) =>
  race(name, `sets ${orders.join(' and ')} to ${status}`, [...orders, 'mia'], ({ ids }, by) =>
    settingAll(
      by,
      orders.map((order) => ids[order]),
      status,
    ),
  )
const raceUndo = (name: Name, author: Name = name, more: Subject[] = []) =>
  race(name, `undoes what ${author} ran`, ['placed', 'mia', author, ...more], ({ ids }, by) =>
    undoing(by, { author: ids[author], nth: 0 }),
  )

const setMany: Operation = {
  name: 'set the status of many orders',
  weight: 4,
  meets: [
    'set the status of many orders',
    'set the status of an order',
    'cancel an own order',
    'undo an operation',
    'delete a person',
  ],
  races: [
    raceAll('ada', ['placed', 'first'], 'cancelled'),
    raceAll('bea', ['first', 'placed', 'other'], 'delivered'),
    raceAll('bea', ['placed'], 'pending'),
  ],
  draw: planned(
    { who: one, some: fc.array(which, { maxLength: 4 }), status: fc.constantFrom(...STATUSES) },
    (model, { who, some, status }) => {
      const by = actor(model, who, who.which === 11 ? everyone : admins)
      const known = [...idsOf(model, 'order'), randomUUID()]
      return settingAll(by, [...new Set(some.map((at) => pick(known, at)))], status)
    },
  ),
}

const undoRun: Operation = {
  name: 'undo an operation',
  weight: 3,
  meets: [
    'set the status of many orders',
    'set the status of an order',
    'place an order',
    'undo an operation',
  ],
  races: [raceUndo('ada', 'ada', ['keyed', 'benefit']), raceUndo('bea'), raceUndo('bea', 'ada')],
  draw: planned({ who: one, author: one, nth: fc.nat({ max: 3 }) }, (model, { who, author, nth }) => {
    const by = actor(model, who, who.which === 11 ? everyone : admins)
    const whose = by === undefined || author.any === 5 ? pick(model.people.keys(), author.which) : by
    const theirs = model.runs.filter((run) => run.by === whose)
    // Mostly the last one of their own.
    const like = theirs.at(whose === by && nth < 3 ? -1 : nth)
    if (!like) return undoing(by, { author: whose, nth })
    return undoing(by, { author: whose, like, nth: theirs.filter((run) => alike(run, like)).indexOf(like) })
  }),
}

export const bulk: Operation[] = [setMany, undoRun]
