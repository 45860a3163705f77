import * as z from 'zod/mini'
import { without } from '@/entities/shared/text-schema'
import { foreignToCode, trimText } from '@/lib/text'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

export const emptyCodeMessage = 'Please enter or generate a code'

export const codeRule = 'At most 64 characters, stored in upper case.'

/** Trimmed and upper case, nothing else (D10). */
const code = z.string().check(
  z.overwrite(trimText),
  z.toUpperCase(),
  z.minLength(1, emptyCodeMessage),
  without(foreignToCode, (name) => `Remove ${name}, which cannot be seen in a code.`),
  z.maxLength(64, 'Use at most 64 characters.'),
)

export const maxBatchSize = 500

const noteRule = 'Use at most 200 characters.'
const countRule = `Enter a whole number from 1 to ${maxBatchSize}.`
const valueRule = 'Enter a whole number from 1 to 1000.'

/** Either kind, typed or generated; only token codes have a value. */
const oneSchema = z.object({
  code,
  token_value: z.int(valueRule).check(z.minimum(1, valueRule), z.maximum(1000, valueRule)),
  note: z.string().check(z.trim(), z.maxLength(200, noteRule)),
  how_many: z.int(countRule).check(z.minimum(1, countRule), z.maximum(maxBatchSize, countRule)),
})
const severalSchema = z.extend(oneSchema, { code: z.string() })
export type CodeInput = z.infer<typeof oneSchema>

/** If several are generated, the typed code is not validated. */
export function codeSchema(howMany: number) {
  return howMany > 1 ? severalSchema : oneSchema
}

export const newCode: CodeInput = { code: '', token_value: 50, note: '', how_many: 1 }

/** A random code of A to Z and 0 to 9. */
export function generateCode(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 252 is the largest multiple of 36 that fits: larger bytes would favour the first letters.
      if (byte < 252 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

export function generateCodes(count: number, length: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(generateCode(length))
  return [...codes]
}
