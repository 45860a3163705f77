import type { ExplainedLine, Explanation } from '@/components/explain/explain-drawer'
import { type ExplainedRow, explainedTitle } from '@/entities/explanations/explanation'
import type { NumberRef } from '@/entities/explanations/number-ref'
import { useUser } from '@/entities/session/session'
import { paths } from '@/lib/paths'
import { ExplainedDrawer } from '@/widgets/explain/explained-drawer'
import { ownNumber } from './open'

type Props = { numberRef: NumberRef; explanation: Explanation; onClose: () => void }

export function OwnExplainDrawer(props: Props) {
  const source = ownNumber(props.numberRef, useUser().id)
  return source ? <ExplainedDrawer {...props} source={source} lineOf={lineOf} /> : null
}

function lineOf(row: ExplainedRow): ExplainedLine {
  const { id, at, amount, order_id, order_number, reason } = row
  return {
    id,
    at,
    amount,
    title: explainedTitle(row),
    to: order_id ? paths.orderOf(order_id) : undefined,
    details: [order_number, reason].filter(Boolean).join(', '),
  }
}
