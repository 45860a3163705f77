/**
 * Turns the form that the client library sends for a File into the plain upload of the same bytes:
 * lite looks for the file under a name that the library does not use. Any other request passes unchanged.
 */
export async function plainUpload(request: Request): Promise<Request> {
  const type = request.headers.get('content-type') ?? ''
  if (
    !/^\/storage\/v1\/object\//.test(new URL(request.url).pathname) ||
    !type.startsWith('multipart/form-data')
  ) {
    return request
  }
  const form = await request.formData()
  const file = [...form.values()].find((value) => value instanceof Blob)
  const headers = new Headers(request.headers)
  headers.set('content-type', file?.type || 'application/octet-stream')
  const seconds = form.get('cacheControl')
  if (typeof seconds === 'string') headers.set('cache-control', `max-age=${seconds}`)
  const metadata = form.get('metadata')
  if (typeof metadata === 'string') headers.set('x-metadata', Buffer.from(metadata).toString('base64'))
  const body = new Uint8Array(await (file ?? new Blob()).arrayBuffer())
  headers.set('content-length', String(body.length))
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal })
}

// What hosted storage allows in the name of an object; a line feed in it would reach headers and logs.
const NAME = /^[\w/!.*'() &$@=;:+,?-]*$/

/** The refusal of a request whose address names an object that hosted storage would not take. */
export function namesNoFile(request: Request): Response | undefined {
  const { pathname } = new URL(request.url)
  if (!pathname.startsWith('/storage/v1/object/') || NAME.test(decoded(pathname))) return undefined
  return Response.json({ statusCode: '400', error: 'InvalidKey', message: 'Invalid key' }, { status: 400 })
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return '%'
  }
}
