import { expect, it, vi } from 'vitest'
import { setErrorReporter } from '@/lib/error-reporter'
import { NetworkError } from '@/lib/errors'
import { createQueryClient } from './query-client'

it.each([
  ['reports a bug in a query function without a retry', new TypeError('x is not a function'), 1, 1],
  ['leaves retries of a lost connection to postgrest-js', new NetworkError(), 1, 0],
  ['retries a failing server twice', { status: 500, code: 'XX000' }, 3, 0],
])('%s', async (_case, error, calls, reports) => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  const report = vi.fn()
  setErrorReporter(report)
  const queryFn = vi.fn(() => Promise.reject(error))
  await expect(createQueryClient().fetchQuery({ queryKey: ['x'], queryFn })).rejects.toBe(error)
  expect([queryFn.mock.calls.length, report.mock.calls.length]).toEqual([calls, reports])
  vi.useRealTimers()
})
