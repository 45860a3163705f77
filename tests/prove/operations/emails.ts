import { isAdmin, type Model, member } from '../model/model.ts'

const TO_OTHERS_A_DAY = 10

/** D37: the email about an event, with `address` if it goes to one that may not be the recipient's own. */
export function queueEmail(
  model: Model,
  kind: string,
  about: string,
  to: string,
  address?: string | null,
  hour?: number,
) {
  const person = member(model, to)
  if (!person || !wantsEmail(model, kind, to)) return
  const elsewhere = typeof address === 'string' && address.toLowerCase() !== person.email
  const others = model.emails.filter((email) => email.to === to && email.elsewhere && !email.over)
  model.emails.push({ to, kind, about, elsewhere, over: elsewhere && others.length >= TO_OTHERS_A_DAY, hour })
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

/** D40: not for the admin who caused it; with `hour`, one in that hour about each subject. */
export function queueForAdmins(model: Model, kind: string, about: string, by: string, hour?: number) {
  const isSent = (to: string) =>
    model.emails.some(
      (email) => email.to === to && email.about === about && email.kind === kind && email.hour === hour,
    )
  for (const id of model.people.keys())
    if (id !== by && isAdmin(model, id) && (hour === undefined || !isSent(id)))
      queueEmail(model, kind, about, id, undefined, hour)
}
