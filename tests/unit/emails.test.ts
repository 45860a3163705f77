import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { emailFiles } from '../../supabase/emails/files.tsx'
import { textOf } from '../../supabase/emails/text.ts'
import { samples } from '../../supabase/functions/send-mail/samples.ts'
import { compose } from '../functions/leased.ts'

const files = Object.entries(emailFiles())

it.each(files)('%s is current (npm run emails)', (path, text) => {
  expect(readFileSync(join(import.meta.dirname, '../../supabase', path), 'utf8')).toBe(text)
})

const hrefs = (html: string) =>
  [...html.matchAll(/<a\s[^>]*href="([^"]*)"/g)].map(([, href = '']) => decoded(href))
const decoded = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')

/** What an email client that shows plain text makes a link of. */
const links = (text: string) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []

function expectOwnLines(text: string, html: string) {
  expect(hrefs(html)).not.toEqual([])
  for (const href of hrefs(html)) expect(text.split('\n')).toContain(href)
  for (const link of links(text)) expect(text.split('\n')).toContain(link)
  expect(new Set(links(text))).toEqual(new Set(hrefs(html)))
}

describe('in the text part, every link of the page is on a line of its own:', () => {
  const written = 'See https://a.test/x?b=1&c. Or (https://b.test)! https://c.test\nhttps://d.test\nEnd'
  const kinds = Object.entries(samples).filter(([kind]) => kind !== 'account_deleted')

  it.each(kinds)('%s', (kind, data) => {
    for (const more of [
      {},
      { text: written, message: written, instructions: written, reason: written, refunded: true },
    ]) {
      const { html, text } = compose({ kind, data: { ...data, ...more }, unsubscribe: 'a.b.c' })
      expectOwnLines(text, html)
    }
  })

  it('a delivered link', () => {
    const { html, text } = compose({
      kind: 'order_delivered',
      data: { ...samples.order_delivered, link: 'https://a.test/b.' },
    })
    expectOwnLines(text, html)
  })

  // Supabase Auth sends no text part: this one is of the client that reads plain text, and of the embedded backend.
  it.each(files.filter(([path]) => path.startsWith('templates/')))('%s', (_path, template) => {
    const html = template
      .replace(/\{\{ \.SiteURL \}\}/g, 'https://guildhall.test')
      .replace(/\{\{ \.\w+ \}\}/g, 'value')
    expectOwnLines(textOf(html), html)
    // A client that knows no more than where paragraphs begin and end.
    const plain = html
      .replace(/<(?:style|title)>.*?<\/(?:style|title)>/gs, '')
      .replace(/<a\s[^>]*href="([^"]*)"[^>]*>/g, '$1 ')
    const text = decoded(plain.replace(/<\/?(p|div|h1|br)\b[^>]*>/g, '\n').replace(/<[^>]*>/g, ''))
    for (const link of links(text)) expect(hrefs(html)).toContain(link)
  })
})
