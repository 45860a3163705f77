import fc from 'fast-check'
import { type Actor, idsOf, isAdmin, type Model, touch } from '../model/model.ts'
import { type Answer, DENIED, MALFORMED, rows } from './answer.ts'
import { actor, admins, choose, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

type Change = { stock?: number | null; limit?: number | null; opening?: boolean; closed?: boolean }

const LATER = '2099-01-01T00:00:00Z'
const LONG_AGO = '2001-01-01T00:00:00Z'
const COLUMNS = { stock: 'stock', limit: 'per_member_limit', opening: 'opens_at', closed: 'closes_at' }

/** D38: what limits a benefit; a pool of keys is the stock, and nothing closes before it opens. */
function offer(model: Model, by: Actor, id: string, change: Change): Answer {
  if (by === undefined) return DENIED
  const found = model.benefits.get(id)
  if (!isAdmin(model, by) || !found) return rows(0)
  const wanted = { ...found, ...change }
  if (wanted.stock !== null && wanted.method === 'key') return MALFORMED
  if (wanted.opening && wanted.closed) return MALFORMED
  const names = Object.keys(change) as (keyof Change)[]
  const what = names.filter((name) => wanted[name] !== found[name]).map((name) => COLUMNS[name])
  Object.assign(found, wanted)
  touch(model, id)
  model.log.push({ actor: by, row: id, action: 'update', what: what.sort() })
  return rows(1)
}

const offering = (by: Actor, id: string, change: Change): Request => ({
  by,
  call: {
    update: 'benefits',
    set: {
      ...('stock' in change ? { stock: change.stock } : {}),
      ...('limit' in change ? { per_member_limit: change.limit } : {}),
      ...('opening' in change ? { opens_at: change.opening ? LATER : null } : {}),
      ...('closed' in change ? { closes_at: change.closed ? LONG_AGO : null } : {}),
    },
    where: { id },
  },
  does: (now) => offer(now, by, id, change),
})

const number = fc.constantFrom(null, null, 1, 2, 3)
const raceOffer = (name: 'ada' | 'bea', what: string, change: Change) =>
  race(name, what, ['benefit'], ({ ids }, by) => offering(by, ids.benefit, change))

export const offers: Operation[] = [
  {
    name: 'limit a benefit',
    weight: 3,
    meets: ['place an order', 'set the status of an order', 'cancel an own order'],
    races: [
      raceOffer('ada', 'leaves one in stock', { stock: 1 }),
      raceOffer('bea', 'limits the benefit to two a member', { limit: 2 }),
      raceOffer('bea', 'closes the benefit', { closed: true }),
    ],
    draw: planned(
      {
        who: one,
        benefit: one,
        change: fc.oneof(
          fc.record({ stock: number }),
          fc.record({ limit: number }),
          fc.record({ opening: fc.nat({ max: 4 }).map((n) => n === 0) }),
          fc.record({ closed: fc.nat({ max: 4 }).map((n) => n === 0) }),
        ),
      },
      (model, { who, benefit, change }) =>
        offering(
          actor(model, who, admins),
          choose(benefit, model.benefits.keys(), idsOf(model, 'benefit')),
          change,
        ),
    ),
  },
]
