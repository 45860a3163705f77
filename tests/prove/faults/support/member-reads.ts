import type { Reading } from './reading.ts'

/** What the member's screens read. */
export const memberReads: Reading[] = [
  {
    name: 'the own profile',
    at: '/dashboard/profile',
    call: ['GET', /^\/rest\/v1\/profiles\?/],
    says: 'Failed to fetch profile',
  },
  {
    name: 'the recent transactions',
    at: '/dashboard',
    call: ['GET', /^\/rest\/v1\/token_transactions\?.*limit=5\b/],
    says: 'Recent transactions could not be loaded.',
  },
  {
    name: 'the line of the balance',
    at: '/dashboard',
    call: ['GET', /^\/rest\/v1\/token_transactions\?select=created_at/],
    says: 'The line could not be loaded.',
  },
  {
    name: 'the totals on the dashboard',
    at: '/dashboard',
    call: ['POST', /^\/rest\/v1\/rpc\/my_totals/],
    says: 'The total could not be loaded.',
  },
  {
    name: 'the nearest benefits',
    at: '/dashboard',
    call: ['GET', /^\/rest\/v1\/benefits\?/],
    says: 'Benefits could not be loaded.',
  },
  {
    name: 'the price list',
    at: '/dashboard/benefits',
    call: ['GET', /^\/rest\/v1\/benefits\?.*order=/],
    says: 'Failed to load benefits. Please try again.',
    toast: 'Failed to load benefits. Please try again.',
  },
  {
    name: 'the own orders',
    at: '/dashboard/orders',
    call: ['GET', /^\/rest\/v1\/orders\?.*order=/],
    says: 'Error:',
  },
  {
    name: 'the ledger',
    at: '/dashboard/transactions',
    call: ['GET', /^\/rest\/v1\/token_transactions\?/],
    says: 'Your token history could not be loaded.',
  },
  {
    name: 'the totals of the ledger',
    at: '/dashboard/transactions',
    call: ['POST', /^\/rest\/v1\/rpc\/my_totals/],
    says: 'The totals could not be loaded.',
  },
  {
    name: 'the redeemed codes',
    at: '/dashboard/redeem',
    call: ['GET', /^\/rest\/v1\/token_transactions\?.*redeem_code_id/],
    says: 'Your redeemed codes could not be loaded.',
  },
]
