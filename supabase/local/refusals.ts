const TIMEOUT = 'canceling statement due to statement timeout'

/** The answer that hosted REST gives where lite says that it broke: its own code 'SUP', with status 500. */
export async function plainRefusal(answer: Response): Promise<Response> {
  if (answer.status !== 500) return answer
  const { code, message = '' } = await words(answer.clone())
  if (code !== 'SUP') return answer
  const constraint = /new row for relation .* violates check constraint .*/.exec(message)?.[0]
  if (constraint) return refusal(answer, '23514', constraint)
  if (message.endsWith(TIMEOUT)) return refusal(answer, '57014', TIMEOUT, 500)
  // Nested too deeply to be walked through.
  if (message.startsWith('RangeError')) return refusal(answer, 'PGRST102', 'Empty or invalid json')
  return answer
}

async function words(answer: Response): Promise<{ code?: string; message?: string }> {
  return answer.json().catch(() => ({}))
}

function refusal({ headers }: Response, code: string, message: string, status = 400): Response {
  const left = new Headers(headers)
  left.delete('content-length')
  return Response.json({ code, details: null, hint: null, message }, { status, headers: left })
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024

/** The answer, or its refusal when it is too large; lite builds it as a whole before it answers. */
export function boundedAnswer(answer: Response): Response {
  if (Number(answer.headers.get('content-length')) <= MAX_ANSWER_BYTES) return answer
  return refusal(answer, 'PT413', 'answer_too_large', 413)
}
