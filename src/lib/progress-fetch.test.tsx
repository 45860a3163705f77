import { server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'
import { expect, it, vi } from 'vitest'
import { NetworkError } from './errors'
import { progressFetch } from './progress-fetch'

const url = 'http://localhost/storage/v1/object/deliveries/a'
const sendTo = (init?: RequestInit, onProgress = vi.fn()) => progressFetch(onProgress)(url, init)

it('sends headers and a body, and reports the bytes sent', async () => {
  const sent: unknown[] = []
  server.use(
    http.post(url, async ({ request }) => {
      sent.push(request.headers.get('x-upsert'), await request.text())
      return HttpResponse.json({ Key: 'a' })
    }),
  )
  const onProgress = vi.fn()
  const response = await sendTo(
    { method: 'POST', headers: { 'x-upsert': 'false' }, body: 'four' },
    onProgress,
  )
  expect(await response.json()).toEqual({ Key: 'a' })
  expect(sent).toEqual(['false', 'four'])
  expect(onProgress).toHaveBeenLastCalledWith(4)
})

it('reports the bytes received', async () => {
  server.use(http.get(url, () => HttpResponse.arrayBuffer(new Uint8Array([1, 2, 3]).buffer)))
  const onProgress = vi.fn()
  const response = await sendTo({}, onProgress)
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
  expect(onProgress).toHaveBeenLastCalledWith(3)
})

it.each([204, 403])('resolves with status %i', async (status) => {
  server.use(http.get(url, () => new HttpResponse(null, { status })))
  expect((await sendTo()).status).toBe(status)
})

it('rejects with a network error without a response', async () => {
  server.use(http.get(url, () => HttpResponse.error()))
  await expect(sendTo()).rejects.toBeInstanceOf(NetworkError)
})

it('rejects with the reason of an abort, before and while sending', async () => {
  server.use(http.post(url, () => new Promise(() => undefined)))
  await expect(sendTo({ signal: AbortSignal.abort('left') })).rejects.toBe('left')
  const controller = new AbortController()
  const sent = sendTo({ method: 'POST', body: 'x', signal: controller.signal })
  controller.abort('cancelled')
  await expect(sent).rejects.toBe('cancelled')
})
