import assert from 'node:assert/strict'
import { test } from 'node:test'
import PostalMime from 'postal-mime'
import { samples } from '../../supabase/functions/send-mail/emails/samples.ts'
import { compose } from './leased.ts'
import { startMailServer } from './mail-server.ts'

test('keeps hostile names and messages of invitations harmless, and the lines of the message', () => {
  const inviter = 'Eve\r\nBcc: eve@example.test\u202e\u2028<img src=x>{{token}}'
  const message = 'One\nTwo <a href="https://evil.test">x</a>\n\n{{token}}'
  const invitation = (data: object) =>
    compose({ kind: 'invitation', data: { ...samples.invitation, ...data }, unsubscribe: 'a.invitations.b' })
  const { subject, html, text } = invitation({ inviter, message })
  assert.equal(subject, 'Eve Bcc: eve@example. test <img src=x>{{token}} invites you to Guildhall')
  assert.doesNotMatch(html, /<img src=x>|<a href="https:\/\/evil\.test">|[\u202e\u2028]/)
  assert.match(html, /white-space:pre-line[^>]*>One\nTwo &lt;a href=&quot;/)
  assert.ok(text.includes('One\nTwo <a'))
  const link = 'https://guildhall.test/auth?invite=K7WQX2HVD4#sample'
  assert.ok(html.includes(`href="${link}"`) && text.includes(link))
  const unnamed = invitation({ inviter: null, message: null, asked: true })
  assert.equal(unnamed.subject, 'You are invited to Guildhall')
  assert.doesNotMatch(unnamed.text, /wrote:/)
})

test('shows no name that an email client would make a link of, and none that reorders a subject', () => {
  const linked = /:\/\/|[\p{L}\p{N}_-][.\u2024\u3002\ufe52\uff0e\uff61]\p{L}/u
  for (const name of [
    'evil.test/x',
    'https://evil',
    'www.evil.test',
    'Eve\uff0etest',
    'Eve\u2024test',
    'Eve\ufe52test',
    'a@evil\u3002test',
    'J.R. Ewing',
    'Eve\u202egnp',
    '\u2067Eve',
  ])
    for (const [kind, data] of Object.entries({
      invitation: { ...samples.invitation, email: 'x', expires_on: 'x', message: 'x', inviter: name },
      invitation_joined: { name },
      order_placed: { ...samples.order_placed, benefit: name },
    })) {
      const { subject, html, text, headers } = compose({ kind, data })
      const reorders = /[\u202a-\u202e\u2066-\u2069]/
      assert.doesNotMatch(subject + JSON.stringify(headers), reorders, `${kind} ${name}`)
      // A benefit is named by an admin.
      if (kind === 'order_placed') continue
      const shown = html.replace(/<style>.*?<\/style>|<[^>]*>/gs, ' ')
      for (const part of [subject, shown, text.replace(/https:\/\/guildhall\.test\S*/g, '')])
        assert.doesNotMatch(part, linked, `${kind} ${name}`)
    }
  const { subject } = compose({ kind: 'invitation_joined', data: { name: 'می\u200cنا' } })
  assert.equal(subject, 'می\u200cنا has joined')
})

test('makes links of web addresses only', () => {
  const html = (data: Record<string, unknown>) =>
    compose({ kind: 'order_delivered', data: { ...samples.order_delivered, ...data } }).html
  assert.match(html({ link: 'https://a.test/?b="c' }), /href="https:\/\/a\.test\/\?b=&quot;c"/)
  assert.doesNotMatch(html({ link: 'javascript:alert(1)' }), /javascript:/)
  assert.match(html({ message: 'See https://a.test/x. Or "y"' }), /<a href="https:\/\/a\.test\/x"/)
  assert.doesNotMatch(html({ message: 'javascript:alert(1)' }), /href="javascript/)
})

test('sends subjects and sender names that every email client decodes to what was written', async () => {
  const server = await startMailServer()
  const parsed = async (changes: { subject?: string; from?: string }) => {
    await server.transport()({ ...compose(), ...changes })
    const { raw } = server.received.at(-1) ?? { raw: '' }
    return { raw, ...(await PostalMime.parse(raw)) }
  }
  const texts = ['Minutes', 'A_b =3D 100 %', 'Grüße 🎉 '.repeat(9).trim(), 'می\u200cنا 議事録']
  const word = '=?utf-8?B?WW91ciBwYXNzd29yZCBoYXMgZXhwaXJlZA==?='
  for (const text of [...texts, '"Quoted", <b>', word, `Eve ${word} ${word}`, '==??utf-8?Q?x?=']) {
    const { raw, subject } = await parsed({ subject: text })
    assert.equal(subject, text)
    assert.match(raw, /^Subject: =\?UTF-8\?Q\?[!-~]+\?=(\s+=\?UTF-8\?Q\?[!-~]+\?=)*\r$/m)
  }
  for (const text of texts) {
    const { raw, from } = await parsed({ from: `${text} <house@guildhall.test>` })
    assert.deepEqual(from, { address: 'house@guildhall.test', name: text })
    assert.match(raw, /^From: [ -~]+(\r\n [ -~]+)*\r$/m)
  }
  await server.stop()
})
