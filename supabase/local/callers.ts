import type { Handler } from './gateway.ts'
import type { Claims, Tokens } from './realtime/token.ts'

export type CallerLimits = { running: number; waiting: number; waitMs: number; deadlineMs: number }

// The deadline leaves time for the response to the statement timeout of 8 s, which says that nothing was done.
const LIMITS: CallerLimits = { running: 4, waiting: 100, waitMs: 7000, deadlineMs: 8300 }
// They share one queue: what they may call is fast.
const VISITORS = 'visitors'

type Queue = { running: number; waiting: (() => void)[] }

/**
 * Limits the concurrent requests of one member to the REST API, so that no one takes all sessions. Further requests wait, and
 * are refused after the waiting time. A request beyond the deadline gets a response without its outcome.
 */
export function limitCallers(tokens: Tokens, handler: Handler, limits: CallerLimits = LIMITS): Handler {
  const queues = new Map<string, Queue>()

  async function inTurn(caller: string, request: Request): Promise<Response> {
    const began = performance.now()
    const queue = queues.get(caller) ?? { running: 0, waiting: [] }
    queues.set(caller, queue)
    if (queue.running < limits.running) queue.running++
    else if (!(await waitFor(queue, request.signal))) return tooMany()
    const work = handler(request).finally(() => {
      const next = queue.waiting.shift()
      // The slot is passed on, so that no new request takes it.
      if (next) next()
      else queue.running--
      if (queue.running === 0) queues.delete(caller)
    })
    return within(work, limits.deadlineMs - (performance.now() - began))
  }

  /** False when the waiting time is over, or the client has disconnected. */
  function waitFor(queue: Queue, signal: AbortSignal): Promise<boolean> {
    if (queue.waiting.length >= limits.waiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (turn: boolean) => {
        clearTimeout(timer)
        resolve(turn)
      }
      const start = () => settle(true)
      const giveUp = () => {
        queue.waiting = queue.waiting.filter((other) => other !== start)
        settle(false)
      }
      const timer = setTimeout(giveUp, limits.waitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      queue.waiting.push(start)
    })
  }

  return async (request) => {
    if (!new URL(request.url).pathname.startsWith('/rest/v1/')) return handler(request)
    const claims = claimsOf(request, tokens)
    if (claims?.role === 'service_role') return handler(request)
    return inTurn(claims?.sub ?? VISITORS, request)
  }
}

function claimsOf({ headers }: Request, tokens: Tokens): Claims | undefined {
  const [, bearer] = /^bearer (.*)$/i.exec(headers.get('authorization') ?? '') ?? []
  return bearer ? tokens.of(bearer) : tokens.ofKey(headers.get('apikey'))
}

async function within(work: Promise<Response>, deadlineMs: number): Promise<Response> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Response>((resolve) => {
    timer = setTimeout(() => resolve(refusal(504, '57014', 'The request took too long')), deadlineMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    // Its response is no longer awaited.
    work.catch(() => undefined)
  }
}

function tooMany(): Response {
  return refusal(429, 'over_request_rate_limit', 'Too many requests at once')
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, details: null, hint: null, message }, { status })
}
