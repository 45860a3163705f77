import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import { connectionAwareFetch, isOffline, onConnectionChange } from './connection'

afterEach(() => {
  vi.restoreAllMocks()
  window.dispatchEvent(new Event('online'))
})

const address = 'http://localhost/rest/v1/profiles'
const unplug = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const serve = (answer: () => Response) => server.use(http.get(address, answer))

it('follows the browser, and tells those who listen', () => {
  const heard: boolean[] = []
  const stop = onConnectionChange(() => heard.push(isOffline()))
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('offline'))
  window.dispatchEvent(new Event('online'))
  stop()
  window.dispatchEvent(new Event('offline'))
  expect(heard).toEqual([true, false])
})

it('believes a browser that begins without a network once a request has failed', async () => {
  unplug()
  serve(() => HttpResponse.error())
  expect(isOffline()).toBe(false)
  await expect(connectionAwareFetch(address)).rejects.toMatchObject({
    name: 'NetworkError',
    code: 'ABORT_ERR',
  })
  expect(isOffline()).toBe(true)
})

it('does not believe it where the server answers all the same', async () => {
  unplug()
  window.dispatchEvent(new Event('offline'))
  serve(() => new HttpResponse(null))
  await connectionAwareFetch(address)
  expect(isOffline()).toBe(false)
})

it('takes a server that cannot be reached for nothing else', async () => {
  serve(() => HttpResponse.error())
  await expect(connectionAwareFetch(address)).rejects.not.toMatchObject({ code: 'ABORT_ERR' })
  expect(isOffline()).toBe(false)
})

it('learns nothing from a request that was called off', async () => {
  unplug()
  serve(() => new HttpResponse(null))
  await expect(connectionAwareFetch(address, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  })
  expect(isOffline()).toBe(false)
})
