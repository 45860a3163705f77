import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { actor, admins, choose, one } from '../draw.ts'
import { type Actor, type Benefit, idsOf, isAdmin, type Model, send, wordsFor } from '../model.ts'
import { type Answer, DENIED, DUPLICATE, literal, MALFORMED, type Plan, rows } from '../request.ts'

const price = fc.constantFrom(0, 1, 4, 12, 30, 80)

function create(model: Model, by: Actor, benefit: Benefit): Answer {
  if (!isAdmin(model, by)) return DENIED
  if (benefit.price < 1) return MALFORMED
  if (model.benefits.has(benefit.id)) return DUPLICATE
  model.benefits.set(benefit.id, { ...benefit })
  model.log.push({ actor: by, row: benefit.id, action: 'insert', what: [] })
  return rows(1)
}

export const creatingBenefits: fc.Arbitrary<Plan> = fc
  .record({ who: one, price, active: fc.boolean() })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    const id = send(model, 'benefit', randomUUID())
    const benefit = { id, name: wordsFor(model, id), price: drawn.price, active: drawn.active }
    return {
      words: `${wordsFor(model, by)} makes ${benefit.name} at ${drawn.price}, ${drawn.active ? 'active' : 'inactive'}`,
      by,
      sql: `insert into benefits (id, name, description, token_value, is_active)
        values (${[id, benefit.name, 'What it is.', drawn.price, drawn.active].map(literal)}) returning id`,
      does: (now) => create(now, by, benefit),
    }
  })

function change(model: Model, by: Actor, id: string, change: Partial<Benefit>): Answer {
  if (by === undefined) return DENIED
  const found = model.benefits.get(id)
  if (!isAdmin(model, by) || !found) return rows(0)
  if (change.price !== undefined && change.price < 1) return MALFORMED
  const what = [
    ...(change.active !== undefined && change.active !== found.active ? ['is_active'] : []),
    ...(change.price !== undefined && change.price !== found.price ? ['token_value'] : []),
  ]
  Object.assign(found, change)
  model.log.push({ actor: by, row: id, action: 'update', what })
  return rows(1)
}

export const changingBenefits: fc.Arbitrary<Plan> = fc
  .record({
    who: one,
    benefit: one,
    change: fc.oneof(fc.record({ price }), fc.record({ active: fc.boolean() })),
  })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    const id = choose(drawn.benefit, model.benefits.keys(), idsOf(model, 'benefit'))
    const set =
      'price' in drawn.change ? `token_value = ${drawn.change.price}` : `is_active = ${drawn.change.active}`
    return {
      words: `${wordsFor(model, by)} sets ${set} of ${wordsFor(model, id)}`,
      by,
      sql: `update benefits set ${set} where id = ${literal(id)} returning id`,
      does: (now) => change(now, by, id, drawn.change),
    }
  })

/** D13: its orders stay. */
function remove(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by) || !model.benefits.delete(id)) return rows(0)
  for (const order of model.orders.values()) if (order.benefit === id) order.benefit = null
  model.log.push({ actor: by, row: id, action: 'delete', what: [] })
  return rows(1)
}

export const removingBenefits: fc.Arbitrary<Plan> = fc
  .record({ who: one, benefit: one })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    const id = choose(drawn.benefit, model.benefits.keys(), idsOf(model, 'benefit'))
    return {
      words: `${wordsFor(model, by)} deletes ${wordsFor(model, id)}`,
      by,
      sql: `delete from benefits where id = ${literal(id)} returning id`,
      does: (now) => remove(now, by, id),
    }
  })
