import { request as plainRequest } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

type Sent = { path: string; method?: string; headers?: Record<string, string>; body?: Iterable<Uint8Array> }

/** Sends a request with headers and a path that fetch would not send. */
export function sendRaw(url: string, { path, method = 'GET', headers = {}, body = [] }: Sent) {
  const { hostname, port } = new URL(url)
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>(
    (resolve, reject) => {
      const request = plainRequest({ hostname, port, method, path, headers }, (response) => {
        const { statusCode: status = 0, headers: given } = response
        text(response).then((content) => resolve({ status, body: content, headers: given }), reject)
      })
      request.on('error', reject)
      for (const chunk of body) request.write(chunk)
      request.end()
    },
  )
}

/** Sends these lines, and resolves with the head of the response; `resetAfter` resets the connection after so many ms. */
export function sendLines(url: string, lines: string[], resetAfter?: number): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let response = ''
    const socket = connect(Number(port), hostname, () => {
      socket.write(`${lines.join('\r\n')}\r\n\r\n`)
      if (resetAfter !== undefined) setTimeout(() => socket.resetAndDestroy(), resetAfter)
    })
    socket.setTimeout(20_000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      response += chunk
      if (resetAfter === undefined && response.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(response))
  })
}

/** The lines of a WebSocket upgrade. */
export function upgradeLines(path: string, headers: Record<string, string>): string[] {
  return [
    `GET ${path} HTTP/1.1`,
    ...Object.entries({
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    }).map(([name, value]) => `${name}: ${value}`),
  ]
}
