import { expect, it } from 'vitest'
import { createAdmin, createMember } from './support/people'
import { createTokenCode, revokeCode, withUses } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

/** Runs `work` as an admin in a transaction that the owner filled with `fill`, and rolls it back. */
async function asAdmin(fill: string[], work: (sql: Query) => Promise<void>) {
  const { id } = await createAdmin(world)
  await world.undone(async (sql) => {
    await sql('set local session_replication_role = replica')
    for (const text of fill) await sql(text)
    await sql('set local role authenticated')
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: id })])
    await work(sql)
  })
}

const value = async (sql: Query, text: string) => Object.values((await sql(text))[0] ?? {})[0]

const MANY = [
  `insert into orders (account_id, benefit_name) select gen_random_uuid(), 'Multitude' from generate_series(1, 10002)`,
  `insert into profiles (id, name, email) select gen_random_uuid(), 'Multitude', n || '@multitude.test' from generate_series(1, 10002) as n`,
  `insert into redeem_codes (code, token_value, note) select 'MULTITUDE-' || n, 1, 'Many' from generate_series(1, 10002) as n`,
  `insert into invite_codes (code, note) select 'INVITED-' || n, 'Multitude' from generate_series(1, 10002) as n`,
]

it('caps counts of a search at 10,001, and pages at 1,000 rows (D20)', async () => {
  await asAdmin(MANY, async (sql) => {
    for (const [call, count] of [
      [`count_orders('{"search": "multitude"}')`, 10_001],
      [`count_orders('{"search": "MULTI", "status": "pending"}')`, 10_001],
      [`count_profiles('multitude')`, 10_001],
      [`count_codes('token', 'available', 'multitude')`, 10_001],
      [`count_codes('invite', 'available', 'multitude')`, 10_001],
      [`count_orders('{"search": "multitude", "status": "delivered"}')`, 0],
      [`count_codes('token', 'used', 'multitude')`, 0],
    ]) {
      expect([call, await value(sql, `select ${call}`)]).toEqual([call, count])
    }
    for (const [call, table] of [
      ['count_orders()', 'orders'],
      [`count_orders('{"search": ""}')`, 'orders'],
      ['count_profiles()', 'profiles'],
      [
        `count_codes('invite', 'available', '')`,
        `invite_codes as c where not is_used and not is_revoked and coalesce(expires_at > now(), true)
        and not exists (select from invitations where code_id = c.id)`,
      ],
    ]) {
      const all = Number(await value(sql, `select count(*) from ${table}`))
      expect(all).toBeGreaterThan(10_001)
      expect([call, await value(sql, `select ${call}`)]).toEqual([call, all])
    }
    const pages = [
      'search_orders(p_limit => ?)',
      `search_orders('{"search": "multitude"}', p_limit => ?)`,
      'search_profiles(p_limit => ?)',
      "search_redeem_codes('multi', 'available', p_limit => ?)",
      "search_invite_codes('', 'available', p_limit => ?)",
    ]
    for (const page of pages) {
      for (const [limit, rows] of Object.entries({ '0': 1, '-1': 1, '7': 7, null: 26, '1001': 1000 })) {
        const call = page.replace('?', limit)
        expect([call, Number(await value(sql, `select count(*) from ${call}`))]).toEqual([call, rows])
      }
    }
  })
})

it('counts orders by status, and pending ones past their due time (D25)', async () => {
  const late = `insert into orders (account_id, status, due_at) select gen_random_uuid(), status, now() + hours * interval '1 hour'
    from unnest('{pending,processing,delivered}'::text[]) as status, unnest('{-1,1,2}'::int[]) as hours`
  await asAdmin([late], async (sql) => {
    const rows = await sql('select status, count::int, overdue::int from order_counts()')
    const expected = await sql(`
      select s.status, (select count(*)::int from orders as o where o.status = s.status) as count,
        (select count(*)::int from orders as o where o.status = s.status and s.status = 'pending' and o.due_at < now()) as overdue
      from unnest('{pending,processing,completed,delivered,cancelled}'::text[]) as s (status)`)
    expect(rows).toEqual(expected)
    expect(Number(rows[0]?.overdue)).toBeGreaterThan(0)
    expect(Number(rows[0]?.overdue)).toBeLessThan(Number(rows[0]?.count))
  })
})

it('counts codes and their tokens by state', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  const count = async (p_kind: string) =>
    (await admin.client.rpc('code_counts', { p_kind }).single<Record<string, number>>().throwOnError()).data
  const before = await count('token')
  const { code } = await createTokenCode(world, 30)
  await createTokenCode(world, 7)
  await revokeCode(world, 'redeem_codes', (await createTokenCode(world, 4)).code)
  await member.client.rpc('redeem_code', { p_code: code }).throwOnError()
  const several = await withUses(world, 'redeem_codes', await createTokenCode(world, 10), 3)
  await member.client.rpc('redeem_code', { p_code: several.code }).throwOnError()
  const expired = await withUses(world, 'redeem_codes', await createTokenCode(world, 2), 3)
  await member.client.rpc('redeem_code', { p_code: expired.code }).throwOnError()
  await world.sql(`update redeem_codes set expires_at = now() where id = $1`, [expired.id])
  const after = await count('token')
  const growth = Object.entries(after).map(([name, now]) => [name, now - (before[name] ?? 0)])
  const codes = { total: 5, available: 2, used: 1, expired: 1, revoked: 1, uses: 3, uses_left: 3 }
  const tokens = { tokens_claimed: 42, tokens_left: 27, tokens_lapsed: 8 }
  expect(Object.fromEntries(growth)).toEqual({ ...codes, ...tokens })
  await world.sql(
    `insert into invite_codes (code, is_plain) values (upper('apart-' || gen_random_uuid()), false)`,
  )
  const [invites] = await world.sql(
    `select count(*)::int as total, count(*) filter (where is_used and is_plain)::int as used from invite_codes`,
  )
  const none = { tokens_claimed: 0, tokens_left: 0, tokens_lapsed: 0 }
  expect(await count('invite')).toMatchObject({ ...invites, ...none })
})
