import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import {
  categoryCreated,
  categoryErrorMessage,
  useCreateCategory,
} from '@/entities/benefits/category-mutations'
import { CategoryName, useCategoryName } from './category-name'

export function NewCategory() {
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
