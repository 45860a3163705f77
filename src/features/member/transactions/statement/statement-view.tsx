import { Printer } from 'lucide-react'
import { SelectField } from '@/components/form/select-field'
import { QueryState } from '@/components/list/query-state'
import { Button } from '@/components/ui/button'
import { BackLink, PageTitle } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import {
  formatMonth,
  monthOf,
  monthsSince,
  newestStatement,
  useFirstEntry,
  useStatement,
} from '@/entities/history/statement'
import { paths } from '@/lib/paths'
import { Sheet } from './sheet'
import './statement.css'

type Props = {
  /** The newest one if absent. */
  month: string | undefined
  onMonth: (month: string) => void
}

export function StatementView({ month, onMonth }: Props) {
  const first = useFirstEntry()
  const joined = first.data ? new Date(first.data) : undefined
  return (
    <QueryState
      query={first}
      pending={<Skeleton className="mx-auto h-[520px] max-w-[794px]" />}
      error={{ title: 'The statement could not be loaded.', safe: 'Your tokens are not affected.' }}
    >
      {() => (
        <Month
          month={month ?? newestStatement(joined ?? new Date())}
          joined={joined ?? new Date()}
          onMonth={onMonth}
        />
      )}
    </QueryState>
  )
}

type MonthProps = { month: string; joined: Date; onMonth: Props['onMonth'] }

function Month({ month, joined, onMonth }: MonthProps) {
  const statement = useStatement(month)
  const months = monthsSince(joined, new Date())
  return (
    <>
      <PageTitle>{`Statement of tokens, ${formatMonth(month)}`}</PageTitle>
      <div className="mx-auto mb-5 flex max-w-[794px] flex-wrap items-center gap-3 print:hidden">
        <div className="max-md:w-full">
          <BackLink to={paths.transactions}>Token History</BackLink>
        </div>
        <SelectField
          label="Month"
          className="ml-auto !grid-cols-[auto_minmax(0,190px)] items-center !gap-3 max-md:ml-0 max-md:flex-1 max-md:!grid-cols-[auto_1fr]"
          value={month}
          onChange={({ target }) => onMonth(target.value)}
        >
          {[...new Set([month, ...months])]
            .sort()
            .reverse()
            .map((each) => (
              <option key={each} value={each}>
                {formatMonth(each)}
              </option>
            ))}
        </SelectField>
        <Button
          variant="primary"
          icon={<Printer />}
          disabled={!statement.data || month > monthOf(new Date())}
          onClick={() => window.print()}
        >
          Print
        </Button>
      </div>
      <QueryState
        query={statement}
        pending={<Skeleton className="mx-auto h-[520px] max-w-[794px]" />}
        error={{ title: 'The statement could not be loaded.', safe: 'Your tokens are not affected.' }}
      >
        {(data) => <Sheet month={month} statement={data} />}
      </QueryState>
    </>
  )
}
