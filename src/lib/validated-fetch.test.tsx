import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { errorCode } from './errors.ts'
import { validatedFetch } from './validated-fetch.ts'

const origin = 'http://localhost:3000'
const rowsUrl = `${origin}/rest/v1/orders?select=id,benefit:benefits(name,price)`
const userUrl = `${origin}/auth/v1/user`
const portal = '<!doctype html><title>Welcome to the hotel</title>'
const row = '{"id":"a","benefit":null}'
const json = { headers: { 'content-type': 'application/json' } }

/** The body that the app gets, or the code of the error. */
async function read(body: string, init: ResponseInit = json, url = rowsUrl, request: RequestInit = {}) {
  server.use(http.all(url.replace(/\?.*/, ''), () => new HttpResponse(body, init)))
  return validatedFetch(url, request).then(
    (response) => response.text(),
    (error: unknown) => errorCode(error),
  )
}

test.each([`[${row}]`, '[]', '[{"kind":"key","message":"Enjoy it."}]'])(
  'accepts the rows %s',
  async (body) => {
    expect(await read(body)).toBe(body)
  },
)

test.each([
  ["a captive portal's page", portal],
  ['half a body', '[{"id":"a","bene'],
  ['nothing', ''],
  ['an object instead of rows', '{"message":"ok"}'],
  ['values instead of rows', '["a"]'],
  ['an error instead of rows', '[{"code":"PT500","details":null,"hint":null,"message":"broken"}]'],
])('rejects %s', async (_name, body) => {
  expect(await read(body)).toBe('network')
})

test('requires a user from auth, as it is stored with the session', async () => {
  expect(await read('{"message":"ok"}', json, userUrl, { method: 'PUT' })).toBe('network')
  expect(await read('{"id":"a"}', json, userUrl, { method: 'PUT' })).toBe('{"id":"a"}')
})

test('requires one row, and no list, where one was requested', async () => {
  const single = { headers: { accept: 'application/vnd.pgrst.object+json' } }
  expect(await read(row, json, rowsUrl, single)).toBe(row)
  expect(await read(`[${row}]`, json, rowsUrl, single)).toBe('network')
})

test('requires a count where one was requested', async () => {
  const counted = { method: 'HEAD', headers: { prefer: 'count=exact' } }
  expect(await read('', json, rowsUrl, counted)).toBe('network')
  expect(await read('', { headers: { 'content-range': '*/7' } }, rowsUrl, counted)).toBe('')
})

test('accepts a number or numbers from a function, and an empty body from a write that requests no rows', async () => {
  const post = { method: 'POST' }
  expect(await read('7', json, `${origin}/rest/v1/rpc/count_codes`, post)).toBe('7')
  expect(await read('[7,0]', json, `${origin}/rest/v1/rpc/view_counts`, post)).toBe('[7,0]')
  expect(await read('[7]', json)).toBe('network')
  expect(await read('', { status: 201 }, `${origin}/rest/v1/orders`, post)).toBe('')
  expect(await read(portal, {}, `${origin}/rest/v1/orders`, post)).toBe('network')
})

test("passes the backend's refusal on, and drops the text of a gateway", async () => {
  const refusal = '{"code":"PT409","message":"price_changed"}'
  expect(await read(refusal, { ...json, status: 409 })).toBe(refusal)
  expect(await read('error code: 1015', { status: 429 })).toBe('{}')
  expect(await read(portal, { status: 504 })).toBe('{"code":"unreachable"}')
})
