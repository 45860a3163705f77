import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import {
  type Actor,
  type Benefit,
  benefitOf,
  idsOf,
  isAdmin,
  type Model,
  send,
  touch,
} from '../model/model.ts'
import { PRICE } from '../races/stage.ts'
import { type Answer, DENIED, DUPLICATE, MALFORMED, rows } from './answer.ts'
import { actor, admins, choose, type One, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

const price = fc.constantFrom(0, 1, 4, 12, 30, 80)
const KINDS = ['active', 'inactive']
const COLUMNS = `name description token_value image_url is_active delivery_method
  category_id stock per_member_limit opens_at closes_at estimated_value`.split(/\s+/)
const anyOf = (model: Model, drawn: One) => choose(drawn, model.benefits.keys(), idsOf(model, 'benefit'))

function create(model: Model, by: Actor, benefit: Benefit): Answer {
  if (!isAdmin(model, by)) return DENIED
  if (benefit.price < 1) return MALFORMED
  if (model.benefits.has(benefit.id)) return DUPLICATE
  model.benefits.set(benefit.id, { ...benefit })
  model.log.push({ actor: by, row: benefit.id, action: 'insert', what: [] })
  return rows(1)
}

const createBenefit: Operation = {
  name: 'create a benefit',
  weight: 1,
  rights: { benefits: { insert: { admin: { kinds: ['new'], columns: ['id', ...COLUMNS] } } } },
  draw: planned({ who: one, price, active: fc.boolean() }, (model, { who, price, active }) => {
    const by = actor(model, who, admins)
    const id = send(model, 'benefit', randomUUID())
    const benefit = benefitOf({ id, name: 'A new benefit', price, active })
    const row = {
      id: benefit.id,
      name: benefit.name,
      description: 'x',
      token_value: price,
      is_active: active,
    }
    return { by, call: { insert: 'benefits', rows: [row] }, does: (now) => create(now, by, benefit) }
  }),
}

type Change = { price?: number; active?: boolean; seen?: number }

function change(model: Model, by: Actor, id: string, { seen, ...set }: Change): Answer {
  if (by === undefined) return DENIED
  const found = model.benefits.get(id)
  if (!isAdmin(model, by) || !found || (seen !== undefined && seen !== found.price)) return rows(0)
  if (set.price !== undefined && set.price < 1) return MALFORMED
  const what = [
    ...(set.active !== undefined && set.active !== found.active ? ['is_active'] : []),
    ...(set.price !== undefined && set.price !== found.price ? ['token_value'] : []),
  ]
  Object.assign(found, set)
  touch(model, id)
  model.log.push({ actor: by, row: id, action: 'update', what })
  return rows(1)
}

const changing = (by: Actor, id: string, wanted: Change): Request => ({
  by,
  call: {
    update: 'benefits',
    set: 'price' in wanted ? { token_value: wanted.price } : { is_active: wanted.active },
    where: { id, ...(wanted.seen === undefined ? {} : { token_value: wanted.seen }) },
  },
  does: (now) => change(now, by, id, wanted),
})

const raceChange = (name: 'ada' | 'bea', what: string, wanted: Change) =>
  race(name, what, ['benefit'], ({ ids }, by) => changing(by, ids.benefit, wanted))

const changeBenefit: Operation = {
  name: 'change a benefit',
  weight: 3,
  rights: {
    benefits: {
      update: { admin: { kinds: KINDS, columns: COLUMNS } },
      // Hosted, the REST layer also writes the key, and is refused.
      upsert: { admin: { kinds: KINDS, perhaps: true } },
    },
  },
  races: [
    raceChange('ada', 'reprices the benefit', { price: 12, seen: PRICE }),
    raceChange('bea', 'resets the price of the benefit', { price: PRICE }),
    raceChange('bea', 'withdraws the benefit', { active: false }),
  ],
  draw: planned(
    {
      who: one,
      benefit: one,
      change: fc.oneof(fc.record({ price }), fc.record({ active: fc.boolean() })),
    },
    (model, { who, benefit, change }) => changing(actor(model, who, admins), anyOf(model, benefit), change),
  ),
}

/** D13: its orders stay. */
function remove(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by) || !model.benefits.delete(id)) return rows(0)
  for (const order of model.orders.values()) if (order.benefit === id) order.benefit = null
  model.log.push({ actor: by, row: id, action: 'delete', what: [] })
  return rows(1)
}

const removing = (by: Actor, id: string): Request => ({
  by,
  call: { remove: 'benefits', where: { id } },
  does: (now) => remove(now, by, id),
})

const deleteBenefit: Operation = {
  name: 'delete a benefit',
  weight: 1,
  rights: { benefits: { delete: { admin: KINDS } } },
  races: (['ada', 'bea'] as const).map((name) =>
    race(name, 'deletes the benefit', ['benefit', 'placed', 'first'], ({ ids }, by) =>
      removing(by, ids.benefit),
    ),
  ),
  draw: planned({ who: one, benefit: one }, (model, { who, benefit }) =>
    removing(actor(model, who, admins), anyOf(model, benefit)),
  ),
}

export const benefits: Operation[] = [createBenefit, changeBenefit, deleteBenefit]
