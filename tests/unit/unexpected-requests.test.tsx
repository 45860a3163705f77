import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { failOnUnexpectedRequests, server } from '../support/server.ts'

const url = 'http://localhost/rest/v1/benefits?select=id'

it('passes a test whose requests all have a handler', async () => {
  server.use(http.get('*/rest/v1/benefits', () => HttpResponse.json([])))
  await fetch(url)
  expect(failOnUnexpectedRequests).not.toThrow()
})

it('names each request without a handler, once', async () => {
  await fetch(url).catch(() => undefined)
  await fetch(url, { method: 'POST', body: '{}' }).catch(() => undefined)
  expect(failOnUnexpectedRequests).toThrow(`GET ${url}: no handler\nPOST ${url}: no handler`)
  expect(failOnUnexpectedRequests).not.toThrow()
})

it('names a request whose handler threw', async () => {
  // MSW prints it as well.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(
    http.get('*/rest/v1/benefits', () => {
      throw new Error('wrong parameters')
    }),
  )
  await fetch(url)
  expect(failOnUnexpectedRequests).toThrow('its handler threw Error: wrong parameters')
})

it.fails('fails a test that catches the failure of such a request', async () => {
  await fetch(url).catch(() => undefined)
})
