import { Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router-dom'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { BenefitCard } from '@/components/domain/benefit-card'
import { QueryState } from '@/components/list/query-state'
import { Button, buttonStyle } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { WithName } from '@/components/ui/with-name'
import { useBenefitStats } from '@/entities/benefits/admin-list'
import { deletionText } from '@/entities/benefits/messages'
import type { SettingsInput } from '@/entities/benefits/schemas'
import type { BenefitSettings } from '@/entities/benefits/settings'
import { shortMethodText } from '@/entities/deliveries/delivery'
import { useDeliveryStats } from '@/entities/deliveries/settings'
import { formatNumber } from '@/lib/format'
import { paths } from '@/lib/paths'
import { MethodIcon } from '@/widgets/benefits/delivery-mark'

const DeleteBenefit = lazyDialog(() => import('../delete-benefit').then((m) => m.DeleteBenefit))
const heading = 'mb-3 border-b border-ink pb-2.5 font-semibold'

type Props = { benefit: BenefitSettings; control: Control<SettingsInput> }

export function Rail({ benefit, control }: Props) {
  return (
    <aside aria-label="About this benefit" className="grid gap-9 @min-[1000px]:max-w-[300px]">
      <Preview control={control} />
      <Stats benefit={benefit} />
      <Remove benefit={benefit} />
    </aside>
  )
}

const watched = ['name', 'description', 'token_value', 'image_url', 'is_active', 'delivery_method'] as const

function Preview({ control }: { control: Control<SettingsInput> }) {
  const [name, description, value, image, isActive, method] = useWatch({ control, name: watched })
  const address = useDebounced(image.trim())
  return (
    <section aria-labelledby="preview">
      <h2 id="preview" className={heading}>
        As members see it
      </h2>
      <div className="sheet p-4">
        <BenefitCard
          benefit={{
            name: name.trim() || 'Name',
            description: description.trim() || 'Description',
            token_value: Number.isFinite(value) ? value : 0,
            image_url: address || null,
          }}
          balance={undefined}
          eager
          mark={
            <p className="mt-3 flex min-h-4 items-center gap-1.5 text-xs text-ink-muted max-md:col-span-2">
              <MethodIcon method={method} className="!size-3.5" />
              {shortMethodText(method)}
            </p>
          }
          action={
            <span
              className={buttonStyle({ size: 'sm', variant: 'accent', className: 'pointer-events-none' })}
            >
              Redeem
            </span>
          }
        />
      </div>
      {isActive ? null : (
        <p className="mt-3 text-xs text-ink-muted">Members do not see it while it is not active.</p>
      )}
    </section>
  )
}

/** Debounced: a partial address is not worth a request. */
function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), 400)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

type Counts = NonNullable<ReturnType<typeof useDeliveryStats>['data']>
type Stat = { name: string; value: string; note?: string; to?: string }

/** Orders of 30 days: their number without cancelled ones, the rates with those that were delivered before (D34). */
export function statsOf({ id }: Pick<BenefitSettings, 'id'>, counts: Counts): Stat[] {
  const { orders, tokens, on_time, due, delivered, reported, replaced, reports } = counts
  return [
    { name: 'Orders', value: formatNumber(orders), to: `${paths.adminOrders}?benefit=${id}` },
    { name: 'Tokens', value: formatNumber(tokens) },
    { name: 'On time', ...share(on_time, due, 'none due yet') },
    { name: 'Without a report', ...share(delivered - reported, delivered, 'none delivered yet') },
    {
      name: 'Reported',
      value: formatNumber(reported),
      note: replaced > 0 ? `${formatNumber(replaced)} replaced at once` : undefined,
    },
    {
      name: 'Reports of all time',
      value: formatNumber(reports),
      to: `${paths.adminReports}?benefit=${id}&show=all`,
    },
  ]
}

/** Rounded down: 100% means all. */
function share(part: number, whole: number, none: string): { value: string; note: string } {
  if (whole === 0) return { value: '–', note: none }
  return {
    value: `${Math.floor((100 * part) / whole)}%`,
    note: `${formatNumber(part)} of ${formatNumber(whole)}`,
  }
}

function Stats({ benefit }: { benefit: BenefitSettings }) {
  const counts = useDeliveryStats(benefit.id)
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className={heading}>
        In 30 days
      </h2>
      <QueryState
        query={counts}
        pending={<Skeleton className="h-48" />}
        error={{ title: 'The figures could not be loaded.', safe: 'The settings are not affected.' }}
      >
        {(loaded) => (
          <dl aria-label="In 30 days" className="-mt-3">
            {statsOf(benefit, loaded).map(({ name, value, note, to }) => (
              <div key={name} className="flex justify-between gap-4 border-b border-line py-2">
                <dt className="text-ink-2">
                  {name}
                  {note ? <span className="block text-xs text-ink-muted">{note}</span> : null}
                </dt>
                <dd className="figures font-semibold">
                  {to ? (
                    <Link
                      to={to}
                      className="link max-md:inline-block max-md:min-w-11 max-md:text-right"
                      aria-label={`${name}: ${value}`}
                    >
                      {value}
                    </Link>
                  ) : (
                    value
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </QueryState>
    </section>
  )
}

function Remove({ benefit }: { benefit: BenefitSettings }) {
  const stats = useBenefitStats([benefit.id]).data?.get(benefit.id)
  const [asked, setAsked] = useState(false)
  const navigate = useNavigate()
  return (
    <section aria-labelledby="remove">
      <h2 id="remove" className={heading}>
        Remove
      </h2>
      <p className="mb-2 text-xs text-ink-muted">{stats ? deletionText(stats) : ' '}</p>
      <Button
        variant="danger-quiet"
        size="sm"
        icon={<Trash2 />}
        className="-ml-3"
        onClick={() => setAsked(true)}
      >
        Delete benefit
      </Button>
      {asked ? (
        <DeleteBenefit
          frame={{ title: <WithName text={`Delete ${benefit.name}`} name={benefit.name} /> }}
          benefit={benefit}
          onDeleted={() => navigate(paths.adminBenefits, { replace: true })}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </section>
  )
}
