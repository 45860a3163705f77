import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { type ReportDetails, reportLabel } from '@/entities/deliveries/reports'
import { formatCount } from '@/lib/format'

type Props = { report: ReportDetails; onConfirm: () => Promise<boolean>; onClose: () => void }

/** A refund cancels the order (D34). */
export function RefundReport({ report, onConfirm, onClose }: Props) {
  const { price, customer_id, customer_name, order_number } = report
  const tokens = formatCount(price, 'token')
  const name = customer_name ?? 'the member'
  const moves =
    customer_id === null
      ? 'The account was deleted, so no tokens move.'
      : `${tokens} ${price === 1 ? 'goes' : 'go'} back to ${name}.`
  return (
    <ConfirmDialog
      title={`Return ${tokens}?`}
      name={name}
      question={`${moves} ${order_number ?? 'The order'} is cancelled, and ${reportLabel(report)} is closed. What was delivered can no longer be read.`}
      confirmLabel={`Return ${tokens}`}
      cancelLabel="Keep order"
      busyLabel="Returning..."
      // A failure is shown in the dialog behind this one.
      onConfirm={async () => {
        await onConfirm()
        return undefined
      }}
      onClose={onClose}
    />
  )
}
