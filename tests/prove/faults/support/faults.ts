/** A response that something between browser and backend made up. */
type Substitute = { status: number; type: string; body: (path: string) => string }

/**
 * What happens to a request: whether it reaches the backend, and what the browser receives. `reset`: nothing, the connection
 * is closed; `half`: half of the body, then a reset; `short`: half of the body with a matching length; `late`: the real
 * response after a pause.
 */
export type Fault = { reached: boolean; received: 'reset' | 'half' | 'short' | 'late' | Substitute }

type Problem = [code: string, message: string]

/** A refusal in the format of the REST layer, or of auth, whose message is shown. */
function refusal(status: number, rest: Problem, auth: Problem): Fault {
  const body = (path: string) =>
    path.startsWith('/auth/')
      ? JSON.stringify({ code: status, error_code: auth[0], msg: auth[1] })
      : JSON.stringify({ code: rest[0], message: rest[1], details: null, hint: null })
  return { reached: false, received: { status, type: 'application/json; charset=utf-8', body } }
}

const substitute = (status: number, type: string, body: string): Substitute => ({
  status,
  type,
  body: () => body,
})

const page = '<!doctype html><html><head><title>Welcome to the hotel</title></head><body>Log in</body></html>'

const byName = {
  dropped: { reached: false, received: 'reset' },
  '401': refusal(401, ['PGRST303', 'JWT expired'], ['no_authorization', 'Please sign in again']),
  '403': refusal(403, ['42501', 'permission denied for table'], ['user_banned', 'User is banned']),
  '409': refusal(409, ['23505', 'duplicate key value violates'], ['conflict', 'Too many at once, try again']),
  '429': { reached: false, received: substitute(429, 'text/plain', 'error code: 1015') },
  '500': refusal(500, ['XX000', 'could not open relation'], ['unexpected_failure', 'Database error']),
  '503': { reached: false, received: substitute(503, 'text/html', page) },
  /** A captive portal. */
  html: { reached: false, received: substitute(200, 'text/html', page) },
  lost: { reached: true, received: 'reset' },
  cut: { reached: true, received: 'half' },
  '504': { reached: true, received: substitute(504, 'text/html', page) },
  truncated: { reached: true, received: 'short' },
  empty: { reached: true, received: substitute(200, 'application/json', '') },
  /** JSON of another shape. */
  shape: { reached: true, received: substitute(200, 'application/json', '{"message":"ok"}') },
  slow: { reached: true, received: 'late' },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof byName
export const faults: Record<FaultName, Fault> = byName

/** All but `slow`, after which the call succeeds. */
export const failures = (Object.keys(byName) as FaultName[]).filter((name) => name !== 'slow')

/**
 * The faults of this run: all, or every third where PROVE_TURN says which, as in CI. What the calls share,
 * lib/validated-fetch and components/query-state, meets all of them in any run.
 */
export function inTurns(call: string, names: FaultName[]): FaultName[] {
  const turn = process.env.PROVE_TURN ?? (process.env.PROVE_WHOLE === '1' ? '' : '0')
  return turn ? names.filter((_, at) => (at + call.length) % 3 === Number(turn)) : names
}
