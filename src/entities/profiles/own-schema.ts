import * as z from 'zod/mini'
import { plainText } from '@/entities/shared/text-schema'

/** What a member may change of the own profile (chapter 5): the limits are the database's. */
export const profileSchema = z.object({
  name: plainText({ empty: 'Enter your name.', maxLength: 120 }),
  phone: plainText({ maxLength: 40 }),
})
export type ProfileInput = z.infer<typeof profileSchema>
