import * as z from 'zod/mini'
import type { ImportedCode } from '@/entities/codes/admin-mutations'
import type { CodeKind } from '@/entities/codes/code'
import { momentCell, wholeCell } from '@/entities/shared/csv-cell'
import { plainText, rejectMatches, wholeNumber } from '@/entities/shared/schemas'
import { isDay, lastMomentOf } from '@/lib/local-time'
import { hiddenCharacter, removeHidden, trimText, unusualSpace } from '@/lib/text'

/** Without the characters that are easily confused: 0 O 1 I L (D41). */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** Shown to admins (D41). */
export const revokeReason = plainText({ empty: 'Enter a reason.', maxLength: 200 })

export const emptyCodeMessage = 'Please enter or generate a code'

export const codeRule = 'At most 64 characters, stored in upper case.'

/** Trimmed and upper case, nothing else (D10); the server removes invisible characters (D59). */
const codeChecks = [
  z.overwrite(trimText),
  z.toUpperCase(),
  z.refine<string>((typed) => trimText(removeHidden(typed)) !== '', { error: emptyCodeMessage }),
  rejectMatches(unusualSpace, (name) => `Replace ${name}, which looks like a plain space.`),
  z.refine<string>((typed) => trimText(removeHidden(typed)).length <= 64, {
    error: 'Use at most 64 characters.',
  }),
] as const
const code = z.string().check(...codeChecks)

export const maxBatchSize = 500

const noteRule = 'Use at most 200 characters.'
const countRule = `Enter a whole number from 2 to ${maxBatchSize}.`
export const maxUses = 10_000
const usesRule = 'Enter a whole number from 1 to 10,000.'
const expiryRule = 'Enter today or a later date.'
const valueRule = 'Enter a whole number from 1 to 1000.'

export const tokenValue = wholeNumber(1, 1000, valueRule)
const uses = wholeNumber(1, maxUses, usesRule)
const note = z.string().check(z.trim(), z.maxLength(200, noteRule))

/** A line of an import; `value` is for lines without one. What two lines may be without invisible characters is refused. */
export function importedCode(kind: CodeKind, value: unknown): z.ZodMiniType<ImportedCode> {
  const line = z.object({
    code: z.string().check(
      z.refine((cell) => trimText(cell) !== '', { error: 'No code', abort: true }),
      rejectMatches(
        (cell) => hiddenCharacter(trimText(cell)),
        (name) => `Remove ${name}, which cannot be seen in a code.`,
      ),
      ...codeChecks,
    ),
    value: kind === 'token' ? wholeCell(tokenValue, value) : z.optional(z.unknown()),
    expires: momentCell,
    uses: wholeCell(uses, 1),
    note,
    status: z.string().check(
      z.refine((cell) => /^\s*(available)?\s*$/i.test(cell), {
        error: ({ input }) => `A code that is ${String(input).trim().toLowerCase()} is not created again.`,
      }),
    ),
  })
  return z.pipe(
    line,
    z.transform(({ code, value: token_value, expires, uses, note }) => ({
      code,
      ...(typeof token_value === 'number' ? { token_value } : {}),
      max_uses: uses,
      expires_at: expires,
      note: note || null,
    })),
  )
}

/** One code, typed or generated, for one or several people; only token codes have a value. */
const oneSchema = z.object({
  choice: z.enum(['one', 'several']),
  code,
  token_value: tokenValue,
  note,
  how_many: z.catch(z.number(), 1),
  uses,
  expires: z
    .string()
    .check(
      z.refine((day) => day === '' || (isDay(day) && Date.parse(lastMomentOf(day)) > Date.now()), expiryRule),
    ),
})
/** Generated codes with one use each; the typed code is not validated. */
const severalSchema = z.extend(oneSchema, {
  code: z.string(),
  how_many: wholeNumber(2, maxBatchSize, countRule),
  uses: z.catch(z.number(), 1),
})
export type CodeInput = z.infer<typeof oneSchema>

export function codeSchema(choice: CodeInput['choice']) {
  return choice === 'several' ? severalSchema : oneSchema
}

export const newCode: CodeInput = {
  choice: 'one',
  code: '',
  token_value: 50,
  note: '',
  how_many: 10,
  uses: 1,
  expires: '',
}

export function generateCode(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // 248 is the largest multiple of 31 that fits: larger bytes would favour the first letters.
      if (byte < 248 && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

export function generateCodes(count: number, length: number): string[] {
  const codes = new Set<string>()
  while (codes.size < count) codes.add(generateCode(length))
  return [...codes]
}
