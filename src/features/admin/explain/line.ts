import type { ExplainedLine } from '@/components/explain/explained-line'
import { emailProblem, isTemplate, templateLabels } from '@/entities/emails/templates'
import type { ExplainedRow } from '@/entities/explanations/explanation'
import { explainedTitle } from '@/entities/explanations/explanation'
import type { NumberRef } from '@/entities/explanations/number-ref'
import { adminPaths } from '@/lib/admin-paths'

const personPath = (id: string | null) => (id ? adminPaths.personOf(id) : undefined)
const person = (row: ExplainedRow) => row.person_name ?? 'Deleted user'
const list = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

function textOf(row: ExplainedRow): Pick<ExplainedLine, 'title' | 'to' | 'details'> {
  switch (row.kind) {
    case 'entry':
      return {
        title: explainedTitle(row),
        to: row.order_id ? adminPaths.orderOf(row.order_id) : personPath(row.person_id),
        details: list(row.order_number, person(row), row.reason),
      }
    case 'email':
      return {
        title: row.name && isTemplate(row.name) ? templateLabels[row.name] : (row.name ?? ''),
        to: row.order_id ? adminPaths.orderOf(row.order_id) : personPath(row.person_id),
        details: list(row.order_number, row.person_name, row.reason && emailProblem(row.reason)),
      }
    default:
      return { title: 'Balance of a deleted user', details: '' }
  }
}

export function adminLine({ number }: NumberRef, row: ExplainedRow): ExplainedLine {
  const amount = number === 'spent' ? -row.amount : row.amount
  return { id: row.id, at: row.at, amount: row.amount, ...textOf({ ...row, amount }) }
}
