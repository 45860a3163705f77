import { Download } from 'lucide-react'
import { Dialog } from '@/components/dialog/dialog'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { WithName } from '@/components/ui/with-name'
import { useOperationRows } from '@/entities/operations/recent'
import { saveCsv, toCsv } from '@/lib/csv'
import { capitalize, formatCount, formatNumber } from '@/lib/format'
import { reasonText, textsOf } from './kinds'

type Props = {
  operation: { id: string; kind: string; parameters?: unknown }
  /** Without it, all rows with their outcomes. */
  state?: 'skipped' | 'kept'
  count: number
  onClose: () => void
}
type Row = NonNullable<ReturnType<typeof useOperationRows>['data']>[number]

/** More would make the dialog slow; the export has all. */
const maxListed = 100

/** Grouped by outcome or reason, the largest group first. Open with `lazyDialog`. */
export function RowsDialog({ operation, state, count, onClose }: Props) {
  const rows = useOperationRows(operation.id, state)
  const texts = textsOf(operation)
  const noun = texts?.noun ?? (['row', 'rows'] as const)
  const what = formatCount(count, ...noun)
  const were = count === 1 ? 'was' : 'were'
  const title = state
    ? `${what} ${were} ${state === 'skipped' ? 'skipped' : 'not undone'}`
    : capitalize(texts?.past(what) ?? what)

  function textOf(row: Row) {
    const { reason, reason_by, reason_at } = row
    const group = { reason: reason ?? '', count: 1, by: reason_by ?? undefined, at: reason_at ?? undefined }
    const why = reasonText(group, texts?.reasons ?? {})
    return state ? why : (outcomes[row.state]?.(why) ?? why)
  }

  function exportRows(all: readonly Row[]) {
    const lines = all.map((row) => [row.label ?? '', textOf(row)])
    const csv = toCsv([capitalize(noun[0]), state ? 'Why' : 'Outcome'], lines)
    saveCsv(`${state ?? 'operation'}-${noun[1]}`, csv)
  }

  return (
    <Dialog
      title={title}
      description={descriptionOf(state, count)}
      onClose={onClose}
      footer={
        <>
          {rows.data ? (
            <Button icon={<Download />} onClick={() => exportRows(rows.data)}>
              Export the {formatNumber(rows.data.length)}
            </Button>
          ) : null}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <QueryState
        query={rows}
        pending={<Skeleton className="h-24" />}
        error={{ title: 'The list could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {(all) => (
          <ul className="border-t border-line">
            {groups(all, textOf).map(({ text, by, members }) => (
              <li key={text} className="border-b border-line">
                <details>
                  <summary className="grid grid-cols-[36px_minmax(0,1fr)_auto] gap-2 py-2 leading-5 max-md:py-3">
                    <b className="figures pr-1.5 text-right font-semibold">{formatNumber(members.length)}</b>
                    <span className="[overflow-wrap:anywhere]">
                      <WithName text={text} name={by} />
                    </span>
                    <span className="link">Show</span>
                  </summary>
                  <p className="figures pb-3 pl-11 text-ink-2 [overflow-wrap:anywhere]">
                    {`${members
                      .slice(0, maxListed)
                      .map(({ label }) => label)
                      .join(', ')}${
                      members.length > maxListed
                        ? ` and ${formatNumber(members.length - maxListed)} more, which the export has`
                        : ''
                    }`}
                  </p>
                </details>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Dialog>
  )
}

const outcomes: Partial<Record<string, (why: string) => string>> = {
  changed: () => 'Changed',
  undone: () => 'Restored by undo',
  kept: (why) => `Changed, not undone: ${why}`,
  skipped: (why) => `Skipped: ${why}`,
  waiting: () => 'Not reached yet',
}

function descriptionOf(state: Props['state'], count: number): string {
  if (!state) return 'The outcome of each row.'
  if (state === 'skipped') return count === 1 ? 'It is as it was.' : 'They are as they were.'
  return count === 1 ? 'It stays as it is now.' : 'They stay as they are now.'
}

function groups(rows: readonly Row[], textOf: (row: Row) => string) {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const text = textOf(row)
    const members = found.get(text)
    if (members) members.push(row)
    else found.set(text, [row])
  }
  return [...found]
    .map(([text, members]) => ({ text, by: members[0]?.reason_by ?? undefined, members }))
    .sort((a, b) => b.members.length - a.members.length)
}
