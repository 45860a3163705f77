import { useEffect, useEffectEvent } from 'react'
import { FormProblem } from '@/components/form/form-problem'
import { Button } from '@/components/ui/button'
import { ReceiptError, useCheckHistory } from '@/entities/history/use-check-history'
import { explainError } from '@/lib/errors'
import { formatNumber } from '@/lib/format'
import { Outcome } from './outcome'
import { Tally } from './tally'

export function HistoryCheck() {
  const { mutate, isPending, result, error, progress } = useCheckHistory()
  const start = useEffectEvent(() => mutate(undefined))
  useEffect(() => start(), [])

  return (
    <section
      aria-label="Check my history"
      className="mb-9 border-y border-t-ink border-b-line pt-5 pb-6 [overflow-wrap:anywhere]"
    >
      {isPending ? (
        <>
          <h2 className="text-lg font-semibold">
            {progress
              ? `Checking transaction ${formatNumber(progress.checked)} of ${formatNumber(progress.total)}`
              : 'Checking...'}
          </h2>
          <Tally total={progress?.total ?? 0} checked={progress?.checked ?? 0} />
          <p className="text-ink-2">
            Your browser is working out each transaction from the one before it. Nothing is sent to Guildhall.
          </p>
        </>
      ) : null}
      {error ? (
        <div className="mb-5">
          <FormProblem>
            {error instanceof ReceiptError
              ? error.message
              : (explainError(error) ?? 'Your history could not be checked.')}
          </FormProblem>
        </div>
      ) : null}
      {result && !isPending ? <Outcome result={result} onCheck={mutate} /> : null}
      {error && !result ? <Button onClick={() => mutate(undefined)}>Check again</Button> : null}
    </section>
  )
}
