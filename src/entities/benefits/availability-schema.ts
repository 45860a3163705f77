import * as z from 'zod/mini'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { availabilityFields, type BenefitChanges } from '@/entities/benefits/admin-mutations'
import { wholeNumber } from '@/entities/shared/schemas'
import { localTime, localTimeProblem, storedTime } from '@/lib/local-time'

const isTime = (text: string) => localTimeProblem(text) === undefined
const time = () =>
  z.string().check(
    z.refine((text) => text === '' || isTime(text), {
      error: ({ input }) => localTimeProblem(String(input)),
    }),
  )
const worth = 'Enter an amount of at least $0.01 and at most $1,000,000.'
const written = 'Write dollars in digits, and cents after a point: 1000 or 12.50.'

/** What an amount in dollars is read from; any other text is refused (D59). */
export const dollars = {
  setValueAs(typed: unknown) {
    const text = String(typed ?? '').trim()
    if (text === '') return null
    return /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : text
  },
}

/** The database's rules (D38). Times are `datetime-local` values, '' for none. */
export const availabilitySchema = z
  .object({
    stock: z.nullable(wholeNumber(0, 1_000_000, 'Enter a whole number from 0 to 1,000,000.')),
    per_member_limit: z.nullable(wholeNumber(1, 1000, 'Enter a whole number from 1 to 1,000.')),
    opens_at: time(),
    closes_at: time(),
    estimated_value: z.nullable(z.number(written).check(z.minimum(0.01, worth), z.maximum(1_000_000, worth))),
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
