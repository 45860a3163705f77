import * as z from 'zod/mini'
import { emailAddress, plainText } from '@/entities/shared/schemas'
import { brand } from '@/lib/brand'

const required = (message: string) => z.string().check(z.trim(), z.minLength(1, message))

/** Of bytes: other letters than A to Z count as two to four. */
const passwordLimit = ({ input }: { input?: unknown }) =>
  String(input).length > 72
    ? 'Use at most 72 characters.'
    : 'Too long: letters with accents count twice, emoji four times, and 72 are the most.'

const email = emailAddress(
  'Enter your email address.',
  'Enter a complete email address, such as name@company.com.',
)

/** The server judges the strength. It reads 72 bytes, and refuses more with a toast's text only. */
const password = z.string().check(
  z.minLength(1, 'Enter a password.'),
  z.refine((typed) => new TextEncoder().encode(typed).length <= 72, { error: passwordLimit }),
)

export const inviteCodeSchema = z.object({ invite: required('Enter the code from your invitation.') })

export const registerSchema = z.object({
  name: plainText({ empty: 'Enter your full name.', maxLength: 120 }),
  email,
  phone: plainText({ empty: 'Enter your phone number.', maxLength: 40 }),
  password,
})
export type RegisterInput = z.infer<typeof registerSchema>

export const signInSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, 'Enter your password.')),
})
export type SignInInput = z.infer<typeof signInSchema>

export const emailSchema = z.object({ email })

const newPassword = { password, repeat: z.string().check(z.minLength(1, 'Repeat the new password.')) }
const passwordMismatch = { path: ['repeat'], message: 'The two passwords are not the same.' }

export const newPasswordSchema = z
  .object(newPassword)
  .check(z.refine(({ password, repeat }) => password === repeat, passwordMismatch))

const current = z.string().check(z.minLength(1, 'Enter your current password.'))
export const passwordChangeSchema = z
  .object({ current, ...newPassword })
  .check(z.refine(({ password, repeat }) => password === repeat, passwordMismatch))
export type PasswordChange = z.infer<typeof passwordChangeSchema>
export const emptyPasswords: PasswordChange = { current: '', password: '', repeat: '' }

export const passwordHint = `At least ${brand.passwordLength} characters.`

export type AuthDrafts = { invite: string; name: string; email: string; phone: string; password: string }
export const emptyDrafts: AuthDrafts = { invite: '', name: '', email: '', phone: '', password: '' }
