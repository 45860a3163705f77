import { stripVTControlCharacters } from 'node:util'
import { count, emptyTally, type Tally } from './tally.ts'

type Problem = { message?: string }
type Test = {
  annotations: { type: string; description?: string }[]
  status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
  results: { error?: Problem }[]
}
type Suite = { specs: { title: string; tests: Test[] }[]; suites?: Suite[] }

/** The part of Playwright's JSON report that is read here. */
export type Report = { suites: Suite[]; errors: Problem[] }

/**
 * Counts a report. A test counts once, or as often as its `tried` annotations say; a failed one is one sentence.
 */
export function readReport({ suites, errors }: Report, words: Tally['words']): Tally {
  const tally = emptyTally(words)
  for (const { title, tests } of specsOf(suites)) {
    for (const test of tests) {
      if (test.status === 'skipped') tally.skipped.push(title)
      else countTest(tally, title, test)
    }
  }
  tally.failures.push(...errors.map(firstLine))
  if (tally.tried + tally.failures.length === 0) tally.failures.push('not one test ran')
  return tally
}

function countTest(tally: Tally, title: string, { annotations, status, results }: Test) {
  const tried = annotations.filter(({ type }) => type === 'tried').map((each) => Number(each.description))
  const times = tried.reduce((sum, times) => sum + times, 0) || 1
  if (status === 'expected') {
    for (let time = 0; time < times; time++) count(tally)
    return
  }
  const problem = results.find(({ error }) => error)?.error
  tally.tried += times - 1
  count(tally, `${title}: ${problem ? firstLine(problem) : 'it failed without an error'}`)
}

function specsOf(suites: Suite[]): Suite['specs'] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)])
}

function firstLine({ message = '' }: Problem): string {
  return stripVTControlCharacters(message).trim().split('\n')[0] ?? ''
}
