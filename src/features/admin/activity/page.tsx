import { SelectField } from '@/components/form/select-field'
import { SearchField } from '@/components/list/search-field'
import { PageHeader } from '@/components/ui/page-header'
import { type ActivityTable, activityTables } from '@/entities/activity/activity'
import { Log } from './log'
import { useActivityFilters } from './use-activity-filters'

const choices: Record<ActivityTable, string> = {
  orders: 'Orders',
  profiles: 'Users',
  benefits: 'Benefits',
  redeem_codes: 'Token codes',
  invite_codes: 'Invite codes',
  app_settings: 'Email branding',
  pictures: 'Pictures',
}

/** /admin/activity: what admins changed, in sentences, from the log that nobody can edit (D29). */
export function ActivityPage() {
  const { filters, typed, setTyped, choose, clear } = useActivityFilters()
  return (
    <>
      <PageHeader
        title="Activity"
        subtitle="Every change by an admin: who, what, when. Nobody can edit this log."
        actions={
          <>
            <SelectField
              label={<span className="sr-only">Show</span>}
              className="!gap-0 md:w-[170px]"
              value={filters.table}
              onChange={({ target }) => choose(target.value)}
            >
              <option value="">Everything</option>
              {activityTables.map((table) => (
                <option key={table} value={table}>
                  {choices[table]}
                </option>
              ))}
            </SelectField>
            <SearchField label="Search activity" value={typed} onChange={setTyped} className="md:w-[280px]" />
          </>
        }
      />
      <Log filters={filters} onClear={clear} />
    </>
  )
}
