import { isAdmin, type Model, member } from '../model/model.ts'

const TO_OTHERS_A_DAY = 10

/** D37: the email about an event, with `address` if it goes to one that may not be the recipient's own. */
export function queueEmail(model: Model, kind: string, about: string, to: string, address?: string | null) {
  const person = member(model, to)
  if (!person || !wantsEmail(model, kind, to)) return
  const elsewhere = typeof address === 'string' && address.toLowerCase() !== person.email
  const others = model.emails.filter((email) => email.to === to && email.elsewhere && !email.over)
  model.emails.push({ to, kind, about, elsewhere, over: elsewhere && others.length >= TO_OTHERS_A_DAY })
}

/** D40: a delivery is always sent, and what is about the account. */
function wantsEmail(model: Model, kind: string, to: string): boolean {
  const group = ['pool_low', 'stock_low'].includes(kind)
    ? 'stock'
    : kind === 'report_opened'
      ? 'reports'
      : 'orders'
  return (
    kind === 'order_delivered' ||
    kind.startsWith('deletion') ||
    (model.choices.get(`${to} ${group}`)?.byEmail ?? true)
  )
}

/** D40: not for the admin who caused it. */
export function queueForAdmins(model: Model, kind: string, about: string, by: string) {
  for (const id of model.people.keys())
    if (id !== by && isAdmin(model, id)) queueEmail(model, kind, about, id)
}

/** The same, but one an hour about each benefit, however often its last unit is taken and returned. */
export function queueHourlyForAdmins(model: Model, kind: string, about: string, by: string) {
  const hour = Math.floor(Date.now() / 3_600_000)
  const sent = model.emails.filter(
    (email) => email.kind === kind && email.about === about && email.hour === hour,
  )
  const before = model.emails.length
  queueForAdmins(model, kind, about, by)
  const queued = model.emails.splice(before).filter(({ to }) => !sent.some((email) => email.to === to))
  model.emails.push(...queued.map((email) => ({ ...email, hour })))
}
