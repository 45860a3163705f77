import { FileText, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Field } from '@/components/form/field'
import { FileDrop } from '@/components/form/file-drop'
import { TextArea } from '@/components/form/text-area'
import { Button } from '@/components/ui/button'
import { formatCount } from '@/lib/format'
import { readTextFile } from '@/lib/text-file'
import { csvKeys, type KeyLines } from './key-lines'

export type ChosenFile = { name: string; lines: KeyLines }

/** In bytes; ten times what one import takes, because files have other columns. */
const maxFileSize = 20_000_000

type Props = {
  text: string
  onText: (text: string) => void
  file: ChosenFile | undefined
  onFile: (file: ChosenFile | undefined) => void
  lines: KeyLines
}

/** Pasted text is kept while a file is chosen. */
export function KeyFields({ text, onText, file, onFile, lines }: Props) {
  const [problem, setProblem] = useState<string>()
  const found = `${formatCount(lines.keys.length, 'line')}${lines.heading === undefined ? '' : `, without the heading "${lines.heading}"`}`

  async function read(chosen: File) {
    setProblem(undefined)
    if (chosen.size > maxFileSize) return setProblem('Choose a file of at most 20 MB.')
    try {
      onFile({ name: chosen.name, lines: csvKeys(await readTextFile(chosen)) })
    } catch {
      setProblem('This file cannot be read. Choose it again.')
    }
  }

  if (file)
    return (
      <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded border border-line bg-surface px-4 py-3">
        <FileText aria-hidden="true" className="!size-7 flex-none text-ink-muted" />
        <div className="min-w-40 flex-1" role="status">
          <div className="font-semibold [overflow-wrap:anywhere]">{file.name}</div>
          <div className="figures text-ink-muted">{found}</div>
        </div>
        <Button size="sm" variant="quiet" icon={<Trash2 />} onClick={() => onFile(undefined)}>
          Remove
        </Button>
      </div>
    )
  return (
    <>
      <TextArea
        label="Paste keys"
        rows={6}
        className="[&_textarea]:font-mono"
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        hint={found}
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <Field
        label="Or choose a CSV file"
        hint="The first column is read, up to 10,000 lines."
        error={problem}
      >
        {(linked) => (
          <FileDrop
            linked={linked}
            icon={Upload}
            accept=".csv,.txt,text/csv,text/plain"
            onFile={(chosen) => void read(chosen)}
          />
        )}
      </Field>
    </>
  )
}
