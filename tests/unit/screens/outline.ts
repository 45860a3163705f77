/** Attributes that a reader, a keyboard or an autofill notices. Of those that hold ids, only that there is one. */
const attributes =
  /^(aria-.+|accept|alt|autocomplete|colspan|disabled|download|href|inputmode|lang|max|maxlength|min|multiple|name|open|placeholder|readonly|required|role|src|step|tabindex|target|title|type)$/
const idAttributes = /^aria-(controls|describedby|labelledby|owns|activedescendant)$/

/** What says nothing by itself. */
const plain =
  /^(b|bdi|dd|div|dl|dt|em|li|ol|p|small|span|strong|table|tbody|td|tfoot|th|thead|time|tr|ul|wbr)$/

/** What begins a line. */
const first =
  /^(article|aside|caption|fieldset|figure|footer|form|h\d|header|input|label|legend|li|nav|section|select|textarea|tr)$/

const LINE = 160

const tagOf = (element: Element) => element.tagName.toLowerCase()
const isLeftOut = (element: Element) =>
  /^(script|style|svg|template)$/.test(tagOf(element)) ||
  element.hasAttribute('hidden') ||
  (element.getAttribute('aria-hidden') === 'true' && element.textContent === '')

/** `<button aria-pressed=true>`, or nothing for a plain element. */
function tagWithMarks(element: Element): string {
  const label = element.getAttribute('aria-label')
  const marks = element.getAttributeNames().flatMap((name) => {
    // Whatever lies below a dialog is hidden.
    const isBelow = name === 'aria-hidden' && element.hasAttribute('data-aria-hidden')
    if (!attributes.test(name) || isBelow) return []
    const value = element.getAttribute(name) ?? ''
    if ((name === 'title' && value === label) || `${name}=${value}` === 'type=button') return []
    if (name === 'tabindex' && value === '-1') return []
    return value === '' || idAttributes.test(name) ? name : `${name}=${value}`
  })
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    if (element.checked) marks.push('checked')
  } else if ('value' in element && element.value && typeof element.value === 'string') {
    marks.push(`value=${element.value}`)
  }
  const name = tagOf(element)
  return marks.length === 0 && plain.test(name) ? '' : `<${[name, ...marks].join(' ')}>`
}

/** What a node says: on one line, with ` | ` between the texts of two elements, and in as few lines as there is room for. */
function read(node: Node): { whole: string; lines: string[] } {
  if (node instanceof Text) {
    const whole = node.data.replaceAll(/\s+/g, ' ')
    return { whole, lines: whole.trim() ? [whole.trim()] : [] }
  }
  if (!(node instanceof Element) || isLeftOut(node)) return { whole: '', lines: [] }
  const isFirstText = node.firstChild instanceof Text
  let text = ''
  let lines: string[] = []
  let isFull = true
  for (let child = node.firstChild; child; child = child.nextSibling) {
    const next = read(child)
    const isJoined = text === '' || next.whole === '' || /\s$/.test(text) || /^[\s<]/.test(next.whole)
    text += isJoined || (child instanceof Text && isFirstText) ? next.whole : ` | ${next.whole}`
    const [part, ...others] = next.lines
    if (part === undefined) continue
    const begins = child instanceof Element && first.test(tagOf(child))
    const joined = `${lines.at(-1)}${part.startsWith('<') ? '' : ' | '}${part}`
    if (isFull || begins || others.length > 0 || joined.length > LINE) lines.push(...next.lines)
    else lines[lines.length - 1] = joined
    isFull = others.length > 0
  }
  const own = tagWithMarks(node)
  const whole = own + text
  if (whole.trim() === '') lines = []
  else if (whole.trim().length <= LINE || !node.firstElementChild) lines = [whole.trim()]
  else if (own) lines = [own, ...lines.map((each) => `  ${each}`)]
  return { whole, lines }
}

/** What an element says, without looks and ids. */
export const outline = (element: Element): string[] => read(element).lines
