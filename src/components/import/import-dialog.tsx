import { FileText, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Dialog, SubmitButtons } from '@/components/dialog/dialog'
import { Field, FormProblem } from '@/components/form/field'
import { FileDrop } from '@/components/form/file-drop'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { delimiterName } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'
import { type CsvSchema, type PickedColumns, readCsv } from '@/lib/read-csv'
import { formatSize } from '@/lib/save-file'
import { readTextFile, TextFileProblem } from '@/lib/text-file'
import { ImportColumns } from './import-columns'

type TextFile = { name: string; text: string }

/** What is pasted or in a file, and how it is read. Pasted text is kept while a file is chosen. */
export function useImportDraft<Name extends string, Row>(schema: CsvSchema<Name, Row>, initialText = '') {
  const [text, changeText] = useState(initialText)
  const [file, changeFile] = useState<TextFile>()
  const [pickedColumns, setPickedColumns] = useState<PickedColumns<Name>>()
  // Reading 10,000 lines does not block typing.
  const current = useMemo(
    () => ({ text, file, picked: pickedColumns, schema }),
    [text, file, pickedColumns, schema],
  )
  const read = useDeferredValue(current)
  const table = useMemo(
    () =>
      readCsv(read.file?.text ?? read.text, read.schema, {
        ...(read.picked && { picked: read.picked }),
        isFile: read.file !== undefined,
      }),
    [read],
  )
  return {
    schema,
    text,
    file,
    table,
    isCurrent: read === current,
    pick: (change: PickedColumns<Name>) => setPickedColumns({ ...pickedColumns, ...change }),
    setText(next: string) {
      changeText(next)
      setPickedColumns(undefined)
    },
    setFile(next: TextFile | undefined) {
      changeFile(next)
      setPickedColumns(undefined)
    },
  }
}

type ImportDraft<Name extends string, Row> = ReturnType<typeof useImportDraft<Name, Row>>

type Props<Name extends string, Row> = {
  title: string
  description: ReactNode
  /** Of the field for pasted lines. */
  label: string
  hint: string
  /** What a line is: 'line', 'lines'. */
  noun?: readonly [string, string]
  draft: ImportDraft<Name, Row>
  busy?: boolean
  /** Why the last check failed. */
  problem?: string | null
  onCheck: () => void
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** The first step of every import: lines are pasted or chosen, and shown as they are read. Nothing happens yet (D59). */
export function ImportDialog<Name extends string, Row>({
  title,
  description,
  label,
  hint,
  noun = ['line', 'lines'],
  draft,
  busy = false,
  problem,
  onCheck,
  onClose,
  children,
}: Props<Name, Row>) {
  const { table, file, schema } = draft
  const count = table.rows.length + table.refused.length
  return (
    <Dialog
      wide
      title={title}
      description={description}
      isDirty={file !== undefined || draft.text.trim() !== ''}
      busy={busy}
      onClose={onClose}
      onSubmit={onCheck}
      footer={
        <SubmitButtons
          disabled={table.rows.length === 0}
          busy={busy || !draft.isCurrent}
          busyLabel={busy ? 'Checking...' : 'Reading...'}
        >
          {`Check ${formatCount(count, ...noun)}`}
        </SubmitButtons>
      }
    >
      {/* What is checked is what is shown. */}
      <fieldset disabled={busy} className="contents">
        {file ? (
          <ChosenFile
            name={file.name}
            found={`${formatCount(table.lines.length, 'line')}, ${formatCount(table.first.length, 'column')}${table.first.length > 1 ? `, ${delimiterName(table.delimiter)}` : ''}`}
            problem={table.problem}
            onRemove={() => draft.setFile(undefined)}
          />
        ) : (
          <>
            <TextArea
              label={label}
              rows={5}
              className="[&_textarea]:font-mono"
              spellCheck={false}
              autoCapitalize="none"
              autoComplete="off"
              hint={`${hint} ${formatNumber(count)} read.`}
              error={table.problem}
              value={draft.text}
              onChange={({ target }) => draft.setText(target.value)}
            />
            <FileField maxLines={schema.maxLines} maxText={schema.maxText} onFile={draft.setFile} />
          </>
        )}
        <ImportColumns schema={schema} table={table} onPick={draft.pick} />
        {children}
      </fieldset>
      <FormProblem>{problem}</FormProblem>
    </Dialog>
  )
}

type FileFieldProps = { maxLines: number; maxText: number; onFile: (file: TextFile) => void }

function FileField({ maxLines, maxText, onFile }: FileFieldProps) {
  const [problem, setProblem] = useState<string>()
  // A character has up to four bytes.
  const maxSize = 4 * maxText

  async function read(file: File) {
    setProblem(undefined)
    try {
      if (file.size > maxSize) throw new TextFileProblem(`Choose a file of at most ${formatSize(maxSize)}.`)
      onFile({ name: file.name, text: await readTextFile(file) })
    } catch (error) {
      setProblem(
        error instanceof TextFileProblem ? error.message : 'This file cannot be read. Choose it again.',
      )
    }
  }

  return (
    <Field label="Or choose a CSV file" hint={`Up to ${formatNumber(maxLines)} lines.`} error={problem}>
      {(linked) => (
        <FileDrop
          linked={linked}
          icon={Upload}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onFile={(file) => void read(file)}
        />
      )}
    </Field>
  )
}

type ChosenFileProps = { name: string; found: string; problem: string | undefined; onRemove: () => void }

function ChosenFile({ name, found, problem, onRemove }: ChosenFileProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3.5 gap-y-3 rounded border border-line bg-surface px-4 py-3">
      <FileText className="!size-7 flex-none text-ink-muted" />
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
