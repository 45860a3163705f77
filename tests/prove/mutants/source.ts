import { count, type Tally } from '../tally.ts'
import type { Mutant } from './mutant.ts'
import { openWorker, type Worker } from './worker.ts'

/** More than two cores: most of the time a test waits for what the change keeps from coming. */
const WORKERS = 3

/** Makes each change, one at a time, in a few workers; its tests must pass without it and turn red with it. */
export async function proveSource(mutants: readonly Mutant[], tally: Tally): Promise<void> {
  const of = (file: string) => mutants.filter(({ red }) => red === file)
  // The longest first, so that no worker ends long after the others.
  const files = [...new Set(mutants.map(({ red }) => red))].sort((a, b) => of(b).length - of(a).length)
  const work = async () => {
    const worker = await openWorker()
    for (let file = files.shift(); file; file = files.shift()) await proveFile(worker, file, of(file), tally)
    await worker.close()
  }
  await Promise.all(files.slice(0, WORKERS).map(work))
}

async function proveFile(worker: Worker, red: string, mutants: Mutant[], tally: Tally): Promise<void> {
  const names = [...new Set(mutants.map(({ tests }) => tests))]
  if ((await worker.run(red, names)) !== 'green') {
    for (const _ of mutants)
      count(tally, `src/${red} is not green by itself, so it tells nothing of a change.`)
    return
  }
  for (const mutant of mutants) count(tally, await prove(worker, mutant))
}

async function prove(worker: Worker, mutant: Mutant): Promise<string | undefined> {
  const { file, find, replace, red, tests } = mutant
  const outcome = await worker.run(red, [tests], mutant)
  if (outcome === 'red') return undefined
  const change = `src/${file} with ${JSON.stringify(replace.trim())} for ${JSON.stringify(find.trim())}`
  const said = outcome === 'green' ? 'stays green' : 'decides nothing'
  return `src/${red} "${tests}" ${said} for ${change}.`
}
