import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchedFetch } from './prefetched.ts'

const url = 'http://localhost:3000/rest/v1/profiles?select=*'
const headers = { authorization: 'Bearer mine' }

function prefetch(authorization = 'Bearer mine', response = Promise.resolve(new Response('prefetched'))) {
  response.catch(() => undefined)
  window.prefetched = { authorization, responses: new Map([[`GET${url}`, response]]) }
}
const text = async () => (await prefetchedFetch(url, { headers })).text()

beforeEach(() => {
  // A slow machine must not make every response stale.
  vi.spyOn(performance, 'now').mockReturnValue(9_999)
  server.use(http.all('*/rest/v1/profiles', () => HttpResponse.text('fetched')))
})
afterEach(() => {
  delete window.prefetched
  vi.restoreAllMocks()
})

test('returns a prefetched response once', async () => {
  prefetch()
  expect([await text(), await text()]).toEqual(['prefetched', 'fetched'])
})

test.each([
  ['with another authorization', () => prefetch('Bearer theirs')],
  ['when the prefetch failed', () => prefetch('Bearer mine', Promise.reject(new TypeError('Failed')))],
  [
    'when the response is stale',
    () => {
      prefetch()
      vi.spyOn(performance, 'now').mockReturnValue(10_001)
    },
  ],
])('fetches %s', async (_case, prepare) => {
  prepare()
  expect(await text()).toBe('fetched')
})

test('matches requests by their body', async () => {
  const post = async (body: string) => (await prefetchedFetch(url, { method: 'POST', body, headers })).text()
  prefetch()
  window.prefetched?.responses.set(`POST${url}{"a":1}`, Promise.resolve(new Response('prefetched')))
  expect([await post('{}'), await post('{"a":1}')]).toEqual(['fetched', 'prefetched'])
})
