import clsx from 'clsx'
import { CircleAlert, CircleCheck, CircleHelp, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Explained } from '@/components/explain/explained'
import { Button } from '@/components/ui/button'
import { Skeleton } from '@/components/ui/skeleton'
import { emailProblem } from '@/entities/emails/templates'
import { formatNumberRef } from '@/entities/explanations/number-ref'
import { type EmailHealth, type Health, useSystemStatus } from '@/entities/overview/overview'
import { formatNumber, formatTime } from '@/lib/format'
import { formatLastEmail } from './charts/labels'

const looks = {
  well: { color: 'text-positive', icon: <CircleCheck /> },
  degraded: { color: 'text-warning', icon: <CircleAlert /> },
  unreachable: { color: 'text-danger', icon: <CircleX /> },
  unknown: { color: 'text-ink-muted', icon: <CircleHelp /> },
}

/** Reports only what was measured (D23). */
export function SystemStatus() {
  const { data, isFetching, refetch } = useSystemStatus()
  return (
    <section>
      <div className="mb-2 flex min-h-[34px] flex-wrap items-center gap-x-3">
        <h2 className="text-base font-semibold whitespace-nowrap">System status</h2>
        <div className="ml-auto flex items-center gap-3">
          <p className="text-xs text-ink-muted" role="status">
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
      </div>
      <dl className="grid grid-cols-[1fr_auto_minmax(96px,auto)] border-t border-ink">
        <Part name="Database" health={data?.database} well="Healthy" />
        <Part name="Authentication" health={data?.auth} well="Active" />
        <EmailStatus health={data?.email} />
      </dl>
      {data ? <EmailNote {...data.email} /> : null}
    </section>
  )
}

const words = { degraded: 'Degraded', unreachable: 'Unreachable', unknown: 'Unknown' }

function Part({ name, health, well }: { name: string; health: Health | undefined; well: string }) {
  if (!health) return <Pending name={name} />
  const { state, milliseconds } = health
  return (
    <Row name={name} look={state} word={state === 'well' ? well : words[state]}>
      {milliseconds === undefined ? null : `${formatNumber(milliseconds)} ms`}
    </Row>
  )
}

function EmailStatus({ health }: { health: EmailHealth | undefined }) {
  const name = 'Email Service'
  if (!health) return <Pending name={name} />
  const { state, lastEmailAt } = health
  return (
    <Row name={name} look={state} word={state === 'well' ? 'Running' : words[state]}>
      {lastEmailAt === undefined
        ? null
        : lastEmailAt
          ? formatLastEmail(lastEmailAt, new Date())
          : 'No email recorded'}
    </Row>
  )
}

function EmailNote({ late = 0, givenUp = 0, problem }: EmailHealth) {
  if (late + givenUp === 0) return null
  const count = (part: string, label: string, value: number) => (
    <>
      <Explained numberRef={formatNumberRef({ number: 'emails', part })} label={label}>
        {formatNumber(value)}
      </Explained>
      {value === 1 ? ' email ' : ' emails '}
    </>
  )
  return (
    <p className="grid gap-1 py-2.5 text-ink-2">
      {givenUp > 0 ? (
        <span>
          {count('given_up', 'Emails that could not be sent', givenUp)}
          <span>{`could not be sent in the last seven days. ${emailProblem(problem ?? '')}`}</span>
        </span>
      ) : null}
      {late > 0 ? (
        <span>
          {count('late', 'Waiting emails', late)}
          <span>{`${late === 1 ? 'has' : 'have'} been waiting for more than five minutes.`}</span>
        </span>
      ) : null}
    </p>
  )
}

function Pending({ name }: { name: string }) {
  return (
    <Row name={name} look="unknown" word={<Skeleton className="h-5 w-20" />}>
      {null}
    </Row>
  )
}

type RowProps = { name: string; look: keyof typeof looks; word: ReactNode; children: ReactNode }

function Row({ name, look, word, children }: RowProps) {
  const { color, icon } = looks[look]
  return (
    <div className="col-span-3 grid grid-cols-subgrid items-center gap-3 @max-[16rem]:flex @max-[16rem]:flex-wrap border-b border-line py-2.5 pr-2">
      <dt>{name}</dt>
      <dd className={clsx('flex items-center gap-1.5 font-medium [&>.lucide]:size-4', color)}>
        {typeof word === 'string' ? icon : null}
        <span className="contents">{word}</span>
      </dd>
      <dd className="figures text-right text-ink-muted">{children}</dd>
    </div>
  )
}
