import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialog/confirm-dialog'
import { Dialog } from '@/components/dialog/dialog'
import { FormProblem } from '@/components/form/field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { toastSuccess } from '@/components/ui/toast'
import { type Category, useEditedCategories } from '@/entities/benefits/categories'
import {
  categoryCreated,
  categoryErrorMessage,
  categoryRemoved,
  useCategoryBenefitCount,
  useCreateCategory,
  useOrderCategories,
  useRemoveCategory,
} from '@/entities/benefits/category-mutations'
import { formatCount } from '@/lib/format'
import { CategoryName, CategoryRow, useCategoryName } from './category-row'

export function CategoriesDialog({ onClose }: { onClose: () => void }) {
  const categories = useEditedCategories()
  const order = useOrderCategories()
  const [removed, setRemoved] = useState<Category>()

  function sortCategories(rows: Category[]): Category[] {
    const ids = order.isPending ? order.variables : undefined
    return ids ? rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)) : rows
  }

  function move(rows: Category[], index: number, by: 1 | -1) {
    const ids = rows.map(({ id }) => id)
    const [moved] = ids.splice(index, 1)
    if (order.isPending || moved === undefined) return
    order.mutate(ids.toSpliced(index + by, 0, moved))
  }

  return (
    <Dialog
      title="Categories"
      description="In the order in which members see them."
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <QueryState
        query={categories}
        pending={<Skeleton className="h-40" />}
        error={{ title: 'The categories could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {(data) => {
          const rows = sortCategories(data)
          return (
            <>
              {rows.length > 0 ? (
                <ul className="border-t border-ink">
                  {rows.map((category, index) => (
                    <CategoryRow
                      key={category.id}
                      category={category}
                      isFirst={index === 0}
                      isLast={index === rows.length - 1}
                      onMove={(by) => move(rows, index, by)}
                      onRemove={() => setRemoved(category)}
                    />
                  ))}
                </ul>
              ) : (
                <p className="text-ink-muted">There are no categories yet.</p>
              )}
              <FormProblem>{order.isError ? categoryErrorMessage(order.error) : undefined}</FormProblem>
              <NewCategory />
            </>
          )
        }}
      </QueryState>
      {removed ? <RemoveCategory category={removed} onClose={() => setRemoved(undefined)} /> : null}
    </Dialog>
  )
}

function NewCategory() {
  const [id, setId] = useState(() => crypto.randomUUID())
  const create = useCreateCategory()
  const field = useCategoryName('', (name) => {
    if (create.isPending) return
    create.mutate(
      { id, name },
      {
        onSuccess: () => {
          toastSuccess('Success', categoryCreated)
          field.setText('')
          setId(crypto.randomUUID())
        },
        onError: (error) => field.setProblem(categoryErrorMessage(error)),
      },
    )
  })
  return (
    <form noValidate className="flex flex-wrap items-end gap-2.5" onSubmit={field.submit}>
      <CategoryName label="New category" {...field} />
      <Button type="submit" busy={create.isPending} busyLabel="Adding...">
        Add category
      </Button>
    </form>
  )
}

type RemoveProps = { category: Category; onClose: () => void }

function RemoveCategory({ category: { id, name }, onClose }: RemoveProps) {
  const remove = useRemoveCategory()
  const { data: benefits } = useCategoryBenefitCount(id)

  async function confirm() {
    await remove.mutateAsync(id)
    toastSuccess('Success', categoryRemoved)
  }

  return (
    <ConfirmDialog
      title={`Remove ${name}`}
      name={name}
      message={removalMessage(benefits)}
      confirmLabel="Remove category"
      cancelLabel="Keep category"
      busyLabel="Removing..."
      onConfirm={confirm}
      problem={categoryErrorMessage}
      onClose={onClose}
    />
  )
}

function removalMessage(benefits: number | undefined): string {
  if (benefits === 0) return 'No benefit is in this category.'
  const its = benefits === undefined ? 'Its benefits' : `Its ${formatCount(benefits, 'benefit')}`
  return `${its} ${benefits === 1 ? 'stays' : 'stay'} in the catalogue, without a category.`
}
