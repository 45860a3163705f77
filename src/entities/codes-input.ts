import * as z from 'zod/mini'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** The word of chapter 5 for a blank code. */
export const blankCode = 'Please enter or generate a code'

/** What a code may be made of: the check of both tables. */
export const codeRule = '4 to 64 letters, digits or hyphens, stored in upper case.'

const code = z
  .string()
  .check(
    z.trim(),
    z.toUpperCase(),
    z.minLength(1, blankCode),
    z.regex(/^[A-Z0-9-]{4,64}$/, 'Use 4 to 64 letters, digits or hyphens.'),
  )

const valueRule = 'Enter a whole number from 1 to 1000.'

/**
 * A new code of either kind. The value of a token code is a whole number from 1 to 1000 (chapter 5);
 * an invite code has none, its form neither shows nor sends it.
 */
export const codeSchema = z.object({
  code,
  token_value: z.int(valueRule).check(z.minimum(1, valueRule), z.maximum(1000, valueRule)),
})
export type CodeInput = z.infer<typeof codeSchema>

export const newCode: CodeInput = { code: '', token_value: 50 }

/** A random code of A to Z and 0 to 9: 8 characters for token codes, 10 for invite codes (chapter 9). */
export function generateCode(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 252 is the largest multiple of 36 that fits: the bytes above it would favour the first letters.
      if (byte < 252 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}
