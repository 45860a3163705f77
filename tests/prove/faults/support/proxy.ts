import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createProxy } from '../../../../supabase/local/vite/proxy.ts'
import { type FaultName, faults, type Manner } from './faults.ts'

/** Which requests go wrong: `path` is held against the path with its query. */
export type Rule = { method: string; path: RegExp; fault: FaultName }

/** How late a late answer is. */
const late = 700

/** Stands between the browser and the built product with its backend, and breaks what it is told to break. */
export class FaultyProxy {
  readonly #upstream: URL
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((req, res) => void this.#take(req, res))
  readonly #live = new Set<Socket>()
  #rules: Array<Rule & { hits: number }> = []

  constructor(upstream: URL) {
    this.#upstream = upstream
    const { upgrade } = createProxy(Promise.resolve(upstream))
    this.#server.on('upgrade', (req: IncomingMessage, socket: Socket, head: Buffer) => {
      socket.on('error', () => undefined)
      if (this.#broken(req)) return void socket.resetAndDestroy()
      this.#live.add(socket)
      socket.on('close', () => this.#live.delete(socket))
      upgrade(req, socket, head)
    })
  }

  /** Where the browser finds the product, once `start` has resolved. */
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

  /** From now on these requests go wrong; `hits` of the answer counts them. Rules that came first win. */
  breaks(rule: Rule): Readonly<{ hits: number }> {
    const counted = { ...rule, hits: 0 }
    this.#rules.push(counted)
    return counted
  }

  /** Everything goes right again. */
  heal() {
    this.#rules = []
  }

  /** Cuts every live channel that is open now. */
  cutLive() {
    for (const socket of this.#live) socket.resetAndDestroy()
  }

  #broken({ method, url = '' }: IncomingMessage): Manner | undefined {
    const rule = this.#rules.find((one) => one.method === method && one.path.test(url))
    if (!rule) return undefined
    rule.hits += 1
    return faults[rule.fault]
  }

  async #take(req: IncomingMessage, res: ServerResponse) {
    const manner = this.#broken(req)
    // The browser has gone away, or the preview has: there is nobody to tell.
    const gone = () => void res.destroy()
    req.on('error', gone)
    res.on('error', gone)
    const body = await buffer(req)
    if (manner && !manner.reached) return this.#say(manner, req, res)
    const { pathname } = new URL(req.url ?? '/', this.#upstream)
    const upstream = request({
      hostname: this.#upstream.hostname,
      port: this.#upstream.port,
      agent: this.#agent,
      method: req.method,
      path: req.url,
      headers: { ...req.headers, host: this.#upstream.host },
    })
    upstream.on('error', gone)
    upstream.on('response', async (answer) => {
      if (!manner) {
        res.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(res)
        return
      }
      this.#say(manner, req, res, { answer, body: await buffer(answer), pathname })
    })
    upstream.end(body)
  }

  async #say(
    { heard }: Manner,
    req: IncomingMessage,
    res: ServerResponse,
    truth?: { answer: IncomingMessage; body: Buffer; pathname: string },
  ) {
    if (heard === 'reset') {
      // Its other connections are gone as well: else the browser sends the request again on each that it has.
      this.#server.closeIdleConnections()
      return void req.socket.resetAndDestroy()
    }
    if (typeof heard === 'object') {
      res.writeHead(heard.status, { 'content-type': heard.type }).end(heard.body(req.url ?? ''))
      return
    }
    if (!truth) return
    const { answer, body } = truth
    const half = body.subarray(0, Math.floor(body.length / 2))
    const { 'transfer-encoding': _, ...headers } = answer.headers
    const length = String(heard === 'short' ? half.length : body.length)
    if (heard === 'late') await pause(late)
    res.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': length })
    if (heard !== 'half') return void res.end(heard === 'short' ? half : body)
    res.write(half)
    await pause(20)
    req.socket.resetAndDestroy()
  }
}
