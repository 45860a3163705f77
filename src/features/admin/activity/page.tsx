import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { SearchField, useSearchText } from '@/components/list/search-field'
import { dayParam, oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { PageHeader } from '@/components/ui/page-header'
import { type ActivityTable, activityTables } from '@/entities/activity/activity'
import { useAdminFactors } from '@/entities/settings/settings'
import { Log } from './log'

const params = {
  q: textParam,
  table: oneOf(activityTables, ''),
  by: textParam,
  from: dayParam,
  to: dayParam,
}

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
  const { table, by, from, to } = state
  const { data: admins } = useAdminFactors()
  const isFormer = by && admins && !admins.some(({ id }) => id === by)

  function clear() {
    setTyped('')
    set({ q: '', table: '', by: '', from: '', to: '' })
  }

  return (
    <>
      <PageHeader
        title="Activity"
        subtitle="Every change by an admin: who, what, when. Nobody can edit this log."
      />
      <section aria-label="Filter activity" className="mb-6 flex flex-wrap items-end gap-3">
        <SearchField
          label="Search activity"
          value={typed}
          onChange={setTyped}
          className="flex-1 max-md:basis-full md:min-w-[200px] md:max-w-[340px]"
        />
        <SelectField
          label="Show"
          className="w-[170px] max-md:w-full"
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
        <SelectField
          label="Admin"
          className="w-[200px] max-md:w-full"
          value={by}
          onChange={({ target }) => set({ by: target.value })}
        >
          <option value="">Everybody</option>
          {isFormer ? <option value={by}>Former admin</option> : null}
          {admins?.map(({ id, name }) => (
            <option key={id} value={id} dir="auto">
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="From Date"
          type="date"
          value={from}
          max={to || '9999-12-31'}
          onChange={({ target }) => set({ from: target.value })}
        />
        <TextField
          label="To Date"
          type="date"
          value={to}
          min={from || undefined}
          max="9999-12-31"
          onChange={({ target }) => set({ to: target.value })}
        />
      </section>
      <Log filters={{ search, table, actor: by, from, to }} onClear={clear} />
    </>
  )
}
