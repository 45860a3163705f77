/** WCAG 1.4.12. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }'
/** Text at 200 %, as a browser's own setting enlarges it (WCAG 1.4.4). */
const large = ':root { font-size: 200% }'

/** However a person enlarges or spaces the text, nothing is cut off, overlaps or is out of reach. */
export const modes = {
  'text as it is': '',
  'text at 200 %': large,
  'spaced text': spacing,
  'large and spaced text': large + spacing,
}
export type Mode = keyof typeof modes

/** Runs in the page. */
export async function restyle(text: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(text)
  document.adoptedStyleSheets = [sheet]
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
}

/** Runs in the page: texts that their box or another text cuts, and, on small screens, controls that scrolling does not bring into view. */
export function lostContent(): string[] {
  const above = '[role="dialog"]:not([aria-busy="true"]), dialog[open], [role="menu"]'
  const root = [...document.querySelectorAll(above)].at(-1) ?? document.body
  const found = new Set<string>()
  const short = (text: string | null) => (text ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)
  /** As the rows before them. */
  const repeated = ':is(tr, article):nth-child(n + 5), li:nth-child(n + 12)'
  type Line = { element: Element; text: string; layer: Element | null; box: DOMRect }
  const lines: Line[] = []

  /** The height of the letters, not of the line. */
  const lettersOf = ({ x, y, width, height }: DOMRect) => new DOMRect(x, y + height / 4, width, height / 2)

  function examine(node: Text, element: Element) {
    const range = document.createRange()
    range.selectNodeContents(node)
    let boxes = [...range.getClientRects()].filter(({ width }) => width > 1).map(lettersOf)
    const text = short(node.data)
    const around: Element[] = []
    for (
      let outer: Element | null = element;
      outer && outer !== root.parentElement;
      outer = outer.parentElement
    )
      if (!/^(inline|contents)$/.test(getComputedStyle(outer).display)) around.push(outer)
    // Only for screen readers.
    if (around.some((outer) => outer.clientWidth === 1 || getComputedStyle(outer).clipPath !== 'none')) return
    for (const outer of around) {
      const style = getComputedStyle(outer)
      const area = outer.getBoundingClientRect()
      const isOut = ({ top, bottom, left, right }: DOMRect) =>
        top < area.top - 1 || bottom > area.bottom + 1 || left < area.left - 1 || right > area.right + 1
      const isAbbreviated = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none'
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible'
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
      if (clips && !isAbbreviated && !scrolls && boxes.some(isOut)) found.add(`cut off: "${text}"`)
      if (outer.matches('button, a, td, th') && style.overflowX === 'visible' && boxes.some(isOut))
        found.add(`runs out of its ${outer.localName}: "${text}"`)
      if (clips) boxes = boxes.filter((box) => !isOut(box))
      // It leaves the box of its parents on purpose.
      if (style.position === 'absolute' || style.position === 'fixed') break
    }
    const layer = element.closest(
      'header, footer, aside, [class*="sticky"], [class*="fixed"], [class*="absolute"]',
    )
    lines.push(...boxes.map((box) => ({ element, text, layer, box })))
  }

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode as Text
    const element = node.parentElement
    const isShown = element?.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const isApart = element?.closest(
      `${repeated}, [aria-hidden="true"], [inert], [data-sonner-toast], svg, option, style`,
    )
    if (element && isShown && !isApart && node.data.trim()) examine(node, element)
  }
  lines.forEach((one, index) => {
    for (const other of lines.slice(index + 1)) {
      if (one.element === other.element || one.layer !== other.layer) continue
      const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (across > 2 && down > 2) found.add(`overlap: "${one.text}" and "${other.text}"`)
    }
  })

  const controls =
    'a[href], button:not(:disabled), input:not([type="hidden"], [type="file"]), select, textarea'
  for (const control of innerWidth < 1000 ? root.querySelectorAll<HTMLElement>(controls) : []) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest(`${repeated}, [inert]`))
      continue
    control.focus({ preventScroll: true })
    const area = (control.matches('input') && control.closest('label')) || control
    area.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
    const [box] = area.getClientRects()
    if (!box || box.width <= 1 || box.height <= 1 || getComputedStyle(control).pointerEvents === 'none')
      continue
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    const hit = document.elementFromPoint(x, y)
    // A toast goes by itself.
    if (!hit || !(area.contains(hit) || hit.contains(area) || hit.closest('[data-sonner-toast]')))
      found.add(
        `out of reach: ${short(control.getAttribute('aria-label') ?? control.textContent)} at ${Math.round(x)}, ${Math.round(y)}, under ${hit?.localName}.${hit?.className}`,
      )
  }
  window.scrollTo({ top: 0, behavior: 'instant' })
  return [...found]
}
