import { randomUUID } from 'node:crypto'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, type Invitation, isAdmin, isAvailable, type Model, member } from '../model/model.ts'
import type { AddressName, Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, choose, everyone, type One, one, planned, which } from './draw.ts'
import { addressOf, meant } from './invitations.ts'
import {
  claim,
  emailsLeft,
  idOf,
  invitationOf,
  logInviting,
  mailboxOf,
  ownState,
  stateOf,
} from './invite-rules.ts'
import { AUTH, KNOWN, literal, type Operation, type Request, race, type Sent } from './operation.ts'
import { nextMoment } from './pools.ts'

/** An invitation that works, of the caller or, where admins may, of anybody, an admin's for admins alone; or the refusal. */
function reachable(model: Model, by: Actor, sent: Sent, admins: boolean): Invitation | Answer {
  if (by === undefined) return DENIED
  const found = invitationOf(model, sent)
  const allowed = member(model, by) && (found?.inviter === by || (admins && isAdmin(model, by)))
  if (!found || !allowed) return 'invitation_not_found'
  if (!isAvailable(found.code)) return 'invitation_closed'
  const former = found.source !== 'member' && !isAdmin(model, by)
  return former ? 'invitation_not_found' : found
}

/** D42: again after a minute, five times, to another address if there is one. */
function resend(model: Model, by: Actor, sent: Sent, to?: string): Answer {
  const found = reachable(model, by, sent, true)
  if (typeof found === 'string' || by === undefined) return String(found)
  if (found.email === null) return 'invitation_not_found'
  if (found.sends >= 6) return 'resent_too_often'
  if (found.recent || (!isAdmin(model, by) && emailsLeft(model, by) <= 0)) return 'rate_limited'
  if (to !== undefined) {
    const state = stateOf(model, to)
    if (state === 'invalid') return 'invalid_email'
    const admin = isAdmin(model, by)
    const told = admin ? state : ownState(model, by, to, found)
    const same = mailboxOf(to) === mailboxOf(found.email ?? '')
    const before = admin && told === 'invited' && model.invited.get(mailboxOf(to)) === found
    if (told !== 'new' && !same && !before) return 'cannot_invite'
    found.email = to
  }
  Object.assign(found, { sends: found.sends + 1, recent: true })
  claim(model, found)
  logInviting(model, by, 'update')
  return rows(1)
}

const resending = (by: Actor, sent: Sent, to?: string): Request => ({
  by,
  call: {
    sql:
      to === undefined
        ? `select public.resend_invitation(${KNOWN}::uuid)`
        : `select public.correct_invitation(${KNOWN}::uuid, ${literal(to)})`,
    known: idOf(sent),
  },
  does: (now) => resend(now, by, sent, to),
})

/** D42: by who sent it; nothing is given back. */
function takeBack(model: Model, by: Actor, sent: Sent): Answer {
  const found = reachable(model, by, sent, false)
  if (typeof found === 'string') return found
  found.code.revoked = nextMoment(model)
  logInviting(model, by, 'update')
  return rows(1)
}

const takingBack = (by: Actor, sent: Sent): Request => ({
  by,
  call: { sql: `select public.revoke_invitation(${KNOWN}::uuid)`, known: idOf(sent) },
  does: (now) => takeBack(now, by, sent),
})

/** A minute passes: by the owner of the database. */
export const waiting = (sent: Sent): Request => ({
  by: AUTH,
  call: {
    sql: `update public.invitations set queued_at = queued_at - interval '61 seconds' where code_id = (${idOf(sent)}) returning code_id`,
  },
  does: (now) => {
    const found = invitationOf(now, sent)
    if (found) found.recent = false
    return rows(found ? 1 : 0)
  },
})

const raceSent = (
  name: Name,
  what: string,
  request: (by: string, sent: Sent, ids: Record<AddressName, string>) => Request,
) => race(name, what, ['invited'], ({ ids, invited }, by) => request(by, invited, ids))

/** One that was sent, mostly still working. */
function sentOf(model: Model, drawn: One): Sent {
  const all = model.invitations.flatMap(({ inviter, email, code }, nth) =>
    inviter === null || email === null ? [] : [{ sent: { inviter, email, nth }, code }],
  )
  const none = { sent: { inviter: randomUUID(), email: 'nobody', nth: -1 }, code: undefined }
  return choose(
    drawn,
    all.filter(({ code }) => isAvailable(code)),
    [...all, none],
  ).sent
}

/** Mostly who sent it. */
const sender = (model: Model, drawn: One, sent: Sent): Actor =>
  drawn.any < 4 && model.people.has(sent.inviter) ? sent.inviter : actor(model, drawn, everyone)

export const invitationChanges: Operation[] = [
  {
    name: 'resend an invitation',
    weight: 2,
    meets: ['resend an invitation', 'correct an invitation', 'revoke an invitation', 'sign up'],
    functions: signatures(['member', 'admin'], 'resend_invitation(p_code_id) writes PT404'),
    races: [
      raceSent('mia', 'sends it again', (by, sent) => resending(by, sent)),
      raceSent('noa', 'sends what is not theirs', (by, sent) => resending(by, sent)),
    ],
    draw: planned({ who: one, what: one }, (model, { who, what }) => {
      const sent = sentOf(model, what)
      return resending(sender(model, who, sent), sent)
    }),
  },
  {
    name: 'correct an invitation',
    weight: 2,
    meets: ['send invitations', 'resend an invitation', 'sign up', 'revoke codes'],
    functions: signatures(['member', 'admin'], 'correct_invitation(p_code_id, p_email) writes PT404'),
    races: [
      raceSent('mia', 'sends it to the fourth', (by, sent, { fourth }) => resending(by, sent, fourth)),
      raceSent('ada', 'sends it to the third', (by, sent, { third }) => resending(by, sent, third)),
    ],
    draw: planned({ who: one, what: one, to: one }, (model, { who, what, to }) => {
      const sent = sentOf(model, what)
      return resending(sender(model, who, sent), sent, meant(model, addressOf(model, to)))
    }),
  },
  {
    name: 'revoke an invitation',
    weight: 1,
    meets: ['resend an invitation', 'sign up', 'revoke codes'],
    functions: signatures(['member', 'admin'], 'revoke_invitation(p_code_id) writes PT404'),
    races: [raceSent('mia', 'revokes it', takingBack)],
    draw: planned({ who: one, what: one }, (model, { who, what }) => {
      const sent = sentOf(model, what)
      return takingBack(sender(model, who, sent), sent)
    }),
  },
  {
    name: 'let a minute pass',
    weight: 2,
    meets: ['resend an invitation'],
    draw: planned({ what: one, which }, (model, { what }) => waiting(sentOf(model, what))),
  },
]
