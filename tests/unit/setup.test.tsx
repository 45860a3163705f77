import { render } from '@testing-library/react'
import { endRequests, server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { toast } from 'sonner'
import { expect, it, vi } from 'vitest'

const url = 'http://localhost/rest/v1/benefits?select=id'
const serve = (respond: () => Response | Promise<Response>) =>
  server.use(http.get('*/rest/v1/benefits', respond))
const read = () => fetch(url).catch(() => undefined)

it('accepts a request whose response is on its way when the test ends', () => {
  serve(() => HttpResponse.json([]))
  void read()
})

it('names each request without a handler, or whose handler threw, once', async () => {
  // MSW prints it as well.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await read()
  serve(() => {
    throw new Error('wrong parameters')
  })
  await read()
  expect(await endRequests()).toEqual([
    `GET ${url}: no handler`,
    `GET ${url}: its handler threw Error: wrong parameters`,
  ])
  expect(await endRequests()).toEqual([])
})

it.fails('fails a test with a request without a handler, also if its failure is caught', read)

it.fails('fails a test with a request that outlives it', () => {
  serve(() => new Promise(() => undefined))
  void read()
})

it.fails('fails a test with a toast that outlives it', () => {
  render(<main />)
  serve(async () => {
    await vi.waitUntil(() => document.querySelector('main') === null)
    return HttpResponse.json([])
  })
  void read().then(() => toast('late'))
})

it.fails('fails a test that prints an error', () => console.error('on purpose'))
