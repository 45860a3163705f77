import { ChosenFile, CsvFileField } from '@/components/form/csv-file-field'
import { TextArea } from '@/components/form/text-area'
import { formatCount } from '@/lib/format'
import { csvKeys, type KeyLines } from './key-lines'

export type KeyFile = { name: string; lines: KeyLines }

/** In bytes; ten times what one import takes, because files have other columns. */
const maxFileSize = 20_000_000

type Props = {
  text: string
  onText: (text: string) => void
  file: KeyFile | undefined
  onFile: (file: KeyFile | undefined) => void
  lines: KeyLines
}

/** Pasted text is kept while a file is chosen. */
export function KeyFields({ text, onText, file, onFile, lines }: Props) {
  const found = `${formatCount(lines.keys.length, 'line')}${lines.heading === undefined ? '' : `, without the heading "${lines.heading}"`}`
  if (file) return <ChosenFile name={file.name} found={found} onRemove={() => onFile(undefined)} />
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
      <CsvFileField
        hint="The first column is read, up to 10,000 lines."
        maxBytes={maxFileSize}
        tooLarge="Choose a file of at most 20 MB."
        onRead={(chosen, name) => onFile({ name, lines: csvKeys(chosen) })}
      />
    </>
  )
}
