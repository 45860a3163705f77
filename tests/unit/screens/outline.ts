/** Attributes that a reader, a keyboard or an autofill notices. Of those that hold ids, only that there is one. */
const attributes =
  /^(aria-.+|accept|alt|autocomplete|colspan|disabled|download|href|inputmode|lang|max|maxlength|min|multiple|name|open|placeholder|readonly|required|role|src|step|tabindex|target|title|type)$/
const idAttributes = /^aria-(controls|describedby|labelledby|owns|activedescendant)$/

/** What says nothing by itself. */
const plain =
  /^(b|bdi|dd|div|dl|dt|em|li|ol|p|small|span|strong|table|tbody|td|tfoot|th|thead|time|tr|ul|wbr)$/

const LINE = 170

const tagOf = (element: Element) => element.tagName.toLowerCase()
const isLeftOut = (element: Element) =>
  /^(script|style|svg|template)$/.test(tagOf(element)) ||
  element.hasAttribute('hidden') ||
  (element.getAttribute('aria-hidden') === 'true' && element.textContent === '')

/** `<button aria-pressed=true>`, or nothing for a plain element. */
function tag(element: Element): string {
  const marks = [...element.attributes]
    .filter(({ name }) => attributes.test(name))
    .map(({ name, value }) => (value === '' || idAttributes.test(name) ? name : `${name}=${value}`))
    .filter((mark) => mark !== 'type=button' && mark !== 'tabindex=-1')
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    if (element.checked) marks.push('checked')
  } else if ('value' in element && element.value && typeof element.value === 'string') {
    marks.push(`value=${element.value}`)
  }
  const name = tagOf(element)
  return marks.length === 0 && plain.test(name) ? '' : `<${[name, ...marks].join(' ')}>`
}

/** All that an element says, with ` | ` between the texts of two elements. */
function line(node: Node): string {
  if (node instanceof Text) return node.data.replaceAll(/\s+/g, ' ')
  if (!(node instanceof Element) || isLeftOut(node)) return ''
  let text = ''
  for (const child of node.childNodes) {
    const next = line(child)
    const isJoined = text === '' || next === '' || /\s$/.test(text) || /^[\s<]/.test(next)
    text += isJoined || (child instanceof Text && node.firstChild instanceof Text) ? next : ` | ${next}`
  }
  return tag(node) + text
}

/** What an element says, without looks and ids: a line for each part that is short enough for one. */
export function outline(element: Element): string[] {
  const whole = line(element).trim()
  if (whole === '') return []
  if (whole.length <= LINE || element.children.length === 0) return [whole]
  const first = tag(element)
  const rest = [...element.childNodes].flatMap((node) =>
    node instanceof Element ? (isLeftOut(node) ? [] : outline(node)) : [line(node).trim()].filter(Boolean),
  )
  return first ? [first, ...rest.map((text) => `  ${text}`)] : rest
}
