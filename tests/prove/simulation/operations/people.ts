import fc from 'fast-check'
import { actor, admins, choose, one, person } from '../draw.ts'
import { type Actor, isAdmin, type Line, type Model, member, type Person, post, wordsFor } from '../model.ts'
import { type Answer, DENIED, literal, MALFORMED, type Plan, rows } from '../request.ts'

/** Whom a change of `id` by `by` reaches: oneself, or anybody if an admin does it; a word if nobody. */
function reached(model: Model, by: Actor, id: string): Person | Answer {
  if (by === undefined) return DENIED
  const target = member(model, id)
  return target && (by === id || isAdmin(model, by)) ? target : rows(0)
}

/** D29: changes by admins are noted, what members change of themselves is not. */
function note(model: Model, by: string, target: Person, wasAdmin: boolean, what: Line['what']): void {
  if (what.length > 0 && (wasAdmin || by !== target.id)) {
    model.log.push({ actor: by, row: target.id, action: 'update', what })
  }
}

function editName(model: Model, by: Actor, id: string, name: string, phone: string): Answer {
  const target = reached(model, by, id)
  if (typeof target === 'string') return target
  if (name.trim() === '') return MALFORMED
  const next = { name: name.trim(), phone: phone.trim() || null }
  const what = (['name', 'phone'] as const).filter((key) => next[key] !== target[key])
  Object.assign(target, next)
  note(model, String(by), target, target.role === 'admin', what)
  return rows(1)
}

export const editingNames: fc.Arbitrary<Plan> = fc
  .record({
    who: one,
    whom: one,
    own: fc.nat({ max: 2 }),
    name: fc.constantFrom('Nora', ' Nils ', ' '),
    phone: fc.constantFrom('1', ' '),
  })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, ({ role }) => drawn.own < 2 || role === 'admin')
    const id = drawn.own < 2 && by !== undefined ? by : person(model, drawn.whom).id
    return {
      words: `${wordsFor(model, by)} calls ${wordsFor(model, id)} "${drawn.name}", phone "${drawn.phone}"`,
      by,
      sql: `update profiles set name = ${literal(drawn.name)}, phone = ${literal(drawn.phone)}
        where id = ${literal(id)} returning id`,
      does: (now) => editName(now, by, id, drawn.name, drawn.phone),
    }
  })

/** D7: on the condition of the value that was seen; the change is an entry that names the admin. */
function editTokens(model: Model, by: Actor, id: string, seen: number, to: number): Answer {
  const target = reached(model, by, id)
  if (typeof target === 'string') return target
  if (target.tokens !== seen) return rows(0)
  if (to === seen) return rows(1)
  if (!isAdmin(model, by)) return 'profile_column_forbidden'
  if (to < 0) return 'insufficient_tokens'
  const text = `Adjustment by ${member(model, by)?.name}`
  post(model, target, { type: 'adjustment', amount: to - seen, text, actor: by })
  note(model, by, target, target.role === 'admin', ['current_tokens'])
  return rows(1)
}

export const editingTokens: fc.Arbitrary<Plan> = fc
  .record({
    who: one,
    whom: one,
    to: fc.integer({ min: -1, max: 120 }),
    seen: fc.constantFrom('right', 'right', 'right', 'stale'),
  })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    // Who is no admin tries it on the own account: no other is within reach.
    const id = isAdmin(model, by) || by === undefined ? person(model, drawn.whom).id : by
    const seen = (model.people.get(id)?.tokens ?? 0) + (drawn.seen === 'right' ? 0 : 7)
    return {
      words: `${wordsFor(model, by)} sets the tokens of ${wordsFor(model, id)} from ${seen} to ${drawn.to}`,
      by,
      sql: `update profiles set current_tokens = ${drawn.to}, adjustment_reason = 'Simulated'
        where id = ${literal(id)} and current_tokens = ${seen} returning id`,
      does: (now) => editTokens(now, by, id, seen, drawn.to),
    }
  })

/** D11: the last admin stays. */
function setRole(model: Model, by: Actor, id: string, role: Person['role']): Answer {
  const target = reached(model, by, id)
  if (typeof target === 'string') return target
  if (role === target.role) return rows(1)
  if (!isAdmin(model, by)) return 'profile_column_forbidden'
  if (role === 'user' && !otherAdmin(model, id)) return 'last_admin'
  const wasAdmin = target.role === 'admin'
  target.role = role
  note(model, by, target, wasAdmin, ['role'])
  return rows(1)
}

const otherAdmin = (model: Model, id: string) =>
  [...model.people.keys()].some((other) => other !== id && isAdmin(model, other))

export const settingRoles: fc.Arbitrary<Plan> = fc
  .record({
    who: one,
    whom: one,
    own: fc.nat({ max: 5 }),
    role: fc.constantFrom<Person['role']>('user', 'user', 'admin'),
  })
  .map((drawn) => (model) => {
    const by = actor(model, drawn.who, admins)
    const others = [...model.people.values()].filter(({ alive, role }) => alive && role !== drawn.role)
    const whom = choose(drawn.whom, others, model.people.values())
    return plainRole(model, by, drawn.own === 5 && by !== undefined ? by : whom.id, drawn.role)
  })

/** Makes somebody an admin, or not. */
export const plainRole = (model: Model, by: Actor, id: string, role: Person['role']) => ({
  words: `${wordsFor(model, by)} makes ${wordsFor(model, id)} ${role === 'admin' ? 'an admin' : 'a member'}`,
  by,
  sql: `update profiles set role = ${literal(role)} where id = ${literal(id)} returning id`,
  does: (now: Model) => setRole(now, by, id, role),
})

function remove(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by) || !member(model, id)) return rows(0)
  return by === id ? 'cannot_delete_self' : erase(model, by, id)
}

/** D12: the login goes too, what the person did stays without the person's data. `by` is null when Auth does it. */
export function erase(model: Model, by: string | null, id: string): Answer {
  if (isAdmin(model, id) && !otherAdmin(model, id)) return 'last_admin'
  Object.assign(model.people.get(id) ?? {}, { alive: false })
  for (const order of model.orders.values()) {
    if (order.account === id) Object.assign(order, { customer: null, address: null, email: null })
  }
  for (const entry of model.ledger) {
    if (entry.actor === id && entry.type === 'adjustment') entry.text = 'Adjustment by an admin'
  }
  for (const code of [...model.codes.token.values(), ...model.codes.invite.values()]) {
    if (code.by === id) code.by = null
  }
  for (const line of model.log) {
    if (line.row === id) line.what = line.what.filter((what) => what !== 'name' && what !== 'phone')
  }
  model.log.push({ actor: by, row: id, action: 'delete', what: [] })
  return rows(1)
}

export const removing: fc.Arbitrary<Plan> = fc
  .record({ who: one, whom: one })
  .map(
    (drawn) => (model) => plainRemoval(model, actor(model, drawn.who, admins), person(model, drawn.whom).id),
  )

/** Deletes somebody. */
export const plainRemoval = (model: Model, by: Actor, id: string) => ({
  words: `${wordsFor(model, by)} deletes ${wordsFor(model, id)}`,
  by,
  sql: `delete from profiles where id = ${literal(id)} returning id`,
  does: (now: Model) => remove(now, by, id),
})
