import * as z from 'zod/mini'

/** What a member may change of the own profile (chapter 5): the limits are the database's. */
export const profileSchema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter your name.'), z.maxLength(120, 'At most 120 characters.')),
  phone: z.string().check(z.trim(), z.maxLength(40, 'At most 40 characters.')),
})
export type ProfileInput = z.infer<typeof profileSchema>
