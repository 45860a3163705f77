import { afterEach, expect, it, vi } from 'vitest'
import { codeSchema, generateCode } from './codes-input'

afterEach(() => vi.restoreAllMocks())

it('makes codes of A to Z and 0 to 9, as long as asked for', () => {
  expect(generateCode(8)).toMatch(/^[A-Z0-9]{8}$/)
  expect(generateCode(10)).toMatch(/^[A-Z0-9]{10}$/)
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

const messages = (input: unknown) =>
  codeSchema.safeParse(input).error?.issues.map((issue) => issue.message) ?? []

it('trims and upper-cases a code', () => {
  expect(codeSchema.parse({ code: ' spring-26 ', token_value: 50 }).code).toBe('SPRING-26')
})

it.each(['', '   '])('asks for a code when it is blank: %j', (code) => {
  expect(messages({ code, token_value: 50 })[0]).toBe('Please enter or generate a code')
})

it.each(['ABC', 'A'.repeat(65), 'CODE 1', 'CÖDE1', 'CODE_1'])('refuses %s', (code) => {
  expect(messages({ code, token_value: 50 })).toEqual(['Use 4 to 64 letters, digits or hyphens.'])
})

it.each(['ABCD', 'A'.repeat(64)])('takes %s', (code) => {
  expect(messages({ code, token_value: 50 })).toEqual([])
})

it.each([0, 1001, 1.5, Number.NaN, -1])('refuses the value %s', (token_value) => {
  expect(messages({ code: 'ABCD', token_value })).toContain('Enter a whole number from 1 to 1000.')
})

it.each([1, 1000])('takes the value %s', (token_value) => {
  expect(messages({ code: 'ABCD', token_value })).toEqual([])
})
