import { NetworkError, toNetworkError } from '@/lib/errors'
import { prefetchedFetch } from '@/lib/prefetched'

/** Its code keeps postgrest-js from retrying for seven seconds. */
export class InvalidResponseError extends NetworkError {
  readonly code = 'ABORT_ERR'
}

/** Rejects responses that are not the backend's, such as a captive portal's page, as if there were none (D28). */
export async function validatedFetch(...fetchArguments: Parameters<typeof fetch>): Promise<Response> {
  const [input, { method = 'GET', headers } = {}] = fetchArguments
  const url = new URL(String(input), window.location.origin)
  const request = { url, method, headers: headers instanceof Headers ? headers : new Headers(headers) }
  const response = await prefetchedFetch(...fetchArguments)
  if (response.ok && !isCounted(request, response))
    throw new InvalidResponseError('The response has no count')
  if (method === 'HEAD' || response.status === 204) return response
  const text = await response.text().catch((error: unknown) => {
    throw toNetworkError(error)
  })
  const body = parse(text)
  const { status, statusText } = response
  const same = { status, statusText, headers: response.headers }
  if (!response.ok) return new Response(body === undefined ? refusal(status) : text, same)
  if (text === '' ? expectsBody(request) : body === undefined || !isExpected(request, body))
    throw new InvalidResponseError('The response does not match the request')
  return new Response(text, same)
}

type ParsedRequest = { url: URL; method: string; headers: Headers }

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

function isCounted({ headers }: ParsedRequest, response: Response): boolean {
  const isWanted = headers.get('prefer')?.includes('count=exact')
  return !isWanted || /\/\d+$/.test(response.headers.get('content-range') ?? '')
}

const isTable = (url: URL) => url.pathname.includes('/rest/v1/')
const isCall = (url: URL) => url.pathname.includes('/rpc/')

/** Reads, calls, and writes that request their rows. */
function expectsBody({ url, method, headers }: ParsedRequest): boolean {
  if (!isTable(url)) return false
  return method === 'GET' || isCall(url) || headers.get('prefer')?.includes('return=representation') === true
}

/** Rows, one row or a value, as requested from the REST layer; any object from auth and storage. */
function isExpected(request: ParsedRequest, body: unknown): boolean {
  if (request.url.pathname.endsWith('/auth/v1/user')) return isRow(body) && 'id' in Object(body)
  if (!isTable(request.url)) return typeof body === 'object'
  if (!expectsBody(request)) return false
  if (request.headers.get('accept')?.includes('vnd.pgrst.object')) return isRow(body)
  // A function may return values, a value or its only row.
  if (Array.isArray(body))
    return body.every(isRow) || (isCall(request.url) && body.every((each) => typeof each === 'number'))
  return isCall(request.url) && (body === null || typeof body !== 'object' || isRow(body))
}

/** What an error sent with status 200 has; a row with a `message` has other columns as well. */
const errorFields = ['message', 'code', 'details', 'error', 'hint', 'name', 'status', 'statusCode']

function isRow(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return !('message' in value) || Object.keys(value).some((field) => !errorFields.includes(field))
}
