import { Tabs } from '@/components/ui/tabs'
import { usePersonFigures, useProfileCounts } from '@/entities/profiles/admin-person'
import { useOpenPerson } from '../use-open-person'
import { PersonCodes } from './person-codes'
import { PersonLedger } from './person-ledger'
import { PersonMessages } from './person-messages'
import { PersonNotes } from './person-notes'
import { PersonOrders } from './person-orders'
import { PersonReports } from './person-reports'

const lists = {
  orders: { label: 'Orders', List: PersonOrders },
  ledger: { label: 'Ledger', List: PersonLedger },
  codes: { label: 'Codes', List: PersonCodes },
  reports: { label: 'Reports', List: PersonReports },
  notes: { label: 'Notes', List: PersonNotes },
  messages: { label: 'Messages', List: PersonMessages },
}
const ids = ['orders', 'ledger', 'codes', 'reports', 'notes', 'messages'] as const

export function PersonLists({ id }: { id: string }) {
  const { tab, showTab } = useOpenPerson()
  const counts = { ...useProfileCounts(id).data, ...usePersonFigures(id).data }
  const { List } = lists[tab]

  return (
    <Tabs
      label="User records"
      tabs={ids.map((each) => ({ id: each, label: lists[each].label, count: counts[each] }))}
      value={tab}
      onChange={showTab}
    >
      <List id={id} count={counts[tab]} />
    </Tabs>
  )
}
