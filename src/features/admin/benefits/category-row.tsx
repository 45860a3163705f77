import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { TextField } from '@/components/form/text-field'
import { Button, IconButton } from '@/components/ui/button'
import { toastSuccess } from '@/components/ui/toast'
import type { Category } from '@/entities/benefits/categories'
import {
  categoryErrorMessage,
  categoryRenamed,
  useRenameCategory,
} from '@/entities/benefits/category-mutations'
import { plainText } from '@/entities/shared/schemas'

const categoryName = plainText({ empty: 'Enter a name.', maxLength: 60 })

type Props = {
  category: Category
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onRemove: () => void
}

export function CategoryRow({ category, isFirst, isLast, onMove, onRemove }: Props) {
  const { name } = category
  const [opened, setOpened] = useState<Category>()
  const atEnd = 'aria-disabled:opacity-40'
  return (
    <li className="flex items-center gap-1 border-b border-line py-1.5">
      {opened ? (
        <Rename opened={opened} onDone={() => setOpened(undefined)} />
      ) : (
        <>
          <bdi className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{name}</bdi>
          <IconButton
            aria-label={`Move ${name} up`}
            icon={<ArrowUp />}
            aria-disabled={isFirst}
            className={atEnd}
            onClick={() => isFirst || onMove(-1)}
          />
          <IconButton
            aria-label={`Move ${name} down`}
            icon={<ArrowDown />}
            aria-disabled={isLast}
            className={atEnd}
            onClick={() => isLast || onMove(1)}
          />
          <IconButton aria-label={`Rename ${name}`} icon={<Pencil />} onClick={() => setOpened(category)} />
          <IconButton
            aria-label={`Remove ${name}`}
            variant="danger-quiet"
            icon={<Trash2 />}
            onClick={onRemove}
          />
        </>
      )}
    </li>
  )
}

function Rename({ opened, onDone }: { opened: Category; onDone: () => void }) {
  const rename = useRenameCategory()
  const field = useCategoryName(opened.name, (name) => {
    if (name === opened.name) return onDone()
    rename.mutate(
      { opened, name },
      {
        onSuccess: () => {
          toastSuccess('Success', categoryRenamed)
          onDone()
        },
        onError: (error) => field.setProblem(categoryErrorMessage(error)),
      },
    )
  })
  return (
    <form noValidate className="flex flex-1 flex-wrap items-end gap-2.5" onSubmit={field.submit}>
      <CategoryName label={`Name of ${opened.name}`} autoFocus {...field} />
      <Button type="submit" busy={rename.isPending} busyLabel="Saving...">
        Rename
      </Button>
      <Button variant="quiet" disabled={rename.isPending} onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}

export function useCategoryName(initial: string, save: (name: string) => void) {
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    const { data: name, error } = categoryName.safeParse(text)
    setProblem(error?.issues.at(-1)?.message)
    if (name !== undefined) save(name)
  }

  return { text, setText, problem, setProblem, submit }
}

type NameProps = Pick<ReturnType<typeof useCategoryName>, 'text' | 'setText' | 'problem'> & {
  label: string
  autoFocus?: boolean
}

export function CategoryName({ label, text, setText, problem, autoFocus }: NameProps) {
  return (
    <TextField
      label={label}
      className="min-w-0 flex-1 basis-44"
      // Replaces the button that was clicked.
      autoFocus={autoFocus}
      value={text}
      error={problem}
      onChange={(event) => setText(event.target.value)}
    />
  )
}
