import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { controlStyle, Field, type InputFieldProps, splitProps } from './field'

type Props = Omit<ComponentProps<'input'>, 'className' | 'children'> &
  InputFieldProps & {
    adornment?: ReactNode
    trailing?: ReactNode
    inputClassName?: string
  }

export function TextField({ adornment, trailing, inputClassName, ...props }: Props) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(linked) => (
        <span className="relative block">
          {adornment ? (
            <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-muted">
              {adornment}
            </span>
          ) : null}
          <input
            {...control}
            {...linked}
            className={clsx(controlStyle, adornment && 'pl-10', inputClassName)}
          />
          {trailing}
        </span>
      )}
    </Field>
  )
}
