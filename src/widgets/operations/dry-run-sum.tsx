import { Fact } from '@/components/ui/fact'
import { SumLine, SumTotal } from '@/components/ui/sum'
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
          <SumLine name="Selected" value={formatNumber(changed + left)} />
          {left > 0 ? <SumLine name="Skipped" value={`−${formatNumber(left)}`} /> : null}
          {groups.map((group) => (
            <SumLine
              key={`${group.reason}-${group.by}`}
              isPart
              nameClass="min-w-0 [overflow-wrap:anywhere]"
              name={<WithName text={reasonText(group, texts.reasons)} name={group.by ?? undefined} />}
              value={formatNumber(group.count)}
            />
          ))}
          <SumTotal name="Will change" value={formatNumber(changed)} />
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
