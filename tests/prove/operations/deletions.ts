import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, isAdmin, type Model, member, otherAdmin, type Person } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, choose, everyone, type One, one, planned } from './draw.ts'
import { queueEmail } from './emails.ts'
import { erase } from './membership.ts'
import { AUTH, KNOWN, literal, type Operation, type Request, race } from './operation.ts'
import { moveTo } from './order-status.ts'

const A_DAY = 5
const requestOf = (model: Model, id: string) => model.deletions.get(id) ?? { asked: 0, age: undefined }
const isLast = (model: Model, id: string) => isAdmin(model, id) && !otherAdmin(model, id)

/** D49: after the password, once a minute and five times a day. */
function ask(model: Model, by: Actor, entered: boolean): Answer {
  if (by === undefined) return DENIED
  const person = member(model, by)
  if (!person) return 'not_signed_in'
  if (!entered) return 'password_required'
  if (isLast(model, by)) return 'last_admin'
  const { asked, age } = requestOf(model, by)
  if (person.leaving || age === 'new') return rows(1)
  if (asked >= A_DAY) return 'rate_limited'
  model.deletions.set(by, { asked: asked + 1, age: 'new' })
  queueEmail(model, 'deletion_requested', by, by)
  return rows(1)
}

export const asking = (by: Actor, entered = true): Request => ({
  by,
  claims: entered ? { amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }] } : {},
  call: { sql: 'select from public.request_deletion()' },
  does: (now) => ask(now, by, entered),
})

function setLeaving(model: Model, person: Person, leaving: boolean): void {
  person.leaving = leaving
  model.log.push({ actor: person.id, row: person.id, action: 'update', what: ['deletes_at'] })
}

/** D49: by the member who asked, within a day, with the token of the newest email. */
function confirm(model: Model, by: Actor, of: string, nth: number): Answer {
  if (by === undefined) return DENIED
  const person = member(model, by)
  if (!person) return 'not_signed_in'
  const { asked, age } = requestOf(model, by)
  const known = age !== undefined && by === of && nth === asked
  if (!known || (age === 'day' && !person.leaving)) return 'deletion_not_found'
  if (person.leaving) return rows(1)
  if (isLast(model, by)) return 'last_admin'
  setLeaving(model, person, true)
  queueEmail(model, 'deletion_scheduled', by, by)
  return rows(1)
}

/** With the token of the nth email to a person. */
export const confirming = (by: Actor, of: string, nth: number): Request => ({
  by,
  call: {
    sql: `select from public.confirm_deletion(${KNOWN})`,
    known: `select private.deletion_token(id) from private.deletion_requests where user_id = ${literal(of)} and ${nth} = (
      select count(*) from private.attempts where kind = 'deletion' and caller = ${literal(of)})`,
  },
  does: (now) => confirm(now, by, of, nth),
})

/** D49: an email that was sent before confirms nothing afterwards. */
function keep(model: Model, by: Actor): Answer {
  if (by === undefined) return DENIED
  const person = member(model, by)
  if (!person) return 'not_signed_in'
  model.deletions.set(by, { ...requestOf(model, by), age: undefined })
  if (!person.leaving) return rows(0)
  setLeaving(model, person, false)
  return rows(1)
}

const keeping = (by: Actor): Request => ({
  by,
  call: { sql: 'select from public.keep_account() as kept where kept' },
  does: (now) => keep(now, by),
})

/** D49: open orders are cancelled, then the account is deleted as any other. */
function carryOut(model: Model, id: string): Answer {
  if (!member(model, id)?.leaving) return rows(0)
  if (isLast(model, id)) return 'last_admin'
  const open = [...model.orders.values()].filter(
    ({ account, status }) => account === id && ['pending', 'processing'].includes(status),
  )
  for (const order of open.toSorted((a, b) => (a.id < b.id ? -1 : 1))) moveTo(model, null, order, 'cancelled')
  return erase(model, null, id)
}

/** Fifteen days later, for one person, as due_deletions() does for all. */
const carryingOut = (id: string): Request => ({
  by: AUTH,
  call: {
    sql: `select pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
      select private.carry_out_deletion(${literal(id)}, now() + interval '15 days');
      select from private.audit_log where row_id = ${literal(id)} and action = 'delete' and xmin = pg_current_xact_id()::xid`,
  },
  does: (now) => carryOut(now, id),
})

const AGES = { minute: '61 seconds', day: '25 hours' }

/** Time passes: by the owner of the database. */
export const aging = (id: string, by: keyof typeof AGES): Request => ({
  by: AUTH,
  call: {
    sql: `update private.deletion_requests set requested_at = requested_at - interval '${AGES[by]}'
      where user_id = ${literal(id)} returning user_id`,
  },
  does: (now) => {
    const request = now.deletions.get(id)
    if (!request?.age) return rows(0)
    request.age = request.age === 'day' ? 'day' : by
    return rows(1)
  },
})

const raceOwn = (name: Name, what: string, request: (by: string) => Request) =>
  race(name, what, ['leaving'], (_, by) => request(by))

/** Mostly one who has asked, or is to be deleted. */
function asker(model: Model, drawn: One, leaving = false): string {
  const all = [...model.people.values()]
  const fit = all.filter((person) => (leaving ? person.leaving : requestOf(model, person.id).age))
  return choose(drawn, fit, all).id
}

export const deletions: Operation[] = [
  {
    name: 'ask to be deleted',
    weight: 2,
    meets: ['ask to be deleted', 'change a role', 'keep the account'],
    functions: signatures(['member', 'admin'], 'request_deletion() writes'),
    races: [raceOwn('mia', 'asks to be deleted', asking)],
    draw: planned({ who: one, entered: fc.constantFrom(true, true, true, false) }, (model, drawn) =>
      asking(actor(model, drawn.who, everyone), drawn.entered),
    ),
  },
  {
    name: 'confirm a deletion',
    weight: 3,
    meets: ['ask to be deleted', 'confirm a deletion', 'keep the account', 'change a role'],
    functions: signatures(['member', 'admin'], 'confirm_deletion(p_token) writes PT404'),
    races: [raceOwn('mia', 'confirms the deletion', (by) => confirming(by, by, 1))],
    draw: planned({ who: one, of: one, older: fc.constantFrom(0, 0, 0, 1) }, (model, { who, of, older }) => {
      const id = asker(model, of)
      const by = who.any < 5 ? id : actor(model, who, everyone)
      return confirming(by, id, requestOf(model, id).asked - older)
    }),
  },
  {
    name: 'keep the account',
    weight: 1,
    meets: ['confirm a deletion', 'carry out a deletion'],
    functions: signatures(['member', 'admin'], 'keep_account() writes'),
    races: [raceOwn('mia', 'keeps the account', keeping)],
    draw: planned({ who: one }, (model, { who }) =>
      keeping(who.any < 5 ? asker(model, who) : actor(model, who, everyone)),
    ),
  },
  {
    name: 'carry out a deletion',
    weight: 1,
    meets: ['place an order', 'keep the account', 'change a role', 'set the status of an order'],
    races: [{ name: 'time deletes mia', on: ['leaving', 'mia'], request: ({ ids }) => carryingOut(ids.mia) }],
    draw: planned({ whom: one }, (model, { whom }) => carryingOut(asker(model, whom, true))),
  },
  {
    name: 'let a request for deletion age',
    weight: 1,
    meets: ['ask to be deleted', 'confirm a deletion'],
    draw: planned({ whom: one, by: fc.constantFrom('minute', 'minute', 'day') }, (model, { whom, by }) =>
      aging(asker(model, whom), by as keyof typeof AGES),
    ),
  },
]
