import { FileSearch, FileText, ShieldCheck } from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { typeLabel } from '@/components/domain/badges'
import { SelectField } from '@/components/form/select-field'
import { FirstPage, LoadedRows, Pager, pageInfo } from '@/components/list/pager'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { oneOf, pageParam, useUrlState } from '@/components/list/use-url-state'
import { DataTable } from '@/components/table/data-table'
import { LinkButton } from '@/components/ui/button'
import { Menu } from '@/components/ui/menu'
import { PageHeader } from '@/components/ui/page-header'
import { isMonth } from '@/entities/history/statement'
import { useCheckHistory } from '@/entities/history/use-check-history'
import { transactionsPerPage, useTransactions } from '@/entities/transactions/history'
import { type Transaction, transactionTypes, useTransactionTotals } from '@/entities/transactions/transaction'
import { formatCount } from '@/lib/format'
import { paths } from '@/lib/paths'
import { HistoryCheck } from './history-check'
import { historyColumns } from './history-columns'
import { StatementView } from './statement/statement-view'
import { Totals, totalRow } from './totals'

const table = { caption: 'Token History', columns: historyColumns, rowKey: (row: Transaction) => row.id }
const newest = 'newest'
const params = {
  type: oneOf(transactionTypes, 'all'),
  page: pageParam,
  statement: (text: string | null) => (text === newest || (text && isMonth(text)) ? text : ''),
}

export function TransactionsPage() {
  const { state, set } = useUrlState(params)
  if (state.statement === '') return <History />
  return (
    <StatementView
      month={state.statement === newest ? undefined : state.statement}
      onMonth={(statement) => set({ statement })}
    />
  )
}

function History() {
  const { state, set, linkTo } = useUrlState(params)
  const { type, page } = state
  const check = useCheckHistory()
  const history = useTransactions(type, page)
  const totals = useTransactionTotals(type).data

  return (
    <>
      <PageHeader
        title="Token History"
        badge={<HistoryMenu statement={linkTo({ statement: newest })} onCheck={check.mutate} />}
        subtitle={<span className="max-md:hidden">Every token in and out, and the balance after it.</span>}
      />
      <HistoryCheck check={check} />
      <Totals type={type} />
      <section aria-label="Transactions" className="mt-7">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-ink-muted">
            <TransactionCounts list={history.data} />
          </p>
          <SelectField
            label="Type"
            className="!grid-cols-[auto_minmax(0,190px)] items-center !gap-3"
            value={type}
            onChange={({ target }) => set({ type: target.value })}
            options={{
              all: 'All types',
              ...Object.fromEntries(transactionTypes.map((each) => [each, typeLabel(each)])),
            }}
          />
        </div>
        <QueryState
          query={history}
          pending={<DataTable {...table} rows={undefined} />}
          error={{
            title: 'Your token history could not be loaded.',
            safe: (
              <>
                Your tokens are not affected. <FirstPage page={page} to={linkTo({ page: 1 })} />
              </>
            ),
          }}
          isEmpty={({ count }) => count === 0}
          empty={
            history.data?.type === 'all' ? (
              <EmptyState title="No transactions yet.">Your first transaction will appear here.</EmptyState>
            ) : (
              <EmptyState
                title="No transactions of this type."
                action={<LinkButton to={paths.transactions}>Show all</LinkButton>}
              />
            )
          }
        >
          {({ type: listed, rows, count, page: shown, pages }) => (
            <LoadedRows stale={history.isPlaceholderData}>
              <DataTable
                {...table}
                rows={rows}
                total={totals?.type === listed ? totalRow(totals) : undefined}
              />
              {pages > 1 ? (
                <Pager
                  info={pageInfo(shown, transactionsPerPage, count, 'transaction', 'transactions')}
                  page={shown}
                  pages={pages}
                  onPage={(next) => set({ page: next })}
                />
              ) : null}
            </LoadedRows>
          )}
        </QueryState>
      </section>
    </>
  )
}

function TransactionCounts({ list }: { list: ReturnType<typeof useTransactions>['data'] }) {
  if (!list || list.count === 0) return null
  const found = formatCount(list.count, 'transaction')
  if (list.type === 'all') return found
  return (
    <>
      <span>
        {list.type === 'redemption' ? `${found}: what you spent, and codes you entered.` : `${found}.`}
      </span>{' '}
      <Link to={paths.transactions} className="link">
        Show all
      </Link>
    </>
  )
}

type MenuProps = { statement: string; onCheck: (receipt?: File) => void }

/** The proof of the history is for those who look for it (D58). */
function HistoryMenu({ statement, onCheck }: MenuProps) {
  const navigate = useNavigate()
  const file = useRef<HTMLInputElement>(null)
  return (
    <>
      <Menu
        label="More"
        className="ml-auto max-md:-my-1.5"
        items={[
          {
            label: 'Download a statement',
            hint: 'Of any month, to print or to save as a PDF.',
            icon: <FileText />,
            onSelect: () => void navigate(statement),
          },
          {
            label: 'Verify my history',
            hint: 'Adds up all transactions on this device.',
            icon: <ShieldCheck />,
            onSelect: () => onCheck(),
          },
          {
            label: 'Compare with a saved result',
            hint: 'Shows whether anything has changed since.',
            icon: <FileSearch />,
            onSelect: () => file.current?.click(),
          },
        ]}
      />
      <input
        ref={file}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label="Saved result"
        onChange={({ target }) => {
          const saved = target.files?.[0]
          target.value = ''
          if (saved) onCheck(saved)
        }}
      />
    </>
  )
}
