import { expect, it } from 'vitest'
import { type Report, readReport } from './browser-report.ts'

type Test = Report['suites'][number]['specs'][number]['tests'][number]

const words = ['attacks tried', 'blocked'] as const
const passed: Test = { annotations: [], status: 'expected', results: [{}] }
const report = (tests: Record<string, Test>, errors: Report['errors'] = []): Report => ({
  suites: [{ specs: [], suites: [{ specs: Object.entries(tests).map(spec) }] }],
  errors,
})
const spec = ([title, test]: [string, Test]) => ({ title, tests: [test] })

it('counts a test once, or as often as its annotation says', () => {
  const many = { ...passed, annotations: [12, 3].map((n) => ({ type: 'tried', description: String(n) })) }
  expect(readReport(report({ one: passed, many }), words)).toMatchObject({
    tried: 16,
    held: 16,
    failures: [],
  })
})

it('reports a failed test by its title and the first line of its error', () => {
  const message = '\u001b[31mError: a dialog opened on /admin\u001b[39m\n\nexpect(...)'
  const failed: Test = {
    annotations: [{ type: 'tried', description: '5' }],
    status: 'unexpected',
    results: [{ error: { message } }],
  }
  expect(readReport(report({ one: passed, failed }), words)).toMatchObject({
    tried: 6,
    held: 1,
    failures: ['failed: Error: a dialog opened on /admin'],
  })
})

it('reports an empty run as a failure', () => {
  expect(readReport(report({}), words).failures).toEqual(['not one test ran'])
  expect(readReport(report({}, [{ message: 'Error: No tests found' }]), words).failures).toEqual([
    'Error: No tests found',
  ])
  expect(readReport(report({ left: { ...passed, status: 'skipped' } }), words)).toMatchObject({
    tried: 0,
    skipped: ['left'],
    failures: ['not one test ran'],
  })
})
