import { zodResolver } from '@hookform/resolvers/zod'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'

/** A form with the rules of a schema. */
export function useZodForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  defaultValues: DefaultValues<Input>,
) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues })
  return { ...form, field: fieldsOf(form) }
}

type Form<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'register' | 'getFieldState' | 'formState'
>

/** Returns the props of a field: what registers it, and its error. */
export function fieldsOf<Values extends FieldValues>({ register, getFieldState, formState }: Form<Values>) {
  return <Name extends Path<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...register(name, options),
    error: getFieldState(name, formState).error?.message,
  })
}
