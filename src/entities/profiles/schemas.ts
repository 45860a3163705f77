import * as z from 'zod/mini'
import { plainText, wholeNumber } from '@/entities/shared/schemas'
import { hasVisible } from '@/lib/text'

export const profileSchema = z.object({
  name: plainText({ empty: 'Enter your name.', maxLength: 120 }),
  phone: plainText({ maxLength: 40 }),
})
export type ProfileInput = z.infer<typeof profileSchema>

export const messageSchema = z.object({
  title: plainText({ empty: 'Enter a subject.', maxLength: 120 }),
  text: z
    .string()
    .check(z.refine(hasVisible, 'Enter a text.'), z.maxLength(2000, 'At most 2,000 characters.')),
})
export type MessageInput = z.infer<typeof messageSchema>

const grantTypes = ['purchase', 'adjustment'] as const
export type GrantType = (typeof grantTypes)[number]

export const reason = plainText({ empty: 'Enter a reason.', maxLength: 200 })

const tokensRule = 'Enter a whole number, 0 or more.'

const userSchema = z.extend(profileSchema, {
  name: plainText({ empty: 'Enter a name.', maxLength: 120 }),
  current_tokens: wholeNumber(0, 1_000_000_000, tokensRule, 'At most 1,000,000,000 tokens.'),
  role: z.enum(['user', 'admin']),
  adjustment_type: z.enum(grantTypes),
  adjustment_reason: plainText({ maxLength: 200 }),
})
const fewerTokensSchema = z.extend(userSchema, {
  adjustment_type: z
    .enum(grantTypes)
    .check(z.refine((type) => type === 'adjustment', 'A purchase adds tokens.')),
})
export type AdminProfileInput = z.infer<typeof userSchema>

/** A purchase adds tokens (D45); NaN while there is no new balance. */
export function adminProfileSchema(change: number) {
  return change < 0 ? fewerTokensSchema : userSchema
}
