import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Actor, idsOf, isAdmin, type Model, send, touch } from '../model/model.ts'
import { type Answer, DENIED, DUPLICATE, rows } from './answer.ts'
import { actor, admins, choose, type One, one, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

const anyOf = (model: Model, drawn: One) =>
  choose(drawn, model.categories.keys(), [...idsOf(model, 'category'), randomUUID()])
const isTaken = (model: Model, name: string) =>
  [...model.categories.values()].some((one) => one.name.toLowerCase() === name.toLowerCase())

function create(model: Model, by: Actor, id: string, name: string): Answer {
  if (!isAdmin(model, by)) return DENIED
  if (model.categories.has(id) || isTaken(model, name)) return DUPLICATE
  model.categories.set(id, { id, name })
  model.log.push({ actor: by, row: id, action: 'insert', what: [] })
  return rows(1)
}

const creating = (by: Actor, id: string, name: string): Request => ({
  by,
  call: { insert: 'categories', rows: [{ id, name }] },
  does: (now) => create(now, by, id, name),
})

function rename(model: Model, by: Actor, id: string, name: string): Answer {
  if (by === undefined) return DENIED
  const found = model.categories.get(id)
  if (!isAdmin(model, by) || !found) return rows(0)
  if (found.name.toLowerCase() !== name.toLowerCase() && isTaken(model, name)) return DUPLICATE
  model.log.push({ actor: by, row: id, action: 'update', what: found.name === name ? [] : ['name'] })
  found.name = name
  return rows(1)
}

const renaming = (by: Actor, id: string, name: string): Request => ({
  by,
  call: { update: 'categories', set: { name }, where: { id } },
  does: (now) => rename(now, by, id, name),
})

/** Its benefits stay, without one. */
function remove(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by) || !model.categories.delete(id)) return rows(0)
  for (const benefit of model.benefits.values()) {
    if (benefit.category !== id) continue
    benefit.category = null
    touch(model, benefit.id)
  }
  model.log.push({ actor: by, row: id, action: 'delete', what: [] })
  return rows(1)
}

const removing = (by: Actor, id: string): Request => ({
  by,
  call: { remove: 'categories', where: { id } },
  does: (now) => remove(now, by, id),
})

function put(model: Model, by: Actor, id: string, category: string): Answer {
  if (by === undefined) return DENIED
  const found = model.benefits.get(id)
  if (!isAdmin(model, by) || !found) return rows(0)
  if (!model.categories.has(category)) return 'category_deleted'
  const what = found.category === category ? [] : ['category_id']
  found.category = category
  touch(model, id)
  model.log.push({ actor: by, row: id, action: 'update', what })
  return rows(1)
}

const putting = (by: Actor, id: string, category: string): Request => ({
  by,
  call: { update: 'benefits', set: { category_id: category }, where: { id } },
  does: (now) => put(now, by, id, category),
})

const name = fc.nat({ max: 5 })
/** A name that no other model has, in whatever database; sometimes one that is taken. */
const nameOf = (model: Model, drawn: number) =>
  (drawn === 5 && [...model.categories.values()][0]?.name.toUpperCase()) || `Of ${randomUUID()}`

export const categories: Operation[] = [
  {
    name: 'create a category',
    weight: 1,
    rights: { categories: { insert: { admin: { kinds: ['new'], columns: ['id', 'name'] } } } },
    draw: planned({ who: one, name }, (model, { who, name }) =>
      creating(actor(model, who, admins), send(model, 'category', randomUUID()), nameOf(model, name)),
    ),
  },
  {
    name: 'rename a category',
    weight: 1,
    rights: {
      categories: {
        update: { admin: { kinds: ['named'], columns: ['name'] } },
        // Hosted, the REST layer also writes the key, and is refused.
        upsert: { admin: { kinds: ['named'], perhaps: true } },
      },
    },
    races: [
      race('ada', 'renames the category', ['category'], ({ ids }, by) =>
        renaming(by, ids.category, `Of ${ids.category}`),
      ),
    ],
    draw: planned({ who: one, category: one, name }, (model, { who, category, name }) =>
      renaming(actor(model, who, admins), anyOf(model, category), nameOf(model, name)),
    ),
  },
  {
    name: 'delete a category',
    weight: 1,
    meets: ['put a benefit into a category'],
    rights: { categories: { delete: { admin: ['named'] } } },
    races: [
      race('bea', 'deletes the category', ['category', 'benefit'], ({ ids }, by) =>
        removing(by, ids.category),
      ),
    ],
    draw: planned({ who: one, category: one }, (model, { who, category }) =>
      removing(actor(model, who, admins), anyOf(model, category)),
    ),
  },
  {
    name: 'put a benefit into a category',
    weight: 2,
    meets: ['delete a category'],
    races: [
      race('ada', 'puts the benefit into the category', ['category', 'benefit'], ({ ids }, by) =>
        putting(by, ids.benefit, ids.category),
      ),
    ],
    draw: planned({ who: one, benefit: one, category: one }, (model, { who, benefit, category }) =>
      putting(
        actor(model, who, admins),
        choose(benefit, model.benefits.keys(), idsOf(model, 'benefit')),
        anyOf(model, category),
      ),
    ),
  },
]
