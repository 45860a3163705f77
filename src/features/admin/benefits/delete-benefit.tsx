import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { type AdminBenefit, useBenefitStats } from '@/entities/benefits/admin-list'
import { useDeleteBenefit } from '@/entities/benefits/admin-mutations'
import { benefitDeleted, benefitErrorMessage, deletionText } from '@/entities/benefits/messages'

type Props = { benefit: AdminBenefit; onDeleted?: () => void; onClose: () => void }

export function DeleteBenefit({ benefit, onDeleted, onClose }: Props) {
  const remove = useDeleteBenefit()
  const stats = useBenefitStats([benefit.id]).data?.get(benefit.id)

  async function confirm() {
    await remove.mutateAsync(benefit.id)
    toastSuccess('Success', benefitDeleted)
    onDeleted?.()
  }

  return (
    <ConfirmDialog
      title={`Delete ${benefit.name}`}
      name={benefit.name}
      message="Are you sure you want to delete this benefit?"
      confirmLabel="Delete benefit"
      cancelLabel="Keep benefit"
      busyLabel="Deleting..."
      onConfirm={confirm}
      problem={(error) => benefitErrorMessage(error) ?? 'Nothing was deleted. Please try again.'}
      onClose={onClose}
    >
      {stats ? <p className="text-ink-2">{deletionText(stats)}</p> : null}
    </ConfirmDialog>
  )
}
