const order = {
  order_id: '00000000-0000-4000-8000-000000000001',
  order_number: 'ORD-005803',
  benefit: 'Minutes',
  tokens: 35,
  redemption_email: 'tamsin@ferreira.example',
  own: true,
}

const link = 'https://guildhall.example/auth/callback'

/** Values for the preview and the test of each template, by its name. */
export const samples = {
  order_placed: order,
  order_delivered: {
    ...order,
    key: 'MNTS-7WQX-2HVD-4KQ8',
    instructions:
      'Open Minutes and sign in, or make an account. Choose Settings, then Licence, and paste the key.\nHelp: https://minutes.example/help',
  },
  order_cancelled: order,
  report_answered: { ...order, text: 'The page is back. Please try your key again.' },
  report_opened: { ...order, reason: 'The page to activate it does not load.' },
  pool_low: { benefit: 'Minutes', benefit_id: '00000000-0000-4000-8000-000000000002', count: 8 },
  email_given_up: { count: 3, error: 'smtp_550' },
  confirmation: { email: order.redemption_email, link },
  recovery: { email: order.redemption_email, link },
}
