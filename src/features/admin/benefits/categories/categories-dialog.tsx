import { useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { FormProblem } from '@/components/form/field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type Category, useEditedCategories } from '@/entities/benefits/categories'
import { categoryErrorMessage, useOrderCategories } from '@/entities/benefits/category-mutations'
import { CategoryRow } from './category-row'
import { NewCategory } from './new-category'

const RemoveCategory = lazyDialog(() => import('./remove-category').then((m) => m.RemoveCategory))

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
        {(found) => {
          const rows = sortCategories(found)
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
      {removed ? (
        <RemoveCategory
          frame={{ title: `Remove ${removed.name}` }}
          category={removed}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </Dialog>
  )
}
