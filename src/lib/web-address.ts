const control = /\p{Cc}/u

/** Whether a text is an http or https URL, the only ones that are linked. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && !control.test(text) && URL.canParse(text)
}

/** Without the scheme and a closing slash, as people write it. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/^([^/?#]+)\/$/, '$1')
}

/** Closing punctuation belongs to the sentence. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]]/gi

export type TextPart = { text: string; isLink: boolean; at: number }

/** A text in parts, of which web addresses are links. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const add = (to: number, isLink: boolean) => {
    if (to > end) parts.push({ text: text.slice(end, to), isLink, at: end })
    end = to
  }
  for (const found of text.matchAll(address)) {
    if (!isWebAddress(found[0])) continue
    add(found.index, false)
    add(found.index + found[0].length, true)
  }
  add(text.length, false)
  return parts
}
