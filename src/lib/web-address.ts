import { paths } from '@/lib/paths'

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

type TextPart = { text: string; isLink: boolean; at: number }

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

/** The path of `next`; undefined if absent or anything a browser could read as another origin (D17). */
export function requestedPath(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, window.location.origin)) return undefined
  const { origin, pathname, search, hash } = new URL(next, window.location.origin)
  // /.//elsewhere.example normalizes to another origin.
  const elsewhere = origin !== window.location.origin || pathname.startsWith('//')
  return elsewhere || pathname.startsWith(paths.authRoot) ? undefined : pathname + search + hash
}
