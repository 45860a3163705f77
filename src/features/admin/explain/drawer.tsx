import type { ExplainedLine, Explanation } from '@/components/explain/explain-drawer'
import { emailProblem, isTemplate, templateLabels } from '@/entities/emails/templates'
import { adminNumber } from '@/entities/explanations/admin-number'
import { type ExplainedRow, explainedTitle } from '@/entities/explanations/explanation'
import type { NumberRef } from '@/entities/explanations/number-ref'
import { adminPaths } from '@/lib/admin-paths'
import { ExplainedDrawer } from '@/widgets/explain/explained-drawer'

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

type Props = { numberRef: NumberRef; explanation: Explanation; onClose: () => void }

export function AdminExplainDrawer(props: Props) {
  const source = adminNumber(props.numberRef)
  if (!source) return null
  return <ExplainedDrawer {...props} source={source} lineOf={(row) => adminLine(props.numberRef, row)} />
}
