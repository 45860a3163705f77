import clsx from 'clsx'
import { formatNumber } from '@/lib/format'

type Props = Record<'available' | 'delivered' | 'quarantined', number>

const parts = [
  { id: 'available', word: 'Left', ground: 'bg-accent' },
  { id: 'delivered', word: 'Handed out', ground: 'bg-line-control' },
  { id: 'quarantined', word: 'Put aside', ground: 'bg-danger' },
] as const

export function PoolMeter(counts: Props) {
  const total = counts.available + counts.delivered + counts.quarantined
  return (
    <>
      <dl aria-label="Keys by state" className="flex flex-wrap gap-x-7 gap-y-2">
        {parts.map(({ id, word, ground }) => (
          <Figure key={id} word={word} value={counts[id]} ground={ground} />
        ))}
        <Figure word="In all" value={total} className="ml-auto" />
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

function Figure({ word, value, ground, className }: FigureProps) {
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
