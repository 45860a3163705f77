import { randomUUID } from 'node:crypto'
import { type Actor, type Item, idsOf, isAdmin, type Model, member } from '../model/model.ts'
import { type Answer, DENIED } from './answer.ts'
import { actor, admins, choose, everyone, members, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'
import { batchOf, endShortage } from './pools.ts'

/** A delivery by hand (D33). */
export const byHand = (): Item => ({ benefit: '', batch: -1, key: -1, read: false, report: '', answer: '' })

/** D46: whether the last change of an order was made by an operation, which delivers once its undo has closed. */
const awaitsUndo = (model: Model, id: string): boolean =>
  model.runs.some(
    ({ undone, orders = [] }) =>
      !undone && orders.some((row) => row.id === id && row.version === model.changes.get(id)?.version),
  )

/** The order of a caller while it stands, with what it received: `current` is not among the items if nothing was attached (D33). */
export function standing(model: Model, by: Actor, id: string) {
  const order = model.orders.get(id)
  const items = model.items.get(id) ?? []
  const own = order && order.account === by && member(model, by) && order.status !== 'cancelled'
  const isFinal = order?.status === 'delivered' && !awaitsUndo(model, id)
  const current = items.at(-1) ?? (isFinal ? byHand() : undefined)
  return own ? { order, items, current } : undefined
}

/** D32: read by its owner, while the order stands. */
function read(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  const current = standing(model, by, id)?.current
  if (!current) return ''
  current.read = true
  return current.key < 0 ? 'manual' : 'key'
}

export const reading = (by: Actor, p_order_id: string): Request => ({
  by,
  call: { rpc: 'order_delivery', args: { p_order_id }, returns: 'method' },
  does: (now) => read(now, by, p_order_id),
})

/** D31: a new batch of keys that nothing else has. */
function add(model: Model, by: Actor, benefit: string, count: number): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (!model.benefits.has(benefit)) return 'benefit_unavailable'
  const batches = model.pools.get(benefit) ?? []
  batches.push(batchOf(count))
  model.pools.set(benefit, batches)
  endShortage(model, benefit)
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
      if (answer.includes(' ')) now.imported.add(keys[0] ?? '')
      return answer
    },
  }
}

/** An order with keys that its member has, else any. */
export const keyed = (model: Model, by: Actor): string[] =>
  [...model.items.keys()].filter((id) => model.orders.get(id)?.account === by)
/** The same in every run, so that a report of it is too. */
const NO_ORDER = '00000000-0000-4000-8000-0000000000ff'
export const anyOrder = (model: Model) => [...idsOf(model, 'order'), NO_ORDER]

export const deliveries: Operation[] = [
  {
    name: 'read a delivery',
    weight: 3,
    meets: ['set the status of an order', 'report a delivery'],
    races: [race('mia', 'reads the key', ['owned', 'mia'], ({ ids }, by) => reading(by, ids.owned))],
    draw: planned({ who: one, order: one }, (model, { who, order }) => {
      const by = actor(model, who, who.which === 11 ? everyone : members)
      return reading(by, choose(order, keyed(model, by), anyOrder(model)))
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
