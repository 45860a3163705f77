import { SelectField } from '@/components/form/select-field'
import { SearchField } from '@/components/list/search-field'
import { useSearchText } from '@/components/list/use-search-text'
import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { PageHeader } from '@/components/ui/page-header'
import { type ActivityTable, activityTables } from '@/entities/activity/activity'
import { Log } from './log'

const params = { q: textParam, table: oneOf(activityTables, '') }
const choices: Record<ActivityTable, string> = {
  orders: 'Orders',
  operations: 'Many rows at once',
  profiles: 'Users',
  benefits: 'Benefits',
  categories: 'Categories',
  key_batches: 'Key batches',
  delivery_keys: 'Keys',
  reports: 'Reports',
  redeem_codes: 'Token codes',
  invite_codes: 'Invite codes',
  invitations: 'Invitations',
  waitlist: 'Waitlist',
  app_settings: 'Settings',
  token_packs: 'Token packs',
  announcements: 'Announcements',
  payments: 'Refunds',
  payment_events: 'Payment events',
  pictures: 'Pictures',
  files: 'Files',
}

export function ActivityPage() {
  const { typed, search, setTyped } = useSearchText()
  const { state, set } = useUrlState(params)
  const { table } = state

  function clear() {
    setTyped('')
    set({ q: '', table: '' })
  }

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
              value={table}
              onChange={({ target }) => set({ table: target.value })}
            >
              <option value="">Everything</option>
              {activityTables.map((each) => (
                <option key={each} value={each}>
                  {choices[each]}
                </option>
              ))}
            </SelectField>
            <SearchField label="Search activity" value={typed} onChange={setTyped} className="md:w-[280px]" />
          </>
        }
      />
      <Log filters={{ search, table }} onClear={clear} />
    </>
  )
}
