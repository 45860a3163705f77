import { explainError } from '@/lib/errors'

const changed = 'This order has changed since you opened this'

export function reportProblem(error: unknown): string {
  return (
    explainError(error, {
      nothing_to_report: `${changed}: there is nothing to report any more.`,
      report_refused: `${changed}. What was delivered was reported already, or more than 30 days ago.`,
      rate_limited: 'You have sent ten reports in the last hour. Please try again later.',
      reason_required: 'Say what is wrong, in at most 1,000 characters.',
      network:
        'The server did not respond. Your report may or may not have been sent: look at the order before you try again.',
    }) ?? 'Your report was not sent. Please try again.'
  )
}
