import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { type AdminBenefit, useBenefitFigures } from '@/entities/benefits/admin-list'
import { useDeleteBenefit } from '@/entities/benefits/admin-mutations'
import { benefitDeleted, benefitErrorMessage } from '@/entities/benefits/messages'
import { formatCount } from '@/lib/format'

type Props = { benefit: AdminBenefit; onClose: () => void }

export function DeleteBenefit({ benefit, onClose }: Props) {
  const remove = useDeleteBenefit()
  const figures = useBenefitFigures([benefit.id]).data?.get(benefit.id)

  async function confirm() {
    try {
      await remove.mutateAsync(benefit.id)
      toastSuccess('Success', benefitDeleted)
    } catch (error) {
      return benefitErrorMessage(error) ?? 'Nothing was deleted. Please try again.'
    }
  }

  return (
    <ConfirmDialog
      title={`Delete ${benefit.name}`}
      name={benefit.name}
      question="Are you sure you want to delete this benefit?"
      confirmLabel="Delete benefit"
      cancelLabel="Keep benefit"
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    >
      {figures ? <p className="text-ink-2">{consequences(figures)}</p> : null}
    </ConfirmDialog>
  )
}

type Figures = { orders: number; open_orders: number; keys_left: number | null }

/** What stays, what is still to be done, and what goes: it informs and never blocks (D13). */
function consequences({ orders, open_orders, keys_left }: Figures): string {
  const stay =
    orders === 0
      ? 'Nobody has ordered it.'
      : `Its ${formatCount(orders, 'order')} ${orders === 1 ? 'stays' : 'stay'} with what was delivered.`
  const open =
    open_orders === 0
      ? ''
      : ` ${formatCount(open_orders, 'order is', 'orders are')} open and can still be delivered or cancelled.`
  const keys = keys_left ? ` ${formatCount(keys_left, 'key')} will not be handed out any more.` : ''
  return stay + open + keys
}
