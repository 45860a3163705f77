import { QueryState } from '@/components/list/query-state'
import { Skeleton } from '@/components/ui/skeleton'
import type { AdminBenefit } from '@/entities/benefits/admin-list'
import { useDeliveryFigures, useDeliverySettings } from '@/entities/deliveries/settings'
import { AvailabilityForm } from './availability-form'
import { Figures } from './figures'
import { Pool } from './pool'
import { SettingsForm } from './settings-form'
import { StockAlert } from './stock-alert'

const heading = 'mb-2 flex min-h-[34px] items-center text-base font-semibold'

type Props = { benefit: AdminBenefit; isShown?: boolean }

export function DeliveryTab({ benefit, isShown = true }: Props) {
  const settings = useDeliverySettings(benefit.id)
  const { data: figures } = useDeliveryFigures(benefit.id)
  return (
    <>
      <Figures benefit={benefit} />
      <div className="mt-11 grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-11 @min-[66.25rem]:grid-cols-[minmax(0,8fr)_minmax(0,5fr)]">
        {/* The other tabs have its keyboard shortcuts, and its filters in the URL. */}
        {isShown ? <Pool benefit={benefit} settings={settings.data} /> : null}
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-9">
          <section aria-labelledby="settings-heading">
            <h2 id="settings-heading" className={heading}>
              How it is delivered
            </h2>
            <QueryState
              query={settings}
              pending={<Skeleton className="h-80" />}
              error={{ title: 'The delivery settings could not be loaded.', safe: 'Nothing was changed.' }}
            >
              {(opened) => (
                <SettingsForm benefitId={benefit.id} isStocked={benefit.stock !== null} settings={opened} />
              )}
            </QueryState>
          </section>
          <section aria-labelledby="availability-heading">
            <h2 id="availability-heading" className={heading}>
              Availability
            </h2>
            {benefit.stock !== null && settings.data && figures ? (
              <div className="mb-4">
                <StockAlert
                  left={benefit.stock}
                  orders={figures.orders}
                  lowStock={settings.data.low_stock}
                  until="you raise its stock"
                />
              </div>
            ) : null}
            <AvailabilityForm benefit={benefit} />
          </section>
        </div>
      </div>
    </>
  )
}
