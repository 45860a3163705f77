import type { ComponentProps } from 'react'
import { TextField } from './text-field'

/** A text field: the wheel changes no number in it, and what is typed stays as it is until it is read (D59). */
export function NumberField(props: Omit<ComponentProps<typeof TextField>, 'type'>) {
  return <TextField inputMode="numeric" autoComplete="off" {...props} />
}
