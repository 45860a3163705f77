import { expect, it } from 'vitest'
import { proveResources } from './resources/prove.ts'

it('no member can exhaust the service or delay another member', async () => {
  const tally = await proveResources(3)
  expect(tally.failures).toEqual([])
  expect(tally.held).toBeGreaterThan(5)
})
