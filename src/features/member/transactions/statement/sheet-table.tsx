import clsx from 'clsx'
import type { ReactNode } from 'react'
import type { Statement } from '@/entities/history/statement'
import { ownTitle } from '@/entities/transactions/transaction'
import { formatDayOfMonth, formatNumber, formatSigned } from '@/lib/format'

const numeric =
  'border-l border-line px-3 text-right whitespace-nowrap last:pr-0 max-md:px-[7px] print:px-3 print:last:pr-0'

type Props = { month: string; statement: Statement; last: Date }

/** For large text on a phone, where the amounts go below what they are for. */
const stacked =
  '@max-[18rem]:block @max-[18rem]:[&_:is(thead,tbody,tfoot)]:block @max-[18rem]:[&_tr]:flex @max-[18rem]:[&_tr]:flex-wrap @max-[18rem]:[&_tr]:justify-end @max-[18rem]:[&_:is(td,th):not(.figures)]:basis-full @max-[18rem]:[&_thead]:sr-only'

/** Stays a table on phones, as on paper. */
export function SheetTable({ month, statement: { rows, opening, closing, complete }, last }: Props) {
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
