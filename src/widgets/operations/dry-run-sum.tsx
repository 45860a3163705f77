import type { ReactNode } from 'react'
import { Fact } from '@/components/ui/fact'
import { WithName } from '@/components/ui/with-name'
import { type OperationResult, skippedIn, type TokenMove } from '@/entities/operations/operation'
import { formatCount, formatNumber } from '@/lib/format'
import type { OperationTexts } from './kinds'
import { reasonText } from './reasons'

type Props = { result: OperationResult; texts: OperationTexts }

export function DryRunSum({ result, texts }: Props) {
  const { changed, skipped, tokens, moves, emails } = result
  const left = skippedIn(result)
  const groups = [...skipped].sort((a, b) => b.count - a.count)
  return (
    <>
      <section aria-label="What would change" className="figures">
        <dl className="border-t border-ink">
          <Line name="Selected" value={formatNumber(changed + left)} />
          {left > 0 ? <Line name="Skipped" value={`−${formatNumber(left)}`} /> : null}
          {groups.map((group) => (
            <Line
              key={`${group.reason}-${group.by}`}
              isPart
              name={<WithName text={reasonText(group, texts.reasons)} name={group.by ?? undefined} />}
              value={formatNumber(group.count)}
            />
          ))}
          <div className="double-rule -mt-px flex items-center justify-between gap-4 border-t border-t-ink pt-3 pb-2.5">
            <dt className="text-base font-semibold">Will change</dt>
            <dd className="font-serif text-[2.5rem]/none font-medium tracking-[-.015em]">
              {formatNumber(changed)}
            </dd>
          </div>
        </dl>
      </section>
      {changed > 0 ? (
        <dl className="-mt-3">
          <Fact name="Tokens that move">
            {texts.tokens?.(tokens) ?? (moves.length === 0 ? 'None' : moves.map(moveText))}
          </Fact>
          <Fact name="Emails that go out">
            {emails === 0 ? 'None' : `${formatNumber(emails)}, after 10 minutes`}
          </Fact>
          <Fact name="Undo">
            10 minutes
            {changed > 1 ? `, for all ${formatNumber(changed)} together` : ''}
          </Fact>
        </dl>
      ) : null}
    </>
  )
}

const moveTexts: Record<TokenMove['move'], (members: string) => string> = {
  granted: (members) => `credited to ${members}`,
  refunded: (members) => `given back to ${members}`,
  charged: (members) => `taken again from ${members}`,
  credited: (members) => `credited to ${members} for late delivery`,
}

const moveText = ({ move, tokens, members }: TokenMove) => (
  <span key={move} className="block">
    {`${formatNumber(tokens)}, ${moveTexts[move](formatCount(members, 'member'))}`}
  </span>
)

type LineProps = { name: ReactNode; value: string; isPart?: boolean }

function Line({ name, value, isPart = false }: LineProps) {
  return (
    <div
      className={
        isPart
          ? 'flex justify-between gap-4 border-b border-line py-[7px] pl-5 text-ink-2'
          : 'flex justify-between gap-4 border-b border-line py-2.5'
      }
    >
      <dt className={isPart ? 'min-w-0 [overflow-wrap:anywhere]' : 'text-ink-muted'}>{name}</dt>
      <dd className={isPart ? undefined : 'font-semibold'}>{value}</dd>
    </div>
  )
}
