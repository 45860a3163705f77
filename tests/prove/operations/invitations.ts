import fc from 'fast-check'
import { signatures } from '../matrix/signatures.ts'
import { type Actor, codeRow, type Invitation, isAdmin, type Model, member, send } from '../model/model.ts'
import type { AddressName, Name } from '../races/stage.ts'
import { type Answer, DENIED } from './answer.ts'
import { actor, admins, everyone, type One, one, pick, planned } from './draw.ts'
import { claim, invitationsLeft, logInviting, mailboxOf, ownState, stateOf } from './invite-rules.ts'
import { type Operation, type Race, type Request, race } from './operation.ts'

/** One of a few addresses, in one of its spellings; sometimes a member's, or none. */
export function addressOf(model: Model, drawn: One): string {
  const { any, which } = drawn
  if (any === 5) return pick([...model.people.values()].map(({ email }) => email).concat('nobody'), which)
  const [name, tag] = [['ana', 'ben', 'cy'][which % 3], which > 8 ? '+x' : '']
  return `${name}${tag}@${model.address}.test`
}

/** Its rows are compared from now on. */
export function meant(model: Model, email: string): string {
  if (!model.sent.has(email)) send(model, 'address', email)
  return email
}

/** D42, D43: what becomes of each address. */
function states(model: Model, by: string, emails: string[]): string[] {
  const admin = isAdmin(model, by)
  const boxes = emails.map(mailboxOf)
  let left = admin ? emails.length : invitationsLeft(model, by)
  return emails.map((email, at) => {
    const state = stateOf(model, email)
    if (state === 'invalid') return state
    if (boxes.indexOf(mailboxOf(email)) < at) return 'duplicate'
    const told = admin ? state : ownState(model, by, email)
    if (told !== 'new') return told
    left -= 1
    return left < 0 ? 'over_quota' : 'new'
  })
}

export function invite(
  model: Model,
  inviter: string,
  source: Invitation['source'],
  email: string,
  bound: boolean,
): void {
  const code = codeRow({ code: '', maker: inviter, expiry: 'in 30 days' })
  const made: Invitation = { email, inviter, source, bound, sends: 1, recent: true, mailboxes: [], code }
  model.invitations.push(made)
  claim(model, made)
}

function inviteAll(model: Model, by: Actor, emails: string[], { bound, message }: Kind): Answer {
  if (by === undefined) return DENIED
  if (!member(model, by)) return 'not_signed_in'
  const admin = isAdmin(model, by)
  if (!admin && message.includes('.')) return 'message_has_link'
  const answers = states(model, by, emails)
  const invited = emails.filter((_, at) => answers[at] === 'new')
  for (const email of invited) invite(model, by, admin ? 'admin' : 'member', email, bound || !admin)
  if (invited.length > 0) logInviting(model, by, 'insert')
  return answers.join(', ')
}

type Kind = { bound: boolean; message: string }
const PLAIN: Kind = { bound: true, message: 'Join us' }

export const inviting = (by: Actor, emails: string[], kind = PLAIN): Request => ({
  by,
  call: {
    rpc: 'send_invitations',
    args: {
      p_rows: emails.map((email) => ({ email: email.toUpperCase() })),
      p_message: kind.message,
      p_dry_run: false,
      p_bound: kind.bound,
    },
    returns: 'state',
  },
  does: (now) => inviteAll(now, by, emails, kind),
})

const raceSend = (name: Name, emails: AddressName[], more: Partial<Race> = { by: name }) =>
  race(
    name,
    `invites ${emails.join(' and ')}`,
    ['invites', ...emails],
    ({ ids }, by) =>
      inviting(
        by,
        emails.map((email) => ids[email]),
      ),
    more,
  )
export const invitations: Operation[] = [
  {
    name: 'send invitations',
    weight: 3,
    meets: ['send invitations', 'approve addresses', 'delete a person', 'change a role', 'sign up'],
    functions: signatures(
      ['member', 'admin'],
      'send_invitations(p_rows, p_message?, p_dry_run?, p_bound?, p_days?) writes',
    ),
    races: [
      raceSend('mia', ['third', 'fourth'], { by: 'mia', alone: 'both' }),
      raceSend('mia', ['waiting']),
      raceSend('ada', ['third', 'waiting']),
    ],
    draw: planned(
      {
        who: one,
        some: fc.array(one, { minLength: 1, maxLength: 3 }),
        bound: fc.boolean(),
        message: fc.constantFrom('', 'Join us', 'See evil.test'),
      },
      (model, { who, some, ...kind }) => {
        const by = actor(model, who, who.which > 5 ? admins : everyone)
        return inviting(
          by,
          some.map((drawn) => meant(model, addressOf(model, drawn))),
          kind,
        )
      },
    ),
  },
]
