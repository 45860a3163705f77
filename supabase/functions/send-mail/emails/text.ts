import { compile, type FormatCallback } from 'html-to-text'

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

/** What somebody wrote, with its spaces and lines as they are; each link is on a line of its own here too. */
const asWritten: FormatCallback = (element, _walk, builder) => {
  const pieces = element.children.map(({ data, children }) => String(data ?? children?.[0]?.data))
  builder.addLiteral(pieces.map((piece) => piece.replace(/^[ \t]*\n?|\n?[ \t]*$/g, '')).join('\n'))
}

const asWrittenBlock: FormatCallback = (element, walk, builder, options) => {
  builder.openBlock({ leadingLineBreaks: 2 })
  asWritten(element, walk, builder, options)
  builder.closeBlock({ trailingLineBreaks: 2 })
}

const convert = compile({
  wordwrap: false,
  formatters: { ownLine, asWritten, asWrittenBlock },
  selectors: [
    { selector: 'h1', options: { uppercase: false } },
    { selector: 'img', format: 'skip' },
    { selector: '[data-skip-in-text=true]', format: 'skip' },
    { selector: 'a', format: 'ownLine' },
    { selector: 'code', format: 'asWritten' },
    { selector: '[style*="pre-line"]', format: 'asWrittenBlock' },
    { selector: 'td.label', format: 'inlineSurround', options: { suffix: ': ' } },
    { selector: 'table', format: 'block' },
    { selector: 'tr', format: 'block' },
  ],
})

/** The text part of an email, from its page. */
export const textOf = (html: string): string => convert(html).trim()
