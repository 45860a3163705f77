import fc from 'fast-check'
import { type Actor, type Choice, type Model, member } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, MALFORMED, rows } from './answer.ts'
import { actor, everyone, one, person, planned } from './draw.ts'
import { type Operation, type Request, race } from './operation.ts'

/** D40: what happened to a member, unless the member did it. */
export function notify(model: Model, by: Actor, kind: string, to: string, about: string, note = ''): void {
  if (by !== to && member(model, to)) model.notices.push({ to, kind, about, note, read: false })
}

/** D40: its recipient marks it as read, once. */
function mark(model: Model, by: Actor, whom: string, kind: string): Answer {
  if (by === undefined) return DENIED
  const own = model.notices.filter((one) => one.to === by && by === whom && one.kind === kind)
  for (const notice of own) notice.read = true
  return rows(own.length)
}

const marking = (by: Actor, user_id: string, kind: string): Request => ({
  by,
  call: { update: 'notifications', set: { read_at: '2001-01-01' }, where: { user_id, kind } },
  does: (now) => mark(now, by, user_id, kind),
})

/** D40: for oneself; orders are always told in the app. */
function choose(model: Model, by: Actor, whom: string, kind: string, choice: Choice): Answer {
  if (by === undefined) return DENIED
  if (!member(model, whom)) return 'not_signed_in'
  if (by !== whom) return DENIED
  if (kind === 'orders' && !choice.inApp) return MALFORMED
  model.choices.set(`${by} ${kind}`, choice)
  return rows(1)
}

const choosing = (by: Actor, user_id: string, kind: string, choice: Choice): Request => ({
  by,
  call: {
    insert: 'notification_preferences',
    rows: [{ user_id, kind, in_app: choice.inApp, by_email: choice.byEmail }],
    merge: 'user_id, kind',
  },
  does: (now) => choose(now, by, user_id, kind, choice),
})

const MARKED = { kinds: ['own'], columns: ['read_at'], overruled: ['read_at'] }
const CHOSEN = { kinds: ['own'], columns: ['user_id', 'kind', 'in_app', 'by_email'] }
const MERGED = { kinds: ['own'] }
const both = <T>(one: T) => ({ member: one, admin: one })

const raceMark = (name: Name, kind: string) =>
  race(name, `reads what mia was told, ${kind}`, ['mia', 'placed'], ({ ids }, by) =>
    marking(by, ids.mia, kind),
  )
const raceChoice = (name: Name, byEmail: boolean) =>
  race(name, `chooses ${byEmail ? '' : 'no '}emails for mia`, ['mia', 'placed'], ({ ids }, by) =>
    choosing(by, ids.mia, 'orders', { inApp: true, byEmail }),
  )

const own = { who: one, whom: one, own: fc.nat({ max: 5 }) }
/** Mostly oneself. */
const whose = (model: Model, by: Actor, drawn: { whom: Parameters<typeof person>[1]; own: number }) =>
  drawn.own < 5 && by !== undefined ? by : person(model, drawn.whom).id

export const notices: Operation[] = [
  {
    name: 'mark notifications as read',
    weight: 2,
    meets: ['set the status of an order', 'edit a balance', 'delete a person'],
    rights: { notifications: { update: both(MARKED) } },
    races: [raceMark('mia', 'order_cancelled'), raceMark('noa', 'tokens_adjusted')],
    draw: planned(
      {
        ...own,
        kind: fc.constantFrom('order_status', 'order_delivered', 'order_cancelled', 'tokens_adjusted'),
      },
      (model, drawn) => {
        const by = actor(model, drawn.who, everyone)
        return marking(by, whose(model, by, drawn), drawn.kind)
      },
    ),
  },
  {
    name: 'choose what to be told',
    weight: 2,
    meets: ['set the status of an order', 'choose what to be told', 'delete a person'],
    rights: {
      notification_preferences: { insert: both(CHOSEN), update: both(CHOSEN), upsert: both(MERGED) },
    },
    races: [raceChoice('mia', false), raceChoice('noa', false)],
    draw: planned(
      {
        ...own,
        kind: fc.constantFrom('orders', 'orders', 'stock', 'reports'),
        inApp: fc.constantFrom(true, true, true, false),
        byEmail: fc.boolean(),
      },
      (model, { kind, inApp, byEmail, ...drawn }) => {
        const by = actor(model, drawn.who, everyone)
        return choosing(by, whose(model, by, drawn), kind, { inApp, byEmail })
      },
    ),
  },
]
