import clsx from 'clsx'
import type { MouseEvent, ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { isPlainClick } from '@/lib/keys'

const controls = 'a, button, input, select, textarea, label'

/** A plain click on a row, but not on a control or after selecting text, clicks its `data-opens-row` control. */
function openRow(event: MouseEvent<HTMLElement>) {
  const { target, currentTarget } = event
  const opens = currentTarget.querySelector<HTMLElement>('[data-opens-row]')
  if (!opens || !isPlainClick(event)) return
  if (!(target instanceof Element) || !currentTarget.contains(target) || target.closest(controls)) return
  if (window.getSelection()?.isCollapsed === false) return
  // A dialog returns the focus to it.
  opens.focus()
  opens.click()
}

export type Column<Row> = {
  id: string
  header: string
  head?: ReactNode
  sorted?: 'ascending' | 'descending' | 'none'
  cell: (row: Row) => ReactNode
  /** For numbers: right-aligned, tabular. */
  align?: 'end'
  ruled?: boolean
  nowrap?: boolean
  /** Position in a card; default: label and value. `left` and `right` share a line; `line` makes a short card on phones;
   * `below` is what the row says of itself, under its heading, with the actions as wide as the card. */
  card?: 'below' | 'main' | 'side' | 'actions' | 'left' | 'right' | 'line' | 'aside' | 'pick'
  width?: number | string
  /** The column leaves first where the table is narrower than about 900 px, or where rows are cards. */
  hiddenIn?: 'narrow' | 'cards'
  skeleton?: ReactNode
}

function cellClass<Row>({ align, ruled, nowrap, card, hiddenIn }: Column<Row>): string | undefined {
  return (
    clsx(
      align === 'end' && 'end',
      ruled && 'ruled',
      nowrap && 'nowrap',
      hiddenIn && `leaves-${hiddenIn}`,
      card === 'actions' ? 'acts' : card === 'pick' ? 'pick' : card && `card-${card}`,
    ) || undefined
  )
}

export type TableProps<Row> = {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  newKeys?: ReadonlySet<string>
  selectedKey?: string
  /** One cell per column; the first one spans the undefined ones after it. */
  total?: ReactNode[]
  /** Becomes cards by the width of the page, not its own. */
  compact?: boolean
  skeletonRows?: number
}

/** Rows become cards if the columns do not fit. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  newKeys,
  selectedKey,
  total,
  compact = false,
  skeletonRows = 6,
}: TableProps<Row>) {
  return (
    <div className={compact ? undefined : 'ledger-frame'}>
      <table className="ledger" aria-busy={rows === undefined || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                aria-sort={column.sorted}
                className={cellClass(column)}
                style={{ width: column.width }}
              >
                {column.card === 'actions' ? (
                  <span className="sr-only">{column.header}</span>
                ) : (
                  (column.head ?? column.header)
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows?.map((row) => {
            const key = rowKey(row)
            return (
              <tr
                key={key}
                data-new={newKeys?.has(key) || undefined}
                data-selected={key === selectedKey || undefined}
                onClick={openRow}
              >
                {columns.map((column) => (
                  <td key={column.id} className={cellClass(column)} data-label={cardLabel(column)}>
                    {column.card === 'actions' ? (
                      <span className="acts-row">{column.cell(row)}</span>
                    ) : (
                      column.cell(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          }) ?? <SkeletonRows columns={columns} count={skeletonRows} />}
        </tbody>
        {total && rows ? <TotalRow columns={columns} total={total} /> : null}
      </table>
    </div>
  )
}

function TotalRow<Row>({ columns, total: [label, ...rest] }: { columns: Column<Row>[]; total: ReactNode[] }) {
  const span =
    1 +
    Math.max(
      rest.findIndex((cell) => cell !== undefined),
      0,
    )
  const numbers = columns.slice(span)
  const isOnlyOne = numbers.length === 1
  return (
    <tfoot>
      <tr>
        <td colSpan={span} className="card-main">
          {label}
        </td>
        {numbers.map((column, index) => (
          <td
            key={column.id}
            className={cellClass({ ...column, card: isOnlyOne ? 'side' : undefined })}
            data-label={column.header}
          >
            {rest[span - 1 + index]}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function cardLabel<Row>({ card, header }: Column<Row>): string | undefined {
  return card === 'main' || card === 'below' || card === 'actions' ? undefined : header
}

// Classes: the dashboard's prerendered shell allows no style attributes (CSP).
const mainWidths = ['w-[70%]', 'w-[52%]', 'w-[61%]']

type SkeletonProps<Row> = { columns: Column<Row>[]; count: number }

function SkeletonRows<Row>({ columns, count }: SkeletonProps<Row>) {
  return Array.from({ length: count }, (_, row) => `waiting-${row}`).map((key, row) => (
    <tr key={key}>
      {columns.map((column) => (
        <td key={column.id} className={cellClass(column)} data-label={cardLabel(column)}>
          {column.skeleton ?? (
            <Skeleton
              className={clsx(
                'my-[4.5px] h-[11px] max-w-full',
                column.align === 'end' && 'ml-auto',
                column.card === 'actions' && 'my-0 h-[20px]',
                column.card === 'main' ? mainWidths[row % 3] : column.align === 'end' ? 'w-9' : 'w-21',
              )}
            />
          )}
        </td>
      ))}
    </tr>
  ))
}
