import * as z from 'zod/mini'
import { emailAddress, wholeNumber } from '@/entities/shared/schemas'
import { priceText } from '@/lib/prices'

/** What is typed in a field, and how it is stored and shown. */
export type SettingField = {
  key: string
  label: string
  kind: 'price' | 'whole' | 'email'
  hint?: string
  /** Shown while it is unset. */
  unset?: string
  schema: z.ZodMiniType
}

export const price = z
  .number('Write dollars in digits, and cents after a point: 99 or 9.50.')
  .check(z.minimum(0.5, 'At least $0.50.'), z.maximum(10_000, 'At most $10,000.'))

const upTo = (most: number) => {
  const rule = `Enter a whole number from 0 to ${most.toLocaleString('en')}.`
  return wholeNumber(0, most, rule)
}

export const membershipFields: SettingField[] = [
  { key: 'membership_price', label: 'Price a year', kind: 'price', schema: price },
  { key: 'launch_price', label: 'Launch price', kind: 'price', schema: price },
  { key: 'launch_places', label: 'Places at it', kind: 'whole', schema: upTo(1000) },
]

export const orderFields: SettingField[] = [
  {
    key: 'sla_credit_rate',
    label: 'Late credit',
    kind: 'whole',
    hint: 'Tokens for each full hour. 0 turns it off.',
    schema: upTo(999),
  },
  {
    key: 'sla_credit_cap',
    label: 'At most',
    kind: 'whole',
    hint: 'Tokens for an order. Never more than its price.',
    schema: upTo(999),
  },
]

export const invitationFields: SettingField[] = [
  {
    key: 'invitations_per_member',
    label: 'For each member',
    kind: 'whole',
    hint: 'Invitations in a year of membership.',
    schema: upTo(999),
  },
  {
    key: 'referral_bonus',
    label: 'Bonus for both',
    kind: 'whole',
    hint: 'Tokens, seven days after the first delivered order.',
    schema: upTo(999),
  },
]

export const contactField = (unset: string): SettingField => ({
  key: 'contact_address',
  label: 'Contact address',
  kind: 'email',
  unset,
  schema: emailAddress('Enter an email address.', 'Enter an email address like name@example.com.'),
})

export function toInput({ kind, unset = '0' }: SettingField, stored = unset): string | number {
  if (kind === 'email') return stored
  return kind === 'price' ? Number(stored) / 100 : Number(stored)
}

export function toStored({ kind }: SettingField, input: string | number): string {
  return kind === 'price' ? String(Math.round(Number(input) * 100)) : String(input).trim()
}

/** For a sentence: '$99', '50'. */
export function formatSetting({ kind, unset = '0' }: SettingField, stored = unset): string {
  return kind === 'price' ? priceText(Number(stored)) : stored
}
