import { describe, expect, it } from 'vitest'
import { deliverySchema } from '@/entities/orders/schemas'
import { profileSchema } from '@/entities/profiles/schemas'
import { emailSchema, registerSchema, signInSchema } from '@/entities/session/schemas'

type Checked = { success: boolean; error?: { issues: { message: string }[] } }
const told = ({ error }: Checked) => error?.issues[0]?.message

describe('an email address', () => {
  const forms: [string, (email: string) => Checked][] = [
    ['sign-up', (email) => registerSchema.safeParse({ name: 'Nora', phone: '1', password: 'x', email })],
    ['sign-in', (email) => signInSchema.safeParse({ email, password: 'x' })],
    ['reset', (email) => emailSchema.safeParse({ email })],
    ['delivery', (email) => deliverySchema.safeParse({ email })],
  ]

  it.each(forms)('of the %s form is printable ASCII, and the form names what is not', (_, check) => {
    const rule = 'Write an international domain in its xn-- form.'
    expect(told(check('n\u043era@example.com'))).toBe(
      `An email address cannot contain “\u043e” (U+043E). ${rule}`,
    )
    expect(told(check('n\u00adora@example.com'))).toBe(`An email address cannot contain U+00AD. ${rule}`)
    expect(told(check('nora@b\u00fccher.example'))).toBe(
      `An email address cannot contain “\u00fc” (U+00FC). ${rule}`,
    )
    expect(told(check('nora\u{e0100}@example.com'))).toBe(`An email address cannot contain U+E0100. ${rule}`)
  })

  it.each(forms)('of the %s form may have an international domain as xn--', (_, check) => {
    expect(told(check(' nora+a.b@xn--bcher-kva.example\n'))).toBeUndefined()
  })

  it.each(forms)('of the %s form is one address, and complete', (_, check) => {
    for (const email of ['nora', 'nora@example', 'a b@example.com', '<a>@example.com', 'a@b@example.com']) {
      expect(told(check(email))).toMatch(/^Enter (a complete|an) email address/)
    }
  })
})

describe('a name', () => {
  const check = (name: string) => told(profileSchema.safeParse({ name, phone: '' }))

  it('with an invisible character is refused, and the form names the character', () => {
    const rule = 'Some emoji contain invisible characters.'
    expect(check('Nora\u202e')).toBe(`Remove the invisible character U+202E. ${rule}`)
    expect(check('\u3164')).toBe(`Remove the invisible character U+3164. ${rule}`)
    expect(check('Nora \u2764\ufe0f')).toBe(`Remove the invisible character U+FE0F. ${rule}`)
    expect(check('No\nra')).toBe(`Remove the invisible character U+000A. ${rule}`)
  })

  it.each(['', '   ', '\u00a0\u3000'])('that is empty is none: %j', (name) => {
    expect(check(name)).toBe('Enter your name.')
  })

  it.each(['\u0301', '\u2800', '🎉', '-'])('has a letter or a digit, unlike %j', (name) => {
    expect(check(name)).toBe('Use at least one letter or digit.')
  })

  it.each(['Nora', 'שלום', '山田\u3000太郎', 'Zoë O’Neil-Łuk', 'e\u0301', 'Nora 🎉'])('may be %s', (name) => {
    expect(check(name)).toBeUndefined()
  })

  it('is trimmed of every kind of space', () => {
    expect(profileSchema.parse({ name: '\u3000 Nora\u00a0\n', phone: '\t' })).toEqual({
      name: 'Nora',
      phone: '',
    })
  })
})
