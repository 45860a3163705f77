/** By the names of supabase/functions/send-mail/emails/samples.ts. */
export const templateLabels = {
  order_placed: 'Order placed',
  order_status: 'Order processed or complete',
  order_delivered: 'Order delivered',
  order_cancelled: 'Order cancelled',
  report_answered: 'Report answered',
  tokens_adjusted: 'Balance adjusted',
  membership_ending: 'Membership ending',
  membership_extended: 'Membership extended',
  invitation_joined: 'Invited person joined',
  benefit_available: 'Benefit available',
  second_factor_added: 'Authenticator added',
  second_factor_removed: 'Authenticator removed',
  recovery_code_used: 'Recovery code used',
  second_factor_reset: 'Second factor reset',
  password_changed: 'Password changed',
  announcement: 'Announcement',
  invitation: 'Invitation',
  report_opened: 'Report opened, to admins',
  pool_low: 'Few keys left, to admins',
  stock_low: 'Low stock, to admins',
  orders_late: 'Late orders, to admins',
  large_grant: 'Large grant, to admins',
  reconcile_found: 'Ledger discrepancies, to admins',
  email_given_up: 'Email given up, to admins',
  deletion_requested: 'Deletion to confirm',
  deletion_scheduled: 'Deletion announced',
  account_deleted: 'Account deleted',
  confirmation: 'Confirm your email',
  recovery: 'Set a new password',
}

export type TemplateName = keyof typeof templateLabels

export function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(templateLabels, name)
}
