import { HttpResponse, http } from 'msw'
import type { OverviewCounts, TodayCounts, TokenStep } from '@/entities/overview/overview'
import { server } from './server.ts'

export const counts: OverviewCounts = {
  users: 1043,
  admins: 2,
  benefits: 16,
  active_benefits: 14,
  orders: 148,
  orders_this_week: 9,
  pending: 11,
  late: 2,
  token_codes: 60,
  available_token_codes: 23,
  invite_codes: 75,
  available_invite_codes: 34,
  paid_members: 0,
}

/** `count` calendar days up to 2026-11-20, each `apart` days after the previous one. */
const days = (count: number, apart: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 10, 20 - (count - 1 - index) * apart)).toISOString().slice(0, 10),
  )

/** Twelve weeks: 100 issued and 40 spent in each. */
export const tokenWeeks: TokenStep[] = days(12, 7).map((starts_on, index) => ({
  starts_on,
  issued: 100,
  spent: 40,
  outstanding: (index + 1) * 60,
}))

/** Nothing needs a decision. */
export const today: TodayCounts = {
  ...{ late: 0, late_since: null, due_soon: 0, due_soon_at: null, reports: 0, reports_due_at: null },
  ...{ short_benefits: 0, short_benefit_id: null, short_benefit: null, short_benefit_keys: 0 },
  ...{ waitlist: 0, waitlist_since: null, failed_emails: 0, ending: 0, ending_at: null },
  ...{ payment_problems: 0, payment_problems_since: null, disputes: 0, disputes_due_at: null },
  ...{ has_logo: false, has_sent_email: false, has_invited: false },
}

type Answers = Record<string, () => Response | Promise<Response>>

/** The response of email_status() before the first email. */
export const emailStatus = { last_email_at: null, late: 0, given_up: 0, given_up_error: null }

const defaults: Answers = {
  admin_counts: () => HttpResponse.json(counts),
  token_flow: () => HttpResponse.json(tokenWeeks),
  admin_today: () => HttpResponse.json(today),
  my_membership: () => HttpResponse.json({ payments: 'off', state: 'active' }),
  on_time_figures: () => HttpResponse.json({ due: 3, on_time: 2 }),
  email_status: () => HttpResponse.json(emailStatus),
  database: () => HttpResponse.json([]),
  auth: () => HttpResponse.json({ name: 'GoTrue' }),
}

/** An error that is not retried. */
export const refused = () => HttpResponse.json({ code: '42501', message: 'no' }, { status: 403 })

/** Serves /admin: each function by its name, `database` and `auth` for the system status. Records what was requested. */
export function serveOverview(overrides: Answers = {}) {
  const answers = { ...defaults, ...overrides }
  const asked: { name: string; body: unknown }[] = []
  const answer = (name: string) => answers[name]?.()
  server.use(
    http.post('*/rest/v1/rpc/:name', async ({ request, params }) => {
      const name = String(params.name)
      asked.push({ name, body: await request.clone().json() })
      return answer(name)
    }),
    http.get('*/rest/v1/app_settings', () => answer('database')),
    http.get('*/auth/v1/health', () => answer('auth')),
  )
  return asked
}
