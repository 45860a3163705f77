import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import type { Category } from '@/entities/benefits/categories'
import {
  categoryErrorMessage,
  categoryRemoved,
  useCategoryBenefitCount,
  useRemoveCategory,
} from '@/entities/benefits/category-mutations'
import { formatCount } from '@/lib/format'

type Props = { category: Category; onClose: () => void }

export function RemoveCategory({ category: { id, name }, onClose }: Props) {
  const remove = useRemoveCategory()
  const { data: benefits } = useCategoryBenefitCount(id)

  async function confirm() {
    try {
      await remove.mutateAsync(id)
      toastSuccess('Success', categoryRemoved)
    } catch (error) {
      return categoryErrorMessage(error)
    }
  }

  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      name={name}
      question={question(benefits)}
      confirmLabel="Remove category"
      cancelLabel="Keep category"
      busyLabel="Removing..."
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

function question(benefits: number | undefined): string {
  if (benefits === 0) return 'No benefit is in this category.'
  const its = benefits === undefined ? 'Its benefits' : `Its ${formatCount(benefits, 'benefit')}`
  return `${its} ${benefits === 1 ? 'stays' : 'stay'} in the catalogue, without a category.`
}
