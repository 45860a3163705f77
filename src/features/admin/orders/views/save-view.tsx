import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { TextField } from '@/components/form/text-field'
import { toastSuccess } from '@/components/ui/toast'
import { useBenefitNames } from '@/entities/benefits/admin-list'
import type { OrderFilters, OrderSort } from '@/entities/orders/admin-list'
import { useDeleteView, useSaveView } from '@/entities/orders/views'
import { notAdmin } from '@/entities/shared/write-errors'
import { errorCode, errorMessage, explainError } from '@/lib/errors'
import { hasVisible, hiddenCharacter, nameCharacter, trimText } from '@/lib/text'
import { describeView } from '../order-filters'

type Props = { filters: OrderFilters; sort: OrderSort; onClose: () => void }

const maxLength = 40

export function SaveView({ filters, sort, onClose }: Props) {
  const { mutate, isPending, error } = useSaveView()
  const benefit = useBenefitNames().data?.find(({ id }) => id === filters.benefit)?.name
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const isTaken = errorCode(error) === '23505'

  function save() {
    if (isPending) return
    const nameProblem = problemOf(trimText(name))
    setProblem(nameProblem)
    if (nameProblem) return
    mutate(
      { name: trimText(name), filters, sort },
      {
        onSuccess: () => {
          toastSuccess('Success', 'View saved')
          onClose()
        },
      },
    )
  }

  return (
    <Dialog
      title="Save this view"
      description={describeView(filters, sort, { benefit })}
      busy={isPending}
      onClose={onClose}
      onSubmit={save}
      footer={
        <SubmitButtons busy={isPending} busyLabel="Saving...">
          Save view
        </SubmitButtons>
      }
    >
      <TextField
        label="Name"
        maxLength={maxLength}
        autoComplete="off"
        value={name}
        error={problem ?? (isTaken ? 'You already have a view with this name.' : undefined)}
        onChange={({ target }) => setName(target.value)}
      />
      <p className="text-xs text-ink-muted">Only you see it.</p>
      <FormProblem>{error && !isTaken ? refusal(error) : null}</FormProblem>
    </Dialog>
  )
}

function problemOf(name: string): string | undefined {
  if (!hasVisible(name)) return 'Enter a name.'
  const hidden = hiddenCharacter(name)
  return hidden && `Remove the character ${nameCharacter(hidden)}.`
}

function refusal(error: unknown): string {
  return (
    explainError(error, {
      too_many_views: 'You have 20 views, which is the most. Delete one first.',
      not_admin: `${notAdmin} Nothing was saved.`,
    }) ?? 'The view was not saved. Please try again.'
  )
}

type DeleteViewProps = { id: string; name: string; onClose: () => void }

export function DeleteView({ id, name, onClose }: DeleteViewProps) {
  const { mutateAsync } = useDeleteView()
  return (
    <ConfirmDialog
      title={`Delete the view ${name}?`}
      name={name}
      message="Its orders stay as they are."
      confirmLabel="Delete view"
      cancelLabel="Keep view"
      busyLabel="Deleting..."
      onConfirm={() => mutateAsync(id).then(() => toastSuccess('Success', 'View deleted'))}
      problem={(error) => errorMessage(error, 'The view was not deleted. Please try again.')}
      onClose={onClose}
    />
  )
}
