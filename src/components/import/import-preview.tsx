import { Copy } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '@/components/ui/button'
import { copyFailure, copyWithToast } from '@/components/ui/copy-button'
import { SumLine, SumTotal } from '@/components/ui/sum'
import { formatCount, formatNumber } from '@/lib/format'
import type { RefusedLine } from '@/lib/read-csv'

type Used = {
  /** 'These 33 people are written to' */
  title: string
  heads: readonly string[]
  rows: readonly { line: number; cells: readonly string[] }[]
}
type Props = {
  /** Of lines read. */
  count: number
  total: { name: string; value: number }
  used?: Used
  refused: readonly RefusedLine[]
  /** Further facts, as `<Fact>`. */
  children?: ReactNode
}

const maxShown = { used: 10, refused: 100 }

/** Exactly what an import would do, line by line (D59). */
export function ImportPreview({ count, total, used, refused, children }: Props) {
  return (
    <>
      <section aria-label="Lines">
        <dl className="figures border-t border-ink">
          <SumLine name="Lines read" value={formatNumber(count)} />
          {refused.length > 0 ? <SumLine name="Left out" value={`−${formatNumber(refused.length)}`} /> : null}
          {reasonsOf(refused).map(([reason, lines]) => (
            <SumLine key={reason} isPart name={reason} value={formatNumber(lines)} />
          ))}
          <SumTotal name={total.name} value={formatNumber(total.value)} />
        </dl>
      </section>
      {children ? <dl className="-mt-3">{children}</dl> : null}
      {used && used.rows.length > 0 ? <LineTable {...used} most={maxShown.used} /> : null}
      <RefusedLines lines={refused} />
    </>
  )
}

/** How many lines have each reason, whatever line or value it names; the most frequent five. */
function reasonsOf(refused: readonly RefusedLine[]): [reason: string, lines: number][] {
  const counts = new Map<string, number>()
  for (const { reason } of refused) {
    const general = reason
      .replace(/ (?:as|of) line [\d.,\s]+$/, ' as an earlier line')
      .replace(/^“[^”]*” is /, '')
    const text = general.charAt(0).toUpperCase() + general.slice(1)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const found = [...counts].sort(([, a], [, b]) => b - a)
  return found.length > 1 ? found.slice(0, 5) : found
}

export function RefusedLines({ lines }: { lines: readonly RefusedLine[] }) {
  if (lines.length === 0) return null
  return (
    <LineTable
      most={maxShown.refused}
      title={formatCount(lines.length, 'line is left out', 'lines are left out')}
      heads={['What is there', 'Why']}
      rows={lines.map(({ line, value, reason }) => ({ line, cells: [value || 'Empty', reason] }))}
    />
  )
}

function LineTable({ title, heads, rows, most }: Used & { most: number }) {
  const heading = useId()
  const copied = rows.map(({ line, cells }) => `Line ${line}: ${cells.filter(Boolean).join(', ')}`).join('\n')
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 id={heading} className="text-base font-semibold">
          {title}
        </h3>
        <Button
          size="sm"
          variant="quiet"
          icon={<Copy />}
          onClick={() =>
            copyWithToast(
              copied,
              `${formatCount(rows.length, 'line')} copied to clipboard`,
              copyFailure('the lines'),
            )
          }
        >
          Copy them
        </Button>
      </div>
      <table className="w-full border-t border-ink text-left">
        <thead className="text-xs text-ink-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-2 pr-3 font-normal">
                {head}
              </th>
            ))}
            <th scope="col" className="py-2 text-right font-normal">
              Line
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map(({ line, cells }) => (
            <tr key={`${line} ${cells[0]}`} className="border-t border-line">
              {cells.map((cell, at) => (
                <td key={heads[at]} className="py-2 pr-3 align-top [overflow-wrap:anywhere]">
                  {cell}
                </td>
              ))}
              <td className="figures py-2 text-right align-top text-ink-muted">{formatNumber(line)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most ? (
        <p className="mt-2 text-ink-muted">
          And {formatCount(rows.length - most, 'line')} more, which 'Copy them' includes.
        </p>
      ) : null}
    </section>
  )
}
