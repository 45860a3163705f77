import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlStyle, Field, type FieldProps } from './field'

type Props = Omit<ComponentProps<'textarea'>, 'className' | 'children'> & FieldProps

export function TextArea({ label, mark, hint, error, aside, className, id, ...area }: Props) {
  return (
    <Field {...{ label, mark, hint, error, aside, className, id }}>
      {(linked) => (
        <textarea
          {...area}
          {...linked}
          className={clsx(controlStyle, '!h-auto min-h-[88px] resize-y py-[9px]')}
        />
      )}
    </Field>
  )
}
