import { createHash } from 'node:crypto'
import { type DefaultTreeAdapterTypes, parse, defaultTreeAdapter as tree } from 'parse5'

type Inline = { directive: 'script-src' | 'style-src'; hash: string }
type Node = DefaultTreeAdapterTypes.Node

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Every script and style inside a document, as the parser of a browser finds them, with the hash that the policy must
 * name. Shares nothing with the code that writes the policy, whose mistakes it would make as well.
 */
export function inlineHashes(html: string): Inline[] {
  const found: Inline[] = []
  const visit = (node: Node) => {
    if (tree.isElementNode(node)) {
      const text = node.childNodes.map((child) => (tree.isTextNode(child) ? child.value : '')).join('')
      const outside = node.attrs.some(({ name }) => name === 'src')
      if (node.tagName === 'script' && !outside) found.push({ directive: 'script-src', hash: sha256(text) })
      if (node.tagName === 'style') found.push({ directive: 'style-src', hash: sha256(text) })
      if ('content' in node) visit(node.content as Node)
    }
    if ('childNodes' in node) node.childNodes.forEach(visit)
  }
  visit(parse(html))
  return found
}
