import type { DataOf, Kind } from './kinds.ts'

const order = {
  order_id: '00000000-0000-4000-8000-000000000001',
  order_number: 'ORD-005803',
  benefit: 'Minutes',
  tokens: 35,
  redemption_email: 'tamsin@ferreira.example',
  own: true,
}

const benefit = { benefit: 'Minutes', benefit_id: '00000000-0000-4000-8000-000000000002' }

const link = 'https://guildhall.example/auth/callback'

/** Values for the preview and the test of each template, by its name. */
export const samples: { [Name in Kind]: DataOf<Name> } = {
  order_placed: order,
  order_status: { ...order, completed: true },
  order_delivered: {
    ...order,
    key: 'MNTS-7WQX-2HVD-4KQ8',
    instructions:
      'Open Minutes and sign in, or make an account. Choose Settings, then Licence, and paste the key.\nHelp: https://minutes.example/help',
  },
  order_cancelled: { ...order, reason: 'The maker has closed its doors.' },
  report_answered: { ...order, text: 'The page is back. Please try your key again.' },
  tokens_adjusted: { tokens: 20, taken: false, balance: 107, reason: 'Thank you for the talk in March.' },
  membership_ending: { count: 30, ends_on: 'December 24, 2026' },
  membership_extended: { count: 395, ends_on: 'December 24, 2027' },
  membership_refunded: {
    amount: 9900,
    reason: 'You asked for it within 14 days.',
    ends_on: 'December 24, 2026',
  },
  invitation_joined: { name: 'Mira Osei' },
  benefit_available: { ...benefit, tokens: 35 },
  announcement: {
    title: 'Winter courses are open',
    body: 'Hello {name},\n\nthe **winter courses** are open from today:\n\n- Financial Modelling, on Tuesdays\n- Negotiation for Engineers, on Thursdays\n\nBoth are in [Browse Benefits](/dashboard/benefits).',
    name: 'Tamsin Ferreira',
  },
  message: {
    title: 'Your workspace at Minutes',
    text: 'Which workspace is your licence for?\nWe deliver it today.',
  },
  invitation: {
    inviter: 'Tamsin Ferreira',
    asked: false,
    message: 'It was good to meet you in Porto.\nHere is the door I mentioned.',
    email: 'noor@halim.example',
    code: 'K7WQX2HVD4',
    token: 'sample',
    expires_on: 'December 12, 2026',
  },
  report_opened: { ...order, reason: 'The page to activate it does not load.' },
  pool_low: { ...benefit, count: 8 },
  stock_low: { ...benefit, count: 8 },
  orders_late: { count: 12 },
  second_factor_added: {},
  second_factor_removed: {},
  recovery_code_used: { count: 9 },
  password_changed: {},
  second_factor_reset: { name: 'Tamsin Ferreira' },
  large_grant: { tokens: 1500, name: 'Tamsin Ferreira', reason: 'Prize of the design award' },
  reconcile_found: { count: 2 },
  email_given_up: { count: 3, error: 'smtp_550' },
  deletion_requested: { token: 'sample' },
  deletion_scheduled: { deletes_on: 'December 7, 2026' },
  account_deleted: {},
  confirmation: { email: order.redemption_email, link },
  recovery: { email: order.redemption_email, link },
}
