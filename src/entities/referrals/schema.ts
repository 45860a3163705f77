import * as z from 'zod/mini'

export const inviteSchema = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'Enter an email address.')),
  message: z.string().check(z.trim(), z.maxLength(300, 'Up to 300 characters.')),
})
export type InviteInput = z.infer<typeof inviteSchema>

export const emptyInvite: InviteInput = { email: '', message: '' }
