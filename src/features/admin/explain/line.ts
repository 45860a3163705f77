import type { ExplainedLine } from '@/components/explain/explained-line'
import { emailProblem } from '@/entities/emails/messages'
import { isTemplate, templateLabels } from '@/entities/emails/templates'
import type { ExplainedRow } from '@/entities/explanations/explanation'
import type { NumberRef } from '@/entities/explanations/number-ref'
import { explainedTitle } from '@/entities/explanations/title'
import { adminPaths } from '@/lib/admin-paths'

const personPath = (id: string | null) => (id ? adminPaths.personOf(id) : undefined)
const person = (row: ExplainedRow) => row.person_name ?? 'Deleted user'
const list = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(', ')

function textOf(row: ExplainedRow): Pick<ExplainedLine, 'title' | 'to' | 'details'> {
  switch (row.kind) {
    case 'person':
      return { title: row.name ?? '', to: personPath(row.id), details: row.detail ?? '' }
    case 'benefit':
      return {
        title: row.name ?? '',
        to: adminPaths.benefitOf(row.id),
        details: row.state === 'active' ? 'Active' : 'Inactive',
      }
    case 'order':
      return {
        title: row.order_number ?? 'Legacy Order',
        to: adminPaths.orderOf(row.id),
        details: list(row.name ?? 'Deleted Benefit', person(row)),
      }
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
    case 'departure':
      return { title: 'Balance of a deleted user', details: '' }
    default:
      return {
        title: row.name ?? '',
        to: row.kind === 'token_code' ? adminPaths.tokenCodeOf(row.id) : adminPaths.inviteCodeOf(row.id),
        details: list(row.detail, row.person_name && `used by ${row.person_name}`),
      }
  }
}

export function adminLine({ number }: NumberRef, row: ExplainedRow): ExplainedLine {
  const amount = number === 'spent' ? -row.amount : row.amount
  return { id: row.id, at: row.at, amount: row.amount, ...textOf({ ...row, amount }) }
}
