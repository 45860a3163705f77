import { leftOut, type Outcome } from '@/entities/invitations/send'
import { formatNumber } from '@/lib/format'

export function InvitationSum({ outcomes }: { outcomes: readonly Outcome[] }) {
  const reasons = Object.entries(leftOut)
    .map(([state, text]) => ({ text, count: outcomes.filter((outcome) => outcome.state === state).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const left = reasons.reduce((sum, { count }) => sum + count, 0)
  return (
    <dl className="figures border-t border-ink" aria-label="What would be sent">
      <Line name="Addresses read" value={formatNumber(outcomes.length)} />
      {left > 0 ? <Line name="Left out" value={`−${formatNumber(left)}`} /> : null}
      {reasons.map(({ text, count }) => (
        <Line key={text} isPart name={text} value={formatNumber(count)} />
      ))}
      <div className="double-rule -mt-px flex items-center justify-between gap-4 border-t border-t-ink pt-3 pb-2.5">
        <dt className="text-base font-semibold">Will be sent</dt>
        <dd className="font-serif text-[2.5rem]/none font-medium tracking-[-.015em]">
          {formatNumber(outcomes.length - left)}
        </dd>
      </div>
    </dl>
  )
}

type LineProps = { name: string; value: string; isPart?: boolean }

function Line({ name, value, isPart = false }: LineProps) {
  return (
    <div
      className={
        isPart
          ? 'flex justify-between gap-4 border-b border-line py-[7px] pl-5 text-ink-2'
          : 'flex justify-between gap-4 border-b border-line py-2.5'
      }
    >
      <dt className={isPart ? undefined : 'text-ink-muted'}>{name}</dt>
      <dd className={isPart ? undefined : 'font-semibold'}>{value}</dd>
    </div>
  )
}
