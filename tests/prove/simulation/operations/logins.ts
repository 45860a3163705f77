import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { codeOf, one, person, pick } from '../draw.ts'
import { type Model, member, post, send, spelling, wordsFor } from '../model.ts'
import { type Answer, AUTH, DUPLICATE, literal, type Plan, rows } from '../request.ts'
import { erase } from './people.ts'

type Newcomer = { id: string; name: string; email: string; code: string }

/** D5, D9: the invite is used up, the profile made and the bonus paid, or there is no account. */
export function signUp(model: Model, { id, name, email, code }: Newcomer): Answer {
  const people = [...model.people.values()].filter(({ alive }) => alive)
  if (people.some((one) => one.id === id || one.email === email)) return DUPLICATE
  if (name.trim() === '') return 'invalid_profile'
  const invite = model.codes.invite.get(spelling(code))
  if (!invite || invite.used) return 'invalid_invite_code'
  Object.assign(invite, { used: true, by: id })
  const person = {
    id,
    name: name.trim(),
    email,
    phone: null,
    role: 'user',
    tokens: 0,
    invite: invite.code,
    alive: true,
  } as const
  model.people.set(id, { ...person })
  const made = model.people.get(id)
  if (made) post(model, made, { type: 'signup_bonus', amount: 25, text: 'Signup bonus' })
  return rows(1)
}

/** The row that Auth writes for each newcomer. */
export const logins = (newcomers: Newcomer[]): string =>
  `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data) values ${newcomers.map(
    ({ id, name, email, code }) => {
      const data = literal(JSON.stringify({ name, phone: '', invite_code: code }))
      return `(${literal(id)}, 'authenticated', 'authenticated', ${literal(email)}, now(), ${data})`
    },
  )} returning id`

export const signingUp: fc.Arbitrary<Plan> = fc
  .record({
    invite: one,
    spelt: fc.constantFrom('right', 'right', 'right', 'small', 'unknown'),
    name: fc.constantFrom('Nele', 'Nele', 'Nele', ' '),
    known: fc.nat({ max: 7 }),
  })
  .map((drawn) => (model) => {
    const known = codeOf(model, 'invite', drawn.invite)
    const code =
      { right: known, small: ` ${known.toLowerCase()} `, unknown: `${known}-X` }[drawn.spelt] ?? known
    const id = send(model, 'person', randomUUID())
    // Every eighth comes with somebody's e-mail.
    const email =
      drawn.known === 7 ? pick(model.people.values(), drawn.invite.which).email : `${id}@example.test`
    return {
      words: `${wordsFor(model, id)} signs up as "${drawn.name}" with ${wordsFor(model, known)}, ${drawn.spelt}`,
      by: AUTH,
      sql: logins([{ id, name: drawn.name, email, code }]),
      does: (now) => signUp(now, { id, name: drawn.name, email, code }),
    }
  })

/** Somebody confirmed a new e-mail: profile and login say the same. */
export const changingEmails: fc.Arbitrary<Plan> = fc
  .record({ whom: one, to: one, known: fc.nat({ max: 3 }) })
  .map((drawn) => (model) => {
    const { id } = person(model, drawn.whom)
    const email = drawn.known === 3 ? person(model, drawn.to).email : `${randomUUID()}@example.test`
    return {
      words: `${wordsFor(model, id)} changes the e-mail, ${drawn.known === 3 ? 'to a known one' : 'to a new one'}`,
      by: AUTH,
      sql: `update auth.users set email = ${literal(email)} where id = ${literal(id)} returning id`,
      does: (now) => {
        const found = member(now, id)
        if (!found) return rows(0)
        const owner = [...now.people.values()].find((one) => one.alive && one.email === email)
        if (owner && owner !== found) return DUPLICATE
        found.email = email
        return rows(1)
      },
    }
  })

/** Somebody's login is deleted where logins are kept: the person goes with it (D12). */
export const endingLogins: fc.Arbitrary<Plan> = fc.record({ whom: one }).map((drawn) => (model) => {
  const { id } = person(model, drawn.whom)
  return {
    words: `the login of ${wordsFor(model, id)} is deleted`,
    by: AUTH,
    sql: `delete from auth.users where id = ${literal(id)} returning id`,
    does: (now) => (member(now, id) ? erase(now, null, id) : rows(0)),
  }
})
