/** The templates of all emails, by the names of supabase/functions/send-mail/samples.ts. */
export const templateLabels = {
  order_placed: 'Order placed',
  order_delivered: 'Order delivered',
  order_cancelled: 'Order cancelled',
  report_answered: 'Report answered',
  report_opened: 'Report opened, to admins',
  pool_low: 'Few keys left, to admins',
  email_given_up: 'Email given up, to admins',
  confirmation: 'Confirm your email',
  recovery: 'Set a new password',
}

export type TemplateName = keyof typeof templateLabels
