import { goOffline } from '@tests/support/offline'
import { expect, it, vi } from 'vitest'
import { receiveToasts } from '@/components/ui/toast'
import { setErrorReporter } from '@/lib/error-reporter'
import { NetworkError, OfflineError } from '@/lib/errors'
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

it('sends no write offline, and shows the reason, unless the write is meant for offline', async () => {
  const show = vi.fn()
  const stop = receiveToasts({ show, forgetErrors: () => undefined })
  const mutationFn = vi.fn(async () => 'saved')
  const client = createQueryClient()
  const write = (meta: object) => client.getMutationCache().build(client, { mutationFn, meta }).execute({})
  goOffline()
  const failed = () => ({ title: 'Update Failed', description: '' })
  await expect(write({ failed })).rejects.toBeInstanceOf(OfflineError)
  expect(mutationFn).not.toHaveBeenCalled()
  const detail = 'You are offline, so nothing was sent. Try again once you are back.'
  expect(show).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ title: 'Update Failed', detail }))
  await expect(write({ offline: true })).resolves.toBe('saved')
  stop()
})
