import type { FieldValues, ResolverOptions } from 'react-hook-form'
import { shownDay } from '@/lib/local-time'

/** Browsers report an incomplete date as empty; for the schema's rules it is not. */
export function visibleValues<Values extends FieldValues>(
  values: Values,
  { fields }: ResolverOptions<Values>,
): Values {
  const visible: Record<string, unknown> = { ...values }
  for (const field of Object.values(fields)) {
    const input = field?.ref
    if (input instanceof HTMLInputElement && input.validity.badInput) visible[input.name] = shownDay(input)
  }
  return visible as Values
}
