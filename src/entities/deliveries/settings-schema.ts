import * as z from 'zod/mini'
import { deliveryMethods } from '@/entities/deliveries/method'
import type { DeliverySettings } from '@/entities/deliveries/settings'
import { wholeNumber } from '@/entities/shared/whole-number'
import { trimText } from '@/lib/text'

const lowRule = 'Enter a whole number from 0 to 10,000.'
const trimmed = () => z.overwrite<string>(trimText)

const file = z.object({ path: z.string(), name: z.string(), size: z.number(), type: z.string() })

/** The database's rules (D30). */
export const settingsSchema = z
  .object({
    method: z.enum(deliveryMethods),
    instructions: z.string().check(trimmed(), z.maxLength(2000, 'At most 2,000 characters.')),
    message: z.string().check(trimmed(), z.maxLength(2000, 'At most 2,000 characters.')),
    link: z
      .string()
      .check(
        trimmed(),
        z.maxLength(2048, 'At most 2,048 characters.'),
        z.regex(
          /^(https?:\/\/[^/\s\p{Cc}][^\s\p{Cc}]*)?$/iu,
          'Enter an address that starts with https:// or http://.',
        ),
      ),
    file: z.nullable(file),
    low_stock: wholeNumber(0, 10_000, lowRule),
  })
  .check(
    z.refine(({ method, link }) => method !== 'link' || link !== '', {
      path: ['link'],
      error: 'Enter the link to deliver.',
      when: () => true,
    }),
    z.refine(({ method, file }) => method !== 'file' || file !== null, {
      path: ['file'],
      error: 'Upload the file to deliver.',
      when: () => true,
    }),
  )
export type SettingsInput = z.infer<typeof settingsSchema>

/** With the saved values of what the form does not show, whatever was typed there before. */
export function shownInput(input: SettingsInput, saved: DeliverySettings, isStocked: boolean): SettingsInput {
  const { link, low_stock, message } = settingsToInput(saved)
  return {
    ...input,
    ...(input.method === 'manual' ? {} : { message }),
    ...(input.method === 'link' ? {} : { link }),
    ...(input.method === 'key' || isStocked ? {} : { low_stock }),
  }
}

export function settingsToInput(settings: DeliverySettings): SettingsInput {
  const { method, instructions, message, link, low_stock } = settings
  return {
    ...{ method, file: fileOf(settings), low_stock },
    ...{ instructions: instructions ?? '', message: message ?? '', link: link ?? '' },
  }
}

function fileOf({ file_path, file_name, file_size, file_type }: DeliverySettings): SettingsInput['file'] {
  if (file_path === null) return null
  return { path: file_path, name: file_name ?? '', size: file_size ?? 0, type: file_type ?? '' }
}
