import { call, type Listing } from '../db/support/listing'
import type { Row } from '../db/support/world'

const NUMBERS: [name: string, args: Row][] = [
  ['users', { p_number: 'users' }],
  ['orders', { p_number: 'orders' }],
  ['orders of this week', { p_number: 'orders', p_part: 'this_week' }],
  ['orders that were due', { p_number: 'orders', p_part: 'due' }],
  ['delivered orders', { p_number: 'orders', p_part: 'delivered' }],
  ['available token codes', { p_number: 'token_codes', p_part: 'available' }],
  ['tokens issued', { p_number: 'issued' }],
  ['tokens spent', { p_number: 'spent' }],
  ['tokens outstanding', { p_number: 'outstanding' }],
]

/** The first and the last page of the rows behind numbers, and their sums (D48). */
export function explainLists(account: string): {
  pages: [list: string, listing: Listing][]
  sums: Listing[]
} {
  const all: typeof NUMBERS = [
    ...NUMBERS,
    ['the balance of a member', { p_number: 'account_balance', p_account: account }],
  ]
  return {
    pages: all.flatMap(([name, args]): [string, Listing][] => [
      [name, call(`explained: ${name}, first page`, 'explain_rows', args)],
      [name, call(`explained: ${name}, last page`, 'explain_rows', { ...args, p_reverse: true })],
    ]),
    sums: all.map(([name, args]) => call(`sum of ${name}`, 'explain_number', args)),
  }
}
