import * as z from 'zod/mini'

/** Where an order is delivered (chapter 5). The rules are the database's; the dot is asked for here only. */
export const deliverySchema = z.object({
  email: z.string().check(
    z.trim(),
    z.minLength(1, 'Enter the e-mail to deliver to.'),
    z.maxLength(254, 'At most 254 characters.'),
    z.refine((value) => value === '' || /^[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+$/.test(value), {
      error: 'Enter an e-mail address like name@example.com.',
    }),
  ),
})
export type DeliveryInput = z.infer<typeof deliverySchema>
