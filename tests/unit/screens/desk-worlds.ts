import { activityEntry } from '@tests/support/activity-api'
import type { serveApp } from '@tests/support/app-api'
import { memberId, profile, transaction, uuid } from '@tests/support/builders'
import { refusal } from '@tests/support/member-api'
import { operation, operationResult, othersOperation } from '@tests/support/operations-api'
import { adminOrder } from '@tests/support/orders-api'
import { counts, emailStatus, refused, today, tokenWeeks } from '@tests/support/overview-api'
import { payment } from '@tests/support/payments-api'
import { quiet } from '@tests/support/person-api'
import { serveCall, server } from '@tests/support/server'
import { HttpResponse, http } from 'msw'

type App = ReturnType<typeof serveApp>

const now = Date.parse('2026-11-20T12:00:00Z')
const hours = (count: number) => new Date(now + count * 3_600_000).toISOString()
const days = (count: number) => hours(count * 24)
const serve = (result: unknown) => () => result
/** Serves what a dry run counts; the run itself is a write. */
const counting = (result: object) => (body: Record<string, unknown>) => (body.p_dry_run ? result : undefined)

// Payments.

const paid = {
  ...payment({ amount: 9900, created_at: '2026-11-14T16:20:00Z', paid_at: '2026-11-14T16:24:00Z' }),
  ...{ name: 'Peter Lund', email: 'p.lund+1@lundbyg.example', is_renewal: false, tokens_unspent: null },
  ...{ dispute_reason: null, dispute_due_at: null, dispute_status: null, intent_id: 'pi_1' },
  ...{ starts_at: '2026-11-14T16:24:00Z', ends_at: '2027-11-14T16:24:00Z' },
}
const pack = { ...paid, kind: 'tokens', tokens: 100, amount: 1900, tokens_unspent: 60 }
const disputed = { ...paid, state: 'disputed', dispute_reason: 'product_not_received' }
const nobody = { name: null, email: null, user_id: null }
const refundedAt = { refunded_at: '2026-11-15T10:00:00Z', refund_failed_at: '2026-11-16T10:00:00Z' }
const payments = [
  { ...paid, is_renewal: true, is_test: true },
  { ...pack, name: 'Ada Renn', tokens_unspent: 1, refunded: 400 },
  { ...paid, ...nobody, ends_at: null },
  { ...pack, ...refundedAt, state: 'refunded', refunded: 1900, tokens_returned: 60, refund_reason: 'Asked' },
  { ...disputed, name: 'Bo', dispute_status: 'lost', is_test: true },
  { ...disputed, ...nobody, kind: 'tokens', tokens: 1, dispute_status: 'warning_under_review' },
  { ...disputed, name: 'Cy', dispute_reason: null, dispute_due_at: days(6.9) },
  { ...disputed, name: 'Di', dispute_due_at: days(-40) },
  { ...disputed, name: 'Eve' },
  { ...paid, name: 'Fay', state: 'failed', paid_at: null, intent_id: null },
  { ...paid, name: 'Gus', state: 'of_tomorrow', created_at: '2026-11-01T09:00:00Z' },
]
const problems = [
  ...['unknown_payment', 'amount_differs', 'session_differs', 'mode_differs'],
  ...['account_deleted', 'refund_failed', 'of_tomorrow'],
]
const served = (shown: object[], open: object[]) => (body: object) =>
  'p_limit' in body && body.p_limit === 100 ? open : shown.map((one) => ({ ...one, id: uuid() }))

function payWith(state: string, missing: string[] = []) {
  const status = state === 'ready' ? 200 : 503
  server.use(http.get('*/functions/v1/payments', () => HttpResponse.json({ state, missing }, { status })))
}
const isOn = serve({ payments: 'live', state: 'active' })

const paymentWorlds = {
  payments({ results }: App) {
    const later = { ...disputed, name: 'Later', dispute_due_at: days(9) }
    const answered = {
      ...disputed,
      name: 'Answered',
      dispute_due_at: days(1),
      dispute_status: 'under_review',
    }
    const open = [later, { ...disputed, dispute_due_at: days(1) }, answered]
    results.my_membership = isOn
    results.search_payments = served(payments, open)
    payWith('ready')
    const one = { type: 'checkout.session.completed', at: paid.created_at, times: 1 }
    results.payment_problems = serve(problems.map((problem, at) => ({ ...one, id: `evt_${at}`, problem })))
  },
  'one dispute'({ results }: App) {
    results.search_payments = served([], [{ ...disputed, name: null }])
    payWith('not_configured', ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
  },
  'no payments function'({ results }: App) {
    results.my_membership = isOn
    for (const name of ['search_payments', 'payment_sums', 'payment_problems']) results[name] = refused
    payWith('unreachable')
  },
  'payments on'({ results }: App) {
    results.my_membership = isOn
    payWith('ready')
  },
}

// Overview.

const busy = {
  ...{ late: 3, late_since: hours(-3.5), due_soon: 1, due_soon_at: hours(2.5) },
  ...{ reports: 5, reports_due_at: hours(-1.5), short_benefits: 1, short_benefit_id: 'b1' },
  ...{ short_benefit: 'Lantern Research', short_benefit_keys: 7 },
  ...{ payment_problems: 2, payment_problems_since: hours(-30), disputes: 1, disputes_due_at: hours(70) },
  ...{ waitlist: 6, waitlist_since: hours(-72.5), failed_emails: 3, ending: 9, ending_at: hours(47) },
}
const few = {
  ...{ short_benefits: 2, short_benefit: 'Lantern Research', short_benefit_keys: 0, short_benefit_id: 'b2' },
  ...{ waitlist: 1, disputes: 1, ending: 1 },
}
const health =
  (email_status: object) =>
  ({ results }: App) => {
    results.email_status = serve({ ...emailStatus, ...email_status })
  }
const still =
  (outstanding: number) =>
  ({ results }: App) => {
    results.token_flow = serve(
      tokenWeeks.slice(-1).map((row) => ({ ...row, issued: 0, spent: 0, outstanding })),
    )
  }
const explained = {
  kind: 'entry',
  at: hours(-2),
  person_id: 'p1',
  person_name: 'Ada Renn',
  name: 'Keystone Vault',
}
const explainedRows = [
  { transaction_type: 'redemption', order_id: 'o1', order_number: 'ORD-000148', amount: -25 },
  { transaction_type: 'adjustment', reason: 'Thanks', amount: 5, name: null },
  { transaction_type: 'signup_bonus', person_id: null, person_name: null, amount: 25, name: null },
  { kind: 'departure', amount: -5 },
  { kind: 'email', name: 'order_placed', order_id: 'o1', order_number: 'ORD-000148', amount: 1 },
  { kind: 'email', name: 'membership_ending', reason: 'smtp_550', amount: 1 },
  { kind: 'email', name: 'of_tomorrow', person_id: null, person_name: null, amount: 1 },
]

const overviewWorlds = {
  busy({ results }: App) {
    results.admin_today = serve({ ...today, ...busy })
    results.admin_counts = serve({ ...counts, late: 0, paid_members: 41, admins: 1 })
    const sums = { memberships: 14, memberships_amount: 138_600, renewals: 1, renewals_amount: 9900 }
    const others = { packs: 22, packs_amount: 41_800, refunds: 1, refunded: 9900, revenue: 180_400 }
    results.payment_sums = serve({ ...sums, ...others })
    results.my_membership = isOn
  },
  few({ results }: App) {
    results.admin_today = serve({ ...today, ...few })
    results.on_time_figures = serve({ due: 0, on_time: 0 })
  },
  'one key'({ results }: App) {
    results.admin_today = serve({ ...today, ...few, short_benefits: 1, short_benefit_keys: 1 })
  },
  'first steps'({ results }: App) {
    results.admin_today = serve({ ...today, has_logo: true })
    results.admin_counts = serve({ ...counts, orders: 0, active_benefits: 0 })
  },
  'next steps'({ results }: App) {
    results.admin_today = serve({ ...today, has_invited: true, has_sent_email: true })
    results.admin_counts = serve({ ...counts, orders: 0 })
  },
  'no tokens': still(0),
  'still tokens': still(25),
  'nothing served'({ results }: App) {
    for (const name of ['admin_counts', 'admin_today', 'token_flow', 'email_status', 'payment_sums'])
      results[name] = refused
    results.my_membership = isOn
    server.use(
      http.get('*/auth/v1/health', () => HttpResponse.html('<title>Welcome to the hotel</title>')),
      http.get('*/rest/v1/app_settings', refused),
    )
  },
  'emails of last week': health({ last_email_at: days(-6.9) }),
  'old emails': health({ last_email_at: days(-8) }),
  'emails today': health({ last_email_at: hours(-1) }),
  'emails late': health({ late: 1, given_up: 3, given_up_error: 'smtp_550', last_email_at: days(-6) }),
  'emails later': health({ late: 2, given_up: 1, last_email_at: days(-8) }),
  explained({ results }: App) {
    results.explain_number = serve({ total: 1200, row_count: 7, as_of: hours(-2) })
    const rows = explainedRows.map((row, at) => ({ ...explained, id: uuid(), key: String(at), ...row }))
    results.explain_rows = ({ p_key_id, p_number }) =>
      p_key_id ? [] : rows.filter(({ kind }) => (kind === 'email') === (p_number === 'emails'))
  },
}

// Activity.

const activityWorlds = {
  activity({ results }: App) {
    const yesterday = { at: '2026-11-19T09:30:00Z' }
    const run = { kind: 'order_status', parameters: { status: 'delivered' }, state: 'running', rows: 3 }
    const created = { code: 'R9CL5HX3', is_used: false, used_by: null, token_value: 1000 }
    const made = { action: 'insert', before: null } as const
    results.activity = serve([
      activityEntry(7, { table_name: 'operations', subject: null, ...made, after: run }),
      activityEntry(6, { table_name: 'benefits', before: { image_url: null }, after: { image_url: '/a' } }),
      activityEntry(5, { table_name: 'redeem_codes', subject: 'R9CL5HX3', ...made, after: created }),
      activityEntry(4, { table_name: 'profiles', subject: null, before: {}, after: {} }),
      activityEntry(3, { ...yesterday, actor_name: null }),
      activityEntry(2, { ...yesterday, actor_id: null, actor_name: null }),
    ])
    results.admin_second_factors = serve([{ id: memberId, name: 'Tamsin Ferreira' }])
    results.operation_rows = outcomes
  },
  'no activity'({ results }: App) {
    results.admin_second_factors = serve([{ id: memberId, name: 'Tamsin Ferreira' }])
    results.activity = serve([])
  },
}

// Runs over many rows.

const outcomes = ({ p_after, p_state }: Record<string, unknown>) => {
  const row = (state: string, reason?: string, by?: string) => ({ state, reason, reason_by: by })
  const rows = [
    ...[
      row('changed'),
      row('undone'),
      row('kept', 'tokens_spent'),
      row('kept', 'changed_since', 'Ines Moreau'),
    ],
    ...[row('skipped', 'sold_out'), row('skipped', 'sold_out'), row('waiting')],
    ...Array.from({ length: 101 }, () => row('skipped', 'same_status')),
  ].filter(({ state }) => !p_state || state === p_state)
  return p_after ? [] : rows.map((one, at) => ({ ...one, position: at + 1, label: `${at + 1}` }))
}
const running = { state: 'running', changed: 500, remaining: 1480, undo_until: null }
const runs =
  (...operations: object[]) =>
  ({ results }: App) => {
    server.use(http.get('*/rest/v1/operations', () => HttpResponse.json(operations)))
    results.operation_rows = outcomes
  }
const runWorlds = {
  runs: (app: App) =>
    runs(
      operation(),
      operation({ id: 'op-0', skipped: 0, emails: 1, parameters: { status: 'cancelled' } }),
      operation({ id: 'op-3', kind: 'order_note', changed: 0, emails: 0, skipped: 1 }),
      operation({ id: 'op-4', state: 'undone', undone: 195, kept: 3, undone_at: hours(-0.1) }),
      operation({ id: 'op-5', state: 'undone', undone: 1, undone_at: hours(-0.1) }),
      operation({ id: 'op-6', state: 'undone', undone: 9, undone_at: hours(-0.2) }),
      operation({ id: 'op-7', kind: 'token_grant' }),
      othersOperation(running),
    )(app),
  'own run': (app: App) =>
    runs(
      operation({ ...running, skipped: 3 }),
      operation({ ...running, id: 'op-0', state: 'undoing', kept: 2 }),
    )(app),
  "another admin's run": (app: App) =>
    runs(othersOperation({ ...running, state: 'undoing', actor: null }))(app),
  'unknown run': (app: App) => runs(operation({ kind: 'of_tomorrow' }))(app),
}

const moves = [
  { move: 'charged', tokens: 20, members: 1 },
  { move: 'credited', tokens: 7, members: 3 },
  { move: 'refunded', tokens: 5, members: 2 },
] as const
const skipped = [
  { reason: 'cancelled_by_member', count: 4 },
  { reason: 'changed_since', count: 12, by: 'Ines Moreau' },
]
const count =
  (result: Parameters<typeof operationResult>[0]) =>
  ({ results }: App) => {
    for (const name of ['set_order_statuses', 'note_orders', 'extend_memberships', 'grant_tokens'])
      results[name] = counting(operationResult(result))
    results.operation_rows = ({ p_after }) =>
      p_after ? [] : [{ position: 1, reason: 'unknown_email', label: '1' }]
  }
const dryRunWorlds = {
  'many counted': count({ skipped, moves: [...moves] }),
  'one counted': count({ changed: 1, emails: 1, moves: [{ move: 'granted', tokens: 5, members: 1 }] }),
  'one counted without email': count({ changed: 1, emails: 0 }),
  'none counted': count({ changed: 0, emails: 0, skipped: [{ reason: 'sold_out', count: 1 }] }),
  'lines counted': count({ changed: 1, emails: 0, skipped: [{ reason: 'unknown_email', count: 1 }] }),
  'too many to count'({ results }: App) {
    results.set_order_statuses = () => refusal(413, 'too_many_rows')
  },
  'runs refused': (app: App) => {
    count({})(app)
    const codes = ['not_admin', 'invalid_delivery', 'numbers_differ', 'dry_run_expired']
    const counted = app.results.set_order_statuses!
    app.results.set_order_statuses = (body) => counted(body) ?? refusal(409, codes.shift() ?? 'of_tomorrow')
  },
}

// Orders.

const desk = (assignee_id: string | null, name: string | null, notes = 0) => ({
  desk: { notes, assignee_id, assignee: name === null ? null : { name } },
})
const whose = (current_tokens: number, name = 'Tamsin Ferreira') => ({
  profile: { name, email: 'tamsin@ferreira.example', current_tokens },
})
const credit = { credit_rate: 2, credit_cap: 10, due_at: hours(-4.5) }
const erased = {
  user_id: null,
  profile: null,
  customer_name: null,
  customer_email: null,
  redemption_email: null,
}
const key = { kind: 'key', mask: 'GLD-••••-7Q2D', delivered_at: hours(-3), report_id: 'r1', report_number: 7 }
/** An order, and what was delivered with it. */
const desks: [object, object?][] = [
  [{ due_at: hours(2), ...desk(null, null, 1), profile: null }, { waits_until: hours(0.1) }],
  [{ ...credit, ...whose(3, 'Tamsin Reyes'), ...desk(memberId, 'Henrik Vos', 2) }],
  [
    {
      ...{ status: 'processing', due_at: hours(12.5), benefit_name: null, benefit_token_value: null },
      ...{ benefit_description: null, redemption_email: null, ...desk('a', 'Ines Moreau') },
    },
  ],
  [
    { status: 'completed', customer_email: 'old@ferreira.example', ...desk('a', null), due_at: hours(-9) },
    { ...key, kind: 'file', mask: null, file_name: 'seat.pdf', message: 'Enjoy.', email: 'waiting' },
  ],
  [
    { status: 'delivered', ...credit },
    { ...key, email: 'given_up', email_error: 'smtp_550', revealed_at: hours(-2) },
  ],
  [
    { ...erased, order_number: null, status: 'delivered', delivery_method: 'key' },
    { ...key, email: 'over_limit', read_at: hours(-1), report_open: true },
  ],
  [
    { status: 'delivered', delivery_method: 'key' },
    { ...key, email: null, report_id: null },
  ],
  [{ status: 'delivered' }],
  [
    { status: 'cancelled', cancel_reason: 'Sold out' },
    { ...key, email: 'skipped' },
  ],
  [
    { status: 'cancelled', ...whose(24) },
    {
      ...key,
      email: 'sent',
      email_at: hours(-2),
      delivered_by: 'Ines Moreau',
      revealed_by: 'Ada',
      revealed_at: hours(-2),
    },
  ],
  [{ status: 'cancelled', profile: null, benefit_token_value: 1 }],
  [{ status: 'of_tomorrow', due_at: null }],
]
const history = ['', 'op', 'op', '', ''].map((operation_id, at) => ({
  ...{ at: hours(-at), actor_id: 'a', actor_name: at === 4 ? null : 'Henrik Vos' },
  ...{ from_status: 'pending', to_status: 'delivered', operation_id: operation_id || null, is_undo: at > 1 },
}))
const noted = { body: 'Called them', created_at: hours(-1), author: { name: 'Henrik Vos' } }

const orderWorlds = {
  'many orders'({ tables, results }: App) {
    const rows = desks.map(([over], at) =>
      adminOrder({
        order_number: `ORD-${100 + at}`,
        created_at: hours(-at),
        updated_at: hours(-at / 2),
        ...over,
      }),
    )
    tables.orders = rows
    tables.order_notes = [
      { ...noted, id: 'n1', order_id: rows[1]?.id },
      { ...noted, id: 'n2', order_id: rows[1]?.id, body: null, author: null },
    ]
    results.search_orders = serve(rows)
    results.count_orders = serve(10_001)
    results.delivery_details = ({ p_order_id }) => ({
      delivered_at: null,
      waits_until: null,
      ...desks[rows.findIndex(({ id }) => id === p_order_id)]?.[1],
    })
    results.order_history = ({ p_order_id }) =>
      p_order_id === rows[0]?.id
        ? history
        : p_order_id === rows[1]?.id
          ? Array(21)
              .fill(0)
              .map((_, at) => ({ ...history[0], at: hours(-at) }))
          : []
    results.order_counts = serve([
      { status: 'pending', count: 1200 },
      { status: 'delivered', count: 10_000 },
    ])
    results.deliver_order = serve(true)
    results.reveal_delivery = serve(null)
    results.revealed_delivery = serve('GLD-1111-7Q2D')
    results.resend_delivery = serve(null)
    results.assign_orders = serve(1)
  },
  'no orders'({ tables, results }: App) {
    tables.orders = []
    results.search_orders = serve([])
    results.count_orders = serve(0)
  },
  'orders refused'({ results }: App) {
    for (const name of ['order_counts', 'search_orders', 'delivery_details', 'order_history'])
      results[name] = refused
    server.use(http.get('*/rest/v1/order_notes', refused))
  },
  'saved views'({ tables, results }: App) {
    const view = (name: string, filter: object, sort = 'newest') => ({ id: uuid(), name, filter, sort })
    tables.admin_views = [
      view('Mine', { due: 'late' }, 'due'),
      view('Found', { search: 'a', noted: true, from: '2026-11-01T00:00:00Z', to: 'x' }),
      view('Odd', ['a'], 'of_tomorrow'),
    ]
    results.view_counts = ({ p_filters }) => (p_filters as object[]).map((_, at) => at * 5000)
  },
  'a changed order': (app: App) => changing(app, {}),
  'a deleted account': (app: App) => changing(app, erased),
  'an overtaken order'(app: App) {
    app.results.change_order = () => {
      Object.assign(app.order, { status: 'delivered', updated_at: hours(-0.1) })
      return refusal(409, 'order_changed')
    }
    app.results.order_history = serve([{ ...history[0], actor_name: 'Lucía Ibáñez' }])
  },
  'status refusals'(app: App) {
    const refusals = [() => refusal(402, 'insufficient_tokens'), () => refusal(403, 'not_admin')]
    Object.assign(app.order, { status: 'cancelled' }, whose(12))
    app.results.change_order = () => {
      const next = refusals.shift()
      return next ? next() : refusal(409, 'invalid_delivery')
    }
  },
  'a template'({ order }: App) {
    Object.assign(order, { benefit_id: uuid() })
    serveCall(
      'delivery_settings',
      serve({
        method: 'manual',
        message: 'Welcome to [workspace].',
        instructions: null,
      }),
    )
  },
}

/** The order becomes what is set. */
function changing({ order, results }: App, over: object) {
  Object.assign(order, over)
  results.change_order = ({ p_status }) => {
    Object.assign(order, { status: p_status, updated_at: hours(0) })
    return { operation_id: 'op-1', undo_until: hours(10 / 3600) }
  }
  results.undo_operation = serve({ remaining: 0 })
}

// Users.

const member = (name: string, over: object) => profile({ id: uuid(), name, email: `${name}@x.test`, ...over })
const at = hours(-2)
const ofOrder = { order_id: 'o1', order_number: 'ORD-000148', benefit_name: 'Minutes', created_at: at }
const told = (kind: string, state: string, over: object = {}) => ({
  ...{ id: uuid(), kind, state, by_email: true, data: {}, count: 1, created_at: at, read_at: null },
  ...{ order_id: null, order_number: null, benefit_id: null, error: null, elsewhere: false },
  ...over,
})

const userWorlds = {
  members({ tables, results }: App) {
    const ends = [days(30), days(31), days(-2), days(0.9), null, 'infinity']
    const rows = ends.map((end, index) => member(`Member ${index}`, { membership_end_date: end }))
    const never = { membership_start_date: null, membership_end_date: null }
    tables.profiles!.push(...rows, member('Member 6', { ...never, role: 'admin' }), member('Member 7', never))
    results.my_membership = isOn
    results.count_profiles = ({ p_search, p_group }) => (p_search ? 10_001 : p_group ? 7 : 1200)
  },
  'no users'({ results }: App) {
    results.search_profiles = serve([])
  },
  'a person'({ tables, results, buyer }: App) {
    const entry = (over: object, linked: object = {}) => ({
      ...{ ...transaction({ account_id: buyer.id, created_at: at, ...over }), order: null, ...linked },
    })
    const code = { id: uuid(), code: 'K7QM2X9D', note: 'Autumn' }
    const order = { order_number: 'ORD-000148', benefit_name: 'Keystone Vault', benefit: null }
    const redeemed = {
      transaction_type: 'redemption',
      amount: -25,
      balance_after: 87,
      order_id: ofOrder.order_id,
    }
    const gift = { transaction_type: 'adjustment', description: 'Gift', reason: 'Thanks for the talk' }
    tables.token_transactions = [
      entry(redeemed, { order }),
      entry({}),
      entry(gift),
      entry({ amount: 50, redeem_code_id: code.id }, { code }),
      entry({ amount: 5, redeem_code_id: uuid() }, { code: null }),
    ]
    tables.orders!.push(
      adminOrder({ user_id: buyer.id, order_number: null, benefit_name: null, status: 'of_tomorrow' }),
    )
    tables.payments = [
      { state: 'refunded', refunded: 1000, refund_reason: 'Asked', ...refundedAt, tokens_returned: 60 },
      { kind: 'tokens', tokens: 100, is_test: true, state: 'disputed' },
      { state: 'failed', paid_at: null, starts_at: null },
    ].map((over) => ({ ...payment({ id: uuid(), account_id: buyer.id, ...over }) }))
    const answered = { outcome: 'open', answer: 'replied', answer_text: 'Please try again.', answered_at: at }
    const open = { outcome: 'open', answer: null, answer_text: null, answered_at: null }
    results.person_reports = serve([
      { ...ofOrder, ...answered, id: uuid(), number: 7, reason: 'The page does not load' },
      { ...ofOrder, ...open, id: uuid(), number: 8, reason: null, order_number: null },
    ])
    results.person_notes = serve([
      { ...ofOrder, id: uuid(), body: 'Called back', author_name: null },
      { ...ofOrder, id: uuid(), body: null, author_name: 'Ines Moreau', order_number: null },
    ])
    results.person_messages = serve([
      told('order_placed', 'sent', { ...ofOrder, elsewhere: true }),
      told('tokens_adjusted', 'unread', { by_email: false, data: { tokens: 5, reason: 'Thanks' } }),
      told('membership_ending', 'given_up', { error: 'timeout' }),
      told('order_delivered', 'over_limit'),
      told('order_delivered', 'skipped'),
      told('tokens_adjusted', 'read', { by_email: false, data: { tokens: 5 }, read_at: at }),
      told('of_tomorrow', 'waiting'),
      told('order_placed', 'of_tomorrow'),
    ])
    const problems = { reports: 2, open_reports: 1, given_up_emails: 2, given_up_error: 'smtp_550' }
    const orders = { open_orders: 3, late_orders: 1, received: 0, notes: 2, messages: 8 }
    results.person_figures = serve({
      ...quiet,
      ...orders,
      ...problems,
      last_sign_in_at: null,
      confirmed_at: null,
    })
    results.second_factors_of = serve({ authenticators: 1, awaits_approval: true })
    Object.assign(buyer, { phone: '+351 912', deletes_at: days(17), invite_code_used: null })
  },
  'a new admin'({ results, buyer }: App) {
    Object.assign(buyer, { role: 'admin', membership_end_date: null })
    results.person_figures = serve({ ...quiet, last_sign_in_at: null, spent: 0 })
    results.second_factors_of = serve({ authenticators: 2, awaits_approval: false })
  },
  'an unknown person'({ tables }: App) {
    tables.profiles!.splice(1)
  },
  'figures refused'({ results }: App) {
    for (const name of ['person_figures', 'second_factors_of', 'person_reports']) results[name] = refused
    server.use(http.head('*/rest/v1/orders', () => new Response(null, { status: 400 })))
  },
}

const found = (kind: string, title: string, detail: string | null, state: string | null) => ({
  ...{ kind, id: uuid(), title, detail, state },
})
const searchWorlds = {
  found({ results }: App) {
    results.search_everything = serve([
      found('person', 'Ada Renn', 'ada@x.test', null),
      found('order', 'ORD-000148', 'Ada Renn', 'pending'),
      found('order', 'ORD-000149', null, null),
      found('benefit', 'Keystone Vault', null, 'inactive'),
      found('benefit', 'Lantern Research', null, 'active'),
      found('token_code', 'BONUS1', 'Autumn', 'used'),
      found('invite_code', 'WELCOME1', null, 'revoked'),
    ])
  },
  'search refused'({ results }: App) {
    results.search_everything = refused
  },
}

export const deskWorlds: Record<string, (app: App) => void> = {
  ...{ ...paymentWorlds, ...overviewWorlds, ...activityWorlds, ...runWorlds, ...dryRunWorlds },
  ...{ ...orderWorlds, ...userWorlds, ...searchWorlds },
}
