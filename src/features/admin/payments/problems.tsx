import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { usePaymentProblems, useSettleProblem } from '@/entities/payments/admin'
import { formatDateTime } from '@/lib/format'

const reasons: Record<string, string> = {
  unknown_payment: 'It names no payment that was opened here.',
  amount_differs: 'Its amount or currency is not that of the payment.',
  session_differs: 'Another checkout has already been reported for this payment.',
  mode_differs: 'It mixes test and live.',
  account_deleted: 'The person was deleted before it came. Refund it here or at Stripe.',
  refund_failed: 'A bank has sent a refund back. Pay it back in another way, and tell the member.',
}

/** What Stripe reported and could not be applied, and refunds that failed, until an admin has dealt with it (D63). */
export function Problems() {
  const { mutate, isPending, variables } = useSettleProblem()
  return (
    <div className="mt-7">
      <QueryState
        query={usePaymentProblems()}
        pending={null}
        error={{ title: 'What could not be applied could not be loaded.', safe: 'No payment is affected.' }}
        isEmpty={(problems) => problems.length === 0}
        empty={null}
      >
        {(problems) => (
          <section aria-labelledby="payment-problems">
            <h2 id="payment-problems" className="border-b border-ink pb-2.5 font-semibold">
              Need a look
            </h2>
            <ul>
              {problems.map(({ id, type, at, problem }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line py-2.5"
                >
                  <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                    <b className="block font-semibold">{reasons[problem] ?? problem}</b>
                    <span className="text-xs text-ink-muted">{`${type}, ${formatDateTime(at)}, ${id}`}</span>
                  </p>
                  <Button
                    size="sm"
                    busy={isPending && variables === id}
                    disabled={isPending}
                    aria-label={`Done: ${id}`}
                    onClick={() => mutate(id)}
                  >
                    Done
                  </Button>
                </li>
              ))}
            </ul>
          </section>
        )}
      </QueryState>
    </div>
  )
}
