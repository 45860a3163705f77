import * as z from 'zod/mini'
import { deliveryMethods } from '@/entities/deliveries/method'
import { wholeNumber } from '@/entities/shared/schemas'
import { isPictureAddress } from '@/lib/picture-address'

const valueRule = 'Enter a whole number of at least 1.'

export const benefitSchema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120, 'At most 120 characters.')),
  description: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a description.'), z.maxLength(2000, 'At most 2,000 characters.')),
  token_value: wholeNumber(1, 1_000_000, valueRule, 'At most 1,000,000 tokens.'),
  image_url: z.string().check(
    z.trim(),
    z.maxLength(2048, 'At most 2,048 characters.'),
    z.refine(
      (text) => text === '' || isPictureAddress(text),
      'Enter an https address or a path that starts with /.',
    ),
  ),
  is_active: z.boolean(),
  /** Chosen when a benefit is created; its page changes it later. */
  delivery_method: z.enum(deliveryMethods),
})
export type BenefitInput = z.infer<typeof benefitSchema>

export const newBenefit: BenefitInput = {
  name: '',
  description: '',
  token_value: 0,
  image_url: '',
  is_active: true,
  delivery_method: 'manual',
}
