import { countBody, MAX_BODY_BYTES, readBody } from '../bodies.ts'
import type { Handler } from '../gateway.ts'

// The overhead of the form around a file.
const FORM_BYTES = 64 * 1024
const OBJECT = '/storage/v1/object/'

/** The size limit of a bucket in bytes. */
export type LimitOf = (bucket: string) => Promise<number>

/** Whether the body of a request is limited here, by its bucket. */
export const isUpload = (pathname: string) => pathname.startsWith(OBJECT)

/**
 * Limits uploads to the size that their bucket allows, and refuses a larger one without reading the rest of it. A file
 * is passed on while it arrives: lite checks the caller's rights first, and the adapter writes it to the disk.
 */
export function limitUploads(limitOf: LimitOf, handler: Handler): Handler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (!isUpload(pathname) || !request.body) return handler(request)
    const isForm = request.headers.get('content-type')?.startsWith('multipart/form-data')
    const fileBytes = await limitOf(bucketOf(pathname))
    const maxBytes = isForm ? Math.min(fileBytes, MAX_BODY_BYTES) + FORM_BYTES : fileBytes
    if (Number(request.headers.get('content-length')) > maxBytes) return tooLarge()
    if (isForm) {
      const plain = await plainUpload(request, request.body, maxBytes)
      return plain instanceof Response ? plain : handler(plain)
    }
    const { stream, exceeded } = countBody(request.body, maxBytes)
    const { method, headers, signal } = request
    const init = { method, headers, signal, body: stream, duplex: 'half' } as const
    const response = await handler(new Request(request.url, init))
    return exceeded() ? tooLarge() : response
  }
}

/**
 * The form that the client library sends for a File as the plain upload of the same bytes: lite looks for the file under
 * a name that the library does not use. A form is held in memory.
 */
async function plainUpload(
  { url, method, headers: given, signal }: Request,
  form: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Request | Response> {
  const bytes = await readBody(form, maxBytes)
  if (!bytes) return tooLarge()
  const headers = new Headers(given)
  const body = await fileIn(bytes, headers)
  if (!body) return Response.json({ message: 'Malformed multipart body' }, { status: 400 })
  headers.set('content-length', String(body.length))
  headers.delete('transfer-encoding')
  return new Request(url, { method, headers, body, signal })
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
