import { SumLine, SumTotal } from '@/components/ui/sum'
import { leftOutTexts, type Outcome } from '@/entities/invitations/send'
import { formatNumber } from '@/lib/format'

export function InvitationSum({ outcomes }: { outcomes: readonly Outcome[] }) {
  const reasons = Object.entries(leftOutTexts)
    .map(([state, text]) => ({ text, count: outcomes.filter((outcome) => outcome.state === state).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
  const left = reasons.reduce((sum, { count }) => sum + count, 0)
  return (
    <dl className="figures border-t border-ink" aria-label="What would be sent">
      <SumLine name="Addresses read" value={formatNumber(outcomes.length)} />
      {left > 0 ? <SumLine name="Left out" value={`−${formatNumber(left)}`} /> : null}
      {reasons.map(({ text, count }) => (
        <SumLine key={text} isPart name={text} value={formatNumber(count)} />
      ))}
      <SumTotal name="Will be sent" value={formatNumber(outcomes.length - left)} />
    </dl>
  )
}
