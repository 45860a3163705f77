import * as z from 'zod/mini'
import { plainText } from '@/entities/shared/text-schema'

export const profileSchema = z.object({
  name: plainText({ empty: 'Enter your name.', maxLength: 120 }),
  phone: plainText({ maxLength: 40 }),
})
export type ProfileInput = z.infer<typeof profileSchema>

const tokensRule = 'Enter a whole number, 0 or more.'

const sameBalanceSchema = z.extend(profileSchema, {
  name: plainText({ empty: 'Enter a name.', maxLength: 120 }),
  current_tokens: z
    .int(tokensRule)
    .check(z.minimum(0, tokensRule), z.maximum(1_000_000_000, 'At most 1,000,000,000 tokens.')),
  role: z.enum(['user', 'admin']),
  adjustment_reason: z.string(),
})
const newBalanceSchema = z.extend(sameBalanceSchema, {
  adjustment_reason: plainText({ empty: 'Enter a reason.', maxLength: 200 }),
})
export type AdminProfileInput = z.infer<typeof sameBalanceSchema>

/** A new balance needs a reason (D4). */
export function adminProfileSchema(isNewBalance: boolean) {
  return isNewBalance ? newBalanceSchema : sameBalanceSchema
}
