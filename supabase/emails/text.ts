import { convert, type FormatCallback } from 'html-to-text'

/** A link on a line of its own, so that no email client takes what stands beside it for a part of it. */
const ownLine: FormatCallback = (element, walk, builder) => {
  const href = String(element.attribs.href)
  builder.openBlock({ leadingLineBreaks: 1 })
  if (element.children.some(({ data }) => data !== href)) {
    walk(element.children, builder)
    builder.addLineBreak()
  }
  builder.addInline(href, { noWordTransform: true })
  builder.closeBlock({ trailingLineBreaks: 1 })
}

/** The text part of an email, from its page. */
export const textOf = (html: string): string =>
  convert(html, {
    wordwrap: false,
    formatters: { ownLine },
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'img', format: 'skip' },
      { selector: '[data-skip-in-text=true]', format: 'skip' },
      { selector: 'a', format: 'ownLine' },
      { selector: 'td.label', format: 'inlineSurround', options: { suffix: ': ' } },
      { selector: 'table', format: 'block' },
      { selector: 'tr', format: 'block' },
    ],
  })
