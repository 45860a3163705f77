import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { errorCode } from './errors.ts'
import { validatedFetch } from './validated-fetch.ts'

const rows = 'http://localhost:3000/rest/v1/orders?select=id,benefit:benefits(name,price)'
const page = '<!doctype html><title>Welcome to the hotel</title>'
const row = { id: 'a', benefit: null }
const one = { accept: 'application/vnd.pgrst.object+json' }

/** What the app hears of an answer: its body, or the code of its failure. */
async function heard(body: string, init: ResponseInit, url = rows, request: RequestInit = {}) {
  server.use(http.all(url.replace(/\?.*/, ''), () => new HttpResponse(body, init)))
  return validatedFetch(url, request).then(
    (answer) => answer.text(),
    (error: unknown) => errorCode(error),
  )
}

const headers = { 'content-type': 'application/json' }

test.each([
  ['rows', JSON.stringify([row])],
  ['no rows', '[]'],
])('lets %s through', async (_name, body) => {
  expect(await heard(body, { headers })).toBe(body)
})

test.each([
  ["a network's own page", page],
  ['half a body', '[{"id":"a","bene'],
  ['nothing', ''],
  ['an object in place of rows', '{"message":"ok"}'],
  ['values in place of rows', '["a"]'],
])('takes %s for no answer', async (_name, body) => {
  expect(await heard(body, { headers })).toBe('network')
})

test('takes only a user for the user of auth, who is kept with the session', async () => {
  const url = 'http://localhost:3000/auth/v1/user'
  expect(await heard('{"message":"ok"}', { headers }, url, { method: 'PUT' })).toBe('network')
  expect(await heard('{"id":"a"}', { headers }, url, { method: 'PUT' })).toBe('{"id":"a"}')
})

test('takes one row where one was asked for, and no list', async () => {
  expect(await heard(JSON.stringify(row), { headers }, rows, { headers: one })).toBe(JSON.stringify(row))
  expect(await heard(JSON.stringify([row]), { headers }, rows, { headers: one })).toBe('network')
})

test('does not take a page without a count for a count of nothing', async () => {
  const counted = { method: 'HEAD', headers: { prefer: 'count=exact' } }
  expect(await heard('', { headers }, rows, counted)).toBe('network')
  expect(await heard('', { headers: { ...headers, 'content-range': '*/7' } }, rows, counted)).toBe('')
})

test('takes a number from a function, and nothing from a write that asked for nothing', async () => {
  const post = { method: 'POST' }
  expect(await heard('7', { headers }, 'http://localhost:3000/rest/v1/rpc/count_codes', post)).toBe('7')
  expect(await heard('', { status: 201 }, 'http://localhost:3000/rest/v1/orders', post)).toBe('')
  expect(await heard(page, {}, 'http://localhost:3000/rest/v1/orders', post)).toBe('network')
})

test("keeps the backend's own refusal, and drops the words of what stands before it", async () => {
  const refusal = '{"code":"PT409","message":"price_changed"}'
  expect(await heard(refusal, { status: 409, headers })).toBe(refusal)
  expect(await heard('error code: 1015', { status: 429 })).toBe('{}')
  expect(await heard(page, { status: 504 })).toBe('{"code":"unreachable"}')
})
