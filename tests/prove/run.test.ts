import { spawnSync } from 'node:child_process'
import { expect, it, vi } from 'vitest'
import { isLoopback, onlyLoopback } from './loopback.ts'
import { readOptions } from './options.ts'
import type { Part } from './parts.ts'
import { chosen, runPart } from './run-part.ts'
import { printTable } from './table.ts'
import { emptyTally } from './tally.ts'

const PARTS = ['authorization matrix', 'races']
const PROJECT = {
  url: 'https://guild.supabase.co',
  anon_key: 'a',
  service_key: 's',
  admin_email: 'ada@example.test',
  admin_password: 'p',
}
const FLAGS = Object.entries(PROJECT).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, value])

it('reads the flags of an owner’s project', () => {
  expect(readOptions([], PARTS)).toEqual({})
  expect(readOptions(['--only', 'races'], PARTS)).toEqual({ only: ['races'] })
  expect(readOptions(FLAGS, PARTS)).toEqual({ project: PROJECT })
  expect(readOptions(['--seed', '42', '--seeds', '10000'], PARTS)).toEqual({ seed: 42, seeds: 10_000 })
})

it.each([
  [['--ulr', 'x'], /^--ulr is not understood; it is called as npm run prove -- .*\.$/],
  [['matrix'], /is not understood/],
  [['--url'], /^--url is not understood/],
  [['--seed', 'x'], '--seed must be a whole number of up to nine digits, and "x" is none.'],
  [['--seeds', '-1'], /^--seeds/],
  [['--only', 'rases'], 'There is no part "rases"; the parts are authorization matrix, races.'],
  [
    FLAGS.slice(0, 4),
    "For an owner's project --service-key and --admin-email and --admin-password must be given as well.",
  ],
  [
    ['--url', 'guild', ...FLAGS.slice(2)],
    '--url must be the address of the project, like https://YOUR-PROJECT.supabase.co.',
  ],
])('rejects %j with one sentence', (args, sentence) => {
  expect(() => readOptions(args, PARTS)).toThrow(sentence)
})

it('exits with 1 and that sentence', () => {
  const { status, stderr, stdout } = spawnSync(
    process.execPath,
    ['--import', 'tsx', 'tests/prove/run.ts', '--nonsense'],
    { encoding: 'utf8' },
  )
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^--nonsense is not understood; .*\n$/)
})

it('sends races, load and kills to this machine only', async () => {
  const prove = vi.fn()
  const races: Part = { name: 'races', hosted: false, prove }
  const sentence =
    /^Races, load and kills only ever go to this machine, and guild\.supabase\.co is another one/
  expect(() => chosen([races], { project: PROJECT, only: ['races'] })).toThrow(sentence)
  expect(chosen([races], { project: { ...PROJECT, url: 'http://127.0.0.1:1' }, only: ['races'] })).toEqual([
    races,
  ])
  const { skipped } = await runPart(races, { project: PROJECT })
  expect(skipped).toEqual(['not against an owner’s project'])
  expect(prove).not.toHaveBeenCalled()
})

it('recognizes loopback hosts', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.8.8', '[::1]']) expect(isLoopback(host)).toBe(true)
  for (const host of ['127.0.0.1.example.com', 'localhost.example', '10.0.0.1', '']) {
    expect(isLoopback(host)).toBe(false)
  }
  for (const address of [
    'http://127.0.0.1:5@example.com/',
    'example.com',
    'postgresql://db.example.com/postgres',
  ]) {
    expect(() => onlyLoopback(address)).toThrow('so nothing was sent')
  }
  expect(() => onlyLoopback('postgresql://postgres:postgres@127.0.0.1:5432/postgres')).not.toThrow()
})

it('prints one table, then failures, skipped parts and notes', () => {
  const tally = { ...emptyTally(['tried', 'held']), tried: 1200, held: 1199, failures: ['a row was shown'] }
  const left = { ...emptyTally(['', '']), skipped: ['kills'], stays: ['one order stays'] }
  const lines = printTable([
    { part: 'matrix', tally, seconds: 3.4 },
    { part: 'races', tally: left, seconds: 0 },
  ]).split('\n')
  const races = { ...emptyTally(['races', 'violations'], 'failures'), tried: 20, held: 20 }
  expect(printTable([{ part: 'races', tally: races, seconds: 1 }])).toMatch(/races 20 \/ violations 0 /)
  expect(lines[0]).toMatch(/^FAIL matrix +tried 1,200 \/ held 1,199 +3 s$/)
  expect(lines[1]).toMatch(/^skip races +0 s$/)
  expect(lines.slice(2)).toEqual([
    'FAIL matrix: a row was shown',
    'skip races: kills',
    'note races: one order stays',
    '',
  ])
})
