import { Coin } from '@/components/domain/token-amount'
import { Explained } from '@/components/explain/explained'
import { CountStrip } from '@/components/list/count-strip'
import { QueryState } from '@/components/list/query-state'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { useProfile } from '@/entities/profiles/profile'
import { type TransactionFilter, useTransactionTotals } from '@/entities/transactions/transaction'
import { formatCount, formatNumber, formatSigned } from '@/lib/format'

type TypeTotals = NonNullable<ReturnType<typeof useTransactionTotals>['data']>

const transactionCount = (count: number) => formatCount(count, 'transaction')

/** Received and spent of all matches (D4, D21), and the balance, which is of no type. */
export function Totals({ type }: { type: TransactionFilter }) {
  const totals = useTransactionTotals(type)
  const balance = useProfile().data?.current_tokens
  const strip = (received?: TypeTotals) => (
    <CountStrip
      label="Totals"
      counts={[
        {
          id: 'received',
          label: 'Received',
          value: received && sum(received.type, 'received', received.received),
          received: (received?.received ?? 0) > 0,
          note: received ? transactionCount(received.received_count) : '',
        },
        {
          id: 'spent',
          label: 'Spent',
          value: received && sum(received.type, 'spent', -received.spent),
          note: received ? transactionCount(received.spent_count) : '',
        },
        {
          id: 'balance',
          label: 'Balance',
          value:
            balance === undefined ? undefined : (
              <Explained numberRef="account_balance" label="Balance">
                {formatNumber(balance)}
              </Explained>
            ),
          tokens: true,
          note: 'today',
        },
      ]}
    />
  )
  return (
    <QueryState
      query={totals}
      pending={strip()}
      error={{ title: 'The totals could not be loaded.', safe: 'Your tokens are not affected.' }}
    >
      {strip}
    </QueryState>
  )
}

/** Of one type there is no balance. */
export function totalRow({ type, received, received_count, spent, spent_count }: TypeTotals) {
  return [
    `Total of ${transactionCount(received_count + spent_count)}`,
    undefined,
    undefined,
    sum(type, 'received', received, ', total'),
    sum(type, 'spent', -spent, ', total'),
    type === 'all' ? (
      <span key="balance" className="inline-flex items-center gap-[.38em]">
        <Coin className="size-[1.05em]" />
        <Explained numberRef="account_balance" label="Balance, total">
          {formatNumber(received - spent)}
        </Explained>
        <span className="sr-only"> tokens</span>
      </span>
    ) : null,
  ]
}

function sum(type: TransactionFilter, number: 'received' | 'spent', value: number, where = '') {
  const of = formatNumberRef({ number: `account_${number}`, part: type === 'all' ? undefined : type })
  return (
    <Explained key={number} numberRef={of} label={`${number === 'received' ? 'Received' : 'Spent'}${where}`}>
      {value === 0 ? '0' : formatSigned(value)}
    </Explained>
  )
}
