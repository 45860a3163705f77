import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createProxy } from '../../../../supabase/local/vite/proxy.ts'
import { type Fault, type FaultName, faults } from './faults.ts'

/** Which requests fail, by method and by path with query. */
type Rule = { method: string; path: RegExp; fault: FaultName }

const LATE_MS = 700

/** Stands between the browser and the built product with its backend, and injects faults. */
export class FaultyProxy {
  readonly #upstream: URL
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((req, res) => void this.#handle(req, res))
  readonly #live = new Set<Socket>()
  #rules: Array<Rule & { hits: number }> = []

  constructor(upstream: URL) {
    this.#upstream = upstream
    const { upgrade } = createProxy(Promise.resolve(upstream))
    this.#server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => undefined)
      if (this.#fault(req)) return void socket.resetAndDestroy()
      this.#live.add(socket)
      socket.on('close', () => this.#live.delete(socket))
      upgrade(req, socket, head)
    })
  }

  /** Known once `start` has resolved. */
  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  async stop(): Promise<void> {
    this.#agent.destroy()
    this.cutLive()
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** These requests fail from now on; the result counts them. The first rule that matches wins. */
  breaks(rule: Rule): Readonly<{ hits: number }> {
    const counted = { ...rule, hits: 0 }
    this.#rules.push(counted)
    return counted
  }

  /** No request fails any more. */
  heal() {
    this.#rules = []
  }

  /** Resets every live channel that is open. */
  cutLive() {
    for (const socket of this.#live) socket.resetAndDestroy()
  }

  #fault({ method, url = '' }: IncomingMessage): Fault | undefined {
    const rule = this.#rules.find((one) => one.method === method && one.path.test(url))
    if (!rule) return undefined
    rule.hits += 1
    return faults[rule.fault]
  }

  async #handle(req: IncomingMessage, res: ServerResponse) {
    const fault = this.#fault(req)
    // The browser or the preview has closed its connection.
    const gone = () => void res.destroy()
    req.on('error', gone)
    res.on('error', gone)
    const body = await buffer(req)
    if (fault && !fault.reached) return this.#respond(fault, req, res)
    const { hostname, port, host } = this.#upstream
    const { method, url: path, headers } = req
    request({ hostname, port, agent: this.#agent, method, path, headers: { ...headers, host } })
      .on('error', gone)
      .on('response', async (response) => {
        if (fault) return this.#respond(fault, req, res, { response, body: await buffer(response) })
        res.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(res)
      })
      .end(body)
  }

  async #respond(
    { received }: Fault,
    req: IncomingMessage,
    res: ServerResponse,
    real?: { response: IncomingMessage; body: Buffer },
  ) {
    if (received === 'reset') {
      // Its other connections too, or the browser repeats the request on each of them.
      this.#server.closeIdleConnections()
      return void req.socket.resetAndDestroy()
    }
    if (typeof received === 'object') {
      res.writeHead(received.status, { 'content-type': received.type }).end(received.body(req.url ?? ''))
      return
    }
    if (!real) return
    const { response, body } = real
    const half = body.subarray(0, Math.floor(body.length / 2))
    const { 'transfer-encoding': _, ...headers } = response.headers
    const length = String(received === 'short' ? half.length : body.length)
    if (received === 'late') await pause(LATE_MS)
    res.writeHead(response.statusCode ?? 502, { ...headers, 'content-length': length })
    if (received !== 'half') return void res.end(received === 'short' ? half : body)
    res.write(half)
    await pause(20)
    req.socket.resetAndDestroy()
  }
}
