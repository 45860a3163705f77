import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { useDeleteBenefit } from '@/entities/benefits/admin-mutations'
import { benefitDeleted, benefitErrorMessage } from '@/entities/benefits/messages'

type Props = { benefit: AdminBenefit; onClose: () => void }

export function DeleteBenefit({ benefit, onClose }: Props) {
  const remove = useDeleteBenefit()

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
    />
  )
}
