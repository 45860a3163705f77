import * as z from 'zod/mini'
import { disallowedInEmail, hasVisible, hiddenInName, nameCharacter, trimText } from '@/lib/text'

const trimmed = () => z.overwrite<string>(trimText)

/** Names the first character that is not allowed. */
export function rejectMatches(find: (text: string) => string | undefined, message: (name: string) => string) {
  return z.refine<string>((text) => find(text) === undefined, {
    error: ({ input }) => message(nameCharacter(find(String(input)) ?? '')),
  })
}

const hiddenRule = (name: string) =>
  `Remove the invisible character ${name}. Some emoji contain invisible characters.`

type Bounds = {
  /** The error for an empty text; optional without it. */
  empty?: string
  maxLength: number
}

/** A visible text in one line, such as a name. */
export function plainText({ empty, maxLength }: Bounds) {
  const text = z.string().check(
    trimmed(),
    rejectMatches(hiddenInName, hiddenRule),
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
    rejectMatches(
      disallowedInEmail,
      (name) => `An email address cannot contain ${name}. Write an international domain in its xn-- form.`,
    ),
    z.maxLength(254, 'At most 254 characters.'),
    z.regex(/^[^\s<>@]+@[^\s<>@.]+(\.[^\s<>@.]+)+$|^$/, incomplete),
  )
}
