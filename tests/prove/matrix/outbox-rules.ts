import { randomUUID } from 'node:crypto'
import type { Row } from '../../db/support/world.ts'

export const OUTBOX_TABLES = ['outbox', 'email_sender']

/** Functions of the outbox that no public one is named after. */
export const OUTBOX_INTERNALS = `
  email_id queue_email queue_admin_email order_emails_queue delivery_email_queue report_emails_queue pool_email_queue report_email_data
  outbox_given_up order_email_data email_data order_emails send_test_email test_email`
  .trim()
  .split(/\s+/)

/** The functions for the sender of emails, which no client may call, each with arguments that it takes. */
export const SERVICE_CALLS: Record<string, Row> = {
  lease_emails: { p_limit: 1 },
  mark_email_sent: { p_id: randomUUID() },
  mark_email_failed: { p_id: randomUUID(), p_attempt: 1, p_error: 'timeout', p_permanent: true },
  email_sender_ran_at: {},
}
