import { ConfirmDialog } from '@/components/confirm-dialog'
import { toastSuccess } from '@/components/toast'
import { useDeleteBenefit } from '@/entities/admin-benefit-changes'
import type { AdminBenefit } from '@/entities/admin-benefits'

type Props = { benefit: AdminBenefit; onClose: () => void }

/** Asks, then deletes (D13). */
export function DeleteBenefit({ benefit, onClose }: Props) {
  const remove = useDeleteBenefit()

  function confirm() {
    remove.mutate(benefit.id, {
      onSuccess: () => toastSuccess('Success', 'Benefit deleted successfully'),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      title={`Delete ${benefit.name}`}
      question="Are you sure you want to delete this benefit?"
      confirmLabel="Delete benefit"
      cancelLabel="Keep benefit"
      busyLabel="Deleting..."
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
