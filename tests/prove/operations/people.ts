import fc from 'fast-check'
import {
  type Actor,
  idsOf,
  isAdmin,
  type Line,
  type Model,
  member,
  otherAdmin,
  type Person,
  post,
  wordsFor,
} from '../model/model.ts'
import type { Name, Stage } from '../races/stage.ts'
import { actor, admins, choose, everyone, one, person, pick, which } from './draw.ts'
import {
  type Answer,
  DENIED,
  literal,
  MALFORMED,
  type Operation,
  type Race,
  type Request,
  rows,
} from './operation.ts'

const BOTH = ['own', 'foreign']

/** Whom a change of `id` by `by` reaches: oneself, or anyone if by an admin; else the answer of a write that hits no row. */
function reached(model: Model, by: Actor, id: string): Person | Answer {
  if (by === undefined) return DENIED
  const target = member(model, id)
  return target && (by === id || isAdmin(model, by)) ? target : rows(0)
}

/** D29: changes by admins are logged, what members change of themselves is not. */
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

const editingName = (model: Model, by: Actor, id: string, name: string, phone: string): Request => ({
  words: `${wordsFor(model, by)} renames ${wordsFor(model, id)} "${name}", phone "${phone}"`,
  by,
  call: { update: 'profiles', set: { name, phone }, where: { id } },
  does: (now) => editName(now, by, id, name, phone),
})

const race = (
  by: Name,
  what: string,
  on: Race['on'],
  request: (stage: Stage, by: string) => Request,
): Race => ({
  name: `${by} ${what}`,
  on,
  by,
  request: (stage) => request(stage, stage.ids[by]),
})

const rename: Operation = {
  name: 'rename a person',
  weight: 2,
  rights: {
    profiles: {
      update: {
        member: { kinds: ['own'], columns: ['name', 'phone'] },
        admin: { kinds: BOTH, columns: ['name', 'phone'] },
      },
    },
  },
  races: [
    race('mia', 'renames mia', ['mia'], ({ model, ids }, by) =>
      editingName(model, by, ids.mia, 'Mia Own', ''),
    ),
    race('ada', 'renames mia', ['mia'], ({ model, ids }, by) =>
      editingName(model, by, ids.mia, 'Mia Ada', ''),
    ),
  ],
  draw: fc
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
      return editingName(model, by, id, drawn.name, drawn.phone)
    }),
}

/** D7: on the condition of the value that was seen; the change is a ledger entry that names the admin. */
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

const editingTokens = (model: Model, by: Actor, id: string, seen: number, to: number): Request => ({
  words: `${wordsFor(model, by)} sets the tokens of ${wordsFor(model, id)} from ${seen} to ${to}`,
  by,
  call: {
    update: 'profiles',
    set: { current_tokens: to, adjustment_reason: 'Simulated' },
    where: { id, current_tokens: seen },
  },
  does: (now) => editTokens(now, by, id, seen, to),
})

const raceTokens = (by: Name, delta: number) =>
  race(by, `edits mia's balance by ${delta}`, ['mia'], ({ model, ids }, admin) => {
    const seen = model.people.get(ids.mia)?.tokens ?? 0
    return editingTokens(model, admin, ids.mia, seen, seen + delta)
  })

const editBalance: Operation = {
  name: 'edit a balance',
  weight: 4,
  rights: {
    profiles: {
      update: {
        admin: {
          kinds: BOTH,
          columns: ['current_tokens', 'adjustment_reason'],
          overruled: ['adjustment_reason'],
          requires: { current_tokens: { adjustment_reason: 'Tried by the proof' } },
        },
      },
    },
  },
  races: [raceTokens('ada', 20), raceTokens('bea', -5)],
  draw: fc
    .record({
      who: one,
      whom: one,
      to: fc.integer({ min: -1, max: 120 }),
      seen: fc.constantFrom('right', 'right', 'right', 'stale'),
    })
    .map((drawn) => (model) => {
      const by = actor(model, drawn.who, admins)
      // Whoever is no admin reaches only their own account.
      const id = isAdmin(model, by) || by === undefined ? person(model, drawn.whom).id : by
      const seen = (model.people.get(id)?.tokens ?? 0) + (drawn.seen === 'right' ? 0 : 7)
      return editingTokens(model, by, id, seen, drawn.to)
    }),
}

type Role = Person['role']

/** D11: the last admin stays. */
function setRole(model: Model, by: Actor, id: string, role: Role, seen?: Role): Answer {
  const target = reached(model, by, id)
  if (typeof target === 'string') return target
  if (seen !== undefined && target.role !== seen) return rows(0)
  if (role === target.role) return rows(1)
  if (!isAdmin(model, by)) return 'profile_column_forbidden'
  if (role === 'user' && !otherAdmin(model, id)) return 'last_admin'
  const wasAdmin = target.role === 'admin'
  target.role = role
  note(model, by, target, wasAdmin, ['role'])
  return rows(1)
}

export const settingRole = (model: Model, by: Actor, id: string, role: Role, seen?: Role): Request => ({
  words: `${wordsFor(model, by)} makes ${wordsFor(model, id)} ${role === 'admin' ? 'an admin' : 'a member'}`,
  by,
  call: { update: 'profiles', set: { role }, where: { id, ...(seen ? { role: seen } : {}) } },
  does: (now) => setRole(now, by, id, role, seen),
})

const raceRole = (by: Name, whom: Name, role: Role, alone?: Race['alone']): Race => ({
  ...race(by, `makes ${whom} ${role}`, [whom], ({ model, ids }, admin) =>
    settingRole(model, admin, ids[whom], role, role === 'admin' ? 'user' : 'admin'),
  ),
  alone,
})

const changeRole: Operation = {
  name: 'change a role',
  weight: 3,
  meets: ['change a role', 'delete a person'],
  rights: { profiles: { update: { admin: { kinds: BOTH, columns: ['role'] } } } },
  races: [
    raceRole('ada', 'mia', 'admin'),
    raceRole('bea', 'mia', 'user'),
    raceRole('ada', 'bea', 'user', 'both'),
    raceRole('bea', 'ada', 'user', 'both'),
    raceRole('ada', 'ada', 'user', 'both'),
  ],
  draw: fc
    .record({
      who: one,
      whom: one,
      own: fc.nat({ max: 5 }),
      role: fc.constantFrom<Role>('user', 'user', 'admin'),
    })
    .map((drawn) => (model) => {
      const by = actor(model, drawn.who, admins)
      const others = [...model.people.values()].filter(({ alive, role }) => alive && role !== drawn.role)
      const whom = choose(drawn.whom, others, model.people.values())
      return settingRole(model, by, drawn.own === 5 && by !== undefined ? by : whom.id, drawn.role)
    }),
}

function remove(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by) || !member(model, id)) return rows(0)
  return by === id ? 'cannot_delete_self' : erase(model, by, id)
}

/** D12: the login is deleted too, what the person did stays without personal data. `by` is null when Auth does it. */
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

export const removing = (model: Model, by: Actor, id: string): Request => ({
  words: `${wordsFor(model, by)} deletes ${wordsFor(model, id)}`,
  by,
  call: { remove: 'profiles', where: { id } },
  does: (now) => remove(now, by, id),
})

const raceRemove = (by: Name, whom: Name, alone?: Race['alone']): Race => ({
  ...race(
    by,
    `deletes ${whom}`,
    whom === 'mia' ? ['mia', 'placed', 'first', 'second', 'code'] : [whom, 'mia'],
    ({ model, ids }, admin) => removing(model, admin, ids[whom]),
  ),
  alone,
})

const deletePerson: Operation = {
  name: 'delete a person',
  weight: 2,
  rights: { profiles: { delete: { admin: ['foreign'] } } },
  races: [
    raceRemove('ada', 'mia'),
    raceRemove('bea', 'mia'),
    raceRemove('ada', 'bea', 'both'),
    raceRemove('bea', 'ada', 'both'),
  ],
  draw: fc
    .record({ who: one, whom: one })
    .map(
      (drawn) => (model) => removing(model, actor(model, drawn.who, admins), person(model, drawn.whom).id),
    ),
}

/** D1, D2: what nobody may write, admins neither. */
const forge: Operation = {
  name: 'forge rows',
  weight: 1,
  draw: fc.record({ who: one, whom: one, which }).map((drawn) => (model) => {
    const by = actor(model, drawn.who, everyone)
    const id = literal(person(model, drawn.whom).id)
    const code = literal(pick(idsOf(model, 'token'), drawn.which))
    const sql = pick(
      [
        `update redeem_codes set is_used = false where code = ${code}`,
        `update invite_codes set is_used = false`,
        `delete from redeem_codes where code = ${code}`,
        `insert into token_transactions (user_id, transaction_type, amount, description) values (${id}, 'purchase', 9, 'x')`,
        `update token_transactions set amount = 99 where account_id = ${id}`,
        `delete from token_transactions where account_id = ${id}`,
        `update orders set benefit_token_value = 1 where account_id = ${id}`,
        `delete from orders where account_id = ${id}`,
        `update profiles set email = 'x@example.test' where id = ${id}`,
        `select * from private.attempts`,
      ],
      drawn.which,
    )
    return { words: `${wordsFor(model, by)} tries: ${sql}`, by, call: { sql }, does: () => DENIED }
  }),
}

export const people: Operation[] = [rename, editBalance, changeRole, deletePerson, forge]
