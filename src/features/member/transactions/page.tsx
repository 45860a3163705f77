import { FileText, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { typeWord } from '@/components/domain/transaction-tag'
import { SelectField } from '@/components/form/select-field'
import { EmptyState } from '@/components/list/empty-state'
import { FirstPage } from '@/components/list/first-page'
import { LoadedRows } from '@/components/list/loaded-rows'
import { pageInfo } from '@/components/list/page-info'
import { Pager } from '@/components/list/pager'
import { QueryState } from '@/components/list/query-state'
import { oneOf, pageParam, useUrlState } from '@/components/list/use-url-state'
import { DataTable } from '@/components/table/data-table'
import { Button } from '@/components/ui/button'
import { LinkButton } from '@/components/ui/link-button'
import { PageHeader } from '@/components/ui/page-header'
import { isMonth } from '@/entities/history/month'
import { type NumberedEntry, transactionsPerPage, useTransactions } from '@/entities/transactions/history'
import { useTransactionTotals } from '@/entities/transactions/totals'
import { transactionTypes } from '@/entities/transactions/transaction'
import { paths } from '@/lib/paths'
import { HistoryCheck } from './history-check/history-check'
import { historyColumns } from './history-columns'
import { StatementView } from './statement/statement-view'
import { Totals, totalRow } from './totals'

const table = { caption: 'Token History', columns: historyColumns, rowKey: (row: NumberedEntry) => row.id }
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
  const [isChecking, setChecking] = useState(false)
  const history = useTransactions(type, page)
  const totals = useTransactionTotals(type).data

  return (
    <>
      <PageHeader
        title="Token History"
        subtitle="Every token in and out, and the balance after it."
        actions={
          <>
            <SelectField
              label="Type"
              className="!grid-cols-[auto_minmax(0,190px)] items-center !gap-3 max-md:!grid-cols-[auto_1fr]"
              value={type}
              onChange={({ target }) => set({ type: target.value })}
            >
              <option value="all">All types</option>
              {transactionTypes.map((each) => (
                <option key={each} value={each}>
                  {typeWord(each)}
                </option>
              ))}
            </SelectField>
            <LinkButton icon={<FileText />} to={linkTo({ statement: newest })}>
              Statements
            </LinkButton>
            {isChecking ? null : (
              <Button icon={<ShieldCheck />} onClick={() => setChecking(true)}>
                Check my history
              </Button>
            )}
          </>
        }
      />
      {isChecking ? <HistoryCheck /> : null}
      <Totals type={type} />
      <section aria-label="Transactions" className="mt-9">
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
                action={<LinkButton to={paths.transactions}>Show all types</LinkButton>}
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
