import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { isKilled, readMutants } from './mutants.ts'

const USAGE = `npm run prove [-- --seeds 2000] [--mutants 20] [--seed 1]
What takes long: npm test with a stalling event loop, stories with many seeds, crash safety, the database without its guards, the benchmarks, and the times of clicks.`

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '2000' },
    mutants: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit()
}

const failed: string[] = []

function step(name: string, command: string, env: NodeJS.ProcessEnv = {}): void {
  console.log(`== ${name}`)
  const [file = '', ...args] = command.split(' ')
  const { status } = spawnSync(file, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  if (status !== 0) failed.push(name)
}

const stalls = `${process.env.NODE_OPTIONS ?? ''} --import ${new URL('stalls.mjs', import.meta.url).href}`
step('npm test with stalls of 40 ms', 'npx vitest run --project node --project screens --project db', {
  NODE_OPTIONS: stalls,
})
step(`${values.seeds} stories`, 'npx vitest run --project db tests/db/stories.test.ts', {
  STORIES: values.seeds,
})
step('crash safety', 'npx vitest run --project crash')
step('benchmarks', 'npm run -s bench')
step('build', 'npm run -s build')
step('responses to clicks (P13)', 'npx playwright test -c tests/e2e/playwright.config.ts', {
  E2E_ONLY: 'responsiveness',
  E2E_WORKERS: '1',
})

// An order that its seed repeats: each guard by the remainder of its place.
const all = await readMutants()
const every = Math.max(1, Math.floor(all.length / Number(values.mutants)))
const chosen = all.filter((_, at) => at % every === Number(values.seed) % every)
console.log(`== ${chosen.length} of ${all.length} guards removed, one at a time, with --seed ${values.seed}`)
let killed = 0
for (const mutant of chosen) {
  const died = await isKilled(mutant)
  if (died) killed += 1
  console.log(`${died ? 'noticed' : 'MISSED '} ${mutant.name}`)
}
if (killed < 0.85 * chosen.length) failed.push('guards removed')

console.log(failed.length === 0 ? 'All passed.' : `Failed: ${failed.join(', ')}`)
console.log(`${killed} of ${chosen.length} removed guards were noticed.`)
process.exitCode = failed.length === 0 ? 0 : 1
