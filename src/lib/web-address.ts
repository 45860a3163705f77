const control = /\p{Cc}/u

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && !control.test(text) && URL.canParse(text)
}

/** Without the scheme and a trailing slash. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\//i, '').replace(/^([^/?#]+)\/$/, '$1')
}

/** Without the punctuation that ends a sentence. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?'()[\]]/gi

export type TextPart = { text: string; isLink: boolean; at: number }

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
