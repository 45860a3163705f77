import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { type Actor, idsOf, isAdmin, type Model, member, type ReportAnswer, touch } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { anyOrder, byHand, keyed, standing } from './deliveries.ts'
import { actor, admins, choose, everyone, members, one, planned } from './draw.ts'
import { queueEmail, queueForAdmins } from './emails.ts'
import { notify } from './notices.ts'
import { literal, type Operation, type Request, race } from './operation.ts'
import { moveTo } from './order-status.ts'
import { claim, endShortage, giveUp, noteReport } from './pools.ts'

/** D34: one immediate replacement for each member, and for the first report of an order; everything else is open. */
function report(model: Model, by: Actor, id: string, seen: number): Answer {
  if (by === undefined) return DENIED
  const { order, items = [], current } = standing(model, by, id) ?? {}
  if (!order || !current) return 'nothing_to_report'
  if (current.report || items.length !== seen) return 'report_refused'
  const own = [...model.items]
    .filter(([order]) => model.orders.get(order)?.account === by)
    .flatMap(([, list]) => list)
  const first = items.every((item) => !item.report) && own.every((item) => item.report !== 'replaced')
  const isKey = current.key >= 0
  if (items.length === 0) model.items.set(id, [current])
  const another = first && isKey && current.read ? claim(model, by, order.benefit, current.batch) : undefined
  current.report = another ? 'replaced' : 'open'
  if (another) items.push(another)
  if (another) queueEmail(model, 'order_delivered', id, by, order.email)
  else queueForAdmins(model, 'report_opened', id, by)
  noteReport(model, current, by)
  return current.report
}

/** Of what the caller has seen when it is sent. */
export const reporting = (model: Model, by: Actor, p_order_id: string): Request => {
  const p_items = model.items.get(p_order_id)?.length ?? 0
  const args = { p_order_id, p_reason: 'Refused as used.', p_items }
  return {
    by,
    call: { rpc: 'report_delivery', args, returns: 'outcome' },
    does: (now) => report(now, by, p_order_id, p_items),
  }
}

type Given = { answer: ReportAnswer; text: string | null; content?: string }

/** D34: the answer to the open report of an order, once. */
function answer(model: Model, by: Actor, id: string, benefit: string, given: Given): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const order = model.orders.get(id)
  const items = model.items.get(id) ?? []
  const reported = items.find((item) => item.report === 'open' && !item.answer)
  if (!order || !reported || order.benefit !== benefit) return 'report_closed'
  if (given.answer !== 'replied' && order.status === 'cancelled') return 'order_changed'
  if (given.answer === 'replaced') {
    if (!member(model, order.account)) return 'order_changed'
    if (given.content === undefined && order.byHand) return 'invalid_delivery'
    const another = given.content === undefined ? claim(model, by, benefit, reported.batch) : byHand()
    if (!another) return 'sold_out'
    items.push(another)
    if (given.content === undefined || order.status === 'delivered') {
      queueEmail(model, 'order_delivered', id, order.account, order.email)
      notify(model, by, 'order_delivered', order.account, id)
    }
  }
  reported.answer = given.answer
  const refund = given.answer === 'refunded'
  if (given.text !== null) {
    queueEmail(model, 'report_answered', id, order.account)
    const note = refund ? `refunded ${order.price}` : given.answer
    notify(model, by, 'report_answered', order.account, id, note)
  }
  touch(model, id)
  const delivered = given.content === undefined ? order.status : 'delivered'
  return moveTo(model, by, order, refund ? 'cancelled' : delivered, refund)
}

/** One statement, because only the database knows the id of a report; without one, that of no report. */
const answering = (by: Actor, id: string, benefit: string, given: Given): Request => ({
  by,
  call: {
    sql: `select public.answer_report(coalesce(
      (select r.id from public.search_reports(p_benefit_id => ${literal(benefit)}) as r where r.order_id = ${literal(id)}),
      ${literal(randomUUID())}), ${literal(given.answer)}, ${literal(given.text)}, 'text', ${literal(given.content ?? null)})`,
  },
  does: (now) => answer(now, by, id, benefit, given),
})

/** D34: what a quarantined batch still has is delivered again, or never. */
function decide(model: Model, by: Actor, benefit: string, number: number, release: boolean): Answer {
  if (by === undefined) return DENIED
  if (!isAdmin(model, by)) return 'not_admin'
  const batch = model.pools.get(benefit)?.[number - 1]
  if (!batch?.held) return 'report_closed'
  Object.assign(batch, { held: false, reporters: [], reported: 0 })
  if (!release) giveUp(model, batch)
  endShortage(model, benefit)
  return rows(1)
}

const deciding = (by: Actor, benefit: string, number: number, release: boolean): Request => ({
  by,
  call: {
    sql: `select public.decide_batch(coalesce(
      (select b.id from public.suspect_batches() as b where b.benefit_id = ${literal(benefit)} and b.batch = ${number}),
      ${literal(randomUUID())}), ${release})`,
  },
  does: (now) => decide(now, by, benefit, number, release),
})

const raceReport = (name: Name, what: string, order: 'owned' | 'doubted') =>
  race(name, what, [order, name, 'keyed'], ({ model, ids }, by) => reporting(model, by, ids[order]))
const raceAnswer = (name: Name, what: string, given: Given) =>
  race(name, what, ['reported', 'keyed'], ({ ids }, by) => answering(by, ids.reported, ids.keyed, given))
const raceDecision = (name: Name, what: string, release: boolean) =>
  race(name, what, ['owned', 'keyed'], ({ ids }, by) => deciding(by, ids.keyed, 1, release))

const waiting = (model: Model) =>
  [...model.items].flatMap(([id, list]) =>
    list.some(({ report, answer }) => report === 'open' && !answer) ? [id] : [],
  )

export const reports: Operation[] = [
  {
    name: 'report a delivery',
    weight: 4,
    meets: ['report a delivery', 'set the status of an order', 'place an order', 'delete a person'],
    races: [
      raceReport('mia', 'reports the key', 'owned'),
      raceReport('noa', 'reports another key', 'doubted'),
    ],
    draw: planned({ who: one, order: one }, (model, { who, order }) => {
      const by = actor(model, who, who.which === 11 ? everyone : members)
      return reporting(model, by, choose(order, keyed(model, by), anyOrder(model)))
    }),
  },
  {
    name: 'answer a report',
    weight: 2,
    meets: ['answer a report', 'set the status of an order', 'place an order', 'delete a person'],
    races: [
      raceAnswer('ada', 'replaces the reported key', { answer: 'replaced', text: null }),
      raceAnswer('bea', 'refunds the reported order', { answer: 'refunded', text: 'Sorry.' }),
    ],
    draw: planned(
      {
        who: one,
        order: one,
        given: fc.constantFrom<Given>(
          { answer: 'replaced', text: null },
          { answer: 'replaced', text: 'A new one.' },
          { answer: 'replaced', text: null, content: 'By hand.' },
          { answer: 'replied', text: 'It works.' },
          { answer: 'refunded', text: 'Sorry.' },
        ),
      },
      (model, { who, order, given }) => {
        const id = choose(order, waiting(model), anyOrder(model))
        const benefit = model.orders.get(id)?.benefit ?? randomUUID()
        return answering(actor(model, who, admins), id, benefit, given)
      },
    ),
  },
  {
    name: 'decide about a batch',
    weight: 1,
    meets: ['report a delivery', 'place an order', 'decide about a batch'],
    races: [
      raceDecision('ada', 'releases the batch', true),
      raceDecision('bea', 'gives up the batch', false),
    ],
    draw: planned({ who: one, batch: one, release: fc.boolean() }, (model, { who, batch, release }) => {
      const all = [...model.pools].flatMap(([benefit, list]) =>
        list.map(({ held }, at) => ({ benefit, number: at + 1, held })),
      )
      const none = [...idsOf(model, 'benefit')].map((benefit) => ({ benefit, number: 9 }))
      const { benefit, number } = choose(
        batch,
        all.filter(({ held }) => held),
        [...all, ...none],
      )
      return deciding(actor(model, who, admins), benefit, number, release)
    }),
  },
]
