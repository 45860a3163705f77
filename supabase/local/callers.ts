import type { Handler } from './gateway.ts'
import type { Claims, Tokens } from './realtime/token.ts'

export type CallerLimits = { running: number; waiting: number; waitMs: number; deadlineMs: number }

// The deadline leaves the statement timeout of 8 s its answer, which says that nothing was done.
const LIMITS: CallerLimits = { running: 4, waiting: 100, waitMs: 7000, deadlineMs: 8300 }
// They share one line, and what they may call is quick.
const VISITORS = 'visitors'

type Line = { running: number; waiting: (() => void)[] }

/**
 * Lets one member have only some requests to the REST API at work at once, so that nobody takes all sessions; more wait for
 * their turn, and are refused when it does not come. Whatever takes too long is answered without its outcome.
 */
export function limitCallers(tokens: Tokens, handler: Handler, limits: CallerLimits = LIMITS): Handler {
  const lines = new Map<string, Line>()

  async function inTurn(caller: string, request: Request): Promise<Response> {
    const began = performance.now()
    const line = lines.get(caller) ?? { running: 0, waiting: [] }
    lines.set(caller, line)
    if (line.running < limits.running) line.running++
    else if (!(await waitFor(line, request.signal))) return tooMany()
    const work = handler(request).finally(() => {
      const next = line.waiting.shift()
      // The place is handed over, so that nobody who comes now takes it.
      if (next) next()
      else line.running--
      if (line.running === 0) lines.delete(caller)
    })
    return within(work, limits.deadlineMs - (performance.now() - began))
  }

  /** False when the turn does not come in time, or nobody waits for the answer any more. */
  function waitFor(line: Line, signal: AbortSignal): Promise<boolean> {
    if (line.waiting.length >= limits.waiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      const come = (turn: boolean) => {
        clearTimeout(timer)
        resolve(turn)
      }
      const mine = () => come(true)
      const giveUp = () => {
        line.waiting = line.waiting.filter((other) => other !== mine)
        come(false)
      }
      const timer = setTimeout(giveUp, limits.waitMs)
      signal.addEventListener('abort', giveUp, { once: true })
      line.waiting.push(mine)
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
    // Nobody waits for it any more.
    work.catch(() => undefined)
  }
}

function tooMany(): Response {
  return refusal(429, 'over_request_rate_limit', 'Too many requests at once')
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, details: null, hint: null, message }, { status })
}
