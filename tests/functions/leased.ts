import { composeMessage } from '../../supabase/functions/send-mail/compose.ts'
import { samples } from '../../supabase/functions/send-mail/emails/samples.ts'
import type { LeasedEmail } from '../../supabase/functions/send-mail/message.ts'

/** An email as the sender leases it. */
export const leased = (changes: Partial<LeasedEmail> = {}): LeasedEmail => ({
  id: '00000000-0000-4000-8000-0000000000aa',
  kind: 'order_placed',
  attempt: 1,
  email: 'mia@example.test',
  own: true,
  unsubscribe: null,
  data: samples.order_placed,
  ...changes,
})
export const addresses = {
  from: 'Guildhall <house@guildhall.test>',
  siteUrl: 'https://guildhall.test',
  supabaseUrl: 'https://project.test',
}
/** The message that is sent for it. */
export const compose = (changes: Partial<LeasedEmail> = {}) => composeMessage(leased(changes), addresses)
