import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { createVitest, type TestResult } from 'vitest/node'
import config from '../../../vite.config.ts'
import type { Mutant } from './mutant.ts'
import type { Timeouts } from './timeouts.ts'

/** Whether tests failed or passed; 'undecided' where none ran. */
type Outcome = 'red' | 'green' | 'undecided'

/** One worker that runs tests of the product, which may have one change in it. */
export type Worker = {
  /** Runs those tests of the file whose names contain one of `names`; ends with the first that fails. */
  run(file: string, names: string[], mutant?: Mutant): Promise<Outcome>
  close(): Promise<void>
}

/** The folder that the paths of mutants begin at. */
export const SRC = fileURLToPath(new URL('../../../src/', import.meta.url))

/** Opens a worker. The change is made in what the worker is given to load; the file stays as it is. */
export async function openWorker(): Promise<Worker> {
  let mutant: Mutant | undefined
  const mutate: Plugin = {
    name: 'guildhall:mutant',
    enforce: 'pre',
    transform: (code, id) =>
      mutant && id === SRC + mutant.file ? code.replace(mutant.find, () => mutant?.replace ?? '') : null,
  }
  const unit = unitTests()
  const vitest = await createVitest(
    'test',
    {
      ...unit,
      setupFiles: [unit.setupFiles ?? [], 'tests/prove/mutants/timeouts.ts'].flat(),
      config: false,
      watch: false,
      bail: 1,
      maxWorkers: 1,
      hookTimeout: 60_000,
      reporters: [{}],
    },
    { resolve: config.resolve, plugins: [...(config.plugins ?? []), mutate] },
  )
  const project = vitest.getRootProject()
  project.provide('timeouts', unknown)
  return {
    async run(file, names, next) {
      for (const changed of [mutant, next]) if (changed) vitest.invalidateFile(SRC + changed.file)
      mutant = next
      const testNamePattern = new RegExp(names.map(literal).join('|'))
      const path = resolve(SRC, file)
      const specification = project.createSpecification(path, { testNamePattern })
      const { testModules } = await vitest.runTestSpecifications([specification])
      const tests = testModules.flatMap((module) =>
        module.moduleId === path ? [...module.children.allTests()] : [],
      )
      if (!next) {
        const slowest = Math.max(0, ...tests.map((test) => test.diagnostic()?.duration ?? 0))
        project.provide('timeouts', {
          wait: Math.max(1_000, 2 * slowest),
          test: Math.max(10_000, 10 * slowest),
        })
      }
      return outcomeOf(tests.map((test) => test.result()))
    },
    close: () => vitest.close(),
  }
}

/** Before anything is known of the machine. */
const unknown: Timeouts = { wait: 15_000, test: 60_000 }

function outcomeOf(results: TestResult[]): Outcome {
  const states = results.map(({ state }) => state)
  if (states.includes('failed')) return 'red'
  return states.includes('passed') ? 'green' : 'undecided'
}

/** How the project's own unit tests are run. */
function unitTests() {
  for (const project of config.test?.projects ?? []) {
    if (typeof project === 'object' && 'test' in project && project.test?.name === 'unit-shared')
      return project.test
  }
  throw new Error('vite.config.ts has no unit tests')
}

const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
