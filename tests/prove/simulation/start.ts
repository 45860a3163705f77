import { randomInt, randomUUID } from 'node:crypto'
import type { Connection } from './connection.ts'
import { emptyModel, type Kind, type Model, send } from './model.ts'
import { newCode } from './operations/codes.ts'
import { logins, signUp } from './operations/logins.ts'
import { plainRemoval, plainRole } from './operations/people.ts'
import { literal, type Request } from './request.ts'

const BENEFITS = [
  { price: 5, active: true },
  { price: 12, active: true },
  { price: 40, active: true },
  { price: 8, active: false },
]
const TOKEN_CODES = [10, 50, 1000]

/**
 * Makes a guild of its own in the database, beside those of earlier seeds: two admins (the only ones there are, for D11),
 * members, benefits and codes. Answers its model, and the requests that demote an admin and delete a member.
 */
export async function start(
  connection: Connection,
  members: number,
): Promise<{ model: Model; first: Request[] }> {
  const bytes = Array.from({ length: 3 }, () => randomInt(256))
  const model = emptyModel(`10.${bytes.join('.')}`)
  const names = ['admin 1', 'admin 2', 'demoted admin', 'deleted member']
  for (let n = 1; n <= members; n++) names.push(`member ${n}`)
  const newcomers = names.map((name) => {
    const id = send(model, 'person', randomUUID(), name)
    return { id, name, email: `${id}@example.test`, code: makeCode(model, 'invite', null) }
  })
  for (let n = 0; n < 2; n++) makeCode(model, 'invite', null)
  for (const value of TOKEN_CODES) makeCode(model, 'token', value)
  const benefits = BENEFITS.map((benefit) => {
    const id = send(model, 'benefit', randomUUID())
    return { id, name: `Benefit ${benefit.price}`, ...benefit }
  })
  for (const benefit of benefits) model.benefits.set(benefit.id, benefit)
  const invites = [...model.codes.invite.keys()].map((code) => `(${literal(code)})`)
  for (const newcomer of newcomers) signUp(model, newcomer)
  const [one, two, demoted, deleted] = newcomers.map(({ id }) => id) as [string, string, string, string]
  const admins = [one, two, demoted]
  for (const id of admins) Object.assign(model.people.get(id) ?? {}, { role: 'admin' })
  const quoted = admins.map(literal)
  await connection.query(`begin;
    insert into invite_codes (code) values ${invites};
    ${logins(newcomers)};
    update profiles set role = 'admin' where id in (${quoted});
    update profiles set role = 'user' where role = 'admin' and id not in (${quoted});
    insert into redeem_codes (code, token_value)
      values ${[...model.codes.token.values()].map(({ code, value }) => `(${literal(code)}, ${value})`)};
    insert into benefits (id, name, description, token_value, is_active)
      values ${benefits.map(({ id, name, price, active }) => `(${literal(id)}, ${literal(name)}, 'What it is.', ${price}, ${active})`)};
    commit`)
  return { model, first: [plainRole(model, one, demoted, 'user'), plainRemoval(model, two, deleted)] }
}

function makeCode(model: Model, kind: Kind, value: number | null): string {
  const code = send(model, kind, newCode())
  model.codes[kind].set(code, { code, value, used: false, by: null })
  return code
}
