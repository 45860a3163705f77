import { Tabs } from '@/components/ui/tabs'
import { useProfileCounts } from '@/entities/profiles/admin-detail'
import { useOpenPerson } from '../use-open-person'
import { PersonCodes } from './person-codes'
import { PersonLedger } from './person-ledger'
import { PersonOrders } from './person-orders'

const lists = {
  orders: { label: 'Orders', List: PersonOrders },
  ledger: { label: 'Ledger', List: PersonLedger },
  codes: { label: 'Codes', List: PersonCodes },
}
const ids = ['orders', 'ledger', 'codes'] as const

export function PersonLists({ id }: { id: string }) {
  const { tab, showTab } = useOpenPerson()
  const counts = useProfileCounts(id).data
  const { List } = lists[tab]

  return (
    <Tabs
      label="User records"
      tabs={ids.map((each) => ({ id: each, label: lists[each].label, count: counts?.[each] }))}
      value={tab}
      onChange={showTab}
    >
      <List id={id} count={counts?.[tab]} />
    </Tabs>
  )
}
