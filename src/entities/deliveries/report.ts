import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { refreshDeliveries } from '@/entities/deliveries/delivery'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { explainError } from '@/lib/errors'
import { supabase } from '@/lib/supabase'

type Report = ReportInput & { keyRefused: boolean }

/** Of the item that `seen` shows. A failure refetches the order, because the report may have arrived (D34, D68). */
export function useReportDelivery(orderId: string, seen: DeliveryStatus) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ choice, text, keyRefused }: Report) => {
      await supabase
        .rpc('report_delivery', {
          p_order_id: orderId,
          p_reason: text ? `${choice}: ${text}` : choice,
          p_items: seen.items,
          p_key_refused: keyRefused,
        })
        .abortSignal(AbortSignal.timeout(20_000))
        .throwOnError()
    },
    onError: () => refreshDeliveries(client),
    meta: { failed: 'form' },
  })
}

type Problem = {
  label: string
  /** Answered with another key at once; every other problem keeps what was delivered (D68). */
  isRefused?: true
}

const wrongThing: Problem = { label: 'It is the wrong thing' }
const somethingElse: Problem = { label: 'Something else' }
const missing: Problem = { label: 'Something is missing' }

const problems: Record<string, readonly Problem[]> = {
  key: [
    { label: 'The key is refused as already used', isRefused: true },
    { label: 'The key is refused as invalid', isRefused: true },
    { label: 'The page to activate it does not load' },
    wrongThing,
  ],
  link: [
    { label: 'The link does not open' },
    { label: 'The page asks for something I do not have' },
    wrongThing,
  ],
  file: [{ label: 'The file cannot be downloaded' }, { label: 'The file does not open' }, wrongThing],
  text: [{ label: 'It is refused' }, missing, wrongThing],
  nothing: [{ label: 'Nothing has arrived' }, missing],
}

/** What can be wrong with a delivery of this kind. */
export const problemsOf = (kind: string): readonly Problem[] => [...(problems[kind] ?? []), somethingElse]

/** A reason has at most 1,000 characters, including the longest choice. */
const maxText = 900

export const reportSchema = z.object({
  choice: z.string('Choose what is wrong.').check(z.minLength(1, 'Choose what is wrong.')),
  text: z.string().check(z.trim(), z.maxLength(maxText, `At most ${maxText} characters.`)),
})
type ReportInput = z.infer<typeof reportSchema>

export const emptyReport: ReportInput = { choice: '', text: '' }

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
