import * as z from 'zod/mini'
import { emailAddress } from '@/entities/shared/text-schema'

/** Where an order is delivered (chapter 5). The rules are the database's; the dot is asked for here only. */
export const deliverySchema = z.object({
  email: emailAddress('Enter the e-mail to deliver to.', 'Enter an e-mail address like name@example.com.'),
})
export type DeliveryInput = z.infer<typeof deliverySchema>
