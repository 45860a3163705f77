import { TextArea } from '@/components/form/text-area'
import { formatNumber } from '@/lib/format'
import { CsvFileField } from './csv-file-field'

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
      <CsvFileField
        hint={`Up to ${formatNumber(maxLines)} lines.`}
        // A character has up to four bytes.
        maxBytes={4 * maxText}
        tooLarge={`Choose a file of at most ${formatNumber(maxLines)} lines.`}
        unreadable="This file cannot be read. Choose a CSV file."
        onRead={onChange}
      />
    </>
  )
}
