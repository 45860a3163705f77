import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ErrorReport, reportError, setErrorReporter, watchErrors } from '@/lib/error-reporter'

const reports: ErrorReport[] = []
let stop: () => void
beforeEach(() => {
  reports.length = 0
  setErrorReporter((report) => void reports.push(report))
  stop = watchErrors()
})
afterEach(() => {
  stop()
  setErrorReporter(() => undefined)
  vi.restoreAllMocks()
})

const rejected = (reason: unknown) => Object.assign(new Event('unhandledrejection'), { reason })

it('reports uncaught errors and unhandled rejections', () => {
  const [broken, forgotten] = [new Error('broken'), new Error('forgotten')]
  window.dispatchEvent(new ErrorEvent('error', { error: broken }))
  window.dispatchEvent(new ErrorEvent('error', { message: 'Script error.' }))
  window.dispatchEvent(rejected(forgotten))
  expect(reports).toEqual([
    { error: broken, source: 'error' },
    { error: 'Script error.', source: 'error' },
    { error: forgotten, source: 'rejection' },
  ])
})

it('stops', () => {
  stop()
  window.dispatchEvent(new ErrorEvent('error', { message: 'late' }))
  window.dispatchEvent(rejected('late'))
  expect(reports).toEqual([])
})

it('survives a failing reporter', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  setErrorReporter(() => {
    throw new Error('service down')
  })
  expect(() => reportError({ error: 'x', source: 'error' })).not.toThrow()
  expect(log).toHaveBeenCalledOnce()
})
