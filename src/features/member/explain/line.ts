import type { ExplainedLine } from '@/components/explain/explained-line'
import type { ExplainedRow } from '@/entities/explanations/explanation'
import { explainedTitle } from '@/entities/explanations/title'
import { paths } from '@/lib/paths'

export function ownLine(row: ExplainedRow): ExplainedLine {
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
