import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { columnOf, rpc } from './support/ask'
import { ownWorld } from './support/own-world'
import { reconcile } from './support/rows'
import type { Row } from './support/world'

const { world } = await ownWorld({ empty: false })

it('lets the demo accounts sign in and read their data', async () => {
  for (const [email, profiles] of [
    ['member@guildhall.test', 1],
    ['admin@guildhall.test', 8],
  ] as const) {
    const client = world.client()
    const { error } = await client.auth.signInWithPassword({ email, password: 'guildhall-demo' })
    expect(error).toBeNull()
    expect((await client.from('profiles').select('name').throwOnError()).data).toHaveLength(profiles)
    if (profiles === 1) continue
    // No email was sent, so the status of the email service is unknown (D23).
    const status = { last_email_at: null, late: 0, given_up: 0 }
    expect(await rpc({ client }, 'email_status')).toMatchObject([status])
  }
})

it('is consistent, with nothing in the future', async () => {
  expect(await reconcile(world)).toEqual([])
  const wrong = `
    select 'order' from orders where greatest(created_at, updated_at) > now() or updated_at < created_at
    union all select 'entry' from token_transactions where created_at > now()
    union all select 'notification' from notifications where created_at > now()
    union all select 'delivery' from private.deliveries where delivered_at > now() or read_at < delivered_at
    union all select 'line' from (select at, lag(at, 1, at) over (order by id) as before from private.audit_log) as l where at < before or at > now()
    union all select 'sequence of entries' from (
      select created_at < lag(created_at) over (partition by account_id order by seq) as back from token_transactions
    ) as entries where back`
  expect(await columnOf(world.sql, wrong)).toEqual([])
})

it.each<[what: string, query: string, row: Row]>([
  [
    'orders in every state',
    `select count(distinct status)::int as statuses, bool_or(status = 'pending' and due_at < now()) as late,
       bool_or(order_number is null) as legacy, bool_or(benefit_id is null and benefit_name is not null) as deleted_benefit,
       bool_or(user_id is null) as deleted_user, count(*) between 30 and 60 as many from orders`,
    { statuses: 5, late: true, legacy: true, deleted_benefit: true, deleted_user: true, many: true },
  ],
  [
    'unused codes of each documented name',
    `select (select count(*)::int from invite_codes where code like 'WELCOME00_' and not is_used) as invites,
       (select array_agg(code || '=' || token_value order by code) from redeem_codes where code like 'BONUS%' and not is_used) as codes`,
    { invites: 5, codes: ['BONUS050=50', 'BONUS100=100'] },
  ],
  ...['redeem_codes', 'invite_codes'].map((table): [string, string, Row] => [
    `${table} in every state`,
    `select array_agg(distinct private.code_state(is_used, is_revoked, expires_at)) as states, bool_or(max_uses > 1) as several from ${table}`,
    { states: ['available', 'expired', 'revoked', 'used'], several: true },
  ]),
  [
    'five benefits that deliver keys, one of them low and one empty, three files, two links (D30)',
    `select array_agg(n order by method) as methods, (
         select array_agg(private.keys_left(id, 10) order by private.keys_left(id, 10)) from benefits where delivery_method = 'key') as keys
     from (select delivery_method as method, count(*)::int as n from benefits group by 1) as counted`,
    { methods: [3, 5, 2, 4], keys: [0, 7, 10, 10, 10] },
  ],
])('contains %s', async (_, query, row) => {
  expect(await world.sql(query)).toEqual([row])
})

it('contains fourteen benefits, each with its own picture', async () => {
  const pictures = await columnOf(world.sql, 'select distinct image_url from benefits where is_active')
  expect(pictures).toHaveLength(14)
  expect(pictures.filter((path) => !existsSync(new URL(`../../public${path}`, import.meta.url)))).toEqual([])
})
