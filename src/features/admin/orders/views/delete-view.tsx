import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { toastSuccess } from '@/components/ui/toast'
import { useDeleteView } from '@/entities/orders/views'
import { errorMessage } from '@/lib/errors'

type Props = { id: string; name: string; onClose: () => void }

export function DeleteView({ id, name, onClose }: Props) {
  const { mutateAsync } = useDeleteView()
  return (
    <ConfirmDialog
      title={`Delete the view ${name}?`}
      name={name}
      question="Its orders stay as they are."
      confirmLabel="Delete view"
      cancelLabel="Keep view"
      busyLabel="Deleting..."
      onConfirm={() =>
        mutateAsync(id).then(
          () => void toastSuccess('Success', 'View deleted'),
          (error) => errorMessage(error, 'The view was not deleted. Please try again.'),
        )
      }
      onClose={onClose}
    />
  )
}
