import { Mark } from '@/components/domain/brand'
import type { Statement } from '@/entities/history/statement'
import { lastDayOf, monthOf } from '@/entities/history/statement'
import { useProfile } from '@/entities/profiles/profile'
import { brand } from '@/lib/brand'
import { formatCount, formatDate, formatNumber } from '@/lib/format'
import { SheetTable } from './sheet-table'

type Props = { month: string; statement: Statement }

export function Sheet({ month, statement }: Props) {
  const { rows, earlier, complete } = statement
  const { data: profile } = useProfile()
  const end = earlier + rows.length
  const isFree = complete && rows.every(({ transaction_type }) => transaction_type !== 'purchase')
  const isOver = month < monthOf(new Date())
  const last = isOver ? lastDayOf(month) : new Date()
  return (
    <article className="statement mx-auto grid max-w-[794px] gap-7 border border-line bg-surface-raised px-[60px] pt-14 pb-12 [overflow-wrap:anywhere] max-md:-mx-4 max-md:border-x-0 max-md:px-4 max-md:py-6">
      <header className="flex items-start justify-between gap-6 max-md:grid">
        <p className="flex items-center gap-2.5 font-serif text-[1.3125rem]/none font-semibold">
          <Mark className="size-6 text-accent" />
          <span className="pt-0.5">{brand.name}</span>
        </p>
        <div className="text-right max-md:text-left">
          <h1 tabIndex={-1} className="text-lg font-semibold focus-visible:outline-none">
            Statement of tokens
          </h1>
          <p className="text-ink-muted">
            {formatDate(`${month}-01T00:00`)} to {formatDate(last.toISOString())}
          </p>
        </div>
      </header>
      <div className="grid gap-6 md:grid-cols-2 print:grid-cols-2">
        <div>
          <p className="text-ink-muted">Member</p>
          <p className="font-semibold">
            <bdi>{profile?.name}</bdi>
          </p>
          <p className="text-ink-muted">{profile?.email}</p>
        </div>
        <div>
          <p className="text-ink-muted">Transactions</p>
          <p className="font-semibold">{numbers(earlier, rows.length)}</p>
          <p className="text-ink-muted">
            {formatNumber(rows.length)} of {formatNumber(end)}{' '}
            {complete ? `at the end of ${isOver ? 'the month' : 'this day'}` : 'after these'}
          </p>
        </div>
      </div>
      <SheetTable statement={statement} last={last} month={month} />
      <footer className="grid gap-0.5 border-t border-line pt-3.5 text-xs text-ink-muted">
        <p>
          {`Tokens are not money and cannot be exchanged for it.${isFree ? ' No money was charged in this month.' : ''}`}
        </p>
        {complete ? null : (
          <p>Only the first {formatCount(rows.length, 'transaction')} of the month are listed.</p>
        )}
        <p>Printed on {formatDate(new Date().toISOString())}.</p>
      </footer>
    </article>
  )
}

function numbers(earlier: number, count: number): string {
  if (count === 0) return 'None in this month'
  if (count === 1) return `No. ${formatNumber(earlier + 1)}`
  return `No. ${formatNumber(earlier + 1)} to ${formatNumber(earlier + count)}`
}
