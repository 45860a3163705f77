import clsx from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlStyle, Field, type FieldProps, splitProps } from './field'

type Props = Omit<ComponentProps<'select'>, 'className'> & FieldProps

export function SelectField({ children, ...props }: Props) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(linked) => (
        <span className="relative block">
          <select {...control} {...linked} className={clsx(controlStyle, 'pr-9')}>
            {children}
          </select>
          <ChevronsUpDown
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-muted"
          />
        </span>
      )}
    </Field>
  )
}
