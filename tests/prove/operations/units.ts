import type { Benefit, Model, Order } from '../model/model.ts'
import { queueForAdmins } from './emails.ts'

/** The orders of a member that count towards the limit of a benefit (D38). */
export const counted = (model: Model, by: string, benefit: string) =>
  [...model.orders.values()].filter(
    (order) => order.account === by && order.benefit === benefit && order.unit !== 'returned',
  ).length

/** D38: spent for ever by the delivery, returned by a cancellation before it. */
export function unitOf(unit: Order['unit'], status: string): Order['unit'] {
  if (unit === 'spent' || status === 'delivered') return 'spent'
  return status === 'cancelled' ? 'returned' : 'held'
}

/** D40: the admins, but not who took the last one, are told that nothing is left; every stock of a story is low from the start. */
export function takeUnit(model: Model, benefit: Benefit, by: string): void {
  if (benefit.stock === null) return
  benefit.stock -= 1
  // One an hour, however often the last unit is taken and returned.
  const hour = Math.floor(Date.now() / 3_600_000)
  if (benefit.stock === 0) queueForAdmins(model, 'stock_low', benefit.id, by, hour)
}

/** D38: a cancellation before the delivery returns the unit, leaving `cancelled` takes it again. */
export function moveUnit(
  model: Model,
  by: string,
  order: Order,
  benefit: Benefit | undefined,
  status: string,
  unit = unitOf(order.unit, status),
): void {
  if (order.stocked && benefit && benefit.stock !== null && unit !== order.unit) {
    if (unit === 'returned') benefit.stock += 1
    if (order.unit === 'returned') takeUnit(model, benefit, by)
  }
  order.unit = unit
}
