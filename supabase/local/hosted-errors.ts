const TIMEOUT = 'canceling statement due to statement timeout'

/** The response of hosted REST where lite reports an internal error (code 'SUP', status 500). */
export async function toHostedError(response: Response): Promise<Response> {
  if (response.status !== 500) return response
  const { code, message = '' } = await bodyOf(response.clone())
  if (code !== 'SUP') return response
  const constraint = /new row for relation .* violates check constraint .*/.exec(message)?.[0]
  if (constraint) return refusal(response, '23514', constraint)
  if (message.endsWith(TIMEOUT)) return refusal(response, '57014', TIMEOUT, 500)
  // Too deeply nested to traverse.
  if (message.startsWith('RangeError')) return refusal(response, 'PGRST102', 'Empty or invalid json')
  return response
}

async function bodyOf(response: Response): Promise<{ code?: string; message?: string }> {
  return response.json().catch(() => ({}))
}

function refusal({ headers }: Response, code: string, message: string, status = 400): Response {
  const left = new Headers(headers)
  left.delete('content-length')
  return Response.json({ code, details: null, hint: null, message }, { status, headers: left })
}
