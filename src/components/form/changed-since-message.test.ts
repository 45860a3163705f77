import { expect, it } from 'vitest'
import { changedSinceMessage } from './changed-since-message'

it.each([
  ['a'.repeat(300), `Changed to "${'a'.repeat(300)}" since you opened it.`],
  ['a'.repeat(301), `Changed to "${'a'.repeat(300)}..." since you opened it.`],
  ['', 'Cleared since you opened it.'],
])('tells what another admin wrote, in at most 300 characters (D7)', (value, told) => {
  expect(changedSinceMessage(value)).toBe(`${told} Nothing was saved: save again to replace it.`)
})
