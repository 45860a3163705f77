import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Actor, type Benefit, idsOf, isAdmin, type Model, send, wordsFor } from '../model/model.ts'
import { type Name, PRICE, type Stage } from '../races/stage.ts'
import { actor, admins, choose, one } from './draw.ts'
import {
  type Answer,
  DENIED,
  DUPLICATE,
  MALFORMED,
  type Operation,
  type Race,
  type Request,
  rows,
} from './operation.ts'

const price = fc.constantFrom(0, 1, 4, 12, 30, 80)
const KINDS = ['active', 'inactive']
const COLUMNS = ['name', 'description', 'token_value', 'image_url', 'is_active']

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
  draw: fc.record({ who: one, price, active: fc.boolean() }).map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    const id = send(model, 'benefit', randomUUID())
    const benefit = { id, name: wordsFor(model, id), price: drawn.price, active: drawn.active }
    const row = { id, name: benefit.name, description: 'What it is.', token_value: benefit.price }
    return {
      words: `${wordsFor(model, by)} makes ${benefit.name} at ${drawn.price}, ${drawn.active ? 'active' : 'inactive'}`,
      by,
      call: { insert: 'benefits', rows: [{ ...row, is_active: benefit.active }] },
      does: (now) => create(now, by, benefit),
    }
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
  model.log.push({ actor: by, row: id, action: 'update', what })
  return rows(1)
}

function changing(model: Model, by: Actor, id: string, wanted: Change): Request {
  const set = 'price' in wanted ? { token_value: wanted.price } : { is_active: wanted.active }
  const where = { id, ...(wanted.seen === undefined ? {} : { token_value: wanted.seen }) }
  return {
    words: `${wordsFor(model, by)} sets ${JSON.stringify(set)} of ${wordsFor(model, id)}`,
    by,
    call: { update: 'benefits', set, where },
    does: (now) => change(now, by, id, wanted),
  }
}

const race = (by: Name, what: string, request: (stage: Stage) => Request, ...on: Race['on']): Race => ({
  name: `${by} ${what} the benefit`,
  on: ['benefit', ...on],
  by,
  request,
})
const raceChange = (by: Name, what: string, wanted: Change) =>
  race(by, what, ({ model, ids }) => changing(model, ids[by], ids.benefit, wanted))

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
    raceChange('ada', 'reprices', { price: 12, seen: PRICE }),
    raceChange('bea', 'resets the price of', { price: PRICE }),
    raceChange('bea', 'withdraws', { active: false }),
  ],
  draw: fc
    .record({
      who: one,
      benefit: one,
      change: fc.oneof(fc.record({ price }), fc.record({ active: fc.boolean() })),
    })
    .map((drawn) => (model) => {
      const by = actor(model, drawn.who, admins)
      return changing(
        model,
        by,
        choose(drawn.benefit, model.benefits.keys(), idsOf(model, 'benefit')),
        drawn.change,
      )
    }),
}

/** D13: its orders stay. */
function remove(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by) || !model.benefits.delete(id)) return rows(0)
  for (const order of model.orders.values()) if (order.benefit === id) order.benefit = null
  model.log.push({ actor: by, row: id, action: 'delete', what: [] })
  return rows(1)
}

const removing = (model: Model, by: Actor, id: string): Request => ({
  words: `${wordsFor(model, by)} deletes ${wordsFor(model, id)}`,
  by,
  call: { remove: 'benefits', where: { id } },
  does: (now) => remove(now, by, id),
})

const deleteBenefit: Operation = {
  name: 'delete a benefit',
  weight: 1,
  rights: { benefits: { delete: { admin: KINDS } } },
  races: (['ada', 'bea'] as const).map((by) =>
    race(by, 'deletes', ({ model, ids }) => removing(model, ids[by], ids.benefit), 'placed', 'first'),
  ),
  draw: fc.record({ who: one, benefit: one }).map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    return removing(model, by, choose(drawn.benefit, model.benefits.keys(), idsOf(model, 'benefit')))
  }),
}

export const benefits: Operation[] = [createBenefit, changeBenefit, deleteBenefit]
