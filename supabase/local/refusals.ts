const TIMEOUT = 'canceling statement due to statement timeout'

/** The response of hosted REST where lite reports an internal error (code 'SUP', status 500). */
export async function plainRefusal(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer
  const { code, message = '' } = await bodyOf(answer.clone())
  if (code !== 'SUP') return answer
  const constraint = /new row for relation .* violates check constraint .*/.exec(message)?.[0]
  if (constraint) return refusal(answer, '23514', constraint)
  if (message.endsWith(TIMEOUT)) return refusal(answer, '57014', TIMEOUT, 500)
  // Too deeply nested to traverse.
  if (message.startsWith('RangeError')) return refusal(answer, 'PGRST102', 'Empty or invalid json')
  return answer
}

async function bodyOf(answer: Response): Promise<{ code?: string; message?: string }> {
  return answer.json().catch(() => ({}))
}

function refusal({ headers }: Response, code: string, message: string, status = 400): Response {
  const left = new Headers(headers)
  left.delete('content-length')
  return Response.json({ code, details: null, hint: null, message }, { status, headers: left })
}

const MAX_RESPONSE_BYTES = 8 * 1024 * 1024

/** The response, or its refusal when it is too large; lite builds it in memory. */
export function boundedResponse(answer: Response): Response {
  if (Number(answer.headers.get('content-length')) <= MAX_RESPONSE_BYTES) return answer
  return refusal(answer, 'PT413', 'answer_too_large', 413)
}
