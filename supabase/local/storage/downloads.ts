const OBJECT = /^\/storage\/v1\/object\/(?!info\/)(public\/)?(.+)/

/**
 * A download with headers under which a browser runs nothing of it, although it may come from the site's own origin: HTML
 * is plain text, as on hosted storage, and what is not public is saved rather than shown. `?download=` gives the name to
 * save it under. Undefined for other responses.
 */
export function withSafeDownloadHeaders(request: Request, response: Response): Response | undefined {
  const { pathname, searchParams } = new URL(request.url)
  const [, isPublic, path] = OBJECT.exec(pathname) ?? []
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
