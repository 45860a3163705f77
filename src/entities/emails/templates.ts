import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { readOne, send } from '@/entities/shared/read'
import { errorCode, explainError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

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
  membership_refunded: 'Membership refunded',
  invitation_joined: 'Invited person joined',
  benefit_available: 'Benefit available',
  second_factor_added: 'Authenticator added',
  second_factor_removed: 'Authenticator removed',
  recovery_code_used: 'Recovery code used',
  second_factor_reset: 'Second factor reset',
  password_changed: 'Password changed',
  announcement: 'Announcement',
  message: 'Message to one person',
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

const reasons: Record<string, string> = {
  timeout: 'The email server did not respond in time.',
  unreachable: 'The email service cannot be reached.',
  unknown_template: 'The function that sends emails is older than this page. Deploy it again.',
  no_result: 'The function that sends emails ended before it could report.',
}

/** Why an email was not sent, by the code that the outbox stores. */
export function emailProblem(code: string): string {
  const [, service, status] = /^(smtp|http)_(\d+)$/.exec(code) ?? []
  if (status) return `The email service refused the email (${service?.toUpperCase()} ${status}).`
  return reasons[code] ?? 'An unexpected error occurred.'
}

function testEmailFailure(error: unknown) {
  const limited = errorCode(error) === 'rate_limited'
  const sentence = limited ? 'You can send 20 test emails an hour.' : explainError(error)
  return { title: 'Error', description: sentence ?? 'The test email could not be queued.' }
}

/** Queues a template with sample values for the caller; returns the id of the test. */
export function useSendTestEmail() {
  return useMutation({
    mutationFn: (p_template: TemplateName) => send(supabase.rpc('send_test_email', { p_template })),
    meta: { failed: testEmailFailure },
  })
}

const testQuery = (id: string) =>
  queryOptions({
    queryKey: ['emails', 'test', id],
    queryFn: ({ signal }) => readOne(supabase.rpc('test_email', { p_id: id }), signal),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? 1_000 : false),
  })

/** Polled every second until the email was sent or given up. */
export function useTestEmail(id: string | undefined) {
  return useQuery({ ...testQuery(id ?? ''), enabled: id !== undefined }).data
}
