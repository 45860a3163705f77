import type { ExplainedLine, Explanation } from '@/components/explain/explain-drawer'
import { emailProblem, isTemplate, templateLabels } from '@/entities/emails/templates'
import { type ExplainedRow, explainedTitle } from '@/entities/explanations/explanation'
import {
  type NumberRef,
  type NumberSource,
  type NumberStep,
  numberSource,
} from '@/entities/explanations/number-ref'
import {
  type FlowStep,
  flowQueries,
  type SystemStatus,
  statusQuery,
  type TokenStep,
} from '@/entities/overview/overview'
import { personQueries, profileDetailQueries } from '@/entities/profiles/admin-person'
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

const steps: Record<NumberStep, FlowStep> = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
}

const sum = <Row,>(rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

function tokenSource({ number, step = 'weeks', from }: NumberRef): NumberSource | undefined {
  const isOne = !step.endsWith('s')
  const pick = (of: (row: TokenStep) => number, total: (rows: TokenStep[]) => number) =>
    numberSource(flowQueries.tokens(steps[step]), (rows: TokenStep[]) => {
      const row = rows.find(({ starts_on }) => starts_on === from)
      return isOne ? row && of(row) : total(rows)
    })
  switch (number) {
    case 'issued':
      return pick(
        (row) => row.issued,
        (rows) => sum(rows, (row) => row.issued),
      )
    case 'spent':
      return pick(
        (row) => row.spent,
        (rows) => sum(rows, (row) => row.spent),
      )
    case 'outstanding':
      return pick(
        (row) => row.outstanding,
        (rows) => rows.at(-1)?.outstanding ?? 0,
      )
  }
}

function accountSource(number: string, account: string): NumberSource | undefined {
  const stats = personQueries.stats(account)
  switch (number) {
    case 'account_balance':
      return numberSource(profileDetailQueries.one(account), (person) => person?.current_tokens)
    case 'account_received':
      return numberSource(stats, ({ received }) => received)
    case 'account_spent':
      return numberSource(stats, ({ spent }) => 0 - spent)
  }
}

/** Undefined for numbers that no admin page shows. */
export function adminNumber(numberRef: NumberRef): NumberSource | undefined {
  const { number, part = '', account } = numberRef
  if (account) return accountSource(number, account)
  if (number === 'emails')
    return numberSource(statusQuery, ({ email }: SystemStatus) =>
      part === 'late' ? email.late : email.givenUp,
    )
  return tokenSource(numberRef)
}
