import * as z from 'zod/mini'
import { invalid } from '@/entities/invitations/messages'
import { emailAddress } from '@/entities/shared/text-schema'

export const inviteSchema = z.object({
  email: emailAddress('Enter an email address.', invalid),
  message: z.string().check(z.trim(), z.maxLength(300, 'Up to 300 characters.')),
})
export type InviteInput = z.infer<typeof inviteSchema>

export const emptyInvite: InviteInput = { email: '', message: '' }
