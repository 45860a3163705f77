import { expect, it } from 'vitest'
import { createAdmin, createMember } from './support/people'
import { createTokenCode } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query, World } from './support/world'

const world = sharedWorld()

/** Runs `work` as an admin inside a transaction that the owner has filled with `fill` and that is undone. */
async function asAdmin({ undone }: World, fill: string[], work: (sql: Query) => Promise<void>) {
  const { id } = await createAdmin(world)
  await undone(async (sql) => {
    await sql('set local session_replication_role = replica')
    for (const text of fill) await sql(text)
    await sql('set local role authenticated')
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: id })])
    await work(sql)
  })
}

const answer = async (sql: Query, text: string) => Object.values((await sql(text))[0] ?? {})[0]

const many = [
  `insert into orders (account_id, benefit_name) select gen_random_uuid(), 'Multitude' from generate_series(1, 10002)`,
  `insert into profiles (id, name, email) select gen_random_uuid(), 'Multitude', n || '@multitude.test' from generate_series(1, 10002) as n`,
  `insert into redeem_codes (code, token_value, note) select 'MULTITUDE-' || n, 1, 'Many' from generate_series(1, 10002) as n`,
  `insert into invite_codes (code, note) select 'INVITED-' || n, 'Multitude' from generate_series(1, 10002) as n`,
]

it('counts what a search finds up to 10,001, and everything else to the end (D20)', async () => {
  await asAdmin(world, many, async (sql) => {
    for (const call of [
      `count_orders('multitude')`,
      `count_orders('MULTI', 'pending')`,
      `count_profiles('multitude')`,
      `count_codes('token', false, 'multitude')`,
      `count_codes('invite', false, 'multitude')`,
    ]) {
      expect([call, await answer(sql, `select ${call}`)]).toEqual([call, 10_001])
    }
    expect(await answer(sql, `select count_orders('multitude', 'delivered')`)).toBe(0)
    expect(await answer(sql, `select count_codes('token', true, 'multitude')`)).toBe(0)
    for (const [call, table] of [
      ['count_orders()', 'orders'],
      [`count_orders('')`, 'orders'],
      ['count_profiles()', 'profiles'],
      [`count_codes('invite', false, '')`, 'invite_codes where not is_used'],
    ]) {
      const all = Number(await answer(sql, `select count(*) from ${table}`))
      expect(all).toBeGreaterThan(10_001)
      expect([call, await answer(sql, `select ${call}`)]).toEqual([call, all])
    }
  })
})

it('gives 26 rows at once unless asked for others, and never more than 1,000', async () => {
  await asAdmin(world, many, async (sql) => {
    for (const call of [
      (limit: string) => `search_orders('', p_limit => ${limit})`,
      (limit: string) => `search_orders('multitude', p_limit => ${limit})`,
      (limit: string) => `search_profiles(p_limit => ${limit})`,
      (limit: string) => `search_redeem_codes('multi', false, p_limit => ${limit})`,
      (limit: string) => `search_invite_codes('', false, p_limit => ${limit})`,
    ]) {
      for (const [limit, rows] of [
        ['0', 1],
        ['-1', 1],
        ['7', 7],
        ['null', 26],
        ['1001', 1000],
      ] as const) {
        const count = Number(await answer(sql, `select count(*) from ${call(limit)}`))
        expect([call(limit), count]).toEqual([call(limit), rows])
      }
    }
  })
})

it('orders are counted by status, and the pending ones past their 48 hours apart (D25)', async () => {
  const late = `insert into orders (account_id, status, due_at) select gen_random_uuid(), status, now() + hours * interval '1 hour'
    from unnest('{pending,processing,delivered}'::text[]) as status, unnest('{-1,1,2}'::int[]) as hours`
  await asAdmin(world, [late], async (sql) => {
    const rows = await sql('select * from order_counts()')
    const [expected] = await sql<{ all: unknown }>(`
      select jsonb_agg(jsonb_build_object('status', s.status, 'count', (select count(*) from orders as o where o.status = s.status),
        'overdue', (select count(*) from orders as o where o.status = s.status and s.status = 'pending' and o.due_at < now()))) as all
      from unnest('{pending,processing,completed,delivered,cancelled}'::text[]) as s (status)`)
    expect(rows.map((row) => ({ ...row, count: Number(row.count), overdue: Number(row.overdue) }))).toEqual(
      expected?.all,
    )
    expect(Number(rows[0]?.overdue)).toBeGreaterThan(0)
    expect(Number(rows[0]?.overdue)).toBeLessThan(Number(rows[0]?.count))
  })
})

it('codes are counted by state, and so are the tokens in them', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  const count = async (p_kind: string) =>
    (await admin.client.rpc('code_counts', { p_kind }).single<Record<string, number>>().throwOnError()).data
  const before = await count('token')
  const { code } = await createTokenCode(world, 30)
  await createTokenCode(world, 7)
  await member.client.rpc('redeem_code', { p_code: code }).throwOnError()
  const after = await count('token')
  const grown = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)])
  expect(Object.fromEntries(grown)).toEqual({
    total: 2,
    available: 1,
    used: 1,
    tokens_total: 37,
    tokens_available: 7,
    tokens_used: 30,
  })
  const invites = await world.sql(
    'select count(*)::int as total, count(used_at)::int as used from invite_codes',
  )
  expect(await count('invite')).toMatchObject({
    ...invites[0],
    tokens_total: 0,
    tokens_available: 0,
    tokens_used: 0,
  })
})
