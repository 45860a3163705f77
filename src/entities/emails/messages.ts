import { errorCode, explainError } from '@/lib/errors'

const reasons: Record<string, string> = {
  timeout: 'The email server did not respond in time.',
  unreachable: 'The email service cannot be reached.',
  unknown_template: 'The function that sends emails is older than this page. Deploy it again.',
  no_result: 'The function that sends emails ended before it could report.',
}

/** Why an email was not sent, by the code that the outbox stores. */
export function emailProblem(code: string): string {
  const [, service, status] = /^(smtp|http)_(\d+)$/.exec(code) ?? []
  if (status) return `The email service refused the email (${service?.toUpperCase()} ${status}).`
  return reasons[code] ?? 'An unexpected error occurred.'
}

export function testEmailFailure(error: unknown) {
  const limited = errorCode(error) === 'rate_limited'
  const sentence = limited ? 'You can send 20 test emails an hour.' : explainError(error)
  return { title: 'Error', description: sentence ?? 'The test email could not be queued.' }
}
