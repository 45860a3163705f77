import { NetworkError } from '@/lib/errors'

/** Bytes of the file that have been sent or received. */
export type OnProgress = (bytes: number) => void

const statusesWithoutBody = [204, 205, 304]

/** `fetch` by XMLHttpRequest, which reports progress. Rejects with NetworkError or the reason of an aborted signal. */
export function progressFetch(onProgress: OnProgress): typeof fetch {
  return (input, { method = 'GET', headers, body = null, signal } = {}) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const request = new XMLHttpRequest()
      request.open(method, String(input))
      request.responseType = 'arraybuffer'
      new Headers(headers).forEach((value, name) => {
        request.setRequestHeader(name, value)
      })
      const counted = body === null ? request : request.upload
      counted.addEventListener('progress', ({ loaded }: ProgressEvent) => onProgress(loaded))
      request.addEventListener('load', () => {
        const { status, response } = request
        resolve(new Response(statusesWithoutBody.includes(status) ? null : response, { status }))
      })
      request.addEventListener('error', () => reject(new NetworkError('The transfer was interrupted')))
      const abort = () => {
        request.abort()
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', abort, { once: true })
      request.send(body as XMLHttpRequestBodyInit | null)
    })
}
