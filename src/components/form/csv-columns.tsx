import { Checkbox } from '@/components/form/checkbox'
import { SelectField } from '@/components/form/select-field'
import type { Columns, CsvSchema, CsvTable } from '@/lib/csv-columns'
import { formatCount, formatNumber } from '@/lib/format'

type Props<Name extends string> = {
  schema: CsvSchema<Name>
  table: CsvTable<Name>
  onPick: (columns: Columns<Name>) => void
}

const shownRows = 3
/** No column has this position. */
const none = -1

/** Which columns of a table are read, and what the first lines say; asks where that is not clear (D59). */
export function CsvColumns<Name extends string>({ schema, table, onPick }: Props<Name>) {
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
