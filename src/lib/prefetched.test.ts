import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchedFetch } from './prefetched.ts'

const url = 'http://localhost:3000/rest/v1/profiles?select=*'
const path = '*/rest/v1/profiles'
const headers = { authorization: 'Bearer mine' }

function ask(a = 'Bearer mine', answer = Promise.resolve(new Response('early'))) {
  answer.catch(() => undefined)
  window.early = { a, m: new Map([[`GET${url}`, answer]]) }
  server.use(http.get(path, () => HttpResponse.text('late')))
}
const text = async () => (await prefetchedFetch(url, { headers })).text()

// A slow machine must not make every answer an old one.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(9_999))
afterEach(() => {
  delete window.early
  vi.restoreAllMocks()
})

test('hands out an answer that the shell asked for, once', async () => {
  ask()
  expect(await text()).toBe('early')
  expect(await text()).toBe('late')
})

test("does not hand out somebody else's answer", async () => {
  ask('Bearer theirs')
  expect(await text()).toBe('late')
})

test('does not hand out an old answer', async () => {
  ask()
  vi.spyOn(performance, 'now').mockReturnValue(10_001)
  expect(await text()).toBe('late')
})

test('asks again where the early request failed', async () => {
  ask('Bearer mine', Promise.reject(new TypeError('Failed to fetch')))
  expect(await text()).toBe('late')
})

test('a body is part of what was asked', async () => {
  const posted = (body: string) => prefetchedFetch(url, { method: 'POST', body, headers })
  ask()
  window.early?.m.set(`POST${url}{"a":1}`, Promise.resolve(new Response('early')))
  server.use(http.post(path, () => HttpResponse.text('posted')))
  expect(await (await posted('{}')).text()).toBe('posted')
  expect(await (await posted('{"a":1}')).text()).toBe('early')
})
