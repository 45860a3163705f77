import * as z from 'zod/mini'
import { foreignToEmail, hasVisible, hiddenCharacter, nameCharacter, trimText } from '@/lib/text'

const trimmed = () => z.overwrite<string>(trimText)

/** A check of a text that names the first character it must not have. */
export function without(find: (text: string) => string | undefined, message: (name: string) => string) {
  return z.refine<string>((text) => find(text) === undefined, {
    error: ({ input }) => message(nameCharacter(find(String(input)) ?? '')),
  })
}

/** What a text with an invisible character is told. */
export const hiddenRule = (name: string) =>
  `Remove the invisible character ${name}. Some emoji contain invisible characters.`

type Bounds = {
  /** What an empty text is told; without it the text may be empty. */ empty?: string
  maxLength: number
}

/** A line of text that other people read, such as a name: nothing invisible in it, and a letter or a digit. */
export function plainText({ empty, maxLength }: Bounds) {
  const text = z.string().check(
    trimmed(),
    without(hiddenCharacter, hiddenRule),
    z.maxLength(maxLength, `At most ${maxLength} characters.`),
    z.refine((value) => value === '' || hasVisible(value), { error: 'Use at least one letter or digit.' }),
  )
  return empty === undefined ? text : text.check(z.minLength(1, empty))
}

/** An email address of printable ASCII: something, an at sign, and a domain with a dot. The server decides the rest. */
export function emailAddress(empty: string, incomplete: string) {
  return z.string().check(
    trimmed(),
    z.minLength(1, empty),
    without(
      foreignToEmail,
      (name) => `An email address cannot contain ${name}. Write an international domain in its xn-- form.`,
    ),
    z.maxLength(254, 'At most 254 characters.'),
    z.regex(/^[^\s<>@]+@[^\s<>@.]+(\.[^\s<>@.]+)+$|^$/, incomplete),
  )
}
