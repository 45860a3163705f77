import clsx from 'clsx'
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { type Health, useSystemStatus } from '@/entities/overview'
import { formatNumber, formatTime } from '@/lib/format'

const looks = {
  well: { color: 'text-positive', icon: <CircleCheck aria-hidden="true" /> },
  degraded: { color: 'text-warning', icon: <CircleAlert aria-hidden="true" /> },
  unreachable: { color: 'text-danger', icon: <CircleX aria-hidden="true" /> },
  unknown: { color: 'text-ink-muted', icon: <CircleHelp aria-hidden="true" /> },
}

/** Database, authentication and mail: the specified words where they were measured to be true (D23). */
export function SystemStatus() {
  const { data, isFetching, refetch } = useSystemStatus()
  return (
    <section>
      <div className="mb-2 flex min-h-[34px] items-center gap-3">
        <h2 className="text-base font-semibold">System status</h2>
        <p className="ml-auto text-xs text-ink-muted" role="status">
          {data ? `Measured at ${formatTime(data.measuredAt)}` : 'Measuring...'}
        </p>
        <Button
          size="sm"
          variant="quiet"
          busy={isFetching}
          busyLabel="Measuring..."
          onClick={() => void refetch()}
        >
          Measure again
        </Button>
      </div>
      <dl className="border-t border-ink">
        <Part name="Database" health={data?.database} well="Healthy" />
        <Part name="Authentication" health={data?.auth} well="Active" />
        <Row name="Email Service" look="unknown" word="Unknown">
          No mail time can be read
        </Row>
      </dl>
    </section>
  )
}

function Part({ name, health, well }: { name: string; health: Health | undefined; well: string }) {
  if (!health) {
    return (
      <Row name={name} look="unknown" word={<Skeleton className="h-5 w-20" />}>
        {null}
      </Row>
    )
  }
  const word = { well, degraded: 'Degraded', unreachable: 'Unreachable' }[health.state]
  return (
    <Row name={name} look={health.state} word={word}>
      {health.milliseconds === undefined ? null : `${formatNumber(health.milliseconds)} ms`}
    </Row>
  )
}

type RowProps = { name: string; look: keyof typeof looks; word: ReactNode; children: ReactNode }

function Row({ name, look, word, children }: RowProps) {
  const { color, icon } = looks[look]
  return (
    <div className="grid grid-cols-[1fr_auto_minmax(96px,auto)] items-center gap-3 border-b border-line py-2.5 pr-2">
      <dt>{name}</dt>
      <dd className={clsx('flex items-center gap-1.5 font-medium [&>.lucide]:size-4', color)}>
        {typeof word === 'string' ? icon : null}
        {word}
      </dd>
      <dd className="figures text-right text-ink-muted">{children}</dd>
    </div>
  )
}
