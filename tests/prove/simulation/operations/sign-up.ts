import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pick, which } from '../draw.ts'
import { idsOf, type Model, post, send, spelling, wordsFor } from '../model.ts'
import { type Answer, AUTH, DUPLICATE, literal, type Plan, rows } from '../request.ts'

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
    invite: which,
    spelt: fc.constantFrom('right', 'right', 'small', 'unknown'),
    name: fc.constantFrom('Nele', 'Nele', ' '),
    known: fc.nat({ max: 7 }),
  })
  .map((drawn) => (model) => {
    const known = pick(idsOf(model, 'invite'), drawn.invite)
    const code =
      { right: known, small: ` ${known.toLowerCase()} `, unknown: `${known}-X` }[drawn.spelt] ?? known
    const id = send(model, 'person', randomUUID())
    // Every eighth comes with somebody's e-mail.
    const email = drawn.known === 7 ? pick(model.people.values(), drawn.invite).email : `${id}@example.test`
    return {
      words: `${wordsFor(model, id)} signs up as "${drawn.name}" with ${wordsFor(model, known)}, ${drawn.spelt}`,
      by: AUTH,
      sql: logins([{ id, name: drawn.name, email, code }]),
      does: (now) => signUp(now, { id, name: drawn.name, email, code }),
    }
  })
