import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

type ServedRequest = { path: string; headers: IncomingHttpHeaders; body: string }
type ServedResponse = { status?: number; json?: unknown }

/** A server on this machine, which responds to every request with what `respond` returns. */
export async function serve(respond: (request: ServedRequest) => ServedResponse | Promise<ServedResponse>) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { status = 200, json = null } = await respond({
      path: request.url ?? '',
      headers: request.headers,
      body,
    })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
