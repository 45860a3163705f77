import { orderEvent } from '@tests/support/builders'
import { HttpResponse, http, type JsonBodyType } from 'msw'
import { activityEntry } from './activity-api.ts'
import { benefit, inviteCode, memberId, profile, tokenCode, transaction, uuid } from './builders.ts'
import { poolKey, servePool } from './deliveries-api.ts'
import { rowsAnswer } from './member-api.ts'
import { notification } from './notifications-api.ts'
import { adminOrder, noDelivery } from './orders-api.ts'
import { serveOverview } from './overview-api.ts'
import { quiet } from './person-api.ts'
import { myInvitations } from './referrals-api.ts'
import { report } from './reports-api.ts'
import { selected } from './rest-rows.ts'
import { server } from './server.ts'

export type Body = Record<string, unknown>

/** Serves every screen to an admin who also has an order and an entry: a few rows of each table, and of each function. Both can be changed. */
export function serveApp() {
  const buyer = profile({ id: uuid(), name: 'Tamsin Ferreira' })
  const order = adminOrder({ user_id: memberId })
  const offered = benefit({ token_value: 5, delivery_method: 'key' })
  const own = { account_id: memberId, order: null }
  const code = { user: null, is_used: false }
  const tables: Record<string, object[]> = {
    profiles: [profile({ role: 'admin' }), buyer],
    benefits: [offered],
    orders: [order, adminOrder({ user_id: buyer.id })],
    token_transactions: [{ ...transaction(), ...own }],
    redeem_codes: [{ ...tokenCode(), ...code }],
    invite_codes: [{ ...inviteCode(), ...code }],
    notifications: [notification()],
    notification_preferences: [],
    app_settings: [
      { key: 'email_logo_url', value: '/a.png', updated_at: order.created_at, updated_by: null },
    ],
  }
  const rows = (table: string, request: Request) => {
    const query = new URL(request.url).searchParams
    // The order of the address is on no page of a list.
    return selected(tables[table] ?? [], query).filter((row) => row !== order || query.has('id'))
  }
  const noCodes = { used: 0, expired: 0, revoked: 0, uses: 0, tokens_claimed: 0, tokens_lapsed: 0 }
  const counts = { total: 1, available: 1, uses_left: 1, tokens_left: 50, ...noCodes }
  const oneReport = report({ number: 101 })
  const oneEntry = activityEntry(1)
  const reports = { open: 1, due_within_hour: 0, in_30_days: 1, replaced_in_30_days: 0, median_hours: null }
  const publicSettings = {
    ...{ contact_address: 'house@guildhall.example', membership_price: 9900, launch_price: 1000 },
    ...{ launch_places: 50, launch_places_left: 41 },
  }
  const dataCounts = {
    ...{ orders: 0, open_orders: 0, open_tokens: 0, entries: 1, payments: 0 },
    ...{ notices: 1, invitations: 1, invitations_left: 0, requested_at: null },
  }
  const results: Record<string, (body: Body) => unknown> = {
    my_totals: () => ({ received: 25, received_count: 1, spent: 5, spent_count: 1 }),
    benefit_figures: () => [],
    order_counts: () => [{ status: 'pending', count: 1 }],
    delivery_details: () => noDelivery,
    order_history: () => [],
    explain_number: () => ({ total: 0, row_count: 1, as_of: order.created_at }),
    explain_rows: () => [{ kind: 'entry', id: order.id, at: order.created_at, key: '1', amount: 0 }],
    on_time_figures: () => ({ due: 4, on_time: 3 }),
    late_credit_left: () => 20,
    my_invitations: () => myInvitations(),
    my_data_counts: () => dataCounts,
    my_devices: () => [],
    report_counts: () => reports,
    search_reports: () => [oneReport],
    suspect_batches: () => [],
    delivery_status: () => [],
    order_events: () => [orderEvent('placed')],
    person_figures: () => quiet,
    person_reports: () => [],
    person_notes: () => [],
    person_messages: () => [],
    code_counts: () => counts,
    code_details: () => [],
    search_invitations: () => [],
    invitation_counts: () => ({ total: 48, sent: 40, opened: 30, joined: 15 }),
    activity: () => [oneEntry],
    announcement_figures: () => [],
    admin_second_factors: () => [],
    search_profiles: () => tables.profiles,
    search_orders: () => tables.orders,
    search_redeem_codes: () => tables.redeem_codes,
    search_invite_codes: () => tables.invite_codes,
    public_settings: () => [publicSettings],
    my_second_factor: () => ({ required: false, approved: false, recovery_codes: 0 }),
    second_factors_of: () => ({ authenticators: 0, awaits_approval: false }),
    view_counts: ({ p_filters }) => (p_filters as object[]).map(() => 1),
    search_payments: () => [],
    payment_problems: () => [],
    payment_sums: () => ({
      ...{
        memberships: 1,
        memberships_amount: 9900,
        renewals: 3,
        renewals_amount: 0,
        packs: 1,
        packs_amount: 1900,
      },
      ...{ refunds: 1, refunded: 500, revenue: 11300 },
    }),
  }
  const facts = { units_left: 7, own_orders: 0, is_favourite: false, is_awaited: false, is_open: true }
  const stable: Record<string, object[]> = {
    browse_benefits: [{ ...offered, ...facts }],
    browse_counts: [{ filter: 'all', category_id: null, name: null, benefits: 1 }],
    benefit_facts: [{ benefit_id: offered.id, ...facts, awaited_since: null }],
  }
  serveOverview({ pending_orders: () => HttpResponse.json(1) })
  server.use(
    http.get<{ table: string }>('*/rest/v1/:table', ({ request, params }) => {
      const found = rows(params.table, request)
      const single = request.headers.get('accept')?.includes('pgrst.object')
      return single ? HttpResponse.json(found[0]) : rowsAnswer(found)
    }),
    http.head<{ table: string }>('*/rest/v1/:table', ({ request, params }) =>
      rowsAnswer([], rows(params.table, request).length),
    ),
    http.get<{ name: string }>('*/rest/v1/rpc/:name', ({ params: { name } }) =>
      name in stable ? HttpResponse.json(stable[name]) : undefined,
    ),
    http.post<{ name: string }, Body>('*/rest/v1/rpc/:name', async ({ request, params: { name } }) => {
      if (!(name in results)) return name.startsWith('count_') ? HttpResponse.json(1) : undefined
      const result = results[name]?.(await request.clone().json())
      if (result === undefined || result instanceof Response) return result
      return HttpResponse.json(result as JsonBodyType)
    }),
    http.get(`${window.location.origin}/images/*`, () => new HttpResponse(null)),
    http.head('*/storage/v1/object/public/*', () => new HttpResponse(null)),
  )
  servePool({ keys: [poolKey({ id: 1, mask: 'LNTR-••••-0001' })] })
  return { order, buyer, offered, tables, results }
}
