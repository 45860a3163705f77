import { type FormEvent, useState } from 'react'
import { TextField } from '@/components/form/text-field'
import { categoryName } from '@/entities/benefits/category-schema'

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

type Props = Pick<ReturnType<typeof useCategoryName>, 'text' | 'setText' | 'problem'> & {
  label: string
  autoFocus?: boolean
}

export function CategoryName({ label, text, setText, problem, autoFocus }: Props) {
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
