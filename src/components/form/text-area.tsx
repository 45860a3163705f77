import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { controlStyle, Field, type FieldProps, splitProps } from './field'

type Props = Omit<ComponentProps<'textarea'>, 'className' | 'children'> & FieldProps

export function TextArea(props: Props) {
  const { field, control } = splitProps(props)
  return (
    <Field {...field}>
      {(linked) => (
        <textarea
          {...control}
          {...linked}
          className={clsx(controlStyle, '!h-auto min-h-[88px] resize-y py-[9px]')}
        />
      )}
    </Field>
  )
}
