import type { Pool } from 'pg'
import type { Handler } from '../gateway.ts'

const OBJECT = '/storage/v1/object/'

const LIMIT = 'select file_size_limit::int as bytes from storage.buckets where id = $1'

/**
 * Refuses uploads that are larger than their bucket allows, and passes on the form that the client library sends for a File as the
 * plain upload of the same bytes: lite looks for the file under a name that the library does not use.
 */
export function limitUploads(pool: Pool, handler: Handler): Handler {
  return async (request) => {
    const { url, method, signal } = request
    const { pathname } = new URL(url)
    if (!pathname.startsWith(OBJECT) || !request.body) return handler(request)
    const headers = new Headers(request.headers)
    const isForm = headers.get('content-type')?.startsWith('multipart/form-data')
    const bytes = Buffer.from(await request.arrayBuffer())
    const body = isForm ? await fileIn(bytes, headers) : bytes
    if (!body) return Response.json({ message: 'Malformed multipart body' }, { status: 400 })
    const { rows } = await pool.query<{ bytes: number | null }>(LIMIT, [bucketOf(pathname)])
    if (body.length > (rows[0]?.bytes ?? Number.POSITIVE_INFINITY)) return tooLarge()
    headers.set('content-length', String(body.length))
    headers.delete('transfer-encoding')
    return handler(new Request(url, { method, headers, body, signal }))
  }
}

/** The file of a form, whose metadata moves to `headers`; undefined for a malformed form. */
async function fileIn(
  bytes: Buffer<ArrayBuffer>,
  headers: Headers,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const type = headers.get('content-type') ?? ''
  const form = await new Response(bytes, { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined)
  if (!form) return undefined
  const file = [...form.values()].find((value) => value instanceof Blob)
  headers.set('content-type', file?.type || 'application/octet-stream')
  const seconds = form.get('cacheControl')
  if (typeof seconds === 'string') headers.set('cache-control', `max-age=${seconds}`)
  const metadata = form.get('metadata')
  if (typeof metadata === 'string') headers.set('x-metadata', Buffer.from(metadata).toString('base64'))
  return Buffer.from(await (file ?? new Blob()).arrayBuffer())
}

function bucketOf(pathname: string): string {
  const [bucket = ''] = pathname
    .slice(OBJECT.length)
    .replace(/^upload\/sign\//, '')
    .split('/')
  return decoded(bucket)
}

/** As hosted storage, which says 413 in the body alone (D50). */
function tooLarge(): Response {
  const message = 'The object exceeded the maximum allowed size'
  return Response.json({ statusCode: '413', error: 'Payload too large', message }, { status: 400 })
}

// The object names that hosted storage allows; a line feed in one would reach headers and logs.
const NAME = /^[\w/!.*'() &$@=;:+,?-]*$/

/** The refusal of a request whose address names an object that hosted storage would not take. */
export function hasInvalidObjectName(request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(OBJECT) || NAME.test(decoded(pathname))) return undefined
  return Response.json({ statusCode: '400', error: 'InvalidKey', message: 'Invalid key' }, { status: 400 })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '%'
  }
}

const DOWNLOAD = /^\/storage\/v1\/object\/(?!info\/)(public\/)?(.+)/

/**
 * A download with headers under which a browser runs nothing of it, although it may come from the site's own origin: HTML
 * is plain text, as on hosted storage, and what is not public is saved rather than shown. `?download=` gives the name to
 * save it under. Undefined for other responses.
 */
export function withSafeDownloadHeaders(request: Request, response: Response): Response | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const [, isPublic, path] = DOWNLOAD.exec(pathname) ?? []
  if (request.method !== 'GET' || !path || !response.ok) return undefined
  const headers = new Headers(response.headers)
  if (headers.get('content-type')?.includes('text/html')) headers.set('content-type', 'text/plain')
  const name = searchParams.get('download')
  if (name !== null || !isPublic) headers.set('content-disposition', attachment(name || lastPart(path)))
  return new Response(response.body, { status: response.status, headers })
}

function attachment(name: string): string {
  const encoded = encodeURIComponent(name)
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`
}

const lastPart = (path: string) => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
