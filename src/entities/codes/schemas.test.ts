import { afterEach, expect, it, vi } from 'vitest'
import { type CodeInput, codeSchema, generateCode, generateCodes, newCode } from './schemas'

afterEach(() => vi.restoreAllMocks())

it('makes codes of A to Z and 0 to 9, as long as asked for', () => {
  expect(generateCode(8)).toMatch(/^[A-Z0-9]{8}$/)
  expect(generateCode(500)).toMatch(/^[A-Z0-9]{500}$/)
  expect(generateCode(10)).not.toBe(generateCode(10))
})

it('favours no character: bytes that would wrap around unevenly are thrown away', () => {
  let next = 250
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    const view = new Uint8Array((bytes as Uint8Array).buffer)
    for (let at = 0; at < view.length; at += 1) view[at] = next++ % 256
    return bytes
  })
  const seen = new Map<string, number>()
  for (const character of generateCode(252)) seen.set(character, (seen.get(character) ?? 0) + 1)
  expect(seen.size).toBe(36)
  expect(new Set(seen.values())).toEqual(new Set([7]))
})

it('makes as many different codes as asked for', () => {
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

const messages = (over: Partial<CodeInput>) => {
  const input = { ...newCode, code: 'ABCD', ...over }
  return (
    codeSchema(input.how_many)
      .safeParse(input)
      .error?.issues.map((issue) => issue.message) ?? []
  )
}

it('trims and upper-cases a code, and trims a note', () => {
  expect(codeSchema(1).parse({ ...newCode, code: ' spring-26 ', note: ' Lisbon ' })).toEqual({
    code: 'SPRING-26',
    token_value: 50,
    note: 'Lisbon',
    how_many: 1,
  })
})

it.each(['', '   '])('asks for a code when it is blank: %j', (code) => {
  expect(messages({ code })[0]).toBe('Please enter or generate a code')
})

it('refuses more than 64 characters', () => {
  expect(messages({ code: 'A'.repeat(65) })).toEqual(['Use at most 64 characters.'])
})

it.each(['A\u200bB', 'A\u00adB', 'AB\ufeff', 'A\tB', 'A\u2028B'])(
  'refuses %j, which does not show',
  (code) => {
    expect(messages({ code })[0]).toMatch(/^Remove U\+[0-9A-F]{4}, which cannot be seen in a code\.$/)
  },
)

it('refuses a space that only looks like one', () => {
  expect(messages({ code: 'A\u00a0B' })).toEqual(['Remove U+00A0, which cannot be seen in a code.'])
})

it.each(['ABC', 'A', 'A'.repeat(64), 'AB CD', 'AB  CD', 'CÖDE_1', '50%,"x"', '=1+1'])('takes %s', (code) => {
  expect(messages({ code })).toEqual([])
})

it('asks for no code where several are generated', () => {
  expect(messages({ code: '', how_many: 2 })).toEqual([])
})

it.each([0, 1001, 1.5, Number.NaN, -1])('refuses the value %s', (token_value) => {
  expect(messages({ token_value })).toEqual(['Enter a whole number from 1 to 1000.'])
})

it.each([1, 1000])('takes the value %s', (token_value) => {
  expect(messages({ token_value })).toEqual([])
})

it.each([0, 501, 1.5, Number.NaN, -1])('refuses to create %s at once', (how_many) => {
  expect(messages({ how_many })).toEqual(['Enter a whole number from 1 to 500.'])
})

it.each([1, 500])('creates %s at once', (how_many) => {
  expect(messages({ how_many })).toEqual([])
})

it('takes a note of 200 characters and refuses a longer one', () => {
  expect(messages({ note: 'n'.repeat(200) })).toEqual([])
  expect(messages({ note: 'n'.repeat(201) })).toEqual(['Use at most 200 characters.'])
})
