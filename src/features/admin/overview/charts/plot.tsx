import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import type { FlowStep } from '@/entities/overview/overview'
import { axisLabel, axisNumber, labelEvery } from './labels'

type PlotProps = {
  className: string
  ticks: readonly { value: number; top: number }[]
  targets?: ReactNode
  children: ReactNode
}

/** 100 by 100; labels are HTML, so that they do not scale. */
export function Plot({ className, ticks, targets, children }: PlotProps) {
  return (
    <div className={clsx('relative', className)}>
      {ticks.map(({ value, top }) => (
        <div
          key={value}
          className={clsx('absolute inset-x-0 border-t', value === 0 ? 'border-line-control' : 'border-line')}
          style={{ top: `${top}%` }}
        >
          <span className="figures absolute -top-2 left-full pl-2.5 text-xs whitespace-nowrap text-ink-muted">
            {axisNumber(value)}
          </span>
        </div>
      ))}
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="absolute inset-0 size-full overflow-visible"
      >
        {children}
      </svg>
      {targets}
    </div>
  )
}

export function WaitingPlot({ className, bars }: { className: string; bars: number }) {
  return (
    <div className={clsx('mr-[52px] flex items-end justify-around border-b border-line', className)}>
      {Array.from({ length: bars }, (_, index) => `bar-${index}`).map((key, index) => (
        <Skeleton
          key={key}
          style={{ width: `${50 / bars}%`, height: `${[42, 55, 34, 68, 47, 76, 60][index % 7]}%` }}
        />
      ))}
    </div>
  )
}

export function TimeAxis({ days, step }: { days: readonly string[]; step: FlowStep }) {
  const every = labelEvery(days.length)
  return (
    <div className="relative h-6">
      {days.map((day, index) => {
        const back = days.length - 1 - index
        return back % every === 0 ? (
          <span
            key={day}
            className={clsx(
              'absolute top-2 -translate-x-1/2 text-xs whitespace-nowrap text-ink-muted before:absolute before:-top-2 before:left-1/2 before:h-1 before:border-l before:border-line-control',
              back % (2 * every) !== 0 && 'max-md:hidden',
            )}
            style={{ left: `${((index + 0.5) / days.length) * 100}%` }}
          >
            {axisLabel(day, step)}
          </span>
        ) : null
      })}
    </div>
  )
}
