import { describe, expect, it } from 'vitest'
import { samples } from '../../supabase/functions/send-mail/emails/samples.ts'
import { textOf } from '../../supabase/functions/send-mail/emails/text.ts'
import { authTemplates } from '../../supabase/local/auth/templates.ts'
import { compose } from '../functions/leased.ts'

const templates = await authTemplates()

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

it('renders every kind as in emails.txt, also with each number 1 and each flag reversed', async () => {
  const other = (value: unknown) =>
    typeof value === 'number' ? 1 : typeof value === 'boolean' ? !value : value
  const reversed = (data: object) =>
    Object.fromEntries(Object.entries(data).map(([name, value]) => [name, other(value)]))
  const lineOf = (kind: string, shown: object) => {
    const { subject, text } = compose({ kind, data: { ...shown }, unsubscribe: 'a.b.c' })
    return `${kind}: ${subject} | ${text.replace(/\n+/g, ' | ')}\n`
  }
  const lines = Object.entries(samples).flatMap(([kind, data]) => [
    lineOf(kind, data),
    lineOf(kind, reversed(data)),
  ])
  await expect([...new Set(lines)].join('')).toMatchFileSnapshot('emails.txt')
})

it('keeps the spaces and lines of a key and of what somebody wrote', () => {
  const data = {
    ...samples.order_delivered,
    key: 'A  B<&>{{token}}',
    message: 'One\n  Two\n\nThree & {{four}}',
  }
  const { text } = compose({ kind: 'order_delivered', data })
  expect(text).toContain(`\n\n${data.key}\n\n${data.message}\n\n`)
})

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
    expect(links(text).filter((link) => link === 'https://a.test/b.')).toHaveLength(1)
  })

  // Supabase Auth sends no text part: this one is of the client that reads plain text, and of the embedded backend.
  it.each(Object.entries(templates))('the template %s', (_name, template) => {
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
