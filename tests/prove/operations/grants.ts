import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import {
  type Actor,
  isAdmin,
  living,
  type Model,
  member,
  type Person,
  post,
  type Run,
} from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED } from './answer.ts'
import { actor, admins, one, person, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'
import { type GrantType, granted } from './people.ts'

type Line = { email: string; tokens: number }

/** Those who are meant, once each; `undefined` for a line that names nobody. */
function peopleOf(model: Model, lines: Line[]): (Person | undefined)[] {
  const people = living(model)
  const found = lines.map(({ email }) => people.find((each) => each.email === email))
  return found.map((each, at) => (found.indexOf(each) === at ? each : undefined))
}

/** D45: an entry for each line with a member; members are told when undo closes. */
function grant(model: Model, by: Actor, lines: Line[], type: GrantType): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const all: { id: string; amount: number }[] = []
  for (const [at, target] of peopleOf(model, lines).entries()) {
    const amount = lines[at]?.tokens ?? 0
    if (!target || amount < 1) continue
    post(model, target, { type, amount, text: granted(type, amount, member(model, by)?.name), actor: by })
    all.push({ id: target.id, amount })
  }
  const what = all.map(({ id, amount }) => `${id} ${amount}`)
  model.runs.push({ by, kind: 'token_grant', how: [type], what, undone: false, granted: all })
  return `${all.length} ${all.reduce((sum, { amount }) => sum + amount, 0)}`
}

const granting = (by: Actor, lines: Line[], type: GrantType = 'adjustment'): Request => ({
  by,
  call: {
    rpc: 'grant_tokens',
    args: { p_rows: lines, p_type: type, p_reason: 'Simulated', p_dry_run: false },
    returns: 'changed, tokens',
  },
  does: (now) => grant(now, by, lines, type),
})

/** D45: by these months, from the end, which has passed for nobody here. */
function extend(model: Model, by: Actor, ids: string[], months: number): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  if (months < 1) return 'invalid_months'
  const found = [...new Set(ids)].flatMap((id) => member(model, id) ?? [])
  const extended = found.map(({ id, months: from }) => ({ id, from, to: from + months }))
  for (const target of found) target.months += months
  const what = found.map(({ id }) => id)
  model.runs.push({ by, kind: 'membership', how: [String(months)], what, undone: false, extended })
  return String(found.length)
}

const extending = (by: Actor, ids: string[], months: number): Request => ({
  by,
  call: {
    rpc: 'extend_memberships',
    args: { p_ids: `{${ids}}`, p_months: months, p_dry_run: false },
    returns: 'changed',
  },
  does: (now) => extend(now, by, ids, months),
})

/** D46: not tokens that were spent, nor a membership that was changed since. */
export function takeBack(model: Model, by: string, { granted: all = [], extended = [] }: Run): void {
  const text = granted('adjustment', 0, member(model, by)?.name)
  for (const { id, amount } of all) {
    const target = member(model, id)
    if (target && target.tokens >= amount)
      post(model, target, { type: 'adjustment', amount: -amount, text, actor: by })
  }
  for (const { id, from, to } of extended) {
    const target = member(model, id)
    if (target?.months === to) target.months = from
  }
}

const raceGrant = (name: Name, tokens: number) =>
  race(name, `grants mia and noa ${tokens}`, ['mia', 'noa'], ({ model, ids }, by) =>
    granting(
      by,
      [ids.noa, ids.mia].map((id) => ({ email: model.people.get(id)?.email ?? '', tokens })),
    ),
  )

const raceExtension = (name: Name, months: number) =>
  race(name, `extends mia and noa by ${months}`, ['mia', 'noa'], ({ ids }, by) =>
    extending(by, [ids.noa, ids.mia], months),
  )

export const grants: Operation[] = [
  {
    name: 'grant tokens to many',
    weight: 3,
    meets: [
      'grant tokens to many',
      'undo an operation',
      'edit a balance',
      'delete a person',
      'change a role',
    ],
    functions: signatures(
      ['admin'],
      'grant_tokens(p_rows, p_type, p_reason?, p_dry_run?, p_expected?) writes',
    ),
    races: [raceGrant('ada', 5), raceGrant('bea', 7)],
    draw: planned(
      {
        who: one,
        first: one,
        second: one,
        tokens: fc.constantFrom(0, 3, 40),
        type: fc.constantFrom<GrantType>('purchase', 'adjustment'),
      },
      (model, { who, first, second, tokens, type }) => {
        const lines = [first, second].map((drawn) => ({ email: person(model, drawn).email, tokens }))
        return granting(
          actor(model, who, admins),
          [...lines, { email: 'nobody@example.test', tokens: 1 }],
          type,
        )
      },
    ),
  },
  {
    name: 'extend memberships',
    weight: 2,
    meets: ['extend memberships', 'undo an operation', 'delete a person', 'change a role'],
    functions: signatures(
      ['admin'],
      'extend_memberships(p_ids, p_months, p_filter?, p_dry_run?, p_expected?) writes',
    ),
    races: [raceExtension('ada', 1), raceExtension('bea', 6)],
    draw: planned(
      { who: one, first: one, second: one, months: fc.constantFrom(0, 1, 12) },
      (model, { who, first, second, months }) =>
        extending(
          actor(model, who, admins),
          [first, second].map((drawn) => person(model, drawn).id),
          months,
        ),
    ),
  },
]
