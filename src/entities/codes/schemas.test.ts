import { afterEach, expect, it, vi } from 'vitest'
import { type CodeInput, codeSchema, generateCode, generateCodes, newCode } from './schemas'

afterEach(() => vi.restoreAllMocks())

it('generates codes of the given length, without characters that are easily confused (D41)', () => {
  expect(generateCode(8)).toMatch(/^[A-HJKMNP-Z2-9]{8}$/)
  expect(generateCode(500)).toMatch(/^[A-HJKMNP-Z2-9]{500}$/)
  expect(generateCode(10)).not.toBe(generateCode(10))
})

it('favours no character: discards bytes that would wrap around unevenly', () => {
  let next = 250
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    const view = new Uint8Array((bytes as Uint8Array).buffer)
    for (let at = 0; at < view.length; at += 1) view[at] = next++ % 256
    return bytes
  })
  const seen = new Map<string, number>()
  for (const character of generateCode(248)) seen.set(character, (seen.get(character) ?? 0) + 1)
  expect(seen.size).toBe(31)
  expect(new Set(seen.values())).toEqual(new Set([8]))
})

it('generates as many different codes as requested', () => {
  const random = crypto.getRandomValues.bind(crypto)
  let drawn = 0
  // The first two draws are the same.
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    drawn += 1
    return drawn > 2 ? random(bytes) : bytes
  })
  const codes = generateCodes(500, 8)
  expect(codes[0]).toBe('AAAAAAAA')
  expect(new Set(codes).size).toBe(500)
})

function errors(over: Partial<CodeInput>) {
  const input = { ...newCode, code: 'ABCD', ...over }
  const { error } = codeSchema(input.choice).safeParse(input)
  return error?.issues.map(({ message }) => message) ?? []
}

it('trims and upper-cases a code, and trims a note', () => {
  const input = { ...newCode, code: ' spring-26 ', note: ' Lisbon ' }
  const rest = { choice: 'one', how_many: 10, token_value: 50, uses: 1, expires: '' }
  expect(codeSchema('one').parse(input)).toEqual({ ...rest, code: 'SPRING-26', note: 'Lisbon' })
})

it.each<Partial<CodeInput>>([
  // The server removes the invisible ones (D59).
  ...['A\u200bB', 'A\u00adB', 'AB\ufeff', '\u200e'.repeat(9) + 'A'.repeat(64)].map((code) => ({ code })),
  ...['ABC', 'A', 'A'.repeat(64), 'AB CD', 'AB  CD', 'CÖDE_1', '50%,"x"', '=1+1'].map((code) => ({ code })),
  { choice: 'several', code: '', how_many: 2 },
  { choice: 'several', how_many: 500, uses: Number.NaN },
  { token_value: 1, how_many: Number.NaN },
  { token_value: 1000, uses: 10_000, expires: '2099-12-31' },
  { note: 'n'.repeat(200) },
])('accepts %j', (input) => expect(errors(input)).toEqual([]))

const none = [0, 1.5, Number.NaN, -1]
it.each<[string, Partial<CodeInput>[]]>([
  ['Please enter or generate a code', ['', '   ', '\u200b', '\u2060 \u00ad'].map((code) => ({ code }))],
  ['Use at most 64 characters.', [{ code: 'A'.repeat(65) }]],
  ['Use at most 200 characters.', [{ note: 'n'.repeat(201) }]],
  ['Enter a whole number from 1 to 1000.', [...none, 1001].map((token_value) => ({ token_value }))],
  ['Enter a whole number from 1 to 10,000.', [...none, 10_001].map((uses) => ({ uses }))],
  ['Enter today or a later date.', ['2001-01-01', '2099-02-30', 'x'].map((expires) => ({ expires }))],
  [
    'Enter a whole number from 2 to 500.',
    [...none, 1, 501].map((how_many) => ({ choice: 'several', how_many }) as const),
  ],
])('reports "%s" for %j', (message, inputs) => {
  for (const input of inputs) expect([input, errors(input)[0]]).toEqual([input, message])
})

it.each(['A\u00a0B', 'A\u3000B'])('reports the space of %j that is no plain one', (code) => {
  expect(errors({ code })[0]).toMatch(/^Replace U\+[0-9A-F]{4}, which looks like a plain space\.$/)
})
