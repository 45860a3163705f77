import mustache from 'mustache'
import { samples } from './samples.ts'
import { templates } from './templates.ts'

type View = Record<string, unknown>

export type Rendered = { subject: string; html: string; text: string }

/** The email of a kind; `test` is the template that its data names, with sample values. Undefined for an unknown kind. */
export function render(kind: string, data: View, siteUrl: string): Rendered | undefined {
  if (kind === 'test') return renderSample(String(data.template), siteUrl)
  if (!Object.hasOwn(templates, kind)) return undefined
  const template = templates[kind as keyof typeof templates]
  const fill = (text: string, escaped: (value: unknown) => string, written = splitLinks) =>
    mustache.render(text, complete(data, siteUrl, written), {}, { escape: escaped })
  return {
    subject: oneLine(fill(template.subject, String)),
    html: fill(template.html, escapeHtml),
    text: fill(template.text, String, separateLinks)
      .replace(/\n{3,}/g, '\n\n')
      .trim(),
  }
}

/** A template with sample values. Undefined for an unknown one. */
export function renderSample(name: string, siteUrl: string): Rendered | undefined {
  return Object.hasOwn(samples, name)
    ? render(name, samples[name as keyof typeof samples], siteUrl)
    : undefined
}

type Part = { part?: string; url?: string }

function complete(data: View, siteUrl: string, written: (text: string) => Part[]): View {
  return {
    ...data,
    // No other scheme may become a link.
    link: /^https?:\/\//i.test(String(data.link)) ? data.link : undefined,
    site: siteUrl,
    ...Object.fromEntries(
      NAMES.map((name) => [name, data[name] ? plainName(String(data[name])) : undefined]),
    ),
    ...Object.fromEntries(
      Object.entries(data)
        .filter(([name]) => WRITTEN.includes(name))
        .map(([name, value]) => [name, value ? { parts: written(String(value)) } : undefined]),
    ),
    many: Number(data.count ?? data.tokens) !== 1,
  }
}

// People choose their names, and strangers read them.
const NAMES = ['inviter', 'name']

// Texts that people wrote: plain, with their web addresses as links (D30).
const WRITTEN = ['instructions', 'message', 'text', 'reason']

const LINK = /(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/

function splitLinks(text: string): Part[] {
  return text.split(LINK).map((part, index) => (index % 2 === 1 ? { url: part } : { part }))
}

/** Each link on a line of its own, as in the rest of a text part (supabase/emails/text.ts). */
function separateLinks(text: string): Part[] {
  const pieces = text.split(LINK).map((piece) => piece.replace(/^[ \t]*\n?|\n?[ \t]*$/g, ''))
  return [{ part: pieces.join('\n') }]
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
  return oneLine(text).replace(/[.:\u3002\uff0e\uff61](?=\S)/g, '$& ')
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(value: unknown): string {
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
