import { useState } from 'react'
import { Link } from 'react-router-dom'
import { EntryCell } from '@/components/table/entry-cell'
import type { Column } from '@/components/table/table-column'
import { TimeCell } from '@/components/table/time-cell'
import { reportAnswer, reportLabel } from '@/entities/deliveries/reports'
import { type PersonReport, usePersonReports } from '@/entities/profiles/admin-person'
import { createdKey } from '@/entities/shared/keyset'
import type { PageCursor } from '@/lib/page-cursor'
import { paths } from '@/lib/paths'
import { PersonList } from './person-list'

const columns: Column<PersonReport>[] = [
  {
    id: 'reported',
    header: 'Reported',
    nowrap: true,
    cell: ({ created_at }) => <TimeCell iso={created_at} />,
  },
  {
    id: 'what',
    header: 'What is wrong',
    card: 'main',
    cell: (report) => (
      <EntryCell
        title={
          <Link to={`${paths.adminReports}?report=${report.id}`} className="link">
            {report.reason ?? 'Data removed'}
          </Link>
        }
        sub={[reportLabel(report), report.order_number, report.benefit_name].filter(Boolean).join(', ')}
      />
    ),
  },
  {
    id: 'answer',
    header: 'Answer',
    cell: (report) => <EntryCell title={reportAnswer(report) ?? 'Open'} sub={report.answer_text} />,
  },
]
const table = { caption: 'Reports', columns }

export function PersonReports({ id, count }: { id: string; count: number | undefined }) {
  const [cursor, goTo] = useState<PageCursor>({ page: 1 })
  return (
    <PersonList
      query={usePersonReports(id, cursor)}
      count={count}
      table={table}
      noun={['report', 'reports']}
      failure="Failed to load the reports"
      empty="Deliveries that do not work will appear here."
      keyOf={createdKey}
      goTo={goTo}
    />
  )
}
