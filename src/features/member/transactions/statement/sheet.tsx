import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Mark } from '@/components/domain/brand'
import { lastDayOf, monthOf, type Statement } from '@/entities/history/statement'
import { useProfile } from '@/entities/profiles/profile'
import { ownTitle } from '@/entities/transactions/transaction'
import { brand } from '@/lib/brand'
import { formatCount, formatDate, formatDayOfMonth, formatNumber, formatSigned } from '@/lib/format'

const numeric =
  'border-l border-line px-3 text-right whitespace-nowrap last:pr-0 max-md:px-[7px] print:px-3 print:last:pr-0'

type SheetTableProps = { month: string; statement: Statement; last: Date }

/** For large text on a phone, where the amounts go below what they are for. */
const stacked =
  '@max-[18rem]:block @max-[18rem]:[&_:is(thead,tbody,tfoot)]:block @max-[18rem]:[&_tr]:flex @max-[18rem]:[&_tr]:flex-wrap @max-[18rem]:[&_tr]:justify-end @max-[18rem]:[&_:is(td,th):not(.figures)]:basis-full @max-[18rem]:[&_thead]:sr-only'

/** Stays a table on phones, as on paper. */
function SheetTable({ month, statement: { rows, opening, closing, complete }, last }: SheetTableProps) {
  const sum = (sign: number) =>
    rows.reduce((total, { amount }) => (Math.sign(amount) === sign ? total + amount : total), 0)
  return (
    <table className={clsx('w-full border-t border-ink', stacked)}>
      <caption className="sr-only">Transactions of the month</caption>
      <thead className="text-left text-xs text-ink-2">
        <tr className="border-b border-line">
          <Head>Date</Head>
          <Head>Transaction</Head>
          <Head end>Received</Head>
          <Head end>Spent</Head>
          <Head end>Balance</Head>
        </tr>
      </thead>
      <tbody>
        <Line date={new Date(`${month}-01T00:00`)} entry="Opening balance" balance={opening} muted />
        {rows.map((row) => (
          <Line
            key={row.id}
            date={new Date(row.created_at)}
            entry={ownTitle(row)}
            about={row.order?.order_number}
            amount={row.amount}
            balance={row.balance_after}
          />
        ))}
      </tbody>
      <tfoot className="border-t border-b-[3px] border-double border-ink font-semibold">
        <tr>
          <th scope="row" colSpan={2} className="py-2.5 pr-3 text-left">
            {complete ? `Closing balance, ${formatDayOfMonth(last)}` : 'Balance after these transactions'}
          </th>
          <Cell>{sum(1) > 0 ? formatSigned(sum(1)) : '0'}</Cell>
          <Cell>{sum(-1) < 0 ? formatSigned(sum(-1)) : '0'}</Cell>
          <Cell>{formatNumber(closing)}</Cell>
        </tr>
      </tfoot>
    </table>
  )
}

type LineProps = {
  date: Date
  entry: string
  about?: string | null
  amount?: number
  balance: number
  muted?: boolean
}

function Line({ date, entry, about, amount = 0, balance, muted }: LineProps) {
  return (
    <tr className="break-inside-avoid border-b border-line">
      <td className="py-2.5 pr-3 whitespace-nowrap print:py-[7px]">{formatDayOfMonth(date)}</td>
      <td className={clsx('py-2.5 pr-3', muted && 'text-ink-muted')}>
        <bdi>{entry}</bdi>
        {about ? <span className="block text-xs text-ink-muted">{about}</span> : null}
      </td>
      <Cell className="text-positive">{amount > 0 ? formatSigned(amount) : null}</Cell>
      <Cell>{amount < 0 ? formatSigned(amount) : null}</Cell>
      <Cell className="font-semibold">{formatNumber(balance)}</Cell>
    </tr>
  )
}

function Head({ end, children }: { end?: boolean; children: ReactNode }) {
  return (
    <th scope="col" className={clsx('py-2.5 font-medium', end ? numeric : 'pr-3')}>
      {children}
    </th>
  )
}

function Cell({ className, children }: { className?: string; children: ReactNode }) {
  return <td className={clsx('figures py-2.5 print:py-[7px]', numeric, className)}>{children}</td>
}

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
