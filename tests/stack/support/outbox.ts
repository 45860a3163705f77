import { composeMessage } from '../../../supabase/functions/send-mail/compose.ts'
import type { LeasedEmail, Message } from '../../../supabase/functions/send-mail/message.ts'

type Sql = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>

const ADDRESSES = { from: 'house@guildhall.example', siteUrl: 'https://guildhall.example', supabaseUrl: '' }

const sent: Message[] = []

/** Leases what is due and marks it as sent, as the function send-mail does; returns the newest such message. Throws if there is none. */
export async function leaseEmail(sql: Sql, to: string, subject: RegExp): Promise<Message> {
  const leased = await sql<{ email: LeasedEmail }>(
    'select to_jsonb(e) as email from public.lease_emails(50) as e',
  )
  for (const { email } of leased) {
    sent.push(composeMessage(email, ADDRESSES))
    await sql('select public.mark_email_sent($1)', [email.id])
  }
  const found = sent.findLast((message) => message.to === to && subject.test(message.subject))
  if (!found) throw new Error(`The outbox has no email to ${to} with a subject like ${subject}.`)
  return found
}
