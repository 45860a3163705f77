import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { isAvailable, living, type Model, member, post, send, spelling } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DUPLICATE, rows } from './answer.ts'
import { codeOf, one, person, pick, planned } from './draw.ts'
import { idOf, invitationOf, mailboxOf, recordReferral, sentOf } from './invite-rules.ts'
import { erase } from './membership.ts'
import {
  AUTH,
  KNOWN,
  literal,
  type Newcomer,
  type Operation,
  type Race,
  type Request,
  race,
  type Sent,
} from './operation.ts'

/** D5, D9: the invite is used, the profile created and the bonus paid, or there is no account. */
export function signUp(model: Model, { id, name, email, code, of }: Newcomer): Answer {
  if (living(model).some((one) => one.id === id || one.email === email)) return DUPLICATE
  if (name.trim() === '') return 'invalid_profile'
  const invitation = of && invitationOf(model, of)
  const invite = of ? invitation?.code : model.codes.invite.get(spelling(code))
  const meant = !invitation?.bound || invitation.email === email.toLowerCase()
  if (!isAvailable(invite) || !meant) return 'invalid_invite_code'
  invite.uses.push(id)
  invite.by = id
  const account = {
    phone: null,
    role: 'user' as const,
    tokens: 0,
    months: 12,
    invite: of ? null : invite.code,
    leaving: false,
    alive: true,
  }
  const made = { id, name: name.trim(), email, ...account }
  model.people.set(id, made)
  if (invitation) recordReferral(model, made, invitation)
  model.waitlist.delete(mailboxOf(email))
  post(model, made, { type: 'signup_bonus', amount: 25, text: 'Signup bonus' })
  return rows(1)
}

/** The rows that Auth writes for newcomers. */
export const logins = (newcomers: Newcomer[]): string =>
  `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data) values ${newcomers.map(
    ({ id, name, email, code, of }) => {
      const invite_code = of ? KNOWN : literal(code)
      const data = `jsonb_build_object('name', ${literal(name)}, 'phone', '', 'invite_code', ${invite_code})`
      return `(${literal(id)}, 'authenticated', 'authenticated', ${literal(email)}, now(), ${data})`
    },
  )} returning id`

/** Over HTTP Auth chooses the id: the sender sets `newcomer.id` before `does`. */
export const signingUp = (newcomer: Newcomer): Request => ({
  by: AUTH,
  // Over HTTP the code would have to be known.
  call: {
    sql: logins([newcomer]),
    signUp: newcomer.of ? undefined : newcomer,
    known: newcomer.of && `select code from public.invite_codes where id = (${idOf(newcomer.of)})`,
  },
  does: (now) => signUp(now, newcomer),
  // A known email gets the response of a new one (D16); the invite may be found used before the account exists.
  overHttp: { [DUPLICATE]: [rows(1), 'invalid_invite_code'] },
})

const raceSignUp = (name: 'sam' | 'tom'): Race => ({
  name: `${name} signs up`,
  on: ['invite', name],
  request: ({ model, ids }) => {
    const id = send(model, 'person', randomUUID(), name)
    return signingUp({ id, name, email: `${ids[name]}@example.test`, code: ids.invite })
  },
})

/** By Mia's invitation: for Sam it is meant. */
const raceJoin = (name: 'sam' | 'tom'): Race => ({
  name: `${name} joins by the invitation`,
  on: ['invited', name],
  request: ({ model, ids, invited }) => {
    const id = send(model, 'person', randomUUID(), name)
    const email = name === 'sam' ? ids.guest : `${ids.tom}@example.test`
    return signingUp({ id, name, email, code: '', of: invited })
  },
})

/** One of four with another address. */
function joining(model: Model, of: Sent, name: string, known = 0): Request {
  const id = send(model, 'person', randomUUID())
  return signingUp({ id, name, email: known > 5 ? `${id}@example.test` : of.email, code: '', of })
}

const register: Operation = {
  name: 'sign up',
  weight: 2,
  meets: ['sign up'],
  races: [raceSignUp('sam'), raceSignUp('tom'), raceJoin('sam'), raceJoin('tom')],
  draw: planned(
    {
      invite: one,
      spelt: fc.constantFrom('right', 'right', 'right', 'small', 'unknown'),
      name: fc.constantFrom('Nele', 'Nele', 'Nele', ' '),
      known: fc.nat({ max: 7 }),
      by: fc.constantFrom('code', 'code', 'invitation'),
    },
    (model, { invite, spelt, name, known, by }) => {
      const sent = sentOf(model)
      if (by === 'invitation' && sent.length > 0) return joining(model, pick(sent, invite.which), name, known)
      const right = codeOf(model, 'invite', invite)
      const code = { right, small: ` ${right.toLowerCase()} `, unknown: `${right}-X` }[spelt] ?? right
      const id = send(model, 'person', randomUUID())
      // One of eight has an existing email.
      const email = known === 7 ? pick(model.people.values(), invite.which).email : `${id}@example.test`
      return signingUp({ id, name, email, code })
    },
  ),
}

const changingEmail = (id: string, email: string): Request => ({
  by: AUTH,
  call: { sql: `update auth.users set email = ${literal(email)} where id = ${literal(id)} returning id` },
  does: (now) => {
    const found = member(now, id)
    if (!found) return rows(0)
    if (living(now).some((one) => one !== found && one.email === email)) return DUPLICATE
    found.email = email
    return rows(1)
  },
})

/** Auth locks the login first, then the profile. */
const ofLogin = (whom: Name, what: string, request: (id: string) => Request, more: Partial<Race> = {}) =>
  race(whom, what, ['mia', 'placed', 'first', 'code', whom], (_, id) => request(id), more)

const changeEmail: Operation = {
  name: 'change the email',
  weight: 1,
  meets: ['delete a person'],
  races: [ofLogin('mia', 'changes the email', (id) => changingEmail(id, `moved-${id}@example.test`))],
  draw: planned({ whom: one, to: one, known: fc.nat({ max: 3 }) }, (model, { whom, to, known }) => {
    const email = known === 3 ? person(model, to).email : `${randomUUID()}@example.test`
    return changingEmail(person(model, whom).id, email)
  }),
}

/** D12: the person is erased with the login. */
const deletingLogin = (id: string): Request => ({
  by: AUTH,
  call: { sql: `delete from auth.users where id = ${literal(id)} returning id` },
  does: (now) => (member(now, id) ? erase(now, null, id) : rows(0)),
})

const deleteLogin: Operation = {
  name: 'delete a login',
  weight: 2,
  races: [
    ofLogin('mia', 'loses the login', deletingLogin),
    ofLogin('bea', 'loses the login', deletingLogin, { alone: true }),
  ],
  draw: planned({ whom: one }, (model, { whom }) => deletingLogin(person(model, whom).id)),
}

export const accounts: Operation[] = [register, changeEmail, deleteLogin]
