import { randomUUID } from 'node:crypto'
import { TERMS } from '../db/support/fill'
import { call, type Listing } from '../db/support/listing'
import { median } from './pgbench'
import { measureSql } from './timing'
import { type Fixture, openFixture } from './world'

const CODES = 1_000_000
const MAX_SEARCH_MS = 15
const STATES = ['available', 'used', 'expired', 'revoked']

/** Of ten codes seven are available, a used, an expired and a revoked one; of 500 one is partly used. */
const more = (table: string, columns: string, values: string) => `
  insert into ${table} (code, note, max_uses, uses, used_by, used_at, expires_at, revoked_at, revoked_by, revoked_reason, created_at${columns})
  select upper(substr(md5('${table}' || n), 1, 12)), case when n % 3 = 0 then 'Spring fair' end, case when n % 500 = 0 then 5 else 1 end,
    case when n % 500 = 0 or n % 10 = 7 then 1 else 0 end, case when n % 500 = 0 or n % 10 = 7 then p.id end,
    case when n % 500 = 0 or n % 10 = 7 then now() end, case when n % 10 = 8 then now() - interval '1 day' end,
    case when n % 10 = 9 then now() end, case when n % 10 = 9 then p.id end, case when n % 10 = 9 then 'Lost' end,
    now() - (${CODES} - n) * interval '1 minute'${values}
  from generate_series(1, ${CODES}) as n
  join (select id, row_number() over () as at from profiles) as p on p.at = 1 + n % (select count(*) from profiles)`

/** Fills up to a million codes of each kind; the newest third of the invite codes belongs to invitations. */
async function fillUp({ world }: Fixture): Promise<void> {
  await world.commits(async (sql) => {
    await sql('set local session_replication_role = replica')
    await sql(more('redeem_codes', ', token_value', ', 25'))
    await sql(more('invite_codes', ', is_plain', `, n < ${CODES} * 2 / 3`))
    await sql(`insert into invitations (code_id, source, email, created_at)
      select id, 'admin', lower(code) || '@guild.example', created_at from invite_codes where not is_plain`)
  })
  await world.sql('vacuum')
  await world.sql('analyze')
}

/** One code for each reason to refuse it, and one that is accepted. */
const CHECKED = `
  select 'unknown' as reason, 'NO-SUCH-CODE' as code
  union all select 'malformed', repeat('X', 500)
  union all (select 'used', code from invite_codes where is_used limit 1)
  union all (select 'expired', code from invite_codes where expires_at < now() and not is_used limit 1)
  union all (select 'revoked', code from invite_codes where is_revoked limit 1)
  union all (select 'accepted', code from invite_codes where not is_used and not is_revoked and expires_at is null limit 1)`

/** The median microseconds of a check by its outcome, in turns, each by a caller of its own. */
async function checks({ world }: Fixture): Promise<Map<string, number>> {
  const asked = await world.sql<{ reason: string; code: string }>(CHECKED)
  const times = new Map<string, number[]>(asked.map(({ reason }) => [reason, []]))
  for (let round = 0; round < 300; round++)
    for (const { reason, code } of asked) {
      const [row] = await world.sql<{ took: number }>(
        `select extract(epoch from clock_timestamp() - t.began) * 1e6 as took from (
           select s.began, private.check_invite_code($1, $2 || s.began) as valid
           from (select clock_timestamp() as began offset 0) as s offset 0) as t where t.valid is not null`,
        [code, randomUUID()],
      )
      // The first ones fill caches.
      if (round >= 20) times.get(reason)?.push(Number(row?.took))
    }
  return new Map([...times].map(([reason, all]) => [reason, median(all)]))
}

const lists = (): [kind: 'page' | 'search', Listing][] =>
  ['redeem', 'invite'].flatMap((kind) =>
    STATES.flatMap((p_state): [kind: 'page' | 'search', Listing][] => [
      ...[false, true].map((p_reverse): ['page', Listing] => [
        'page',
        call(`${kind} codes, ${p_state}, ${p_reverse ? 'last' : 'first'} page`, `search_${kind}_codes`, {
          p_search: '',
          p_state,
          p_reverse,
        }),
      ]),
      ...[TERMS.common, TERMS.rare, TERMS.none, 'spring'].map((term): ['search', Listing] => [
        'search',
        call(`${kind} codes, ${p_state}, '${term}'`, `search_${kind}_codes`, { p_search: term, p_state }),
      ]),
    ]),
  )

async function timesOf(fixture: Fixture) {
  const found = new Map<string, { kind: 'page' | 'search'; best: number }>()
  for (const [kind, { name, sql }] of lists())
    found.set(name, { kind, best: (await measureSql(fixture, sql, fixture.admin)).best })
  return found
}

/** Measures checks, lists and searches of a million codes of each kind (D9, D10, D41). */
export async function benchCodes(): Promise<string[]> {
  const fixture = await openFixture({ orders: 10_000, users: 100_000, codes: 20_000 })
  try {
    const faults: string[] = []
    const few = { checks: await checks(fixture), lists: await timesOf(fixture) }
    await fillUp(fixture)
    const many = { checks: await checks(fixture), lists: await timesOf(fixture) }
    for (const [reason, took] of many.checks)
      console.log(`check, ${reason}: ${took.toFixed(0)} us, ${few.checks.get(reason)?.toFixed(0)} us before`)
    const misses = [...many.checks].filter(([reason]) => reason !== 'accepted').map(([, took]) => took)
    if (Math.max(...misses) > 1.2 * Math.min(...misses)) faults.push('the time of a check tells why it fails')
    for (const [name, { kind, best }] of many.lists) {
      const before = few.lists.get(name)?.best ?? 0
      console.log(`${name}: ${best.toFixed(2)} ms, ${before.toFixed(2)} ms before`)
      if (kind === 'search' ? best > 1.3 * MAX_SEARCH_MS : best > 2 * before + 1)
        faults.push(`${kind === 'search' ? 'P10' : 'P9'} broken by '${name}': ${best.toFixed(2)} ms`)
    }
    return faults
  } finally {
    await fixture.stop()
  }
}
