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
  const view = complete(data, siteUrl)
  const fill = (text: string, escaped: (value: unknown) => string) =>
    mustache.render(text, view, {}, { escape: escaped })
  return {
    subject: oneLine(fill(template.subject, String)),
    html: fill(template.html, escapeHtml),
    text: fill(template.text, String)
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

function complete(data: View, siteUrl: string): View {
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
        .map(([name, value]) => [name, value ? { parts: splitLinks(String(value)) } : undefined]),
    ),
    many: Number(data.count ?? data.tokens) !== 1,
  }
}

// People choose their names, and strangers read them.
const NAMES = ['inviter', 'name']

// Texts that people wrote: plain, with their web addresses as links (D30).
const WRITTEN = ['instructions', 'message', 'text', 'reason']

function splitLinks(text: string): { part?: string; url?: string }[] {
  return text
    .split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]])/)
    .map((part, index) => (index % 2 === 1 ? { url: part } : { part }))
}

/** A header must stay on one line. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
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
