import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Host, startHost } from './crashes/host.ts'
import { killSteps } from './crashes/steps.ts'

let host: Host
beforeAll(async () => {
  host = await startHost()
}, 60_000)
afterAll(() => host.close())

it('does each row of an operation once, however often the database is killed', async () => {
  expect(await killSteps(host)).toEqual([])
}, 240_000)
