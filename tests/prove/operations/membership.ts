import fc from 'fast-check'
import { BOTH } from '../matrix/rule.ts'
import {
  type Actor,
  isAdmin,
  type Line,
  living,
  type Model,
  member,
  otherAdmin,
  type Person,
} from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, admins, choose, one, person, planned } from './draw.ts'
import { forgetInvitations } from './invite-rules.ts'
import { type Operation, type Race, type Request, race } from './operation.ts'

type Role = Person['role']

/** Whom a change of `id` by `by` reaches: oneself, or anyone if by an admin; else the result of a write that hits no row. */
export function reached(model: Model, by: Actor, id: string): Person | Answer {
  if (by === undefined) return DENIED
  const target = member(model, id)
  return target && (by === id || isAdmin(model, by)) ? target : rows(0)
}

/** D29: changes by admins are logged, what members change of themselves is not. */
export function note(model: Model, by: Actor, target: Person, wasAdmin: boolean, what: Line['what']): void {
  if (what.length > 0 && by && (wasAdmin || by !== target.id)) {
    model.log.push({ actor: by, row: target.id, action: 'update', what })
  }
}

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

export const settingRole = (by: Actor, id: string, role: Role, seen?: Role): Request => ({
  by,
  call: { update: 'profiles', set: { role }, where: { id, ...(seen ? { role: seen } : {}) } },
  does: (now) => setRole(now, by, id, role, seen),
})

const raceRole = (name: Name, whom: Name, role: Role, alone?: Race['alone']) =>
  race(
    name,
    `makes ${whom} ${role}`,
    [whom],
    ({ ids }, by) => settingRole(by, ids[whom], role, role === 'admin' ? 'user' : 'admin'),
    { by: name, alone },
  )

export const changeRole: Operation = {
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
  draw: planned(
    {
      who: one,
      whom: one,
      own: fc.nat({ max: 5 }),
      role: fc.constantFrom<Role>('user', 'user', 'admin'),
    },
    (model, drawn) => {
      const by = actor(model, drawn.who, admins)
      const others = living(model).filter(({ role }) => role !== drawn.role)
      const whom = choose(drawn.whom, others, model.people.values())
      return settingRole(by, drawn.own === 5 && by !== undefined ? by : whom.id, drawn.role)
    },
  ),
}

function remove(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by) || !member(model, id)) return rows(0)
  return by === id ? 'cannot_delete_self' : erase(model, by, id)
}

/** D12: the login is deleted too, what the person did stays without personal data. `by` is null when Auth does it. */
export function erase(model: Model, by: string | null, id: string): Answer {
  if (isAdmin(model, id) && !otherAdmin(model, id)) return 'last_admin'
  const gone = model.people.get(id)
  if (gone) forgetInvitations(model, gone)
  Object.assign(gone ?? {}, { alive: false })
  const request = model.deletions.get(id)
  if (request) request.age = undefined
  for (const order of model.orders.values()) {
    if (order.account === id) Object.assign(order, { customer: null, address: null, email: null })
  }
  for (const [order, desk] of model.desk) {
    if (desk.assignee === id) desk.assignee = null
    if (model.orders.get(order)?.account === id) for (const note of desk.notes) note.body = null
  }
  model.views = model.views.filter(({ admin }) => admin !== id)
  model.emails = model.emails.filter(({ to }) => to !== id)
  model.notices = model.notices.filter(({ to }) => to !== id)
  for (const key of model.choices.keys()) if (key.startsWith(id)) model.choices.delete(key)
  for (const entry of model.ledger) {
    if (entry.actor === id && entry.type === 'adjustment' && entry.order === null)
      entry.text = 'Adjustment by an admin'
  }
  const invitations = model.invitations.map(({ code }) => code)
  for (const code of [...model.codes.token.values(), ...model.codes.invite.values(), ...invitations]) {
    if (code.by === id) code.by = null
  }
  for (const line of model.log) {
    if (line.row === id) line.what = line.what.filter((what) => what !== 'name' && what !== 'phone')
  }
  model.log.push({ actor: by, row: id, action: 'delete', what: [] })
  return rows(1)
}

export const removing = (by: Actor, id: string): Request => ({
  by,
  call: { remove: 'profiles', where: { id } },
  does: (now) => remove(now, by, id),
})

const raceRemove = (name: Name, whom: Name, alone?: Race['alone']) =>
  race(
    name,
    `deletes ${whom}`,
    whom === 'mia' ? ['mia', 'placed', 'first', 'second', 'code'] : [whom, 'mia'],
    ({ ids }, by) => removing(by, ids[whom]),
    { by: name, alone },
  )

export const deletePerson: Operation = {
  name: 'delete a person',
  weight: 2,
  rights: { profiles: { delete: { admin: ['foreign'] } } },
  races: [
    raceRemove('ada', 'mia'),
    raceRemove('bea', 'mia'),
    raceRemove('ada', 'bea', 'both'),
    raceRemove('bea', 'ada', 'both'),
  ],
  draw: planned({ who: one, whom: one, own: fc.nat({ max: 7 }) }, (model, { who, whom, own }) => {
    const by = actor(model, who, admins)
    return removing(by, own === 7 && by !== undefined ? by : person(model, whom).id)
  }),
}
