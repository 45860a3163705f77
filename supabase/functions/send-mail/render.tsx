/** @jsxImportSource react */
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type Kind, kinds } from './emails/kinds.ts'
import { type Frame, FrameContext } from './emails/layout.tsx'
import { samples } from './emails/samples.ts'

type Data = Record<string, unknown>

/** The email of a kind; `test` is the template that its data names, with sample values. Undefined for an unknown kind. */
export function render(
  kind: string,
  data: Data,
  frame: Frame,
): { subject: string; html: string } | undefined {
  if (kind === 'test') {
    const name = String(data.template)
    return Object.hasOwn(samples, name) ? render(name, samples[name as Kind], frame) : undefined
  }
  if (!Object.hasOwn(kinds, kind)) return undefined
  const { subject, page } = kinds[kind as Kind] as {
    subject: (data: Data) => string
    page: (data: Data) => ReactElement
  }
  const shown = { ...data, ...plainNames(data) }
  // Called: of an element's props, React would keep `key` to itself.
  const html = renderToStaticMarkup(<FrameContext value={frame}>{page(shown)}</FrameContext>)
  return { subject: oneLine(subject(shown)), html: `<!doctype html>${html}\n` }
}

/** People choose their names, and strangers read them. */
function plainNames(data: Data): Data {
  const names = ['inviter', 'name'].filter((name) => data[name])
  return Object.fromEntries(names.map((name) => [name, plainName(String(data[name]))]))
}

/** A header must stay on one line and read as it is written. */
function oneLine(text: string): string {
  return text
    .replace(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}])+/gu, ' ')
    .trim()
    .slice(0, 200)
}

/** One line in which email clients find no link: 'evil.test' becomes 'evil. test'. */
function plainName(text: string): string {
  return oneLine(text).replace(/[.:\u2024\u3002\ufe52\uff0e\uff61](?=\S)/g, '$& ')
}
