import * as z from 'zod/mini'
import { trimText } from '@/lib/text'

const separated = 'Write digits only, without points, commas or spaces.'

/** The number that is written in digits of any script; any other text as it is, for its schema to refuse (D59). */
export function readWhole(typed: unknown): unknown {
  if (typeof typed !== 'string') return typed
  const text = trimText(typed)
  const [, sign, digits] = /^([-−]?)(\p{Nd}+)$/u.exec(text) ?? []
  if (digits === undefined) return text
  return Number([...digits].map(digitValue).join('')) * (sign ? -1 : 1)
}

/** The scripts' digits are runs of ten, each from 0 to 9. */
function digitValue(digit: string): number {
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint((digit.codePointAt(0) ?? 0) - before - 1))) before += 1
  return before % 10
}

/** Of a field that may hold unreadable text, which arithmetic would reinterpret: NaN then. */
export function difference(typed: unknown, before: number): number {
  return typeof typed === 'number' ? typed - before : Number.NaN
}

/** For `register()`: a text field whose value is a whole number. */
export const whole = { setValueAs: readWhole }

/** The same where an empty field is null. */
export const optionalWhole = {
  setValueAs: (typed: unknown) => (typed === null || String(typed).trim() === '' ? null : readWhole(typed)),
}

/**
 * What `readWhole` has read. A number with separators is refused with that reason, never taken for another one (D59).
 * @param rule The error of anything else that is no whole number from `from` to `to`.
 * @param above The error above `to`, where it differs.
 */
export function wholeNumber(from: number, to: number, rule: string, above = rule) {
  // Not z.int(), whose errors would skip the comparison of other fields.
  return z
    .number({ error: ({ input }) => (isSeparated(input) ? separated : rule) })
    .check(z.multipleOf(1, { error: rule, abort: true }), z.minimum(from, rule), z.maximum(to, above))
}

const isSeparated = (input: unknown) =>
  typeof input === 'string' && /\p{Nd}/u.test(input) && /^[\p{Nd}\s.,'’٫٬،·_]+$/u.test(input)
