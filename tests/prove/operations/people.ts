import fc from 'fast-check'
import { BOTH } from '../matrix/rule.ts'
import { type Actor, idsOf, isAdmin, type Model, member, post } from '../model/model.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, admins, everyone, one, person, pick, planned, which } from './draw.ts'
import { changeRole, deletePerson, note, reached } from './membership.ts'
import { notify } from './notices.ts'
import { literal, type Operation, type Request, race } from './operation.ts'

function editName(model: Model, by: Actor, id: string, name: string, phone: string): Answer {
  const target = reached(model, by, id)
  if (typeof target === 'string') return target
  if (name.trim() === '') return 'invalid_profile'
  const next = { name: name.trim(), phone: phone.trim() || null }
  const what = (['name', 'phone'] as const).filter((key) => next[key] !== target[key])
  Object.assign(target, next)
  note(model, by, target, target.role === 'admin', what)
  return rows(1)
}

const renaming = (by: Actor, id: string, name: string, phone = ''): Request => ({
  by,
  call: { update: 'profiles', set: { name, phone }, where: { id } },
  does: (now) => editName(now, by, id, name, phone),
})

const OWN = ['name', 'phone']

const rename: Operation = {
  name: 'rename a person',
  weight: 2,
  rights: {
    profiles: {
      update: { member: { kinds: ['own'], columns: OWN }, admin: { kinds: BOTH, columns: OWN } },
    },
  },
  races: (['mia', 'ada'] as const).map((name) =>
    race(name, 'renames mia', ['mia'], ({ ids }, by) => renaming(by, ids.mia, `Mia ${name}`)),
  ),
  draw: planned(
    {
      who: one,
      whom: one,
      own: fc.nat({ max: 2 }),
      name: fc.constantFrom('Nora', ' Nils ', ' '),
      phone: fc.constantFrom('1', ' '),
    },
    (model, { who, whom, own, name, phone }) => {
      const by = actor(model, who, ({ role }) => own < 2 || role === 'admin')
      return renaming(by, own < 2 && by !== undefined ? by : person(model, whom).id, name, phone)
    },
  ),
}

export type GrantType = 'purchase' | 'adjustment'

/** D45: what the member reads. */
export const granted = (type: GrantType, amount: number, admin?: string): string =>
  type === 'purchase' ? `Bought ${amount} token${amount === 1 ? '' : 's'}` : `Adjustment by ${admin}`

/** D7: on the condition of the value that was seen; the change is a ledger entry that names the admin. */
function editTokens(model: Model, by: Actor, id: string, seen: number, to: number, type: GrantType): Answer {
  const target = reached(model, by, id)
  if (typeof target === 'string') return target
  if (target.tokens !== seen) return rows(0)
  if (!isAdmin(model, by)) return 'profile_column_forbidden'
  if (to === seen) return rows(1)
  if (to < 0) return 'insufficient_tokens'
  if (type === 'purchase' && to < seen) return 'invalid_grant_type'
  const text = granted(type, to - seen, member(model, by)?.name)
  post(model, target, { type, amount: to - seen, text, actor: by })
  notify(model, by, 'tokens_adjusted', id, 'balance', String(to - seen))
  note(model, by, target, target.role === 'admin', ['current_tokens'])
  return rows(1)
}

const editingTokens = (
  by: Actor,
  id: string,
  seen: number,
  to: number,
  type: GrantType = 'adjustment',
): Request => ({
  by,
  call: {
    update: 'profiles',
    set: { current_tokens: to, adjustment_type: type, adjustment_reason: 'Simulated' },
    where: { id, current_tokens: seen },
  },
  does: (now) => editTokens(now, by, id, seen, to, type),
})

const raceTokens = (name: 'ada' | 'bea', delta: number) =>
  race(name, `edits mia's balance by ${delta}`, ['mia'], ({ model, ids }, by) => {
    const seen = model.people.get(ids.mia)?.tokens ?? 0
    return editingTokens(by, ids.mia, seen, seen + delta)
  })

const editBalance: Operation = {
  name: 'edit a balance',
  weight: 4,
  rights: {
    profiles: {
      update: {
        admin: {
          kinds: BOTH,
          columns: ['current_tokens', 'adjustment_type', 'adjustment_reason'],
          overruled: ['adjustment_type', 'adjustment_reason'],
          requires: { current_tokens: { adjustment_reason: 'Tried by the proof' } },
        },
      },
    },
  },
  races: [raceTokens('ada', 20), raceTokens('bea', -5)],
  draw: planned(
    {
      who: one,
      whom: one,
      to: fc.oneof(fc.nat({ max: 120 }), fc.nat({ max: 120 }), fc.nat({ max: 120 }), fc.constant(-1)),
      seen: fc.constantFrom('right', 'right', 'right', 'stale'),
      type: fc.constantFrom<GrantType>('purchase', 'adjustment'),
    },
    (model, drawn) => {
      const by = actor(model, drawn.who, admins)
      // Non-admins reach only their own account.
      const id = isAdmin(model, by) || by === undefined ? person(model, drawn.whom).id : by
      const seen = (model.people.get(id)?.tokens ?? 0) + (drawn.seen === 'right' ? 0 : 7)
      return editingTokens(by, id, seen, drawn.to, drawn.type)
    },
  ),
}

/** D1, D2: what no client may write, admins included. */
const forge: Operation = {
  name: 'forge rows',
  weight: 1,
  draw: planned({ who: one, whom: one, which }, (model, { who, whom, which }) => {
    const id = literal(person(model, whom).id)
    const code = literal(pick(idsOf(model, 'token'), which))
    const statements = [
      `update redeem_codes set uses = 0 where code = ${code}`,
      `update invite_codes set uses = 0`,
      `delete from redeem_codes where code = ${code}`,
      `insert into token_transactions (user_id, transaction_type, amount, description) values (${id}, 'purchase', 9, 'x')`,
      `update token_transactions set amount = 99 where account_id = ${id}`,
      `delete from token_transactions where account_id = ${id}`,
      `update orders set benefit_token_value = 1 where account_id = ${id}`,
      `delete from orders where account_id = ${id}`,
      `update profiles set email = 'x@example.test' where id = ${id}`,
      `select * from private.attempts`,
    ]
    return { by: actor(model, who, everyone), call: { sql: pick(statements, which) }, does: () => DENIED }
  }),
}

export const people: Operation[] = [rename, editBalance, changeRole, deletePerson, forge]
