import { orderPayload } from '../../db/support/rows.ts'
import { NO_ADMIN, type Operation } from './operation.ts'
import { emailOf } from './stage.ts'
import { BENEFIT_NAME, isAdmin, type Name, note, type OrderName, PRICE, post, type State } from './state.ts'

/** An order with an id of its own; raced with itself, the retry of an order (D1, D3). */
const place = (by: Name, key: OrderName): Operation => ({
  name: `${by} places ${key}`,
  on: [by, 'benefit', key],
  call: (stage) => {
    const person = { id: stage.ids[by], email: emailOf(by, stage) }
    const benefit = {
      id: stage.ids.benefit,
      name: BENEFIT_NAME,
      description: 'Raced for.',
      token_value: PRICE,
      image_url: null,
    }
    return { by, insert: 'orders', rows: [orderPayload(person, benefit, { id: stage.ids[key] })] }
  },
  apply: (state) => {
    const { people, benefit, orders } = state
    if (orders[key]) return '23505'
    if (!people[by]) return 'not_signed_in'
    if (!benefit?.active) return 'benefit_unavailable'
    if (benefit.price !== PRICE) return 'price_changed'
    if (!post(state, by, -PRICE, `redemption Redeemed: ${BENEFIT_NAME}`)) return 'insufficient_tokens'
    orders[key] = { status: 'pending', price: PRICE, owned: true, offered: true, erased: false }
    return 'done'
  },
})

/** An admin sets the status of Mia's order; `seen` only if it is what it was, as the screens do (D6). */
const setStatus = (by: Name, status: string, seen = false): Operation => ({
  name: `${by} sets ${status}${seen ? ' if as seen' : ''}`,
  on: ['placed', 'mia'],
  by,
  call: ({ ids, opening }) => ({
    by,
    update: 'orders',
    set: { status, updated_at: new Date(0).toISOString() },
    where: { id: ids.placed, ...(seen ? { status: opening.orders.placed?.status } : {}) },
  }),
  apply: (state, opening) => {
    const order = state.orders.placed
    if (!isAdmin(state, by)) return NO_ADMIN
    if (!order || (seen && order.status !== opening.orders.placed?.status)) return '[]'
    if (order.status === status) return 'done'
    if (order.owned && !settle(state, order.status, status)) return 'insufficient_tokens'
    order.status = status
    note(state, `${by} update orders placed ${status}`)
    return 'done'
  },
})

/** The entries of an order add up to 0 if it is cancelled and to minus its price otherwise. */
function settle(state: State, from: string, to: string): boolean {
  if ((from === 'cancelled') === (to === 'cancelled')) return true
  return to === 'cancelled'
    ? post(state, 'mia', PRICE, `refund Refund: ${BENEFIT_NAME}`)
    : post(state, 'mia', -PRICE, `redemption Redeemed: ${BENEFIT_NAME}`)
}

export const orders: Operation[] = [
  place('mia', 'first'),
  place('mia', 'second'),
  place('noa', 'other'),
  setStatus('ada', 'cancelled'),
  setStatus('bea', 'cancelled'),
  setStatus('bea', 'processing'),
  setStatus('ada', 'delivered', true),
]
