/** Control, separator, annotation and default-ignorable characters; the database has the same list. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}]/u

/** A space, a combining mark or the blank Braille pattern: nothing visible by itself. */
const invisiblePattern = /[\p{Z}\p{M}\u{2800}]/u

/** Codes may contain the plain space only: others look the same. */
export const unusualSpace = (text: string) => /(?! )\p{Zs}/u.exec(text)?.[0]

/** Keeps an invisible byte order mark, which trim() would remove, to report it. */
export function trimText(text: string): string {
  return text.replace(/^[\t\n\v\f\r\p{Z}]+|[\t\n\v\f\r\p{Z}]+$/gu, '')
}

/** The first character that is invisible or changes how the rest is displayed. */
export function hiddenCharacter(text: string): string | undefined {
  return hidden.exec(text)?.[0]
}

export function removeHidden(text: string): string {
  return text.replace(new RegExp(hidden, 'gu'), '')
}

/** A joiner after a letter ($1) and before one of the scripts that need it, which is part of a name (D59). */
export const scriptJoiner = /([\u0600-\u109f\u1780-\u18af])[\u200c\u200d](?=[\u0600-\u109f\u1780-\u18af])/g

/** As `hiddenCharacter`, without joiners of a script. */
export function findHiddenInName(text: string): string | undefined {
  return hiddenCharacter(text.replace(scriptJoiner, '$1'))
}

export function hasVisible(text: string): boolean {
  return /[\p{L}\p{Nd}]/u.test(text)
}

/** Why a number is refused (D59). */
export const digitsOnly = 'Write digits only, without points, commas or spaces.'

/** The digits of every script as 0 to 9; Unicode keeps the ten of each together (D59). */
export function latinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const point = digit.codePointAt(0) ?? 0
    let zero = point
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--
    return String((point - zero) % 10)
  })
}

export function findDisallowedInEmail(text: string): string | undefined {
  return /[^ -~]/u.exec(text)?.[0]
}

/** '“а” (U+0430)', or 'U+200B' if invisible. */
export function nameCharacter(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const shown = hiddenCharacter(character) === undefined && !invisiblePattern.test(character)
  return shown ? `“${character}” (U+${number})` : `U+${number}`
}

/** Advice after a miss with a code that contains a space. */
export function codeSpaceHint(code: string): string | undefined {
  return /\s/.test(code.trim()) ? 'Check the space in the code.' : undefined
}

/** `\x0a1b`, as the REST layer returns bytes, without the prefix. */
export const hexOf = (bytes: string) => bytes.replace(/^\\x/, '')
