import * as z from 'zod/mini'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { availabilityFields, type BenefitChanges } from '@/entities/benefits/admin-mutations'
import { localTime, storedTime } from '@/lib/local-time'

const whole = (from: number, to: number, rule: string) =>
  // z.int() would skip the comparison of the times.
  z.nullable(z.number(rule).check(z.multipleOf(1, rule), z.minimum(from, rule), z.maximum(to, rule)))
const isTime = (text: string) => !Number.isNaN(Date.parse(text))
const time = () =>
  z.string().check(z.refine((text) => text === '' || isTime(text), 'Enter a date and a time, or clear both.'))
const worth = 'Enter an amount of at least $0.01 and at most $1,000,000.'

/** The database's rules (D38). Times are `datetime-local` values, '' for none. */
export const availabilitySchema = z
  .object({
    stock: whole(0, 1_000_000, 'Enter a whole number from 0 to 1,000,000.'),
    per_member_limit: whole(1, 1000, 'Enter a whole number from 1 to 1,000.'),
    opens_at: time(),
    closes_at: time(),
    estimated_value: z.nullable(z.number(worth).check(z.minimum(0.01, worth), z.maximum(1_000_000, worth))),
  })
  .check(
    z.refine(({ opens_at, closes_at }) => !isTime(opens_at) || !isTime(closes_at) || opens_at < closes_at, {
      path: ['closes_at'],
      error: 'Enter a time after the opening.',
      when: () => true,
    }),
  )
export type AvailabilityInput = z.infer<typeof availabilitySchema>

export function availabilityToInput(benefit: AdminBenefit): AvailabilityInput {
  const { stock, per_member_limit, opens_at, closes_at, estimated_value } = benefit
  return {
    ...{ stock, per_member_limit, estimated_value },
    opens_at: localTime(opens_at),
    closes_at: localTime(closes_at),
  }
}

/** Compares the displayed times, because stored ones may have seconds. */
export function changedAvailability(opened: AdminBenefit, input: AvailabilityInput): BenefitChanges {
  const before = availabilityToInput(opened)
  const row = { ...input, opens_at: storedTime(input.opens_at), closes_at: storedTime(input.closes_at) }
  const changed = availabilityFields.filter((field) => input[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, row[field]]))
}
