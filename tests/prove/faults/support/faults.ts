/** An answer that something on the way made up. */
type Made = { status: number; type: string; body: (path: string) => string }

/**
 * What happens to a request: whether the backend gets it, and what the browser hears. `reset`: nothing, the connection
 * is gone; `half`: the beginning of the body, then nothing; `short`: a body that ends too early but says it is whole;
 * `late`: the true answer, after a while.
 */
export type Manner = { reached: boolean; heard: 'reset' | 'half' | 'short' | 'late' | Made }

type Words = { code: string; message: string }

/** A refusal as the REST layer words it, which is for machines, and as auth does, which people read (chapter 8). */
function refusal(status: number, rest: Words, auth: Words): Made {
  return {
    status,
    type: 'application/json; charset=utf-8',
    body: (path) =>
      path.startsWith('/auth/')
        ? JSON.stringify({ code: status, error_code: auth.code, msg: auth.message })
        : JSON.stringify({ ...rest, details: null, hint: null }),
  }
}

function plain(status: number, type: string, body: string): Made {
  return { status, type, body: () => body }
}

const page = '<!doctype html><html><head><title>Welcome to the hotel</title></head><body>Log in</body></html>'

/** Every fault, by name. */
export const faults = {
  /** The request never arrives. */
  dropped: { reached: false, heard: 'reset' },
  '401': {
    reached: false,
    heard: refusal(
      401,
      { code: 'PGRST303', message: 'JWT expired' },
      { code: 'no_authorization', message: 'Please sign in again' },
    ),
  },
  '403': {
    reached: false,
    heard: refusal(
      403,
      { code: '42501', message: 'permission denied for table' },
      { code: 'user_banned', message: 'User is banned' },
    ),
  },
  '409': {
    reached: false,
    heard: refusal(
      409,
      { code: '23505', message: 'duplicate key value violates' },
      { code: 'conflict', message: 'Too many at once, try again' },
    ),
  },
  /** The gateway has had enough; it speaks no JSON. */
  '429': { reached: false, heard: plain(429, 'text/plain', 'error code: 1015') },
  '500': {
    reached: false,
    heard: refusal(
      500,
      { code: 'XX000', message: 'could not open relation' },
      { code: 'unexpected_failure', message: 'Database error' },
    ),
  },
  '503': { reached: false, heard: plain(503, 'text/html', page) },
  /** The network's own page, in place of an answer. */
  html: { reached: false, heard: plain(200, 'text/html', page) },
  /** Done, and nobody hears of it. */
  lost: { reached: true, heard: 'reset' },
  cut: { reached: true, heard: 'half' },
  '504': { reached: true, heard: plain(504, 'text/html', page) },
  truncated: { reached: true, heard: 'short' },
  empty: { reached: true, heard: plain(200, 'application/json', '') },
  /** JSON that nobody asked for. */
  shape: { reached: true, heard: plain(200, 'application/json', '{"message":"ok"}') },
  slow: { reached: true, heard: 'late' },
} as const satisfies Record<string, Manner>

export type FaultName = keyof typeof faults

/**
 * The faults of this run: all, or every third where PROVE_TURN says which, as in CI. What the calls share,
 * lib/validated-fetch and components/query-state, meets all of them in any run.
 */
export function inTurns(call: string, names: FaultName[]): FaultName[] {
  const turn = process.env.PROVE_TURN ?? (process.env.PROVE_WHOLE === '1' ? '' : '0')
  return turn ? names.filter((_, at) => (at + call.length) % 3 === Number(turn)) : names
}
