import { FileText, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '@/components/form/checkbox'
import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import type { Columns, CsvSchema, CsvTable } from '@/lib/csv-lines'
import { readTextFile } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'
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

type CsvColumnsProps<Name extends string> = {
  schema: CsvSchema<Name>
  table: CsvTable<Name>
  onPick: (columns: Columns<Name>) => void
}

const shownRows = 3
/** No column has this position. */
const none = -1

/** Which columns of a table are read, and what the first lines say; asks where that is not clear (D59). */
export function CsvColumns<Name extends string>({ schema, table, onPick }: CsvColumnsProps<Name>) {
  const { heading, columns, first, rows, isSure, problem } = table
  if (problem || first.length === 0) return null
  const names = Object.keys(schema) as Name[]
  const options = first.map((cell, at) => ({ at, text: `${formatNumber(at + 1)}${cell && `: ${cell}`}` }))
  const isTable = first.length > 1 || heading || !isSure
  return (
    <section aria-label="What is read" className="grid gap-4 rounded bg-surface-sunk px-4 py-3.5">
      {isTable ? (
        <>
          <div className="grid gap-4 md:grid-cols-3">
            {names.map((name) => (
              <SelectField
                key={name}
                label={`${schema[name].label} column`}
                value={columns[name] ?? (isSure && !schema[name].required ? none : '')}
                onChange={({ target }) =>
                  onPick({ heading, columns: { ...columns, [name]: Number(target.value) } })
                }
              >
                {isSure ? null : <option value="">Choose</option>}
                {schema[name].required ? null : <option value={none}>None</option>}
                {options.map(({ at, text }) => (
                  <option key={at} value={at}>
                    {text}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
          <Checkbox
            shown
            label="The first line is a heading"
            checked={heading}
            onChange={({ target }) => onPick({ heading: target.checked, columns })}
          />
        </>
      ) : null}
      <div role="status">
        {isSure ? (
          <ul className="text-xs text-ink-2">
            {rows.slice(0, shownRows).map(({ line, values }) => (
              <li key={line} className="[overflow-wrap:anywhere]">
                <span className="figures text-ink-muted">Line {formatNumber(line)}:</span>{' '}
                <span>{names.flatMap((name) => values[name] || []).join(', ') || 'empty'}</span>
              </li>
            ))}
            {rows.length > shownRows ? (
              <li className="text-ink-muted">and {formatCount(rows.length - shownRows, 'line')} more</li>
            ) : null}
          </ul>
        ) : (
          <p className="font-medium">Say which column it is, and whether the first line is a heading.</p>
        )}
      </div>
    </section>
  )
}

type LinesFieldProps = {
  label: string
  hint: string
  text: string
  problem: string | undefined
  maxLines: number
  maxText: number
  onChange: (text: string) => void
}

/** Typed or pasted lines, or those of a file, which replace the text. */
export function LinesField({ label, hint, text, problem, maxLines, maxText, onChange }: LinesFieldProps) {
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
