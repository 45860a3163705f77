import { type Actor, type Model, member } from '../model/model.ts'
import type { Name } from '../races/stage.ts'
import { type Answer, DENIED, rows } from './answer.ts'
import { anyOrder } from './deliveries.ts'
import { actor, choose, everyone, members, one, planned } from './draw.ts'
import { literal, type Operation, type Request, race } from './operation.ts'
import { moveTo } from './order-status.ts'

/** D35: by the owner while it is pending; cancelled again, it stays as it is. */
function cancel(model: Model, by: Actor, id: string): Answer {
  if (by === undefined) return DENIED
  const order = model.orders.get(id)
  if (!order || order.account !== by || !member(model, by)) return 'order_not_found'
  if (order.status === 'cancelled') return rows(1)
  if (order.status !== 'pending') return 'order_not_pending'
  return moveTo(model, by, order, 'cancelled')
}

const cancelling = (by: Actor, id: string): Request => ({
  by,
  call: { sql: `select public.cancel_my_order(${literal(id)})` },
  does: (now) => cancel(now, by, id),
})

const raceCancel = (name: Name, order: 'placed' | 'owned') =>
  race(name, `cancels ${order}`, [order, name], ({ ids }, by) => cancelling(by, ids[order]))

export const cancellations: Operation[] = [
  {
    name: 'cancel an own order',
    weight: 3,
    meets: ['set the status of an order', 'place an order', 'read a delivery', 'delete a person'],
    races: [raceCancel('mia', 'placed'), raceCancel('mia', 'owned'), raceCancel('noa', 'placed')],
    draw: planned({ who: one, order: one }, (model, { who, order }) => {
      const by = actor(model, who, who.which === 11 ? everyone : members)
      const open = [...model.orders.values()].filter(
        ({ account, status }) => account === by && status === 'pending',
      )
      return cancelling(
        by,
        choose(
          order,
          open.map(({ id }) => id),
          anyOrder(model),
        ),
      )
    }),
  },
]
