/**
 * jsdom matches every rule of every style sheet for each query by role or visibility: a third of the time of the screen
 * tests. They load no style sheet but sonner's, so tag and inline styles determine the result.
 */
export function cacheComputedStyles() {
  for (const sheet of document.querySelectorAll('style')) sheet.remove()
  if (window.getComputedStyle.name === 'cachedStyle') return
  const compute = window.getComputedStyle.bind(window)
  const known = new Map<string, CSSStyleDeclaration>()

  window.getComputedStyle = function cachedStyle(element, pseudo) {
    if (pseudo) return compute(element, pseudo)
    // Not joined: an attribute without a value, such as `hidden`, is not an absent one.
    const key = JSON.stringify([
      element.localName,
      own.map((name) => element.getAttribute(name)),
      inherited(element),
    ])
    const style = known.get(key) ?? compute(element)
    known.set(key, style)
    return style
  }
}

const own = ['style', 'hidden', 'type', 'open']

/** Inline styles of ancestors that jsdom lets an element inherit. */
function inherited(element: Element): string {
  let styles = ''
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    const style = parent.getAttribute('style')
    if (style && /visibility|pointer-events/.test(style)) styles += `${style} `
  }
  return styles
}
