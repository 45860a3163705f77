import { type NumberSource, numberSource } from '@/entities/explanations/number'
import type { NumberRef, NumberStep } from '@/entities/explanations/number-ref'
import { adminOrderQueries } from '@/entities/orders/admin-list'
import { onTimeQuery } from '@/entities/orders/late-credit-terms'
import { isOrderStatus } from '@/entities/orders/status'
import { type OverviewCounts, overviewQueries } from '@/entities/overview/counts'
import { type FlowStep, flowQueries, type OrderDay, type TokenStep } from '@/entities/overview/flows'
import { type SystemStatus, statusQuery } from '@/entities/overview/system-status'
import { profileDetailQueries } from '@/entities/profiles/admin-detail'
import { personQueries } from '@/entities/profiles/admin-person'

/** The part of a count, by number. */
const counts: Record<string, Record<string, keyof OverviewCounts>> = {
  users: { '': 'users', admin: 'admins' },
  benefits: { '': 'benefits', active: 'active_benefits' },
  orders: { '': 'orders', this_week: 'orders_this_week', overdue: 'overdue', pending: 'pending' },
  token_codes: { '': 'token_codes', available: 'available_token_codes' },
  invite_codes: { '': 'invite_codes', available: 'available_invite_codes' },
}

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

const placedOrders = (row: OrderDay) =>
  row.pending + row.processing + row.completed + row.delivered + row.cancelled

function orderSource({ part = '', step, from }: NumberRef): NumberSource | undefined {
  const status = isOrderStatus(part) ? part : undefined
  if (step) {
    const of = (row: OrderDay) => (status ? row[status] : placedOrders(row))
    return numberSource(flowQueries.orders, (days: OrderDay[]) => {
      const day = days.find((row) => row.day === from)
      return step === 'day' ? day && of(day) : sum(days, of)
    })
  }
  if (part === 'due' || part === 'on_time')
    return numberSource(onTimeQuery, (figures: { due: number; on_time: number }) => figures[part])
  return (
    status &&
    numberSource(
      adminOrderQueries.statusCounts,
      (rows: { status: string; count: number }[]) => rows.find((row) => row.status === status)?.count ?? 0,
    )
  )
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
  const { number, part = '', step, account } = numberRef
  if (account) return accountSource(number, account)
  const count = step ? undefined : counts[number]?.[part]
  if (count) return numberSource(overviewQueries.counts, (row: OverviewCounts) => row[count])
  if (number === 'emails')
    return numberSource(statusQuery, ({ email }: SystemStatus) =>
      part === 'late' ? email.late : email.givenUp,
    )
  return number === 'orders' ? orderSource(numberRef) : tokenSource(numberRef)
}
