import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, isAdmin, type Model } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { actor, admins, one, pick, planned, which } from './draw.ts'
import { addressOf, invite, meant } from './invitations.ts'
import { mailboxOf, stateOf } from './invite-rules.ts'
import { KNOWN, literal, type Operation, type Request, race } from './operation.ts'

/** D44: the same answer for every address, ten times an hour. */
function ask(model: Model, email: string): Answer {
  if (!email.includes('@')) return 'invalid_email'
  const caller = `waitlist ${model.address}`
  const asked = model.misses[caller] ?? 0
  if (asked >= 10) return 'rate_limited'
  model.misses[caller] = asked + 1
  const mailbox = mailboxOf(email)
  if (!model.waitlist.has(mailbox)) model.waitlist.set(mailbox, { email, declined: false })
  return 'true'
}

export const asking = (by: Actor, email: string): Request => ({
  by,
  call: { rpc: 'request_invitation', args: { p_email: email }, returns: 'request_invitation' },
  does: (now) => ask(now, email),
})

type Decision = 'approve' | 'decline' | 'remove'

/** D44: of two admins the first decides. */
function decide(model: Model, by: Actor, decision: Decision, boxes: string[]): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const decided = boxes.filter((box) => {
    const found = model.waitlist.get(box)
    if (!found || (found.declined && decision !== 'remove')) return false
    return decision !== 'approve' || stateOf(model, found.email) === 'new'
  })
  for (const box of decided) {
    const found = model.waitlist.get(box)
    if (found && decision === 'decline') found.declined = true
    else model.waitlist.delete(box)
    if (found && decision === 'approve') invite(model, by, 'waitlist', found.email.toLowerCase(), true)
  }
  const action = decision === 'decline' ? 'update' : 'delete'
  if (decided.length > 0) model.log.push({ actor: by, row: `${by} decides`, action, what: [] })
  return rows(decided.length)
}

const CALLS: Record<Decision, string> = {
  approve: `public.approve_waitlist(${KNOWN}::uuid[], false) where state = 'new'`,
  decline: `generate_series(1, public.decline_waitlist(${KNOWN}::uuid[]))`,
  remove: `generate_series(1, public.remove_from_waitlist(${KNOWN}::uuid[]))`,
}

const deciding = (by: Actor, decision: Decision, emails: string[]): Request => {
  const boxes = [...new Set(emails.map(mailboxOf))]
  return {
    by,
    call: {
      sql: `select from ${CALLS[decision]}`,
      known: `array(select id from public.waitlist where mailbox in (${boxes.map(literal)}))`,
    },
    does: (now) => decide(now, by, decision, boxes),
  }
}

const raceDecide = (name: Name, decision: Decision) =>
  race(name, `${decision}s the waiting`, ['waiting'], ({ ids }, by) => deciding(by, decision, [ids.waiting]))

const decision = (
  name: string,
  decision: Decision,
  weight: number,
  by: Name[],
  parameters: string,
): Operation => ({
  name,
  weight,
  meets: ['approve addresses', 'decline addresses', 'remove addresses', 'ask for an invitation', 'sign up'],
  functions: signatures(['admin'], parameters),
  races: by.map((one) => raceDecide(one, decision)),
  draw: planned({ who: one, some: fc.array(one, { minLength: 1, maxLength: 3 }) }, (model, { who, some }) => {
    const emails = some.map((drawn) => addressOf(model, drawn))
    return deciding(actor(model, who, admins), decision, emails)
  }),
})

export const waitlist: Operation[] = [
  {
    name: 'ask for an invitation',
    weight: 2,
    meets: ['ask for an invitation', 'approve addresses', 'remove addresses'],
    functions: signatures(
      ['anonymous', 'ghost', 'member', 'admin'],
      'request_invitation(p_email) writes PT422',
    ),
    races: [
      {
        name: 'a visitor asks for an invitation',
        on: ['waiting'],
        request: ({ ids }) => asking(undefined, ids.waiting),
      },
    ],
    draw: planned({ who: one, which, email: one }, (model, { who, which, email }) =>
      asking(
        pick([undefined, undefined, actor(model, who, admins)], which),
        meant(model, addressOf(model, email)),
      ),
    ),
  },
  decision('approve addresses', 'approve', 2, ['ada', 'bea'], 'approve_waitlist(p_ids, p_dry_run?) writes'),
  decision('decline addresses', 'decline', 1, ['bea'], 'decline_waitlist(p_ids) writes'),
  decision('remove addresses', 'remove', 1, ['ada'], 'remove_from_waitlist(p_ids) writes'),
]
