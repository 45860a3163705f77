import { describe, expect, it } from 'vitest'
import { deliverySchema } from '@/entities/orders/schemas'
import { profileSchema } from '@/entities/profiles/schemas'
import { emailSchema, registerSchema, signInSchema } from '@/entities/session/schemas'
import { codeSpaceHint } from '@/lib/text'
import { containsAny } from './lists'
import { readWhole, wholeNumber } from './schemas'

describe('a whole number', () => {
  const rule = 'From 1 to 1000.'
  const schema = wholeNumber(1, 1000, rule, 'Too many.')
  const problem = (typed: unknown) => schema.safeParse(readWhole(typed)).error?.issues[0]?.message

  it.each([
    [42, ['42', ' 42\t', '042', '٤٢', '۴۲', '४२', '４２', '𝟒𝟐', '𝟜𝟚', 42]],
    [90, ['𝟿𝟶']],
    [7, ['\u00a07\u3000', '007']],
  ])('may be %i in the digits of every script (D59)', (value, texts) => {
    for (const typed of texts) expect(schema.parse(readWhole(typed))).toBe(value)
  })

  it.each([
    ...['1.000', '12,5', '1 000', '1\u00a0000', '1\u202f000', '1’000', "1'000", '٣٫٥', '1_000', '1.', ',5'],
  ])('has no separator, unlike %j, which is said (D59)', (typed) =>
    expect(problem(typed)).toBe('Write digits only, without points, commas or spaces.'),
  )

  it.each([
    ...[
      ...' |ten|1e3|0x10|-1|−1|0|+5|½|²|Ⅳ|1\u200b0|.'.split('|'),
      '',
      Number.NaN,
      null,
      1.5,
      '9'.repeat(400),
    ],
  ])('is not %j', (typed) => expect(problem(typed)).toBe(rule))

  it('has an end', () => expect(problem('1001')).toBe('Too many.'))
})

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
    ['nora@b\u00fccher.example', '“\u00fc” (U+00FC)'],
  ])('is printable ASCII, unlike %j', (email, name) => {
    const rule = 'Write an international domain in its xn-- form.'
    expect(firstError(parse(email))).toBe(`An email address cannot contain ${name}. ${rule}`)
  })

  it.each([
    ['n\u00adora@example.com', 'U+00AD'],
    ['\u200bnora@example.com', 'U+200B'],
    ['nora@example.com\u200e', 'U+200E'],
    ['nora\u{e0100}@example.com', 'U+E0100'],
  ])('has nothing that cannot be seen, as %j', (email, name) =>
    expect(firstError(parse(email))).toBe(`Remove the invisible character ${name}.`),
  )

  it.each(['nora', 'nora@example', 'a b@example.com', '<a>@example.com', 'a@b@example.com', 'a@@b.example'])(
    'is one complete address, unlike %s',
    (email) => expect(firstError(parse(email))).toMatch(/^Enter (a complete|an) email address/),
  )

  it('has at most 254 characters, and may have an international domain as xn--', () => {
    expect(firstError(parse(' nora+a.b@xn--bcher-kva.example\n'))).toBeUndefined()
    expect(firstError(parse(`${'t'.repeat(243)}@example.com`))).toBe('At most 254 characters.')
  })
})

it.each([
  ['4TB8 WJ2P ', true],
  ['AB\tCD', true],
  ['ab\u00a0cd', true],
  ['  ABCD ', false],
])('a code with a space inside gets a hint: %j', (code, isHinted) => {
  expect(codeSpaceHint(code)).toBe(isHinted ? 'Check the space in the code.' : undefined)
})

describe('a name', () => {
  const problem = (name: string) => firstError(profileSchema.safeParse({ name, phone: '' }))
  const invisible = (character: string) =>
    `Remove the invisible character ${character}. Some emoji contain invisible characters.`

  it.each([
    ['Nora\u202e', invisible('U+202E')],
    ['\u3164', invisible('U+3164')],
    ['Nora \u2764\ufe0f', invisible('U+FE0F')],
    ['No\nra', invisible('U+000A')],
    ['', 'Enter your name.'],
    ['\u00a0\u3000', 'Enter your name.'],
    ...['\u0301', '\u2800', '🎉', '-'].map((name) => [name, 'Use at least one letter or digit.']),
    ...['Nora', 'שלום', '山田\u3000太郎', 'Zoë O’Neil-Łuk', 'e\u0301', 'Nora 🎉'].map((name) => [name]),
  ])('%j: %s', (name = '', message) => expect(problem(name)).toBe(message))

  it('is trimmed of every kind of space', () => {
    const parsed = profileSchema.parse({ name: '\u3000 Nora\u00a0\n', phone: '\t' })
    expect(parsed).toEqual({ name: 'Nora', phone: '' })
  })
})

it.each([
  ['ann', 'ann'],
  ['a.b*c, (50%)_', 'a[.]b[*]c, [(]50%[)]_'],
  ['\\ " ^', '[[.backslash.]] [[.quotation-mark.]] [[.circumflex.]]'],
])('a search for %s escapes what the filter and its pattern read', (term, pattern) => {
  expect(containsAny(['name', 'notes'], term)).toBe(`name.imatch."${pattern}",notes.imatch."${pattern}"`)
})
