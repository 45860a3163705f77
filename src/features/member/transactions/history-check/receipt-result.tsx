import type { CheckResult } from '@/entities/history/check'
import { formatCount, formatDateTime } from '@/lib/format'

export function ReceiptResult({ receipt }: Pick<CheckResult, 'receipt'>) {
  if (!receipt) return null
  const name = `The receipt of ${formatDateTime(receipt.checkedAt)}`
  const entries = formatCount(receipt.count, 'transaction')
  if (receipt.headNow === receipt.head)
    return (
      <p className="font-semibold text-positive">
        {name} matches: your first {entries} have not changed since.
      </p>
    )
  return (
    <p role="alert" className="font-semibold text-danger">
      {receipt.headNow === undefined
        ? `${name} counts ${entries}; fewer of them are here and match. Transactions have been removed or changed since.`
        : `${name} does not match: your first ${entries} are not the ones that it was saved for.`}
    </p>
  )
}
