import type { ComponentProps } from 'react'
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
