import * as z from 'zod/mini'
import { invalidAddress } from '@/entities/invitations/invitation'
import { emailAddress } from '@/entities/shared/schemas'

export const invitationSchema = z.object({
  email: emailAddress('Enter an email address.', invalidAddress),
  message: z.string().check(z.trim(), z.maxLength(300, 'Up to 300 characters.')),
})
export type InvitationInput = z.infer<typeof invitationSchema>

export const emptyInvitation: InvitationInput = { email: '', message: '' }
