import type { Row } from '../../db/support/world.ts'
import { NO_ADMIN, type Operation } from './operation.ts'
import { isAdmin, type Name, note, PRICE, type State } from './state.ts'

type Benefit = NonNullable<State['benefit']>

const edit = (
  by: Name,
  what: string,
  set: Row,
  where: Row,
  change: (benefit: Benefit) => boolean,
): Operation => ({
  name: `${by} ${what} the benefit`,
  on: ['benefit'],
  by,
  call: ({ ids }) => ({ by, update: 'benefits', set, where: { id: ids.benefit, ...where } }),
  apply: (state) => {
    if (!isAdmin(state, by)) return NO_ADMIN
    if (!state.benefit || !change(state.benefit)) return '[]'
    note(state, `${by} update benefits`)
    return 'done'
  },
})

const remove = (by: Name): Operation => ({
  name: `${by} deletes the benefit`,
  on: ['benefit', 'placed', 'first'],
  by,
  call: ({ ids }) => ({ by, remove: 'benefits', where: { id: ids.benefit } }),
  apply: (state) => {
    if (!isAdmin(state, by)) return NO_ADMIN
    if (!state.benefit) return '[]'
    state.benefit = null
    // Its orders keep what they were placed for (D13).
    for (const order of Object.values(state.orders)) order.offered = false
    note(state, `${by} delete benefits`)
    return 'done'
  },
})

/** The price list under those who order from it. */
export const benefits: Operation[] = [
  edit('ada', 'reprices', { token_value: 12 }, { token_value: PRICE }, (benefit) => {
    if (benefit.price !== PRICE) return false
    benefit.price = 12
    return true
  }),
  edit('bea', 'takes back the price of', { token_value: PRICE }, {}, (benefit) => {
    benefit.price = PRICE
    return true
  }),
  edit('bea', 'withdraws', { is_active: false }, {}, (benefit) => {
    benefit.active = false
    return true
  }),
  remove('ada'),
  remove('bea'),
]
