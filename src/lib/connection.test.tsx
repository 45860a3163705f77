import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionAwareFetch, isOffline, onConnectionChange } from './connection'

afterEach(() => {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
})

const url = 'http://localhost/rest/v1/profiles'
const unplug = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const serve = (respond: () => Response) => server.use(http.get(url, respond))

it('follows the browser and notifies listeners', () => {
  const changes: boolean[] = []
  const stop = onConnectionChange(() => changes.push(isOffline()))
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  stop()
  window.dispatchEvent(new Event('offline'))
  expect(changes).toEqual([true, false])
})

it('is offline when the browser starts offline and a request fails', async () => {
  unplug()
  serve(() => HttpResponse.error())
  expect(isOffline()).toBe(false)
  await expect(connectionAwareFetch(url)).rejects.toMatchObject({
    name: 'NetworkError',
    code: 'ABORT_ERR',
  })
  expect(isOffline()).toBe(true)
})

it('is online when the server responds although the browser is offline', async () => {
  unplug()
  window.dispatchEvent(new Event('offline'))
  serve(() => new HttpResponse(null))
  await connectionAwareFetch(url)
  expect(isOffline()).toBe(false)
})

it('is online when only the server is unreachable', async () => {
  serve(() => HttpResponse.error())
  await expect(connectionAwareFetch(url)).rejects.not.toMatchObject({ code: 'ABORT_ERR' })
  expect(isOffline()).toBe(false)
})

it('ignores an aborted request', async () => {
  unplug()
  serve(() => new HttpResponse(null))
  await expect(connectionAwareFetch(url, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(isOffline()).toBe(false)
})
