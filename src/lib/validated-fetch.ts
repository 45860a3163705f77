import { NetworkError, toNetworkError } from '@/lib/errors'
import { prefetchedFetch } from '@/lib/prefetched'

/** Its code keeps postgrest-js from retrying for seven seconds. */
export class InvalidResponseError extends NetworkError {
  readonly code = 'ABORT_ERR'
}

/** Rejects responses that are not the backend's, such as a captive portal's page, as if there were none (D28). */
export async function validatedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const [input, { method = 'GET', headers } = {}] = request
  const url = new URL(String(input), window.location.origin)
  const asked = { url, method, headers: headers instanceof Headers ? headers : new Headers(headers) }
  const response = await prefetchedFetch(...request)
  if (response.ok && !isCounted(asked, response)) throw new InvalidResponseError('The answer lacks its count')
  if (method === 'HEAD' || response.status === 204) return response
  const text = await response.text().catch((error: unknown) => {
    throw toNetworkError(error)
  })
  const answer = parse(text)
  const { status, statusText } = response
  const same = { status, statusText, headers: response.headers }
  if (!response.ok) return new Response(answer === undefined ? refusal(status) : text, same)
  if (text === '' ? expectsBody(asked) : answer === undefined || !isAsked(asked, answer))
    throw new InvalidResponseError('The answer is not what was asked for')
  return new Response(text, same)
}

type Asked = { url: URL; method: string; headers: Headers }

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The code for a refusal that is not the backend's: a failing gateway may have forwarded the request. */
function refusal(status: number): string {
  return JSON.stringify(status >= 500 ? { code: 'unreachable' } : {})
}

function isCounted({ headers }: Asked, response: Response): boolean {
  const isWanted = headers.get('prefer')?.includes('count=exact')
  return !isWanted || /\/\d+$/.test(response.headers.get('content-range') ?? '')
}

const isTable = (url: URL) => url.pathname.includes('/rest/v1/')
const isCall = (url: URL) => url.pathname.includes('/rpc/')

/** Reads, calls, and writes that request their rows. */
function expectsBody({ url, method, headers }: Asked): boolean {
  if (!isTable(url)) return false
  return method === 'GET' || isCall(url) || headers.get('prefer')?.includes('return=representation') === true
}

/** Rows, one row or a value, as requested from the REST layer; any object from auth and storage. */
function isAsked(asked: Asked, answer: unknown): boolean {
  if (asked.url.pathname.endsWith('/auth/v1/user')) return isRow(answer) && 'id' in Object(answer)
  if (!isTable(asked.url)) return typeof answer === 'object'
  if (!expectsBody(asked)) return false
  if (asked.headers.get('accept')?.includes('vnd.pgrst.object')) return isRow(answer)
  if (Array.isArray(answer)) return answer.every(isRow)
  // A function may return a value or its only row.
  return isCall(asked.url) && (answer === null || typeof answer !== 'object' || isRow(answer))
}

/** An error sent with status 200 has a `message`, which no table or function has. */
function isRow(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer) && !('message' in answer)
}
