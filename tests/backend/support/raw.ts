import { request } from 'node:http'
import { text } from 'node:stream/consumers'

type Sent = { path: string; headers: Record<string, string> }

/** Sends a request with headers that fetch would not send. */
export function sendRaw(url: string, { path, headers }: Sent) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      request({ hostname, port, path, headers }, (response) => {
        const { statusCode: status = 0, headers: given } = response
        text(response).then((body) => resolve({ status, body, headers: given }), reject)
      })
        .on('error', reject)
        .end()
    },
  )
}
