import type { FieldValues, ResolverOptions } from 'react-hook-form'
import { shownDay } from '@/lib/local-day'

/** Browsers report an incomplete date as empty; for the schema's rules it is not. */
export function shownValues<Values extends FieldValues>(
  values: Values,
  { fields }: ResolverOptions<Values>,
): Values {
  const shown: Record<string, unknown> = { ...values }
  for (const field of Object.values(fields)) {
    const input = field?.ref
    if (input instanceof HTMLInputElement && input.validity.badInput) shown[input.name] = shownDay(input)
  }
  return shown as Values
}
