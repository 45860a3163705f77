import { expect, it } from 'vitest'
import { toCsv } from './csv'

it('leaves a number a number, also below 0, where a text like it would be a formula (D22)', () => {
  expect(toCsv(['Tokens', 'Note'], [[-25, '-25']])).toBe('\uFEFF"Tokens","Note"\r\n"-25","\'-25"\r\n')
})
