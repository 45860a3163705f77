/** Controls, separators of lines, annotation marks and what Unicode says to draw nothing for; the database has the same list. */
const hidden = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Cc}\p{Zl}\p{Zp}\u{fff9}-\u{fffb}]/u

/** A space, a combining mark or the blank Braille pattern: nothing that shows by itself. */
const blank = /[\p{Z}\p{M}\u{2800}]/u

/** The space within a code is the plain one: nobody can tell the others from it. */
const unusualSpace = /(?! )\p{Zs}/u

/** A text without the white space around it. An invisible byte order mark, which trim() takes as well, is told instead. */
export function trimText(text: string): string {
  return text.replace(/^[\t\n\v\f\r\p{Z}]+|[\t\n\v\f\r\p{Z}]+$/gu, '')
}

/** The first character of a text that nobody sees, or that changes how the rest is shown. */
export function hiddenCharacter(text: string): string | undefined {
  return hidden.exec(text)?.[0]
}

/** Whether a text without hidden characters has something to read: a letter or a digit. */
export function hasVisible(text: string): boolean {
  return /[\p{L}\p{Nd}]/u.test(text)
}

/** The first character that no email address has: all but printable ASCII. */
export function foreignToEmail(text: string): string | undefined {
  return /[^ -~]/u.exec(text)?.[0]
}

/** The first character that is no part of a code. */
export function foreignToCode(text: string): string | undefined {
  return hiddenCharacter(text) ?? unusualSpace.exec(text)?.[0]
}

/** A character by its number, and as it looks where it looks like anything: '“а” (U+0430)', 'U+200B'. */
export function nameCharacter(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const shown = hiddenCharacter(character) === undefined && !blank.test(character)
  return shown ? `“${character}” (U+${number})` : `U+${number}`
}
