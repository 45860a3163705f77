import { request } from 'node:http'

/** Where a backend is, and a member's token for it. */
export type Caller = { url: string; apikey: string; token?: string }

export type Ask = { path: string; method?: string; headers?: Record<string, string>; body?: string }

/** Status 0 is a connection that was closed without a response. */
export type Outcome = { status: number; bytes: number; ms: number }

/** Sends a request with any path and method on a connection of its own, and measures the response with little work. */
export function ask({ url, apikey, token }: Caller, { path, method, headers, body }: Ask): Promise<Outcome> {
  const began = performance.now()
  const { hostname, port } = new URL(url)
  const bearer = token && { authorization: `Bearer ${token}` }
  const sent = { apikey, 'content-type': 'application/json', ...bearer, ...headers }
  const options = {
    hostname,
    port,
    path,
    method: method ?? (body ? 'POST' : 'GET'),
    agent: false,
    headers: sent,
  }
  return new Promise((resolve) => {
    let [status, bytes] = [0, 0]
    const end = () => resolve({ status, bytes, ms: performance.now() - began })
    request(options, (response) => {
      status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length
      })
      response.on('close', end)
    })
      .on('error', end)
      .end(body)
  })
}
