import { CircleCheck, CircleOff } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { BenefitImageSkeleton } from '@/components/domain/benefit-card'
import { EmptyState, QueryState } from '@/components/list/query-state'
import { oneOf, textParam, useUrlState } from '@/components/list/use-url-state'
import { BackLink, PageHeader } from '@/components/ui/page-header'
import { Skeleton } from '@/components/ui/skeleton'
import { Tabs } from '@/components/ui/tabs'
import { Tag } from '@/components/ui/tag'
import { type AdminBenefit, useAdminBenefit } from '@/entities/benefits/admin-list'
import { adminBenefitsLoadFailure } from '@/entities/benefits/messages'
import { useDeliveryFigures } from '@/entities/deliveries/settings'
import { useBenefitOrderCount } from '@/entities/orders/admin-list'
import { paths } from '@/lib/paths'
import { DeliveryTab } from '../delivery/delivery-tab'
import { DetailsTab, detailsGrid } from './details-tab'
import { OrdersTab } from './orders-tab'
import { ReportsTab } from './reports-tab'

const filters = { q: textParam, state: textParam, show: textParam, report: textParam }
const params = { tab: oneOf(['delivery', 'orders', 'reports'], 'details'), ...filters }
const tabs = {
  details: { label: 'Details', Tab: DetailsTab },
  delivery: { label: 'Delivery', Tab: undefined },
  orders: { label: 'Orders', Tab: OrdersTab },
  reports: { label: 'Reports', Tab: ReportsTab },
}
const ids = ['details', 'delivery', 'orders', 'reports'] as const

export function AdminBenefitPage() {
  const { id = '' } = useParams()
  const benefit = useAdminBenefit(id)
  return (
    <>
      <BackLink to={paths.adminBenefits}>Benefits</BackLink>
      <QueryState
        query={benefit}
        pending={
          <div data-row="benefits">
            <PageHeader title="Benefit" source={{ field: 'name' }} />
            <Skeleton className="h-10" />
            <div className={`mt-7 ${detailsGrid}`}>
              <BenefitImageSkeleton />
            </div>
          </div>
        }
        error={{ title: adminBenefitsLoadFailure, safe: 'Nothing was changed.' }}
      >
        {(found) =>
          found ? (
            // Another benefit has forms of its own.
            <BenefitTabs key={found.id} benefit={found} />
          ) : (
            <>
              <PageHeader title="Benefit" />
              <EmptyState title="Benefit not found.">This link doesn't point to a benefit.</EmptyState>
            </>
          )
        }
      </QueryState>
    </>
  )
}

function BenefitTabs({ benefit }: { benefit: AdminBenefit }) {
  const { name, is_active } = benefit
  const { state, set } = useUrlState(params)
  const { data: orders } = useBenefitOrderCount(benefit.id)
  const isDelivery = state.tab === 'delivery'
  // Hidden, its forms keep what is not saved.
  const [wasDelivery, setWasDelivery] = useState(isDelivery)
  if (isDelivery && !wasDelivery) setWasDelivery(true)
  const { Tab } = tabs[state.tab]
  const { data: figures } = useDeliveryFigures(benefit.id)
  const counts: Partial<Record<(typeof ids)[number], number>> = { orders, reports: figures?.reports }
  return (
    <>
      <PageHeader
        title={name}
        name={name}
        badge={
          is_active ? (
            <Tag tone="good" icon={<CircleCheck />}>
              Active
            </Tag>
          ) : (
            <Tag icon={<CircleOff />}>Inactive</Tag>
          )
        }
      />
      <Tabs
        label={name}
        tabs={ids.map((id) => ({ id, label: tabs[id].label, count: counts[id] }))}
        value={state.tab}
        // The filters of the other tab do not apply here.
        onChange={(tab) => set({ tab, q: '', state: '', show: '', report: '' })}
      >
        {wasDelivery ? (
          <div hidden={!isDelivery} className="pt-7">
            <DeliveryTab benefit={benefit} isShown={isDelivery} />
          </div>
        ) : null}
        {Tab ? (
          <div className="pt-7">
            <Tab benefit={benefit} />
          </div>
        ) : null}
      </Tabs>
    </>
  )
}
