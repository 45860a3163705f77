import type { Leased } from '../../../supabase/functions/send-mail/message'
import { openOutbox } from '../../../supabase/functions/send-mail/outbox'
import type { Query, Row, World } from './world'

/** The calls of a sender, with the secret key. */
export function createSender({ address }: World) {
  const outbox = openOutbox({ supabaseUrl: address.url, serviceKey: address.secret_key })
  return {
    lease: (limit = 50) => outbox.lease(limit),
    sent: outbox.sent,
    failed: ({ id, attempt }: Leased, error: string, permanent = false) =>
      outbox.failed(id, attempt, error, permanent),
  }
}

/** The rows about one cause, oldest first. */
export function queuedFor(sql: Query, cause: string): Promise<Row[]> {
  return sql('select * from private.outbox where cause_id = $1 order by created_at', [cause])
}

/** Lets time pass for one email: its lease ends, its backoff is over. */
export async function makeDue(sql: Query, id: string, hoursAgo = 0): Promise<void> {
  await sql(
    `update private.outbox set next_attempt_at = now(),
       first_attempted_at = least(first_attempted_at, now() - $2 * interval '1 hour') where id = $1`,
    [id, hoursAgo],
  )
}
