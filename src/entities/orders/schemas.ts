import * as z from 'zod/mini'
import { emailAddress } from '@/entities/shared/schemas'

/** The database's rules; only here, the email's domain needs a dot. */
export const deliverySchema = z.object({
  email: emailAddress('Enter the email to deliver to.', 'Enter an email address like name@example.com.'),
})
export type DeliveryInput = z.infer<typeof deliverySchema>
