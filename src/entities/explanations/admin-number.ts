import type { NumberRef, NumberStep } from '@/entities/explanations/number-ref'
import { type NumberSource, numberSource } from '@/entities/explanations/number-ref'
import { type FlowStep, flowQueries, type TokenStep } from '@/entities/overview/counts'
import { type SystemStatus, statusQuery } from '@/entities/overview/system-status'
import { personQueries, profileDetailQueries } from '@/entities/profiles/admin-person'

const steps: Record<NumberStep, FlowStep> = {
  day: 'day',
  days: 'day',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
}

const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0)

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
  const figures = personQueries.figures(account)
  switch (number) {
    case 'account_balance':
      return numberSource(profileDetailQueries.one(account), (person) => person?.current_tokens)
    case 'account_received':
      return numberSource(figures, ({ received }) => received)
    case 'account_spent':
      return numberSource(figures, ({ spent }) => 0 - spent)
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
