import {
  type Actor,
  type Invitation,
  isAdmin,
  living,
  type Model,
  member,
  type Person,
  post,
} from '../model/model.ts'
import { notify } from './notices.ts'
import { literal, type Sent } from './operation.ts'

/** The mailbox behind the spellings of an address. */
export function mailboxOf(email: string): string {
  const [name = '', domain] = email.toLowerCase().split('@')
  return `${name.split('+')[0]}@${domain}`
}

export const QUOTA = 'invitations_per_member'
export const BONUS = 'referral_bonus'
const settingOf = (model: Model, key: string) => Number(model.settings.get(key) ?? 0)

export const invitationOf = (model: Model, { nth }: Sent): Invitation | undefined => model.invitations[nth]

/** The invitations whose sender and address are known. */
export const sentOf = (model: Model): Sent[] =>
  model.invitations.flatMap(({ inviter, email }, nth) =>
    inviter === null || email === null ? [] : [{ inviter, email, nth }],
  )

/** Its id, as SQL of the owner of the database. */
export const idOf = ({ inviter, email, id }: Sent): string =>
  id
    ? `select ${literal(id)}::uuid`
    : `select code_id from public.invitations where inviter_id = ${literal(inviter)} and email = ${literal(email)}`

/** D42: whether an address can be invited, as an admin is told. */
export function stateOf(model: Model, email: string): string {
  if (!email.includes('@')) return 'invalid'
  const mailbox = mailboxOf(email)
  if (living(model).some((person) => mailboxOf(person.email) === mailbox)) return 'member'
  return model.invited.has(mailbox) ? 'invited' : 'new'
}

/** D42: all that a member learns about an address: whether it is, or was before a correction, that of an own invitation. */
export function ownState(model: Model, by: string, email: string, except?: Invitation): string {
  const mailbox = mailboxOf(email)
  const own = model.invitations.filter((one) => one.inviter === by && one !== except)
  const known = own.some((one) => one.mailboxes.includes(mailbox) || mailboxOf(one.email ?? '') === mailbox)
  return known ? 'invited' : 'new'
}

const sentBy = (model: Model, by: string) =>
  model.invitations.filter(({ inviter, source }) => inviter === by && source === 'member')

/** D37: ten emails a day to others. */
export function emailsLeft(model: Model, by: string): number {
  const others = model.emails.filter(({ to, elsewhere, over }) => to === by && elsewhere && !over)
  return 10 - others.length - sentBy(model, by).reduce((sum, { sends }) => sum + sends, 0)
}

/** D42, D43: nothing gives one back. */
export const invitationsLeft = (model: Model, by: string): number =>
  Math.min(settingOf(model, QUOTA) - sentBy(model, by).length, emailsLeft(model, by))

/** D42: nobody else's invitation to the mailbox is sent. */
export function claim(model: Model, invitation: Invitation): void {
  const mailbox = mailboxOf(invitation.email ?? '')
  invitation.mailboxes.push(mailbox)
  if (!model.invited.has(mailbox)) model.invited.set(mailbox, invitation)
}

/** D29: without the address. */
export function logInviting(model: Model, by: Actor, action: 'insert' | 'update'): void {
  if (isAdmin(model, by)) model.log.push({ actor: by, row: `${by} invites`, action, what: [] })
}

/** D43: never for oneself; these people have no telephone. */
const isNew = (model: Model, { id, email }: Person) =>
  !living(model).some((other) => other.id !== id && mailboxOf(other.email) === mailboxOf(email))

/** D43: who invited, and what both will receive. */
export function recordReferral(model: Model, made: Person, { inviter, source }: Invitation): void {
  if (inviter === null || source === 'waitlist') return
  const bonus = isNew(model, made) ? settingOf(model, BONUS) : 0
  model.referrals.push({ invited: made.id, referrer: inviter, bonus, settled: false })
}

/** D43: to those whose first order, not counting cancelled ones, has been delivered for seven days. */
export function payReferrals(model: Model): void {
  for (const referral of model.referrals.toSorted((a, b) => (a.invited < b.invited ? -1 : 1))) {
    const { invited, referrer, bonus, settled } = referral
    const made = member(model, invited)
    const first = [...model.orders.values()].find(
      (one) => one.account === invited && one.status !== 'cancelled',
    )
    if (settled || bonus === 0 || !made || !first || !['delivered', 'completed'].includes(first.status))
      continue
    referral.settled = true
    if (!isNew(model, made)) continue
    pay(model, made, bonus, 'you joined by invitation')
    pay(model, member(model, referrer), bonus, 'somebody joined by your invitation')
  }
}

function pay(model: Model, to: Person | undefined, amount: number, why: string): void {
  if (!to) return
  post(model, to, { type: 'referral_bonus', amount, text: `Referral bonus: ${why}` })
  notify(model, undefined, 'tokens_adjusted', to.id, 'balance', String(amount))
}

/** D12: the address of a deleted person, and what they sent. A code without its address admits nobody. */
export function forgetInvitations(model: Model, { id, email }: Person): void {
  for (const one of model.invitations) {
    if (mailboxOf(one.email ?? '') === mailboxOf(email) || one.code.by === id) {
      if (one.bound && one.code.uses.length === 0) one.code.expiry = 'past'
      Object.assign(one, { email: null, bound: false })
    }
    if (one.inviter === id) one.inviter = null
  }
  model.waitlist.delete(mailboxOf(email))
}
