import { BadgeCheck } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { EmailField } from '@/components/form/email-field'
import { PasswordField } from '@/components/form/password-field'
import { TextField } from '@/components/form/text-field'
import { passwordHint, type RegisterInput } from '@/entities/session/schemas'

type Props = {
  form: UseFormReturn<RegisterInput>
  /** The invite code is for the address of the invitation only (D42). */
  bound: boolean
}

export function RegisterFields({ form, bound }: Props) {
  const { register, formState } = form
  const error = (name: keyof RegisterInput) => formState.errors[name]?.message
  return (
    <>
      <TextField label="Full name" autoComplete="name" error={error('name')} {...register('name')} />
      <EmailField
        readOnly={bound}
        hint={bound ? 'Your invitation is for this address only.' : undefined}
        error={error('email')}
        {...register('email')}
      />
      <TextField label="Phone" type="tel" autoComplete="tel" error={error('phone')} {...register('phone')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        hint={passwordHint}
        error={error('password')}
        {...register('password')}
      />
    </>
  )
}

export function InviteBadge({ code }: { code: string }) {
  return (
    <p className="mb-5 flex items-center gap-2.5 rounded bg-accent-soft px-3 py-2.5 font-medium text-accent">
      <BadgeCheck aria-hidden="true" />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        Invite code <span className="code">{code}</span> is valid
      </span>
    </p>
  )
}
