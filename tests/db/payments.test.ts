import { afterEach, beforeEach, expect, it } from 'vitest'
import { columnOf, deletePerson, refusal, rpc, scalarOf } from './support/ask'
import { sqlOutcome } from './support/outcome'
import {
  checkoutEvent,
  disputeEvent,
  failedRefundEvent,
  openPayments,
  otherEvent,
  type PaymentEvent,
  paymentStates,
  randomFrom,
  refundEvent,
  shuffle,
  turnPaymentsOn,
} from './support/payments'
import { createAdmin, createMember, type Person } from './support/people'
import {
  balanceOf,
  createBenefit,
  createTokenCode,
  orderPayload,
  placeOrder,
  reconcile,
} from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query, Row } from './support/world'

const world = sharedWorld()
const join = () => createMember(world)
const admin = await createAdmin(world)
const set = (key: string, value: number) =>
  world.sql(
    `insert into app_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value`,
    [key, String(value)],
  )
const setPlaces = (places: number) => set('launch_places', places)
const placesTaken = async () => Number(await scalarOf(world.sql, 'select private.launch_places_taken()'))
/** So many that this number is left. */
const leavePlaces = async (left: number) => setPlaces(left + (await placesTaken()))
const placesLeft = async () =>
  Number(await scalarOf(world.sql, 'select launch_places_left from public_settings()'))

await world.sql(
  `insert into token_packs (tokens, price, is_on_sale) values (25, 1200, true), (50, 2000, true), (100, 3000, false)`,
)
await turnPaymentsOn(world)
beforeEach(() => setPlaces(1000))
afterEach(async () => expect(await reconcile(world)).toEqual([]))

type Opened = { id: string; amount: number; tokens: number | null }
const OPEN = 'select * from open_payment($1, $2, $3, $4)'
const open = async ({ id }: { id: string }, kind = 'membership', tokens: number | null = null, live = true) =>
  (await world.sql<Opened>(OPEN, [id, kind, tokens, live]))[0] as Opened
const opening = (person: { id: string }, kind = 'membership', tokens: number | null = null, live = true) =>
  sqlOutcome(open(person, kind, tokens, live))
const applyEvent = (event: PaymentEvent, sql: Query = world.sql) =>
  scalarOf(sql, 'select apply_payment_event($1)', [event])
const pay = async (person: { id: string }, kind?: string, tokens?: number, at = new Date()) => {
  const payment = await open(person, kind, tokens)
  expect(await applyEvent(checkoutEvent(payment, 'completed', { at }))).toBe('applied')
  return payment
}
const paymentOf = async ({ id }: { id: string }) =>
  (await world.sql('select * from payments where id = $1', [id]))[0] as Row
const datesOf = async ({ id }: { id: string }) => {
  const text =
    'select membership_start_date as from, membership_end_date as until from profiles where id = $1'
  return (await world.sql<{ from: Date | null; until: Date | null }>(text, [id]))[0]
}
const setDates = ({ id }: { id: string }, from: string | null, until: string | null) =>
  world.sql('update profiles set membership_start_date = $2, membership_end_date = $3 where id = $1', [
    id,
    from,
    until,
  ])
const order = async (person: Person, price = 1) =>
  refusalOf(person.client.from('orders').insert(orderPayload(person, await createBenefit(world, { price }))))
const refusalOf = async (call: PromiseLike<{ error: { message: string } | null }>) =>
  (await call).error?.message ?? 'done'
const refund = ({ id }: Opened, reason: string, amount: number | null = null, by = admin) =>
  world.sql('select * from begin_refund($1, $2, $3, $4)', [by.id, id, amount, reason])
/** In whole seconds, as Stripe's times are. */
const daysAgo = (days: number) => new Date(Math.floor(Date.now() / 1000 - days * 86_400) * 1000)
const years = (from: Date, n: number) => new Date(new Date(from).setUTCFullYear(from.getUTCFullYear() + n))
const noticesOf = ({ id }: Person, kind = 'payment_problem') =>
  columnOf<Row>(
    world.sql,
    'select data from notifications where user_id = $1 and kind = $2 order by created_at',
    [id, kind],
  )
/** Of one payment, or of one event. */
const problemsOf = async ({ id }: { id: string }): Promise<Row[]> =>
  (await rpc(admin, 'payment_problems')).filter((row: Row) => row.id === id || row.payment_id === id)
const newestEntry = ({ client }: Person) =>
  client.from('token_transactions').select().order('seq', { ascending: false }).limit(1).throwOnError()
const disputed = (one: Opened, options = {}) => disputeEvent(one, 'created', 'needs_response', options)
const unpaid = (one: Opened) => checkoutEvent(one, 'completed', { status: 'unpaid' })
const BOTH_EMPTY = { from: null, until: null }

it('lets nobody pay while payments are off or no key is known, and with a test key only admins (D61)', async () => {
  const member = await join()
  const mode = async (person: Person) => (await rpc(person, 'my_membership'))[0].payments
  await set('payments_on', 0)
  expect(await datesOf(await join())).toMatchObject({ from: expect.any(Date), until: expect.any(Date) })
  expect([await opening(admin), await order(member), await mode(member)]).toEqual([
    'payments_off',
    'done',
    'off',
  ])
  await set('payments_on', 1)
  await world.undone(async (sql) => {
    await sql('delete from private.payment_service where true')
    expect(await scalarOf(sql, 'select private.payment_mode()')).toBe('off')
  })
  await world.sql('select report_payment_mode(false)')
  expect([await opening(member, 'membership', null, false), await order(member)]).toEqual([
    'payments_off',
    'done',
  ])
  expect([await mode(member), await mode(admin)]).toEqual(['off', 'test'])
  const before = await placesTaken()
  const payment = await open(admin, 'membership', null, false)
  expect(await applyEvent(checkoutEvent(payment, 'completed'))).toBe('refused')
  expect(await applyEvent(checkoutEvent(payment, 'completed', { live: false }))).toBe('applied')
  await world.sql('select report_payment_mode(true)')
  expect(await paymentOf(payment)).toMatchObject({ state: 'paid', is_test: true })
  expect(await placesTaken()).toBe(before)
})

it('asks for a year before orders, from the day of payment, and for the next in the last 30 days, from the end (D61, D62)', async () => {
  const member = await join()
  expect([await datesOf(member), await balanceOf(world, member.id)]).toEqual([BOTH_EMPTY, 25])
  expect(await rpc(member, 'my_membership')).toMatchObject([
    {
      payments: 'live',
      state: 'inactive',
      price: 1000,
      is_launch: true,
      must_pay: true,
      sells_tokens: false,
    },
  ])
  expect(await order(member)).toBe('membership_inactive')
  const { code } = await createTokenCode(world, 10)
  await rpc(member, 'redeem_code', { p_code: code })
  const at = daysAgo(7)
  const payment = await pay(member, 'membership', undefined, at)
  // Reported twice, the first time counts.
  await applyEvent(checkoutEvent(payment, 'async_payment_succeeded'))
  const year = { starts_at: at, ends_at: years(at, 1) }
  expect(await paymentOf(payment)).toMatchObject({ state: 'paid', amount: 1000, ...year })
  expect([await datesOf(member), await order(member)]).toEqual([{ from: at, until: years(at, 1) }, 'done'])
  expect(await opening(member)).toBe('membership_not_due')
  expect(await rpc(member, 'my_membership')).toMatchObject([{ state: 'active', sells_tokens: true }])

  const [early, ended, before] = [await join(), await join(), await join()]
  const in30 = new Date(Date.now() + 29.9 * 86_400_000)
  await setDates(early, '2026-01-01', in30.toISOString())
  const renewal = await pay(early)
  expect(await datesOf(early)).toEqual({ from: new Date('2026-01-01'), until: years(in30, 1) })
  expect(await paymentOf(renewal)).toMatchObject({ starts_at: in30, ends_at: years(in30, 1) })
  for (const person of [ended, admin]) await setDates(person, '2020-01-01', '2021-01-01')
  await setDates(before, '2020-01-01', null)
  const mustPay = async (person: Person) => [
    await order(person),
    (await rpc(person, 'my_membership'))[0].must_pay,
  ]
  expect(await mustPay(ended)).toEqual(['membership_ended', true])
  for (const person of [admin, before]) expect(await mustPay(person)).toEqual(['done', false])
  expect(await opening(before)).toBe('membership_not_due')
  await pay(ended, 'membership', undefined, at)
  expect(await datesOf(ended)).toEqual({ from: at, until: years(at, 1) })
})

it('sells the launch price to the first who pay: an open checkout holds a place, only Stripe frees it, a refund frees none (D61)', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, join))
  const [one, two, three, four] = people as [Person, Person, Person, Person]
  await leavePlaces(2)
  const held = await open(one)
  const second = await open(two)
  expect([held.amount, second.amount, (await open(three)).amount, await placesLeft()]).toEqual([
    1000, 1000, 9900, 0,
  ])
  // Our clock alone frees nothing.
  await world.sql(`update payments set created_at = now() - interval '2 hours' where id = $1`, [held.id])
  expect((await open(four)).amount).toBe(9900)
  await applyEvent(checkoutEvent(held, 'expired'))
  expect([await paymentOf(held), await placesLeft()]).toMatchObject([{ state: 'expired' }, 1])
  await applyEvent(checkoutEvent(second, 'completed'))
  await applyEvent(refundEvent(second, second.amount))
  expect([await datesOf(two), await placesLeft()]).toEqual([BOTH_EMPTY, 1])
  const again = await pay(two)
  expect([again.amount, await placesLeft()]).toEqual([1000, 1])
  await setDates(two, '2025-01-01', '2026-01-01')
  const renewal = { state: 'ended', price: 9900, is_launch: false }
  expect(await rpc(two, 'my_membership')).toMatchObject([renewal])
})

it('reopens an open checkout, refuses a second payment while one may still be paid, and takes prices from nobody (D61)', async () => {
  const member = await join()
  const [first, again] = [await open(member), await open(member)]
  expect(again.id).toBe(first.id)
  // Only at the price of today, which the screen shows.
  await world.undone(async (sql) => {
    await sql('update payments set amount = amount + 100 where id = $1', [first.id])
    const [opened] = await sql<Opened>(OPEN, [member.id, 'membership', null, true])
    expect(opened).toMatchObject({ id: expect.not.stringContaining(first.id), amount: first.amount })
  })
  // As Stripe opens none with another email again; twenty in an hour.
  await world.undone(async (sql) => {
    const reopen = () => sql(`select * from open_payment($1, 'membership', null, true, true)`, [member.id])
    await sql(
      `insert into payments (user_id, account_id, kind, tokens, amount) select $1, $1, 'tokens', 25, 1200 from generate_series(1, 18)`,
      [member.id],
    )
    expect(await reopen()).toMatchObject([
      { id: expect.not.stringContaining(first.id), amount: first.amount },
    ])
    expect(await scalarOf(sql, 'select state from payments where id = $1', [first.id])).toBe('opened')
    expect(await sqlOutcome(reopen())).toBe('rate_limited')
  })
  const age = (minutes: number) =>
    world.sql(`update payments set created_at = now() - $2 * interval '1 minute' where id = $1`, [
      first.id,
      minutes,
    ])
  await age(31)
  expect(await opening(member)).toBe('payment_in_progress')
  await age(33)
  const other = await open(member)
  expect(other.id).not.toBe(first.id)
  await applyEvent(unpaid(other))
  expect([(await paymentOf(other)).state, await opening(member)]).toEqual([
    'processing',
    'payment_in_progress',
  ])
  // One that only tests keeps nobody from paying.
  await world.undone(async (sql) => {
    await sql('update payments set is_test = true where id = $1', [other.id])
    await sql(OPEN, [member.id, 'membership', null, true])
  })
  await applyEvent(checkoutEvent(other, 'async_payment_failed'))
  expect([(await paymentOf(other)).state, await opening(member)]).toEqual(['failed', 'done'])
  for (const tokens of [26, 100]) expect(await opening(member, 'tokens', tokens)).toBe('pack_unavailable')
  expect(await opening(member, 'gift')).toBe('unknown_kind')
  await applyEvent(checkoutEvent(other, 'async_payment_succeeded'))
  expect(await noticesOf(member, 'membership_extended')).toHaveLength(1)
  await world.sql(`update profiles set deletes_at = now() + interval '3 days' where id = $1`, [member.id])
  expect(await opening(member)).toBe('account_leaving')
})

it('adds the tokens of a pack once, as a purchase, and takes back what is unspent of a refunded one (D64, D65)', async () => {
  const member = await join()
  await pay(member)
  const pack = await pay(member, 'tokens', 50)
  expect(await balanceOf(world, member.id)).toBe(75)
  const bought = checkoutEvent(pack, 'completed')
  expect([await applyEvent(bought), await applyEvent(bought), await balanceOf(world, member.id)]).toEqual([
    'applied',
    'repeated',
    75,
  ])
  const entry = { transaction_type: 'purchase', amount: 50, description: 'Bought 50 tokens', actor_id: null }
  expect((await newestEntry(member)).data).toMatchObject([entry])
  await placeOrder(member, await createBenefit(world, { price: 45 }))
  expect(await sqlOutcome(refund(pack, ' '))).toBe('reason_required')
  expect(await sqlOutcome(refund(pack, 'For me', null, member))).toBe('not_admin')
  expect(await refund(pack, 'Asked for it')).toMatchObject([{ amount: 2000, refunded: 0 }])
  expect([(await paymentOf(pack)).state, await balanceOf(world, member.id)]).toEqual(['paid', 30])
  await applyEvent(refundEvent(pack, 500))
  expect([await paymentOf(pack), await balanceOf(world, member.id)]).toMatchObject([
    { state: 'paid', refunded: 500 },
    30,
  ])
  expect(await sqlOutcome(refund(pack, 'Too much', 1501))).toBe('refund_refused')
  await applyEvent(refundEvent(pack, 2000))
  await applyEvent(refundEvent(pack, 500))
  expect(await paymentOf(pack)).toMatchObject({ state: 'refunded', refunded: 2000, tokens_returned: 30 })
  expect((await newestEntry(member)).data).toMatchObject([
    { amount: -30, reason: 'Asked for it', balance_after: 0 },
  ])
})

/** What is found, and what was done. */
const DAMAGES = `
is failed against its facts | update payments set state = 'failed' where id = :year
is paid against its facts | update payments set state = 'paid' where id = :returned
gave no year | update payments set starts_at = null, ends_at = null where id = :year
the dates of the membership | update profiles set membership_end_date = membership_end_date + interval '1 year' where id = :me
the dates of the membership | update profiles set membership_start_date = membership_start_date - interval '1 year' where id = :me
and the ledger disagree | update private.payment_facts set entry_id = null where payment_id = :pack
and the ledger disagree | update payments set account_id = gen_random_uuid() where id = :pack
and the ledger disagree | update token_transactions set amount = 49 where id = :entry
and the ledger disagree | update token_transactions set transaction_type = 'adjustment' where id = :entry
and the ledger disagree | update payments set tokens_returned = null where id = :returned
and the ledger disagree | update payments set tokens_returned = 24 where id = :returned
and the ledger disagree | update private.payment_facts set return_entry_id = null where payment_id = :returned
is a purchase without a payment | delete from private.payment_facts where payment_id = :pack
is a purchase without a payment | insert into token_transactions (account_id, transaction_type, amount, description, balance_after, created_at, hash) values (:me, 'purchase', 50, 'Bought 50 tokens', 50, now(), '')
`
it('finds in the books what does not follow from the payments (D63)', async () => {
  const member = await join()
  const [year, pack, returned] = [
    await pay(member),
    await pay(member, 'tokens', 50),
    await pay(member, 'tokens', 25),
  ]
  await applyEvent(refundEvent(returned, returned.amount))
  const entry = 'select entry_id from private.payment_facts where payment_id = $1'
  const ids: Record<string, unknown> = {
    ...{ me: member.id, year: year.id, pack: pack.id, returned: returned.id },
    entry: await scalarOf(world.sql, entry, [pack.id]),
  }
  for (const line of DAMAGES.trim().split('\n')) {
    const [problem = '', damage = ''] = line.split(' | ')
    await world.undone(async (sql) => {
      await sql('set local session_replication_role = replica')
      await sql(damage.replaceAll(/:(\w+)/g, (_, name: string) => `'${ids[name]}'`))
      const found = await columnOf(sql, 'select problem from private.reconcile()')
      expect([damage, found]).toEqual([damage, expect.arrayContaining([expect.stringMatching(problem)])])
    })
  }
})

it('reminds on the day of the end as well, once, and not while payments are off (D62)', () =>
  world.undone(async (sql) => {
    const { id } = await join()
    await sql(
      `update profiles set membership_start_date = now(), membership_end_date = now() + interval '40 days' where id = $1`,
      [id],
    )
    for (const [on, expected] of [
      [1, ['0']],
      [0, []],
    ] as const) {
      await sql(`update app_settings set value = $1 where key = 'payments_on'`, [String(on)])
      await sql(
        `update private.due_items set done_until = now() + interval '39 days' where item = 'memberships'`,
      )
      for (const days of [40.2, 40.4, 50])
        await sql(`select private.due_memberships(now() + $1 * interval '1 day')`, [days])
      const days = `select data ->> 'days' from notifications where user_id = $1 and kind = 'membership_ending'`
      expect(await columnOf(sql, days, [id])).toEqual(expected)
      await sql('delete from notifications where user_id = $1', [id])
    }
  }))

it('takes its year off the membership when a payment is refunded whole, also after a renewal or a move by an admin (D64)', async () => {
  const member = await join()
  const at = daysAgo(340)
  const first = await pay(member, 'membership', undefined, at)
  const second = await pay(member)
  const later = daysAgo(-1)
  expect(await datesOf(member)).toEqual({ from: at, until: years(years(at, 1), 1) })
  await rpc(admin, 'extend_memberships', { p_ids: [member.id], p_months: 3, p_dry_run: false })
  const moved = (await datesOf(member))?.until as Date
  await applyEvent(refundEvent(first, first.amount - 1))
  expect((await datesOf(member))?.until).toEqual(moved)
  await applyEvent(refundEvent(first, first.amount, later))
  expect((await datesOf(member))?.until?.toISOString().slice(0, 7)).toBe(
    years(moved, -1).toISOString().slice(0, 7),
  )
  await applyEvent(refundEvent(second, second.amount, later))
  expect(await rpc(member, 'my_membership')).toMatchObject([{ state: 'ended' }])
})

it('takes no more days off than a year gave that began on February 29 (D64)', async () => {
  const member = await join()
  await setDates(member, '2023-03-01T12:00Z', '2024-02-29T12:00Z')
  const payment = await pay(member, 'membership', undefined, new Date('2024-02-20'))
  expect((await datesOf(member))?.until).toEqual(new Date('2025-02-28T12:00Z'))
  await applyEvent(refundEvent(payment, payment.amount, new Date('2024-03-01')))
  expect((await datesOf(member))?.until).toEqual(new Date('2024-02-29T12:00Z'))
  // Nor the 366 days of a year when one of 365 days follows it.
  const other = await join()
  const long = await pay(other, 'membership', undefined, new Date('2023-06-01'))
  await pay(other, 'membership', undefined, new Date('2024-05-20'))
  await applyEvent(refundEvent(long, long.amount, new Date('2024-05-25')))
  expect((await datesOf(other))?.until).toEqual(new Date('2024-06-01'))
})

it('notifies of a refunded year once, in the app and by email, whatever comes first, and not of a partial refund (D40, D64)', async () => {
  const [member, early] = [await join(), await join()]
  const messagesTo = async (person: Person) => [
    await noticesOf(person, 'membership_refunded'),
    await columnOf(
      world.sql,
      `select private.email_data(o) from private.outbox as o where recipient_id = $1 and kind = 'membership_refunded'`,
      [person.id],
    ),
  ]
  const payment = await pay(member)
  await refund(payment, 'As you asked')
  await applyEvent(refundEvent(payment, 1))
  expect(await messagesTo(member)).toEqual([[], []])
  for (const _ of [1, 2]) await applyEvent(refundEvent(payment, payment.amount))
  await applyEvent(disputeEvent(payment, 'closed', 'won'))
  expect(await messagesTo(member)).toEqual([
    [{}],
    [{ amount: payment.amount, reason: 'As you asked', ends_on: null }],
  ])
  await setDates(early, '2026-01-01', daysAgo(-20).toISOString())
  const renewal = await open(early)
  await applyEvent(refundEvent(renewal, renewal.amount))
  await applyEvent(checkoutEvent(renewal, 'completed', { at: daysAgo(1) }))
  expect(await messagesTo(early)).toEqual([
    [{ ends_at: expect.any(String) }],
    [{ amount: renewal.amount, reason: null, ends_on: expect.any(String) }],
  ])
})

it('lists each dispute until it is won, changes nothing for the member, and notifies admins (D64)', async () => {
  const member = await join()
  const payment = await pay(member)
  const dates = await datesOf(member)
  await applyEvent(disputed(payment))
  expect([await paymentOf(payment), await datesOf(member)]).toMatchObject([{ state: 'disputed' }, dates])
  expect(await noticesOf(admin)).toContainEqual({ problem: 'dispute' })
  expect(await sqlOutcome(refund(payment, 'Asked for it'))).toBe('refund_refused')
  await applyEvent(disputeEvent(payment, 'closed', 'won'))
  await applyEvent(disputed(payment, { id: 'evt_again' }))
  expect((await paymentOf(payment)).state).toBe('paid')
  const second = { dispute: 'dp_second' }
  await applyEvent(disputed(payment, second))
  expect((await paymentOf(payment)).state).toBe('disputed')
  await applyEvent(disputeEvent(payment, 'closed', 'won', second))
  expect((await paymentOf(payment)).state).toBe('paid')
})

it('lists what cannot be applied, which an admin settles: unknown, altered, of somebody deleted, of another mode (D63)', async () => {
  const [member, gone] = [await join(), await join()]
  const [payment, lost] = [await open(member), await open(gone)]
  await deletePerson(admin, gone)
  const unknown = { ...payment, id: '00000000-0000-4000-8000-000000000000' }
  const others: [PaymentEvent, string][] = [
    [checkoutEvent(unknown, 'completed'), 'unknown_payment'],
    [checkoutEvent({ ...payment, amount: 1 }, 'completed'), 'amount_differs'],
    [checkoutEvent(payment, 'completed', { currency: 'jpy' }), 'amount_differs'],
    [checkoutEvent(payment, 'completed', { live: false }), 'mode_differs'],
    [checkoutEvent(lost, 'completed'), 'account_deleted'],
  ]
  for (const [event] of others) expect(await applyEvent(event)).toBe('refused')
  // Told by the nightly comparison again, nothing is listed twice.
  await compare(others.map(([event]) => event))
  expect(await applyEvent(checkoutEvent(payment, 'completed'))).toBe('applied')
  // Checkouts and charges that name a payment to which they do not belong, as somebody with the account of Stripe could make.
  const other = await open(await join())
  const naming = { client_reference_id: other.id, metadata: { payment: other.id } }
  const mixed = [
    checkoutEvent(payment, 'completed', { session: 'cs_other' }),
    ...[checkoutEvent(payment, 'completed'), refundEvent(payment, payment.amount)].map((event) => ({
      ...event,
      data: { object: { ...event.data.object, ...naming } },
    })),
  ]
  for (const event of mixed) expect(await applyEvent(event)).toBe('refused')
  expect(await paymentOf(other)).toMatchObject({ state: 'opened', refunded: 0 })
  const all = [...others, ...mixed.map((event) => [event, 'session_differs'] as const)]
  for (const [event, problem] of all)
    expect(await problemsOf({ id: event.id })).toMatchObject([{ problem, times: 1 }])
  expect((await paymentOf(lost)).state).toBe('paid')
  expect(await refusal(member, 'payment_problems')).toBe('not_admin')
  for (const [{ id }] of all) {
    const settle = () => rpc(admin, 'settle_payment_problem', { p_id: id })
    expect([await settle(), await settle()]).toEqual([true, false])
    expect(await problemsOf({ id })).toEqual([])
  }
  expect(await applyEvent(refundEvent(lost, lost.amount))).toBe('applied')
  const ignored = otherEvent('customer.created')
  expect([await applyEvent(ignored), await applyEvent(ignored)]).toEqual(['ignored', 'ignored'])
  const times = 'select times from private.payment_events where id = $1'
  expect(await scalarOf(world.sql, times, [ignored.id])).toBe(2)
})

it('ends in the same state for the same events in any order, with any number of repetitions (D63)', async () => {
  const seed = 20261127
  const members = async () => (await Promise.all(Array.from({ length: 5 }, join))).map(({ id }) => id)
  const ordered = await openPayments(world.sql, await members(), 'a', 12, seed)
  const others = await openPayments(world.sql, await members(), 'b', 12, seed)
  expect(others.length).toBeGreaterThan(80)
  for (const event of ordered) await applyEvent(event)
  // As many at once as Stripe sends.
  const random = shuffle(others, randomFrom(seed))
  for (let at = 0; at < random.length; at += 4)
    await Promise.all(random.slice(at, at + 4).map((event) => applyEvent(event)))
  expect(await paymentStates(world.sql, 'b')).toEqual(await paymentStates(world.sql, 'a'))
  const left = `select * from private.payment_events where outcome <> 'applied' and id = any ($1)`
  expect(await world.sql(left, [others.map(({ id }) => id)])).toEqual([])
})

it('sells one place to one of many who open a checkout at once, and one checkout to one who opens it twice (D61)', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, join))
  await leavePlaces(1)
  const opened = await Promise.all(
    people.flatMap(({ id }) => [1, 2].map(() => world.sql<Opened>(OPEN, [id, 'membership', null, true]))),
  )
  const rows = opened.map(([row]) => row as Opened)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(50)
  expect(new Set(rows.filter(({ amount }) => amount === 1000).map(({ id }) => id)).size).toBe(1)
  // All of them pay, and each event comes three times at once.
  const events = [...new Map(rows.map((row) => [row.id, row])).values()].map((row) =>
    checkoutEvent(row, 'completed'),
  )
  const results = await Promise.all(events.flatMap((event) => [1, 2, 3].map(() => applyEvent(event))))
  expect(results.filter((result) => result === 'applied')).toHaveLength(50)
})

it('loses nothing of a member who pays while being deleted: the money is listed, and nothing else is left (D55, D63)', async () => {
  for (let round = 0; round < 4; round++) {
    const member = await join()
    const payment = await open(member, round % 2 ? 'membership' : 'tokens', round % 2 ? null : 50)
    const paid = checkoutEvent(payment, 'completed')
    const [outcome] = await Promise.all([applyEvent(paid), deletePerson(admin, member)])
    expect(await paymentOf(payment)).toMatchObject({ state: 'paid', user_id: null })
    expect(await problemsOf({ id: paid.id })).toHaveLength(outcome === 'refused' ? 1 : 0)
    expect(await applyEvent(refundEvent(payment, payment.amount))).toBe('applied')
  }
})

it('gives one year for a refund and a renewal that arrive at once, whichever is first (D62, D64)', async () => {
  const member = await join()
  const at = daysAgo(350)
  const first = await pay(member, 'membership', undefined, at)
  const renewal = await open(member)
  const events = [refundEvent(first, first.amount), checkoutEvent(renewal, 'completed', { at: daysAgo(1) })]
  const results = await Promise.all(events.flatMap((event) => [applyEvent(event), applyEvent(event)]))
  expect(results.toSorted()).toEqual(['applied', 'applied', 'repeated', 'repeated'])
  expect((await datesOf(member))?.until).toEqual(years(at, 1))
})

/** What the nightly comparison does with the events that Stripe lists. */
async function compare(events: PaymentEvent[], sql: Query = world.sql) {
  const unknown = await scalarOf(sql, 'select unknown_payment_events($1)', [events.map(({ id }) => id)])
  for (const event of events) if ((unknown as string[]).includes(event.id)) await applyEvent(event, sql)
  return Number(await scalarOf(sql, 'select finish_payment_check()'))
}

it('releases what still waits once Stripe has nothing more to report, and counts it all the same if it is paid later (D61, D63)', async () => {
  const opened: Opened[] = []
  for (const age of ['4 hours', '2 hours', '31 days', '29 days']) {
    const one = await open(await join())
    if (age.endsWith('days')) await applyEvent(unpaid(one))
    await world.sql('update payments set created_at = now() - $2::interval where id = $1', [one.id, age])
    opened.push(one)
  }
  expect(await compare([])).toBeGreaterThanOrEqual(2)
  const states = () => Promise.all(opened.map(async (one) => (await paymentOf(one)).state))
  expect(await states()).toEqual(['expired', 'opened', 'expired', 'processing'])
  // What no webhook reported, the comparison finds.
  const late = [opened[0], opened[2]] as Opened[]
  await compare(late.map((one) => checkoutEvent(one, 'async_payment_succeeded')))
  expect(await states()).toEqual(['paid', 'opened', 'paid', 'processing'])
})

it('notifies admins when the nightly comparison has stopped (D63)', async () => {
  await world.undone(async (sql) => {
    await compare([], sql)
    await sql('delete from notifications where true')
    for (const days of [1.9, 2.1, 2.2]) {
      expect(await scalarOf(sql, `select private.run_due(now() + $1 * interval '1 day')`, [days])).toEqual([])
    }
    const problems = `select count, data from notifications where user_id = $1 and kind = 'payment_problem'`
    expect(await sql(problems, [admin.id])).toEqual([{ count: 1, data: { problem: 'not_checked' } }])
  })
})

it('lists what waits for its payment for a day, still applies it, and ignores another shop with the same account of Stripe (D63)', async () => {
  const [member, other] = [await join(), await join()]
  const [payment, late] = [await open(member), await open(other)]
  const row = await paymentOf(payment)
  await world.sql('delete from payments where id = $1', [payment.id])
  const shop = { id: 'shop-17', amount: 500 }
  const [sold, sent] = [checkoutEvent(shop, 'completed'), refundEvent(shop, 500)]
  for (const { data } of [sold, sent]) Object.assign(data.object, { metadata: {} })
  const [refunded, dispute] = [refundEvent(payment, 1), disputed(late)]
  const events = [sold, sent, dispute, refunded]
  const outcomes: unknown[] = []
  for (const event of events) outcomes.push(await applyEvent(event))
  expect(outcomes).toEqual(['ignored', 'waiting', 'waiting', 'waiting'])
  await world.sql(`update private.payment_events set received_at = now() - interval '25 hours' where true`)
  await world.sql('select private.due_payments(now())')
  const listed = await Promise.all(events.map(({ id }) => problemsOf({ id })))
  expect(listed).toMatchObject([[], [], [], [{ problem: 'unknown_payment' }]])
  expect(await noticesOf(admin)).toContainEqual({ problem: 'unknown_payment' })
  await world.sql('insert into payments select * from jsonb_populate_record(null::payments, $1)', [
    JSON.stringify(row),
  ])
  for (const one of [payment, late]) await applyEvent(checkoutEvent(one, 'completed'))
  expect([(await paymentOf(payment)).refunded, (await paymentOf(late)).state]).toEqual([1, 'disputed'])
  expect(await problemsOf({ id: refunded.id })).toEqual([])
  // What was ignored is forgotten after 90 days.
  const left = 'select count(*)::int from private.payment_events where id = $1'
  for (const [days, count] of [
    [88, 1],
    [90, 0],
  ]) {
    await world.sql(`select private.due_payments(now() + $1 * interval '1 day')`, [days])
    expect(await scalarOf(world.sql, left, [sold?.id])).toBe(count)
  }
})

it('shows a refund that a bank has sent back until an admin has settled it, whatever comes first, and gives nothing back (D64)', async () => {
  const [member, early] = [await join(), await join()]
  const [payment, unknown] = [await pay(member), await open(early)]
  const listed = (one: Opened) => problemsOf(one)
  await applyEvent(failedRefundEvent(payment, 'updated', 'succeeded'))
  expect([(await paymentOf(payment)).refund_failed_at, await listed(payment)]).toEqual([null, []])
  await applyEvent(refundEvent(payment, payment.amount))
  const taken = await datesOf(member)
  const at = daysAgo(1)
  for (const type of ['failed', 'updated', 'failed'] as const)
    expect(await applyEvent(failedRefundEvent(payment, type, 'failed', at))).toBe('applied')
  expect(await paymentOf(payment)).toMatchObject({ state: 'refunded', refund_failed_at: at })
  expect(await datesOf(member)).toEqual(taken)
  const [problem, ...more] = await listed(payment)
  expect([problem?.problem, more]).toEqual(['refund_failed', []])
  expect(await noticesOf(admin)).toContainEqual({ problem: 'refund_failed' })
  await rpc(admin, 'settle_payment_problem', { p_id: problem?.id })
  expect([(await paymentOf(payment)).refund_failed_at, await listed(payment)]).toEqual([null, []])
  expect(await applyEvent(failedRefundEvent(unknown, 'failed', 'failed', at))).toBe('waiting')
  await applyEvent(checkoutEvent(unknown, 'completed'))
  expect(await paymentOf(unknown)).toMatchObject({ state: 'paid', refund_failed_at: at })
  expect(await listed(unknown)).toMatchObject([{ problem: 'refund_failed' }])
})

it('counts for the overview what needs a decision, as the lists do, and the members who have paid for a running year (D57)', async () => {
  const [member, other] = [await join(), await join()]
  const numbers = async () => {
    const [[today], [counts]] = [await rpc(admin, 'admin_today'), await rpc(admin, 'admin_counts')]
    expect(today.payment_problems).toBe((await rpc(admin, 'payment_problems')).length)
    const disputed = await rpc(admin, 'search_payments', { p_state: 'dispute_open', p_limit: 1000 })
    expect(today.disputes).toBe(disputed.length)
    return { problems: today.payment_problems, disputes: today.disputes, paid: counts.paid_members }
  }
  const before = await numbers()
  const [mine, theirs] = [await pay(member), await pay(other)]
  await applyEvent(checkoutEvent(mine, 'completed', { currency: 'jpy' }))
  await applyEvent(disputed(mine))
  const { problems, disputes, paid } = before
  expect(await numbers()).toEqual({ problems: problems + 1, disputes: disputes + 1, paid: paid + 2 })
  expect((await rpc(admin, 'admin_today'))[0]).toMatchObject({
    payment_problems_since: expect.any(String),
    disputes_due_at: expect.any(String),
  })
  await setDates(member, '2020-01-01', '2021-01-01')
  // Who has paid once does so at the full price.
  expect(await rpc(member, 'my_membership')).toMatchObject([{ state: 'ended', is_launch: false }])
  await applyEvent(disputeEvent(mine, 'closed', 'lost'))
  await applyEvent(refundEvent(theirs, theirs.amount))
  expect(await numbers()).toEqual({ problems: problems + 1, disputes, paid })
})

it('shows admins payments by name, state and time, with sums that leave out tests, and members only their own', async () => {
  const [member, other] = [await createMember(world, { name: 'Pia Payer' }), await join()]
  const mine = await pay(member)
  await world.sql('update payments set is_test = true where id = $1', [(await pay(other)).id])
  expect(await rpc(admin, 'search_payments', { p_search: 'pia pay', p_state: 'paid' })).toMatchObject([
    { id: mine.id, name: 'Pia Payer', kind: 'membership', is_renewal: false, amount: 1000 },
  ])
  await applyEvent(refundEvent(mine, 400))
  const [sums] = await rpc(admin, 'payment_sums')
  const [paid] = await world.sql<{ amount: number; refunded: number }>(
    `select sum(amount)::int as amount, sum(refunded)::int as refunded from payments where paid_at is not null and not is_test`,
  )
  const { amount = 0, refunded = 0 } = paid ?? {}
  expect(sums).toMatchObject({ refunded, revenue: amount - refunded })
  expect(sums.memberships_amount + sums.renewals_amount + sums.packs_amount).toBe(amount)
  // By the day of payment, as the sums are, whenever the checkout was opened.
  await world.sql(`update payments set created_at = '2020-01-31', paid_at = '2020-02-01' where id = $1`, [
    mine.id,
  ])
  const february = { p_from: '2020-02-01', p_to: '2020-03-01' }
  const found = (await rpc(admin, 'search_payments', february)) as Row[]
  expect(found.map(({ id, intent_id }) => [id, intent_id])).toEqual([[mine.id, `pi_${mine.id}`]])
  expect(await rpc(admin, 'search_payments', { p_from: '2020-01-01', p_to: '2020-02-01' })).toEqual([])
  expect(await rpc(admin, 'payment_sums', february)).toMatchObject([{ memberships: 1, revenue: 600 }])
  await world.sql('select private.set_membership($1)', [member.id])
  const renewal = await pay(member)
  const both = [{ id: renewal.id, is_renewal: true }, { is_renewal: false }]
  expect(await rpc(admin, 'search_payments', { p_search: 'pia pay' })).toMatchObject(both)
  const { renewals_amount } = (await rpc(admin, 'payment_sums', { p_from: new Date(Date.now() - 60_000) }))[0]
  expect(renewals_amount).toBeGreaterThanOrEqual(renewal.amount)
  const { data } = await member.client.from('payments').select()
  expect(data).toHaveLength(2)
  const reference = ({ id }: Person) => scalarOf(world.sql, 'select payment_reference($1, $2)', [id, mine.id])
  expect(await Promise.all([member, admin, other].map(reference))).toEqual([
    `pi_${mine.id}`,
    `pi_${mine.id}`,
    null,
  ])
})
