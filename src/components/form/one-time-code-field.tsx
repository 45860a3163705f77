import type { ComponentProps } from 'react'
import { namesById, SelectField } from './select-field'
import { TextField } from './text-field'

type Props = Omit<ComponentProps<typeof TextField>, 'inputClassName' | 'label'> & { label?: string }

/** Spaces between the six digits, and invisible characters, are ignored. */
export function OneTimeCodeField({
  label = 'Code',
  hint = 'Six digits, new every 30 seconds.',
  ...rest
}: Props) {
  return (
    <TextField
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
      {...rest}
      inputClassName="code !tracking-[.16em]"
    />
  )
}

type AuthenticatorSelectProps = {
  factors: readonly { id: string; name: string }[]
  value: string
  onChange: (id: string) => void
}

/** Of which authenticator the code is; nothing if there is only one. */
export function AuthenticatorSelect({ factors, value, onChange }: AuthenticatorSelectProps) {
  if (factors.length < 2) return null
  return (
    <SelectField
      label="Authenticator"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={namesById(factors)}
    />
  )
}
