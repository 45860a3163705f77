import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { incomplete } from '../support/complete.ts'

afterEach(() => vi.unstubAllEnvs())

const skipping =
  /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme|skipIf|runIf)\b|\b(?:[xf]it|[xf]describe|xtest)\(|\b(?:ctx|context|info|testInfo|test)\.(?:skip|fixme)\(/

it('no test is skipped, todo or exclusive', () => {
  const root = join(import.meta.dirname, '../..')
  const sources = ['src', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      // Contains them as data.
      .filter((name) => !import.meta.filename.endsWith(name)),
  )
  expect(sources.length).toBeGreaterThan(100)
  expect(sources.filter((name) => skipping.test(readFileSync(join(root, name), 'utf8')))).toEqual([])
})

it.each([
  "it.skip('a', f)",
  "test.only('a', f)",
  "describe.skip('a', f)",
  "it.todo('a')",
  "it.skipIf(slow)('a', f)",
  "it.concurrent.skip('a', f)",
  'test.fixme(true)',
  'context.skip()',
  "xit('a', f)",
])('finds %s', (source) => expect(skipping.test(source)).toBe(true))

it('fails a run in CI that skipped tests, and names them', () => {
  vi.stubEnv('CI', '1')
  expect(incomplete(['a > b'])).toContain('1 did not:\na > b')
  expect(incomplete([])).toBeUndefined()
  vi.stubEnv('CI', '')
  expect(incomplete(['a > b'])).toBeUndefined()
})
