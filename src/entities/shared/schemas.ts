import * as z from 'zod/mini'
import { isPictureAddress } from '@/lib/picture-address'
import {
  digitsOnly,
  findDisallowedInEmail,
  findHiddenInName,
  hasVisible,
  nameCharacter,
  trimText,
} from '@/lib/text'

const trimmed = () => z.overwrite<string>(trimText)

/** Names the first character that is not allowed. */
export function rejectMatches(find: (text: string) => string | undefined, message: (name: string) => string) {
  return z.refine<string>((text) => find(text) === undefined, {
    error: ({ input }) => message(nameCharacter(find(String(input)) ?? '')),
  })
}

const removeHidden = (name: string) => `Remove the invisible character ${name}.`
const hiddenRule = (name: string) => `${removeHidden(name)} Some emoji contain invisible characters.`

type Bounds = {
  /** The error for an empty text; optional without it. */
  empty?: string
  maxLength: number
}

/** A visible text in one line, such as a name. */
export function plainText({ empty, maxLength }: Bounds) {
  const text = z.string().check(
    trimmed(),
    rejectMatches(findHiddenInName, hiddenRule),
    // Email clients decode an encoded word in a subject.
    z.refine((value) => !/=\?.*\?=/.test(value), { error: 'Remove “=?” and “?=”.' }),
    z.maxLength(maxLength, `At most ${maxLength} characters.`),
    z.refine((value) => value === '' || hasVisible(value), { error: 'Use at least one letter or digit.' }),
  )
  return empty === undefined ? text : text.check(z.minLength(1, empty))
}

/** Printable ASCII with an at sign and a dotted domain; the server decides the rest. */
export function emailAddress(empty: string, incomplete: string) {
  return z.string().check(
    trimmed(),
    z.minLength(1, empty),
    rejectMatches(findDisallowedInEmail, (name) =>
      name.startsWith('U+')
        ? removeHidden(name)
        : `An email address cannot contain ${name}. Write an international domain in its xn-- form.`,
    ),
    z.maxLength(254, 'At most 254 characters.'),
    z.regex(/^[^\s<>@]+@[^\s<>@.]+(\.[^\s<>@.]+)+$|^$/, incomplete),
  )
}

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
export const wholeNumberField = { setValueAs: readWhole }

/** The same where an empty field is null. */
export const optionalWholeNumberField = {
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
    .number({ error: ({ input }) => (isSeparated(input) ? digitsOnly : rule) })
    .check(z.multipleOf(1, { error: rule, abort: true }), z.minimum(from, rule), z.maximum(to, above))
}

const isSeparated = (input: unknown) =>
  typeof input === 'string' && /\p{Nd}/u.test(input) && /^[\p{Nd}\s.,'’٫٬،·_]+$/u.test(input)

/** What an amount in dollars is read from; any other text is refused (D59). */
export const dollars = {
  setValueAs(typed: unknown) {
    const text = String(typed ?? '').trim()
    if (text === '') return null
    return /^\d+(\.\d{1,2})?$/.test(text) ? Number(text) : text
  },
}

/** Of a picture, or none. */
export const pictureAddress = z.string().check(
  z.trim(),
  z.maxLength(2048, 'At most 2,048 characters.'),
  z.refine(
    (text) => text === '' || isPictureAddress(text),
    'Enter an https address or a path that starts with /.',
  ),
)
