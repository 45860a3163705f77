import { Upload } from 'lucide-react'
import { useState } from 'react'
import { TextArea } from '@/components/form/text-area'
import { formatNumber } from '@/lib/format'
import { readTextFile } from '@/lib/text-file'
import { Field } from './field'
import { FileDrop } from './file-drop'

type Props = {
  label: string
  hint: string
  text: string
  problem: string | undefined
  maxLines: number
  maxText: number
  onChange: (text: string) => void
}

/** Typed or pasted lines, or those of a file, which replace the text. */
export function LinesField({ label, hint, text, problem, maxLines, maxText, onChange }: Props) {
  const [unread, setUnread] = useState<string>()

  async function read(file: File) {
    setUnread(undefined)
    // A character has up to four bytes.
    if (file.size > 4 * maxText) return setUnread(`Choose a file of at most ${formatNumber(maxLines)} lines.`)
    try {
      onChange(await readTextFile(file))
    } catch {
      setUnread('This file cannot be read. Choose a CSV file.')
    }
  }

  return (
    <>
      <TextArea
        label={label}
        rows={5}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        hint={hint}
        error={problem}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
      <Field label="Or choose a CSV file" hint={`Up to ${formatNumber(maxLines)} lines.`} error={unread}>
        {(linked) => (
          <FileDrop
            linked={linked}
            icon={Upload}
            accept=".csv,.txt,text/csv,text/plain"
            onFile={(file) => void read(file)}
          />
        )}
      </Field>
    </>
  )
}
