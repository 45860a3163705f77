import { FileText, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { readTextFile } from '@/lib/text-file'
import { Field } from './field'
import { FileDrop } from './file-drop'

type Props = {
  hint: string
  maxBytes: number
  tooLarge: string
  unreadable?: string
  /** Throws if the text cannot be used either. */
  onRead: (text: string, name: string) => void
}

export function CsvFileField({
  hint,
  maxBytes,
  tooLarge,
  unreadable = 'This file cannot be read. Choose it again.',
  onRead,
}: Props) {
  const [problem, setProblem] = useState<string>()

  async function read(file: File) {
    setProblem(undefined)
    if (file.size > maxBytes) return setProblem(tooLarge)
    try {
      onRead(await readTextFile(file), file.name)
    } catch {
      setProblem(unreadable)
    }
  }

  return (
    <Field label="Or choose a CSV file" hint={hint} error={problem}>
      {(linked) => (
        <FileDrop
          linked={linked}
          icon={Upload}
          accept=".csv,.txt,text/csv,text/plain"
          onFile={(file) => void read(file)}
        />
      )}
    </Field>
  )
}

type ChosenFileProps = { name: string; found: string; problem?: string; onRemove: () => void }

export function ChosenFile({ name, found, problem, onRemove }: ChosenFileProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded border border-line bg-surface px-4 py-3">
      <FileText aria-hidden="true" className="!size-7 flex-none text-ink-muted" />
      <div className="min-w-40 flex-1" role="status">
        <div className="font-semibold [overflow-wrap:anywhere]">{name}</div>
        <div className={problem ? 'font-medium text-danger' : 'figures text-ink-muted'}>
          {problem ?? found}
        </div>
      </div>
      <Button size="sm" variant="quiet" icon={<Trash2 />} onClick={onRemove}>
        Remove
      </Button>
    </div>
  )
}
