import { readBody } from '../bodies.ts'

// The overhead of the form around a file.
const FORM_BYTES = 64 * 1024
const OBJECT = '/storage/v1/object/'

/** The size limit of a bucket in bytes. */
export type LimitOf = (bucket: string) => Promise<number>

/**
 * An upload with its whole body and the length that lite compares with the bucket's limit; the refusal of a body that
 * exceeds it, of which no more is read. The form that the client library sends for a File becomes the plain upload
 * of the same bytes: lite looks for the file under a name that the library does not use. Any other request passes unchanged.
 */
export async function boundedUpload(request: Request, limitOf: LimitOf): Promise<Request | Response> {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith(OBJECT) || !request.body) return request
  const form = request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
  const maxBytes = await limitOf(bucketOf(pathname))
  const bytes = await readBody(request.body, maxBytes + (form ? FORM_BYTES : 0))
  if (!bytes) return tooLarge()
  const headers = new Headers(request.headers)
  const body = form ? await fileIn(bytes, headers) : bytes
  if (body === undefined) return Response.json({ message: 'Malformed multipart body' }, { status: 400 })
  headers.set('content-length', String(body.length))
  headers.delete('transfer-encoding')
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal })
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

function tooLarge(): Response {
  const message = 'The object exceeded the maximum allowed size'
  return Response.json({ statusCode: '413', error: 'Payload too large', message }, { status: 413 })
}

// The object names that hosted storage allows; a line feed in one would reach headers and logs.
const NAME = /^[\w/!.*'() &$@=;:+,?-]*$/

/** The refusal of a request whose address names an object that hosted storage would not take. */
export function namesNoFile(request: Request): Response | undefined {
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
