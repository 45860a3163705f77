import clsx from 'clsx'
import { Explained } from '@/components/explain/explained'
import { Skeleton } from '@/components/ui/skeleton'
import { formatNumber } from '@/lib/format'

export type LegendItem = {
  name: string
  mark: 'line' | `bg-${string}`
  value: number | undefined
  numberRef: string
  label: string
}

export function Legend({ items }: { items: readonly LegendItem[] }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 max-md:mb-3 max-md:justify-between max-md:gap-x-5">
      {items.map(({ name, mark, value, numberRef, label }) => (
        <div key={name}>
          <dt className="flex items-center gap-2 text-ink-muted">
            <span
              aria-hidden="true"
              className={
                mark === 'line' ? 'w-3.5 border-t-2 border-ink-2' : clsx('size-2.5 rounded-[2px]', mark)
              }
            />
            {name}
          </dt>
          <dd className="figures flex min-h-[34px] items-center font-serif text-xl font-medium tracking-[-.01em] max-md:min-h-7 max-md:text-lg">
            {value === undefined ? (
              <Skeleton className="h-5 w-16" />
            ) : (
              <Explained of={numberRef} label={label}>
                {formatNumber(value)}
              </Explained>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
