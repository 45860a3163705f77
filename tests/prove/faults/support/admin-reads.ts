import type { Client } from './count-rows.ts'
import type { Reading } from './reading.ts'

const statistics = 'Failed to load dashboard statistics.'

/** What the admin's screens read. */
export const adminReads: Reading[] = [
  {
    name: 'the dashboard counts',
    at: '/admin',
    call: ['POST', /^\/rest\/v1\/rpc\/admin_counts/],
    says: statistics,
    toast: statistics,
  },
  {
    name: 'the flow of tokens',
    at: '/admin',
    call: ['POST', /^\/rest\/v1\/rpc\/token_flow/],
    says: 'Tokens over time could not be loaded.',
    toast: statistics,
  },
  {
    name: 'the flow of orders',
    at: '/admin',
    call: ['POST', /^\/rest\/v1\/rpc\/order_flow/],
    says: 'Orders by day could not be loaded.',
    toast: statistics,
  },
  {
    name: 'the orders by status',
    at: '/admin',
    call: ['POST', /^\/rest\/v1\/rpc\/order_counts/],
    says: 'Orders by status could not be loaded.',
  },
  {
    name: 'the benefits',
    at: '/admin/benefits',
    call: ['GET', /^\/rest\/v1\/benefits\?/],
    says: 'Failed to load benefits',
    toast: 'Failed to load benefits',
  },
  {
    name: 'the figures of benefits',
    at: '/admin/benefits',
    call: ['POST', /^\/rest\/v1\/rpc\/benefit_figures/],
    says: 'Orders and tokens per benefit could not be loaded.',
  },
  {
    name: 'the users',
    at: '/admin/users',
    call: ['GET', /^\/rest\/v1\/profiles\?.*order=/],
    says: 'Failed to load users',
    toast: 'Failed to load users',
  },
  {
    name: 'a search for users',
    at: '/admin/users?q=tamsin',
    call: ['POST', /^\/rest\/v1\/rpc\/search_profiles/],
    says: 'Failed to load users',
    toast: 'Failed to load users',
  },
  {
    name: 'the orders',
    at: '/admin/orders',
    call: ['GET', /^\/rest\/v1\/orders\?/],
    says: 'Failed to load orders',
    toast: 'Failed to load orders',
  },
  {
    name: 'a search for orders',
    at: '/admin/orders?q=tamsin',
    call: ['POST', /^\/rest\/v1\/rpc\/search_orders/],
    says: 'Failed to load orders',
    toast: 'Failed to load orders',
  },
  {
    name: 'the counts of orders',
    at: '/admin/orders',
    call: ['POST', /^\/rest\/v1\/rpc\/order_counts/],
    says: 'The counts could not be loaded.',
  },
  {
    name: 'the token codes',
    at: '/admin/token-codes',
    call: ['GET', /^\/rest\/v1\/redeem_codes\?/],
    says: 'Failed to load redeem codes',
    toast: 'Failed to load redeem codes',
  },
  {
    name: 'a search for token codes',
    at: '/admin/token-codes?q=a',
    call: ['POST', /^\/rest\/v1\/rpc\/search_redeem_codes/],
    says: 'Failed to load redeem codes',
    toast: 'Failed to load redeem codes',
  },
  {
    name: 'the counts of token codes',
    at: '/admin/token-codes',
    call: ['POST', /^\/rest\/v1\/rpc\/code_counts/],
    says: 'The counts could not be loaded.',
  },
  {
    name: 'the invite codes',
    at: '/admin/invite-codes',
    call: ['GET', /^\/rest\/v1\/invite_codes\?/],
    says: 'Failed to load invite codes',
    toast: 'Failed to load invite codes',
  },
  {
    name: 'a search for invite codes',
    at: '/admin/invite-codes?q=a',
    call: ['POST', /^\/rest\/v1\/rpc\/search_invite_codes/],
    says: 'Failed to load invite codes',
    toast: 'Failed to load invite codes',
  },
  {
    name: 'the logo',
    at: '/admin/email-branding',
    call: ['GET', /^\/rest\/v1\/app_settings\?/],
    says: 'The logo could not be loaded.',
  },
  {
    name: 'the log',
    at: '/admin/activity',
    call: ['POST', /^\/rest\/v1\/rpc\/activity/],
    says: 'Failed to load activity',
    toast: 'Failed to load activity',
  },
  {
    name: 'an order',
    at: async (client) => `/admin/orders?order=${(await firstOrder(client)).id}`,
    call: ['GET', /^\/rest\/v1\/orders\?.*\bid=eq\./],
    says: 'Failed to load orders',
    toast: 'Failed to load orders',
  },
  {
    name: 'the history of an order',
    at: async (client) => `/admin/orders?order=${(await firstOrder(client)).id}`,
    call: ['POST', /^\/rest\/v1\/rpc\/order_history/],
    says: 'The history could not be loaded.',
  },
  {
    name: 'the orders of a user',
    at: (client) => personAt(client, 'orders'),
    call: ['GET', /^\/rest\/v1\/orders\?.*\buser_id=eq\./],
    says: 'Failed to load orders',
  },
  {
    name: 'the ledger of a user',
    at: (client) => personAt(client, 'ledger'),
    call: ['GET', /^\/rest\/v1\/token_transactions\?.*\baccount_id=eq\./],
    says: 'Failed to load the ledger',
  },
  {
    name: 'the codes of a user',
    at: (client) => personAt(client, 'codes'),
    call: ['GET', /^\/rest\/v1\/redeem_codes\?.*\bused_by=eq\./],
    says: 'Failed to load redeem codes',
  },
]

async function firstOrder(client: Client) {
  const orders = client.from('orders').select('id, user_id').not('user_id', 'is', null)
  return (await orders.order('created_at').limit(1).single().throwOnError()).data
}

async function personAt(client: Client, list: string) {
  return `/admin/users?person=${(await firstOrder(client)).user_id}&show=${list}`
}
