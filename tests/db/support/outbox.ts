import type { LeasedEmail } from '../../../supabase/functions/send-mail/message'
import { openOutbox } from '../../../supabase/functions/send-mail/outbox'
import type { World } from './world'

/** The calls of a sender, with the secret key. */
export function createSender({ address }: World) {
  const outbox = openOutbox({ supabaseUrl: address.url, serviceKey: address.secret_key })
  return {
    lease: (limit = 50) => outbox.lease(limit),
    markSent: outbox.markSent,
    markFailed: ({ id, attempt }: LeasedEmail, error: string, permanent = false) =>
      outbox.markFailed(id, attempt, error, permanent),
  }
}
