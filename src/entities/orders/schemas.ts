import * as z from 'zod/mini'
import { emailAddress } from '@/entities/shared/text-schema'

/** Where an order is delivered (chapter 5). The rules are the database's; the dot is asked for here only. */
export const deliverySchema = z.object({
  email: emailAddress('Enter the email to deliver to.', 'Enter an email address like name@example.com.'),
})
export type DeliveryInput = z.infer<typeof deliverySchema>
