import { useState } from 'react'
import { Dialog } from '@/components/dialog/dialog'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import { type ReportDetails, reportLabel, useReport } from '@/entities/deliveries/reports'
import { formatDateTime } from '@/lib/format'
import { OpenReport } from './open-report'
import { ReportFacts } from './report-facts'

type Props = { id: string; onClose: () => void }

export function ReportDialog({ id, onClose }: Props) {
  const query = useReport(id)
  const report = query.data
  const [openedId, setOpenedId] = useState<string>()
  // It stays the form that it was when it was opened, with what was typed.
  if (report && openedId !== id && report.outcome === 'open' && report.answer === null) setOpenedId(id)
  if (report && openedId === id) return <OpenReport report={report} onClose={onClose} />
  return (
    <Dialog wide title={report ? `Report ${reportLabel(report)}` : 'Report'} onClose={onClose}>
      <QueryState
        query={query}
        pending={<Skeleton className="h-60" />}
        error={{ title: 'The report could not be loaded.', safe: 'Nothing was changed.' }}
      >
        {(data) =>
          data ? (
            <>
              <ReportFacts report={data} />
              <AnswerDetails report={data} />
            </>
          ) : (
            <EmptyState title="Report not found.">This link doesn't point to a report.</EmptyState>
          )
        }
      </QueryState>
    </Dialog>
  )
}

const words: Record<string, string> = {
  replaced: 'answered with a replacement',
  replied: 'answered',
  refunded: 'returned the tokens',
}

export function AnswerDetails({ report }: { report: ReportDetails }) {
  const { outcome, answer, answer_text, answered_by, answered_at } = report
  if (outcome === 'replaced') return <p>Replaced at once, without an admin.</p>
  if (answer === null || answered_at === null) return null
  return (
    <section aria-label="Answer">
      <p>
        <bdi className="font-semibold">{answered_by ?? 'Deleted user'}</bdi> {words[answer] ?? answer} on{' '}
        {formatDateTime(answered_at)}.
      </p>
      {answer_text ? (
        <p className="mt-2 rounded bg-surface-sunk px-3.5 py-3 whitespace-pre-line text-ink-2 [overflow-wrap:anywhere]">
          {answer_text}
        </p>
      ) : null}
    </section>
  )
}
