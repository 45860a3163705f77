import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Model, member, post, send, spelling, wordsFor } from '../model/model.ts'
import type { Stage } from '../races/stage.ts'
import { codeOf, one, person, pick } from './draw.ts'
import { erase } from './membership.ts'
import {
  type Answer,
  AUTH,
  DUPLICATE,
  literal,
  type Newcomer,
  type Operation,
  type Race,
  type Request,
  rows,
} from './operation.ts'

/** D5, D9: the invite is used, the profile created and the bonus paid, or there is no account. */
export function signUp(model: Model, { id, name, email, code }: Newcomer): Answer {
  const people = [...model.people.values()].filter(({ alive }) => alive)
  if (people.some((one) => one.id === id || one.email === email)) return DUPLICATE
  if (name.trim() === '') return 'invalid_profile'
  const invite = model.codes.invite.get(spelling(code))
  if (!invite || invite.used) return 'invalid_invite_code'
  Object.assign(invite, { used: true, by: id })
  const made = {
    id,
    name: name.trim(),
    email,
    phone: null,
    role: 'user' as const,
    tokens: 0,
    invite: invite.code,
    alive: true,
  }
  model.people.set(id, made)
  post(model, made, { type: 'signup_bonus', amount: 25, text: 'Signup bonus' })
  return rows(1)
}

/** The rows that Auth writes for newcomers. */
export const logins = (newcomers: Newcomer[]): string =>
  `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data) values ${newcomers.map(
    ({ id, name, email, code }) => {
      const data = literal(JSON.stringify({ name, phone: '', invite_code: code }))
      return `(${literal(id)}, 'authenticated', 'authenticated', ${literal(email)}, now(), ${data})`
    },
  )} returning id`

/** Over HTTP Auth chooses the id: whoever sends it so sets `newcomer.id` before `does`. */
const signingUp = (newcomer: Newcomer, words: string): Request => ({
  words,
  by: AUTH,
  call: { sql: logins([newcomer]), signUp: newcomer },
  does: (now) => signUp(now, newcomer),
  // A known email gets the answer of a new one (D16), and the invite may be found used before the account is.
  overHttp: { [DUPLICATE]: [rows(1), 'invalid_invite_code'] },
})

const raceSignUp = (name: 'sam' | 'tom'): Race => ({
  name: `${name} signs up`,
  on: ['invite', name],
  request: ({ model, ids }) => {
    const id = send(model, 'person', randomUUID(), name)
    return signingUp({ id, name, email: `${ids[name]}@example.test`, code: ids.invite }, `${name} signs up`)
  },
})

const register: Operation = {
  name: 'sign up',
  weight: 2,
  meets: ['sign up'],
  races: [raceSignUp('sam'), raceSignUp('tom')],
  draw: fc
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
      // One of eight has the email of somebody else.
      const email =
        drawn.known === 7 ? pick(model.people.values(), drawn.invite.which).email : `${id}@example.test`
      const words = `${wordsFor(model, id)} signs up as "${drawn.name}" with ${wordsFor(model, known)}, ${drawn.spelt}`
      return signingUp({ id, name: drawn.name, email, code }, words)
    }),
}

const changingEmail = (model: Model, id: string, email: string): Request => ({
  words: `${wordsFor(model, id)} changes the email to ${email}`,
  by: AUTH,
  call: { sql: `update auth.users set email = ${literal(email)} where id = ${literal(id)} returning id` },
  does: (now) => {
    const found = member(now, id)
    if (!found) return rows(0)
    const owner = [...now.people.values()].find((one) => one.alive && one.email === email)
    if (owner && owner !== found) return DUPLICATE
    found.email = email
    return rows(1)
  },
})

/** Auth locks the login first, then the profile. */
const ofLogin = (name: string, request: (stage: Stage, id: string) => Request): Race => ({
  name,
  on: ['mia', 'placed', 'first', 'code'],
  request: (stage) => request(stage, stage.ids.mia),
})

const changeEmail: Operation = {
  name: 'change the email',
  weight: 1,
  meets: ['delete a person'],
  races: [
    ofLogin('mia changes the email', ({ model }, id) => changingEmail(model, id, `moved-${id}@example.test`)),
  ],
  draw: fc.record({ whom: one, to: one, known: fc.nat({ max: 3 }) }).map((drawn) => (model) => {
    const email = drawn.known === 3 ? person(model, drawn.to).email : `${randomUUID()}@example.test`
    return changingEmail(model, person(model, drawn.whom).id, email)
  }),
}

/** D12: the person is erased with the login. */
const endingLogin = (model: Model, id: string): Request => ({
  words: `the login of ${wordsFor(model, id)} is deleted`,
  by: AUTH,
  call: { sql: `delete from auth.users where id = ${literal(id)} returning id` },
  does: (now) => (member(now, id) ? erase(now, null, id) : rows(0)),
})

const deleteLogin: Operation = {
  name: 'delete a login',
  weight: 1,
  races: [ofLogin('the login of mia is deleted', ({ model }, id) => endingLogin(model, id))],
  draw: fc.record({ whom: one }).map((drawn) => (model) => endingLogin(model, person(model, drawn.whom).id)),
}

export const accounts: Operation[] = [register, changeEmail, deleteLogin]
