import clsx from 'clsx'
import { CircleCheck, CircleHelp } from 'lucide-react'
import { Checkbox } from '@/components/form/checkbox'
import { SelectField } from '@/components/form/select-field'
import { maskMiddle } from '@/lib/csv-lines'
import { formatCount, formatNumber } from '@/lib/format'
import type { CsvSchema, CsvTable, PickedColumns, RefusedLine } from '@/lib/read-csv'

type Props<Name extends string, Row> = {
  schema: CsvSchema<Name, Row>
  table: CsvTable<Name, Row>
  onPick: (change: PickedColumns<Name>) => void
}

const shownLines = 5
/** No column has this position. */
const none = -1

/** Which columns of a table are read, and what its first lines say; asks where that is not clear (D59). */
export function ImportColumns<Name extends string, Row>({ schema, table, onPick }: Props<Name, Row>) {
  const { heading, columns, dates, first, lines, rows, refused, isSure, needsDateFormat, problem } = table
  if (problem || first.length === 0) return null
  const names = Object.keys(schema.columns) as Name[]
  const isTable = first.length > 1 || heading || !isSure
  const hasSecret = names.some((name) => schema.columns[name].isSecret)
  const pickColumns = (change: PickedColumns<Name>) => onPick({ heading, columns, ...change })
  return (
    <section aria-label="What is read" className="grid min-w-0 gap-4">
      {isTable ? (
        <>
          <div className="border-t border-ink">
            {names.map((name) => (
              <ColumnChoice
                key={name}
                {...schema.columns[name]}
                value={columns[name]}
                isSure={isSure}
                // Whoever is asked has to judge it.
                first={hasSecret && !heading && isSure ? first.map(maskMiddle) : first}
                autoMatch={
                  columns[name] !== undefined && foundBy(schema.columns[name], heading, first[columns[name]])
                }
                onChoose={(at) => pickColumns({ columns: { ...columns, [name]: at } })}
              />
            ))}
          </div>
          <div className="grid items-end gap-4 md:grid-cols-2">
            {needsDateFormat ? (
              <SelectField
                label="Dates are written"
                value={dates ?? ''}
                onChange={({ target }) => onPick({ dates: target.value === 'month' ? 'month' : 'day' })}
              >
                {dates ? null : <option value="">Choose</option>}
                <option value="day">Day first: 31/12/2027</option>
                <option value="month">Month first: 12/31/2027</option>
              </SelectField>
            ) : null}
            <Checkbox
              showLabel
              label="The first line is a heading"
              checked={heading}
              onChange={({ target }) => pickColumns({ heading: target.checked })}
            />
          </div>
          <FirstLines schema={schema} table={table} />
        </>
      ) : null}
      <p role="status" className={clsx('figures', isSure ? 'text-ink-2' : 'font-medium')}>
        {!isSure
          ? needsDateFormat &&
            dates === undefined &&
            names.every((name) => columns[name] !== undefined || !schema.columns[name].required)
            ? 'Say how the dates are written.'
            : 'Say which column it is, and whether the first line is a heading.'
          : lines.length === 0
            ? 'There is only a heading, and no line below it.'
            : refused.length > 0
              ? `${formatNumber(rows.length)} of ${formatCount(rows.length + refused.length, 'line')} can be used. ${examples(refused)}`
              : ''}
      </p>
    </section>
  )
}

/** The first three; the next step lists all of them. */
const examples = (refused: readonly RefusedLine[]) =>
  refused
    .slice(0, 3)
    .map(({ line, reason }) => `Line ${formatNumber(line)}: ${reason.replace(/\.$/, '')}.`)
    .join(' ')

const foundBy = ({ headings }: { headings: RegExp }, heading: boolean, cell = '') =>
  !heading ? 'By its place' : headings.test(cell) ? 'Found by its name' : 'Chosen'

type ChoiceProps = {
  label: string
  required?: boolean
  value: number | undefined
  isSure: boolean
  /** How the column was found. */
  autoMatch: string | false
  first: readonly string[]
  onChoose: (at: number) => void
}

function ColumnChoice({ label, required, value, isSure, autoMatch, first, onChoose }: ChoiceProps) {
  const isOpen = value === undefined && !isSure
  return (
    <div
      className={clsx(
        'grid items-end gap-x-4 gap-y-1 border-b border-line py-2.5 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]',
        isOpen && required && 'bg-warning-soft',
      )}
    >
      <SelectField
        label={`${label} column`}
        mark={required ? undefined : '(optional)'}
        value={value ?? (isOpen ? '' : none)}
        onChange={({ target }) => onChoose(Number(target.value))}
      >
        {isOpen ? <option value="">Choose</option> : null}
        {required ? null : <option value={none}>None</option>}
        {first
          .map((cell, at) => ({ at, text: `${formatNumber(at + 1)}${cell && `: ${cell}`}` }))
          .map(({ at, text }) => (
            <option key={at} value={at}>
              {text}
            </option>
          ))}
      </SelectField>
      {value !== undefined && value !== none ? (
        <p className="flex min-h-10 items-center gap-2 text-xs text-accent">
          <CircleCheck className="!size-4" />
          {autoMatch}
        </p>
      ) : isOpen && required ? (
        <p className="flex min-h-10 items-center gap-2 text-xs font-medium text-warning">
          <CircleHelp className="!size-4" />
          Choose a column
        </p>
      ) : null}
    </div>
  )
}

/** The first lines with the columns that are read marked; on phones only these. */
function FirstLines<Name extends string, Row>({ schema, table }: Omit<Props<Name, Row>, 'onPick'>) {
  const { heading, columns, first, lines, isSure } = table
  const names = Object.keys(schema.columns) as Name[]
  // Until a secret's column is known, each may be it.
  const mayBeSecret = !isSure && names.some((name) => schema.columns[name].isSecret)
  const shown = first.map((head, at) => {
    const used = names.find((name) => columns[name] === at)
    const { label, isSecret = mayBeSecret } = used ? schema.columns[used] : { label: undefined }
    return {
      at,
      head: heading ? head : '',
      label,
      isSecret,
      style: label ? 'bg-accent-soft' : isSure && 'max-md:hidden',
    }
  })
  if (lines.length === 0) return null
  return (
    <div>
      <table className="w-full table-fixed border border-line text-left text-xs">
        <caption className="sr-only">First lines</caption>
        <thead>
          <tr>
            <th scope="col" className="w-14 px-3 py-2 align-bottom font-normal text-ink-muted">
              Line
            </th>
            {shown.map(({ at, head, label, style }) => (
              <th key={at} scope="col" className={clsx('truncate px-3 py-2 font-normal', style)}>
                <b className={label ? 'block text-accent' : 'block text-ink-muted'}>{label ?? 'Not used'}</b>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.slice(0, shownLines).map(({ line, cells }) => (
            <tr key={line} className="border-t border-line">
              <td className="figures px-3 py-2 text-ink-muted">{formatNumber(line)}</td>
              {shown.map(({ at, isSecret, style, label }) => (
                <td
                  key={at}
                  translate="no"
                  className={clsx('truncate px-3 py-2', style, !label && 'text-ink-muted')}
                >
                  {isSecret ? maskMiddle(cells[at]?.trim() ?? '') : cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-xs text-ink-muted">
        {`The first ${formatNumber(Math.min(shownLines, lines.length))} of ${formatCount(lines.length, 'line')}.`}
      </p>
    </div>
  )
}
