import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An email that a mail service accepted, from senders of one generation. */
export type Received = { id: string; generation: number }
export type MailService = { url: string; received: Received[]; close(): void }

/** What it takes to respond, so that senders are killed between sending and marking. */
const RESPONSE_MS = 25

/** Records every Message-ID, outside the processes that are killed. */
export async function startMailService(): Promise<MailService> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const generation = Number(request.headers.authorization?.replace('Bearer ', ''))
    const messageId: string = JSON.parse(body).headers['Message-ID']
    received.push({ id: messageId.replace(/^<(.*)@guildhall\.example>$/, '$1'), generation })
    setTimeout(() => response.writeHead(202).end(), RESPONSE_MS)
  })
  // A request that was cut off by a kill.
  server.on('clientError', (_error, socket) => socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
