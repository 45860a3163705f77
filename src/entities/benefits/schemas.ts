import * as z from 'zod/mini'
import type { BenefitSettings, BenefitValues } from '@/entities/benefits/settings'
import { deliveryMethods } from '@/entities/deliveries/delivery'
import { pictureAddress, wholeNumber } from '@/entities/shared/schemas'
import { localTime, localTimeProblem, storedTime } from '@/lib/local-time'
import { trimText } from '@/lib/text'

const valueRule = 'Enter a whole number of at least 1.'

export const benefitSchema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(120, 'At most 120 characters.')),
  description: z
    .string()
    .check(z.trim(), z.minLength(1, 'Enter a description.'), z.maxLength(2000, 'At most 2,000 characters.')),
  token_value: wholeNumber(1, 1_000_000, valueRule, 'At most 1,000,000 tokens.'),
  image_url: pictureAddress,
  is_active: z.boolean(),
  /** Chosen when a benefit is created; its page changes it later. */
  delivery_method: z.enum(deliveryMethods),
})
export type BenefitInput = z.infer<typeof benefitSchema>

export const newBenefit: BenefitInput = {
  name: '',
  description: '',
  token_value: 0,
  image_url: '',
  is_active: true,
  delivery_method: 'manual',
}

/** In the order of the page. */
export const settingNames = {
  name: 'Name',
  description: 'Description',
  what_you_get: 'What you get',
  conditions: 'Conditions',
  maker: 'Maker',
  maker_link: "Maker's link",
  category_id: 'Category',
  image_url: 'Image URL',
  token_value: 'Token Value',
  estimated_value: 'Worth',
  delivery_method: 'How it is delivered',
  link: 'Link',
  file: 'File',
  low_stock: 'Low mark',
  instructions: 'Instructions',
  message: 'Message',
  stock: 'Stock',
  per_member_limit: 'Limit per member',
  opens_at: 'Opens',
  closes_at: 'Closes',
  is_active: 'Active',
} as const
export type Setting = keyof typeof settingNames
export const settings = Object.keys(settingNames) as Setting[]

const text = (length: number, rule: string) =>
  z.string().check(z.overwrite<string>(trimText), z.maxLength(length, rule))
const longText = () => text(2000, 'At most 2,000 characters.')
const webAddress = () =>
  text(2048, 'At most 2,048 characters.').check(
    z.regex(
      /^(https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*)?$/iu,
      'Enter an address that starts with https:// or http://.',
    ),
  )
const isTime = (typed: string) => localTimeProblem(typed) === undefined
const time = () =>
  z.string().check(
    z.refine((typed) => typed === '' || isTime(typed), {
      error: ({ input }) => localTimeProblem(String(input)),
    }),
  )
const worth = 'Enter an amount of at least $0.01 and at most $1,000,000.'
const written = 'Write dollars in digits, and cents after a point: 1000 or 12.50.'

const base = z.object({
  ...benefitSchema.shape,
  category_id: z.string(),
  what_you_get: longText(),
  conditions: longText(),
  maker: text(300, 'At most 300 characters.'),
  maker_link: webAddress(),
  estimated_value: z.nullable(z.number(written).check(z.minimum(0.01, worth), z.maximum(1_000_000, worth))),
  link: webAddress(),
  file: z.nullable(z.object({ path: z.string(), name: z.string(), size: z.number(), type: z.string() })),
  low_stock: wholeNumber(0, 10_000, 'Enter a whole number from 0 to 10,000.'),
  instructions: longText(),
  message: longText(),
  stock: z.nullable(wholeNumber(0, 1_000_000, 'Enter a whole number from 0 to 1,000,000.')),
  per_member_limit: z.nullable(wholeNumber(1, 1000, 'Enter a whole number from 1 to 1,000.')),
  opens_at: time(),
  closes_at: time(),
})
export type SettingsInput = z.infer<typeof base>

/** The database's rules (D30, D38). A benefit may be created without a link or file, but not be changed to have none. */
export function settingsSchema(opened: BenefitSettings) {
  const before = settingsToInput(opened)
  const lacks = (method: 'link' | 'file') => (input: SettingsInput) =>
    input.delivery_method === method &&
    !input[method] &&
    (before.delivery_method !== method || Boolean(before[method]))
  return base.check(
    z.refine(({ opens_at, closes_at }) => !isTime(opens_at) || !isTime(closes_at) || opens_at < closes_at, {
      path: ['closes_at'],
      error: 'Enter a time after the opening.',
      when: () => true,
    }),
    z.refine((input) => !lacks('link')(input), {
      path: ['link'],
      error: 'Enter the link to deliver.',
      when: () => true,
    }),
    z.refine((input) => !lacks('file')(input), {
      path: ['file'],
      error: 'Upload the file to deliver.',
      when: () => true,
    }),
  )
}

/** Texts of the form are '' for null, times are `datetime-local` values. */
export function settingsToInput(saved: BenefitSettings): SettingsInput {
  const { name, description, token_value, is_active, stock, per_member_limit, low_stock, file } = saved
  return {
    ...{ name, description, token_value, is_active, stock, per_member_limit, low_stock, file },
    estimated_value: saved.estimated_value,
    delivery_method: saved.delivery_method as SettingsInput['delivery_method'],
    image_url: saved.image_url ?? '',
    category_id: saved.category_id ?? '',
    what_you_get: saved.what_you_get ?? '',
    conditions: saved.conditions ?? '',
    maker: saved.maker ?? '',
    maker_link: saved.maker_link ?? '',
    link: saved.link ?? '',
    instructions: saved.instructions ?? '',
    message: saved.message ?? '',
    opens_at: localTime(saved.opens_at),
    closes_at: localTime(saved.closes_at),
  }
}

/** Whether the form shows a setting, which depends on others; saved values of hidden ones stay. */
export function isSettingVisible(
  setting: Setting,
  { delivery_method: method, stock }: Pick<SettingsInput, 'delivery_method' | 'stock'>,
): boolean {
  switch (setting) {
    case 'message':
      return method === 'manual'
    case 'link':
    case 'file':
      return method === setting
    case 'stock':
      return method !== 'key'
    case 'low_stock':
      return method === 'key' || stock !== null
    default:
      return true
  }
}

/** With the saved values of what the form does not show, whatever was typed there before. */
export function withoutHiddenSettings(input: SettingsInput, opened: BenefitSettings): SettingsInput {
  const hidden = settings.filter((setting) => !isSettingVisible(setting, input))
  const before = settingsToInput(opened)
  return { ...input, ...Object.fromEntries(hidden.map((setting) => [setting, before[setting]])) }
}

/** What is saved: the settings that differ from what was opened, as the database has them. */
export function changedSettings(opened: BenefitSettings, input: SettingsInput): BenefitValues {
  const before = settingsToInput(opened)
  const times: Partial<Record<Setting, string | null>> = {
    opens_at: storedTime(input.opens_at),
    closes_at: storedTime(input.closes_at),
  }
  const changed = settings.filter(
    (setting) => JSON.stringify(input[setting]) !== JSON.stringify(before[setting]),
  )
  return Object.fromEntries(
    changed.map((setting) => [
      setting,
      setting in times ? times[setting] : input[setting] === '' ? null : input[setting],
    ]),
  )
}
