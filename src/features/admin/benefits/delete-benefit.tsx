import { ConfirmDialog } from '@/components/confirm-dialog'
import { toastSuccess } from '@/components/toast'
import { benefitRefusal, useDeleteBenefit } from '@/entities/admin-benefit-changes'
import type { AdminBenefit } from '@/entities/admin-benefits'

type Props = { benefit: AdminBenefit; onClose: () => void }

/** Asks, then deletes (D13). */
export function DeleteBenefit({ benefit, onClose }: Props) {
  const remove = useDeleteBenefit()

  async function confirm() {
    try {
      await remove.mutateAsync(benefit.id)
      toastSuccess('Success', 'Benefit deleted successfully')
    } catch (error) {
      return benefitRefusal(error) ?? 'Nothing was deleted. Please try again.'
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
    />
  )
}
