import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { controlStyle, Field, type InputFieldProps } from './field'

type Props = Omit<ComponentProps<'input'>, 'className' | 'children'> &
  InputFieldProps & {
    adornment?: ReactNode
    trailing?: ReactNode
    inputClassName?: string
  }

export function TextField({
  label,
  mark,
  hint,
  error,
  advice,
  errorId,
  aside,
  className,
  id,
  adornment,
  trailing,
  inputClassName,
  ...input
}: Props) {
  return (
    <Field {...{ label, mark, hint, error, advice, errorId, aside, className, id }}>
      {(linked) => (
        <span className="relative block">
          {adornment ? (
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-muted">
              {adornment}
            </span>
          ) : null}
          <input
            {...input}
            {...linked}
            className={clsx(controlStyle, adornment && 'pl-10', inputClassName)}
          />
          {trailing}
        </span>
      )}
    </Field>
  )
}
