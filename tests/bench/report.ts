import type { Row } from './measure'
import type { Timed } from './timing'

const named = (rows: Row[], name?: string) => rows.find((row) => row.name === name)?.database

const milliseconds = (time: Timed | undefined, digits: number) => time?.median.toFixed(digits) ?? ''
const ratio = (time: Timed, other: Timed | undefined) => (other ? (time.best / other.best).toFixed(1) : '')

/** Prints a line for each row: milliseconds, and how many times the raw SQL (P7), the first page (P8), the few rows (P9). */
export function print(many: Row[], few: Row[]): void {
  const head = ['', 'ms in the database', 'ms over HTTP', 'x raw', 'x first page', 'x 10,000 rows']
  const lines = many.map((row) => [
    row.name,
    milliseconds(row.database, 2),
    milliseconds(row.http, 1),
    ratio(row.database, row.raw),
    ratio(row.database, named(many, row.first)),
    ratio(row.database, named(few, row.name)),
  ])
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)))
  for (const line of [head, ...lines]) {
    console.log(
      line.map((text, at) => (at ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0))).join('  '),
    )
  }
}

/** The broken budgets of docs/performance.md, with some slack for short times on a busy machine. */
export function broken(many: Row[], few: Row[]): string[] {
  return many.flatMap((row) => {
    const time = row.database.best
    const faults: string[] = []
    const judge = (budget: string, than: string, other: Timed | undefined, times: number, slack: number) => {
      if (!other || time <= times * other.best || time <= other.best + slack) return
      faults.push(
        `${budget} broken by '${row.name}': ${time.toFixed(2)} ms, ${than} ${other.best.toFixed(2)} ms`,
      )
    }
    if (row.kind === 'page') {
      judge('P7', 'raw SQL', row.raw, 5, 1)
      judge('P8', 'its first page', named(many, row.first), 1.3, 0.5)
      judge('P9', 'with 10,000 rows', named(few, row.name), 2, 1)
    }
    if (row.kind === 'search' && time > 1.3 * 15)
      faults.push(`P10 broken by '${row.name}': ${time.toFixed(2)} ms`)
    return faults
  })
}
