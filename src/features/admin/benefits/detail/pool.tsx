import clsx from 'clsx'
import { Clock, ClockAlert, Upload } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { QueryState } from '@/components/list/query-state'
import { flagParam, textParam, useUrlState } from '@/components/list/use-url-state'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { Skeleton } from '@/components/ui/skeleton'
import type { BenefitSettings } from '@/entities/benefits/settings'
import { usePoolCounts } from '@/entities/deliveries/pool'
import { formatCount, formatDayOfMonth, formatNumber } from '@/lib/format'
import { KeyList } from './key-list'

const ImportKeys = lazyDialog(() => import('../import-keys/import-keys').then((m) => m.ImportKeys))
const params = { keys: flagParam, q: textParam, state: textParam }

type Props = { benefit: BenefitSettings; method: string }

/** The keys of a benefit that delivers some, or has some left. */
export function Pool({ benefit, method }: Props) {
  const counts = usePoolCounts(benefit.id)
  const [importing, setImporting] = useState(false)
  const { state, set } = useUrlState(params)
  const loaded = counts.data
  const total = loaded ? loaded.available + loaded.delivered + loaded.quarantined : 0
  if (method !== 'key' && total === 0) return null
  return (
    <section aria-labelledby="pool-heading" className="min-w-0">
      <div className="mb-3 flex min-h-[34px] flex-wrap items-center gap-2">
        <h3 id="pool-heading" className="mr-auto font-semibold">
          Pool of keys
        </h3>
        {total > 0 ? (
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={state.keys}
            onClick={() => set({ keys: !state.keys, q: '', state: '' })}
          >
            {total === 1 ? 'The key' : `All ${formatCount(total, 'key')}`}
          </Button>
        ) : null}
        <Button size="sm" icon={<Upload />} onClick={() => setImporting(true)}>
          Import keys
        </Button>
      </div>
      <QueryState
        query={counts}
        pending={<Skeleton className="h-28" />}
        error={{ title: 'The counts of keys could not be loaded.', safe: 'No key was changed.' }}
      >
        {(data) => (
          <>
            <PoolMeter {...data} />
            {method === 'key' ? (
              <StockAlert
                left={data.available}
                orders={data.delivered_in_30_days}
                lowStock={benefit.low_stock}
                until="you import keys"
              />
            ) : (
              <InlineAlert icon={<Clock />} title="Not in use.">
                <p>Keys are handed out once this benefit delivers a licence key.</p>
              </InlineAlert>
            )}
            {state.keys && total > 0 ? <KeyList benefitId={benefit.id} counts={data} /> : null}
          </>
        )}
      </QueryState>
      {importing ? (
        <ImportKeys frame={{ title: 'Import keys' }} benefit={benefit} onClose={() => setImporting(false)} />
      ) : null}
    </section>
  )
}

type Counts = Record<'available' | 'delivered' | 'quarantined', number>

const parts = [
  { id: 'available', word: 'Left', ground: 'bg-accent' },
  { id: 'delivered', word: 'Handed out', ground: 'bg-line-control' },
  { id: 'quarantined', word: 'Put aside', ground: 'bg-danger' },
] as const

function PoolMeter(counts: Counts) {
  const total = counts.available + counts.delivered + counts.quarantined
  return (
    <>
      <dl aria-label="Keys by state" className="flex flex-wrap gap-x-7 gap-y-2">
        {parts.map(({ id, word, ground }) => (
          <Stat key={id} word={word} value={counts[id]} ground={ground} />
        ))}
        <Stat word="In all" value={total} className="ml-auto" />
      </dl>
      <div aria-hidden="true" className="mt-3.5 mb-2.5 flex h-2.5 gap-0.5 bg-line">
        {parts.map(({ id, ground }) =>
          counts[id] > 0 ? (
            <span
              key={id}
              style={{ flexGrow: counts[id] }}
              className={clsx('min-w-[3px] basis-0 rounded-[1px]', ground)}
            />
          ) : null,
        )}
      </div>
    </>
  )
}

type FigureProps = { word: string; value: number; ground?: string; className?: string }

function Stat({ word, value, ground, className }: FigureProps) {
  return (
    <div className={className}>
      <dt className="flex items-center gap-[7px] text-xs text-ink-muted">
        {ground ? <span className={clsx('size-2.5 rounded-[2px]', ground)} /> : null}
        <span>{word}</span>
      </dt>
      <dd className="figures font-serif text-[1.75rem]/8 font-medium tracking-[-.01em]">
        {formatNumber(value)}
      </dd>
    </div>
  )
}

const day = 86_400_000
const rate = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 })

type AlertProps = {
  left: number
  /** In 30 days. */
  orders: number
  lowStock: number
  /** Until when nobody can order it, if none is left. */
  until: string
}

/** When the stock will be empty at the rate of the last 30 days; a warning below the low mark (D31, D38). */
export function StockAlert(props: AlertProps) {
  const { isLow, title, text } = stockTexts(props)
  return (
    <InlineAlert tone={isLow ? 'warning' : 'plain'} icon={isLow ? <ClockAlert /> : <Clock />} title={title}>
      <p>{text}</p>
    </InlineAlert>
  )
}

export function stockTexts({ left, orders, lowStock, until }: AlertProps) {
  if (left === 0)
    return { isLow: true, title: 'None left.', text: `Nobody can order this benefit until ${until}.` }
  const perDay = orders / 30
  const isLow = left < lowStock
  const usageText =
    perDay < 1 ? `, ${formatNumber(orders)} ordered in 30 days` : ` at ${rate.format(perDay)} a day`
  return {
    isLow,
    title: perDay > 0 ? emptyInText(left / perDay) : isLow ? 'Below the low mark.' : 'In stock.',
    text: `${formatNumber(left)} left${usageText}. The low mark is ${formatNumber(lowStock)}.`,
  }
}

/** 'Empty in 3 days, on Thursday.', within a year. */
function emptyInText(exactDays: number): string {
  const days = Math.floor(exactDays)
  if (days < 1) return 'Empty within a day.'
  if (days > 365) return 'Enough for more than a year.'
  const date = new Date(Date.now() + days * day)
  const when =
    days <= 6 ? new Intl.DateTimeFormat(undefined, { weekday: 'long' }).format(date) : formatDayOfMonth(date)
  return `Empty in ${days === 1 ? '1 day' : `${days} days`}, on ${when}.`
}
