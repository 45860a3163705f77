import { randomUUID } from 'node:crypto'
import { idsOf, type Model, member, type Order, post } from '../model/model.ts'
import { rows } from './answer.ts'
import { choose, one, planned } from './draw.ts'
import { notify } from './notices.ts'
import { AUTH, literal, type Operation, type Request } from './operation.ts'

const waiting = ['pending', 'processing']
const CAP = 2
const MOST = 20

/** D36: what the delay of an order is worth when somebody first closes it, and what of it the member receives. */
export function credit(model: Model, by: string | null, order: Order, before: string): void {
  if (!order.late || order.worth !== null || !waiting.includes(before) || waiting.includes(order.status))
    return
  const buyer = member(model, order.account)
  // Nothing by whose order it is, nor by time.
  const own = order.status === 'cancelled' && (by === order.account || by === null)
  order.worth = buyer && !own ? Math.min(CAP, order.price) : 0
  const credits = model.ledger.filter(
    (entry) => entry.account === order.account && entry.type === 'adjustment' && entry.order !== null,
  )
  const left = MOST - credits.reduce((sum, { amount }) => sum + amount, 0)
  const amount = Math.min(order.worth, left)
  if (!buyer || amount <= 0) return
  post(model, buyer, {
    type: 'adjustment',
    amount,
    text: `Late credit: ${order.name}`,
    order: order.id,
    actor: by,
  })
  notify(model, by ?? undefined, 'tokens_adjusted', order.account, order.id, String(amount))
}

/** Time passes: by the owner of the database, because no client can set a time. */
export const passing = (id: string): Request => ({
  by: AUTH,
  call: {
    sql: `update public.orders set credit_rate = 1, credit_cap = ${CAP}, due_at = now() - interval '210 minutes'
      where id = ${literal(id)} and delivery_method = 'manual' and credit_rate = 0`,
  },
  does: (now) => {
    const order = now.orders.get(id)
    if (!order?.byHand || order.late) return rows(0)
    order.late = true
    return rows(1)
  },
})

export const late: Operation[] = [
  {
    name: 'let an order become late',
    weight: 4,
    meets: ['set the status of an order', 'cancel an own order'],
    draw: planned({ order: one }, (model, { order }) => {
      const open = [...model.orders.values()].filter(
        ({ status, late: is }) => waiting.includes(status) && !is,
      )
      return passing(
        choose(
          order,
          open.map(({ id }) => id),
          [...idsOf(model, 'order'), randomUUID()],
        ),
      )
    }),
  },
]
