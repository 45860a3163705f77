import { ChosenFile, CsvColumns, CsvFileField } from '@/components/form/csv-file-field'
import { TextArea } from '@/components/form/text-field'
import { formatCount } from '@/lib/format'
import { type KeyColumns, type KeyLines, keySchema } from './key-lines'

export type KeyFile = { name: string; text: string }

/** In bytes; ten times what one import takes, because files have other columns. */
const maxFileSize = 20_000_000

type Props = {
  text: string
  onText: (text: string) => void
  file: KeyFile | undefined
  onFile: (file: KeyFile | undefined) => void
  lines: KeyLines
  onPick: (columns: KeyColumns) => void
}

/** Pasted text is kept while a file is chosen. */
export function KeyFields({ text, onText, file, onFile, lines, onPick }: Props) {
  const { keys, table } = lines
  const heading = table.isSure && table.heading ? table.first[table.columns.key ?? 0] : undefined
  const found = `${formatCount(keys.length, 'line')}${heading === undefined ? '' : `, without the heading "${heading}"`}`
  const columns = <CsvColumns schema={keySchema} table={table} onPick={onPick} />
  if (file)
    return (
      <>
        <ChosenFile name={file.name} found={found} onRemove={() => onFile(undefined)} />
        {columns}
      </>
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
      {columns}
      <CsvFileField
        hint="A column of keys, up to 10,000 lines."
        maxBytes={maxFileSize}
        tooLarge="Choose a file of at most 20 MB."
        onRead={(chosen, name) => onFile({ name, text: chosen })}
      />
    </>
  )
}
