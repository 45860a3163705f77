import { randomUUID } from 'node:crypto'
import { type Actor, idsOf, isAdmin, type Model, member } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED } from './answer.ts'
import { actor, admins, choose, everyone, members, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'
import { batchOf, claim, noteReport } from './pools.ts'

/** The order of a caller while it stands, with what it received. */
function standing(model: Model, by: Actor, id: string) {
  const order = model.orders.get(id)
  const items = model.items.get(id) ?? []
  const own = order && order.account === by && member(model, by) && order.status !== 'cancelled'
  return own ? { order, items, current: items.at(-1) } : undefined
}

/** D32: read by its owner, while the order stands. */
function read(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  const current = standing(model, by, id)?.current
  if (!current) return ''
  current.read = true
  return 'key'
}

export const reading = (by: Actor, p_order_id: string): Request => ({
  by,
  call: { rpc: 'order_delivery', args: { p_order_id }, returns: 'method' },
  does: (now) => read(now, by, p_order_id),
})

/** D34: one immediate replacement for each member, and for the first report of an order; everything else is open. */
function report(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  const { order, items = [], current } = standing(model, by, id) ?? {}
  if (!order || !current) return 'nothing_to_report'
  if (current.report) return 'report_refused'
  const own = [...model.items]
    .filter(([order]) => model.orders.get(order)?.account === by)
    .flatMap(([, list]) => list)
  const first = items.every((item) => !item.report) && own.every((item) => item.report !== 'replaced')
  const another = first && current.read ? claim(model, order.benefit, current.batch) : undefined
  current.report = another ? 'replaced' : 'open'
  if (another) items.push(another)
  noteReport(model, current, by)
  return current.report
}

const reporting = (by: Actor, p_order_id: string): Request => ({
  by,
  call: { rpc: 'report_delivery', args: { p_order_id, p_reason: 'Refused as used.' }, returns: 'outcome' },
  does: (now) => report(now, by, p_order_id),
})

/** D31: a new batch of keys that nothing else has. */
function add(model: Model, by: Actor, benefit: string, count: number): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (!model.benefits.has(benefit)) return 'benefit_unavailable'
  const batches = model.pools.get(benefit) ?? []
  batches.push(batchOf(count))
  model.pools.set(benefit, batches)
  return `${batches.length} ${count}`
}

const adding = (by: Actor, p_benefit_id: string, count: number): Request => {
  const keys = Array.from({ length: count }, () => randomUUID())
  const args = { p_benefit_id, p_keys: `{${keys}}`, p_dry_run: false }
  return {
    by,
    call: { rpc: 'import_keys', args, returns: 'batch, added' },
    // Sent again, every key is a duplicate, and no batch is made.
    does: (now) => {
      const again = now.imported.has(keys[0] ?? '')
      const answer = again
        ? `${(now.pools.get(p_benefit_id)?.length ?? 0) + 1} 0`
        : add(now, by, p_benefit_id, count)
      if (/^\d/.test(answer)) now.imported.add(keys[0] ?? '')
      return answer
    },
  }
}

const raceOwned = (name: Name, what: string, request: (by: Actor, id: string) => Request) =>
  race(name, what, ['owned', 'mia'], ({ ids }, by) => request(by, ids.owned))

/** An order with keys that its member has, else any. */
const keyed = (model: Model, by: Actor): string[] =>
  [...model.items.keys()].filter((id) => model.orders.get(id)?.account === by)
const anyOrder = (model: Model) => [...idsOf(model, 'order'), randomUUID()]

export const deliveries: Operation[] = [
  {
    name: 'read a delivery',
    weight: 3,
    meets: ['set the status of an order', 'report a delivery'],
    races: [raceOwned('mia', 'reads the key', reading)],
    draw: planned({ who: one, order: one }, (model, { who, order }) => {
      const by = actor(model, who, who.which === 11 ? everyone : members)
      return reading(by, choose(order, keyed(model, by), anyOrder(model)))
    }),
  },
  {
    name: 'report a delivery',
    weight: 4,
    meets: ['report a delivery', 'set the status of an order', 'place an order', 'delete a person'],
    races: [raceOwned('mia', 'reports the key', reporting)],
    draw: planned({ who: one, order: one }, (model, { who, order }) => {
      const by = actor(model, who, who.which === 11 ? everyone : members)
      return reporting(by, choose(order, keyed(model, by), anyOrder(model)))
    }),
  },
  {
    name: 'import keys',
    weight: 1,
    meets: ['place an order', 'import keys', 'delete a benefit'],
    races: [race('ada', 'imports a key', ['keyed'], ({ ids }, by) => adding(by, ids.keyed, 1))],
    draw: planned({ who: one, benefit: one }, (model, { who, benefit }) =>
      adding(
        actor(model, who, admins),
        choose(benefit, model.pools.keys(), idsOf(model, 'benefit')),
        1 + (benefit.which % 3),
      ),
    ),
  },
]
