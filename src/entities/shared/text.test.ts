import { describe, expect, it } from 'vitest'
import { deliverySchema } from '@/entities/orders/schemas'
import { profileSchema } from '@/entities/profiles/schemas'
import { emailSchema, registerSchema, signInSchema } from '@/entities/session/schemas'
import { containsAny } from './search'
import { readWhole, wholeNumber } from './whole-number'

describe('whole numbers', () => {
  const rule = 'From 1 to 1000.'
  const schema = wholeNumber(1, 1000, rule, 'Too many.')
  const problem = (typed: unknown) => schema.safeParse(readWhole(typed)).error?.issues[0]?.message

  it.each([
    ['12', 12],
    [' 12\t', 12],
    ['\u00a07\u3000', 7],
    ['007', 7],
    ['٤٢', 42],
    ['۴۲', 42],
    ['४२', 42],
    ['４２', 42],
    ['𝟒𝟐', 42],
    ['𝟿𝟶', 90],
    [42, 42],
  ])('reads %j as %i (D59)', (typed, value) => {
    expect(schema.parse(readWhole(typed))).toBe(value)
  })

  it.each([
    '1.000',
    '12,5',
    '1 000',
    '1\u00a0000',
    '1\u202f000',
    '1’000',
    "1'000",
    '٣٫٥',
    '1_000',
    '1.5',
    '1.',
    ',5',
  ])('refuses the separator of %j with its reason (D59)', (typed) => {
    expect(problem(typed)).toBe('Write digits only, without points, commas or spaces.')
  })

  it.each([
    '',
    ' ',
    'ten',
    '1e3',
    '0x10',
    '-1',
    '−1',
    '0',
    '+5',
    '½',
    '²',
    'Ⅳ',
    '1\u200b0',
    Number.NaN,
    null,
    '.',
    1.5,
  ])('refuses %j by its rule', (typed) => {
    expect(problem(typed)).toBe(rule)
  })

  it('says what is too many', () => {
    expect([problem('1001'), problem('9'.repeat(400))]).toEqual(['Too many.', rule])
  })
})

describe('text', () => {
  type Result = { success: boolean; error?: { issues: { message: string }[] } }
  const firstError = ({ error }: Result) => error?.issues[0]?.message

  describe.each<[string, (email: string) => Result]>([
    ['sign-up', (email) => registerSchema.safeParse({ name: 'Nora', phone: '1', password: 'x', email })],
    ['sign-in', (email) => signInSchema.safeParse({ email, password: 'x' })],
    ['reset', (email) => emailSchema.safeParse({ email })],
    ['delivery', (email) => deliverySchema.safeParse({ email })],
  ])('the email of the %s form', (_, parse) => {
    it.each([
      ['n\u043era@example.com', '“\u043e” (U+043E)'],
      ['n\u00adora@example.com', 'U+00AD'],
      ['nora@b\u00fccher.example', '“\u00fc” (U+00FC)'],
      ['nora\u{e0100}@example.com', 'U+E0100'],
    ])('is printable ASCII, unlike %j', (email, name) => {
      const rule = 'Write an international domain in its xn-- form.'
      expect(firstError(parse(email))).toBe(`An email address cannot contain ${name}. ${rule}`)
    })

    it.each([
      'nora',
      'nora@example',
      'a b@example.com',
      '<a>@example.com',
      'a@b@example.com',
      'a@@b.example',
    ])('is one complete address, unlike %s', (email) =>
      expect(firstError(parse(email))).toMatch(/^Enter (a complete|an) email address/),
    )

    it('has at most 254 characters, and may have an international domain as xn--', () => {
      expect(firstError(parse(' nora+a.b@xn--bcher-kva.example\n'))).toBeUndefined()
      expect(firstError(parse(`${'t'.repeat(243)}@example.com`))).toBe('At most 254 characters.')
    })
  })

  describe('a name', () => {
    const errorOf = (name: string) => firstError(profileSchema.safeParse({ name, phone: '' }))

    it.each([
      ['Nora\u202e', 'U+202E'],
      ['\u3164', 'U+3164'],
      ['Nora \u2764\ufe0f', 'U+FE0F'],
      ['No\nra', 'U+000A'],
    ])('has no invisible character, unlike %j', (name, character) => {
      const rule = 'Some emoji contain invisible characters.'
      expect(errorOf(name)).toBe(`Remove the invisible character ${character}. ${rule}`)
    })

    it.each(['', '   ', '\u00a0\u3000'])('is not empty, unlike %j', (name) => {
      expect(errorOf(name)).toBe('Enter your name.')
    })

    it.each(['\u0301', '\u2800', '🎉', '-'])('has a letter or a digit, unlike %j', (name) => {
      expect(errorOf(name)).toBe('Use at least one letter or digit.')
    })

    it.each(['Nora', 'שלום', '山田\u3000太郎', 'Zoë O’Neil-Łuk', 'e\u0301', 'Nora 🎉'])(
      'may be %s',
      (name) => {
        expect(errorOf(name)).toBeUndefined()
      },
    )

    it('is trimmed of every kind of space', () => {
      const parsed = profileSchema.parse({ name: '\u3000 Nora\u00a0\n', phone: '\t' })
      expect(parsed).toEqual({ name: 'Nora', phone: '' })
    })
  })
})

describe('searches', () => {
  it('filters each column by the term', () => {
    expect(containsAny(['name', 'description'], 'ann')).toBe('name.imatch."ann",description.imatch."ann"')
  })

  it('escapes special characters of the filter and of the pattern', () => {
    expect(containsAny(['name'], 'a.b*c, (50%)_')).toBe('name.imatch."a[.]b[*]c, [(]50%[)]_"')
    expect(containsAny(['name'], '\\ " ^')).toBe(
      'name.imatch."[[.backslash.]] [[.quotation-mark.]] [[.circumflex.]]"',
    )
  })
})
