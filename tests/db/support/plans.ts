import pg from 'pg'
import { z } from 'zod'
import type { Listing } from './listing'
import type { World } from './world'

const explained = z.object({ 'Query Text': z.string(), Plan: z.unknown() })
const node = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  Filter: z.string().default(''),
  'Join Filter': z.string().default(''),
  'Rows Removed by Filter': z.number().default(0),
  Plans: z.array(z.unknown()).default([]),
})

/** The tables that grow without limit. */
const LONG = ['orders', 'profiles', 'redeem_codes', 'invite_codes', 'token_transactions', 'sorted_balances']

/** Statements without a text are the bodies of SQL functions. A list calls a few; one call per row would exceed this. */
const MAX_BODIES = 9

function faultsOf(plan: unknown): string[] {
  const { Plans, ...top } = node.parse(plan)
  const table = top['Relation Name'] ?? ''
  const found = Plans.flatMap(faultsOf)
  if (top['Node Type'].endsWith('Seq Scan') && LONG.includes(table)) found.push(`reads every row of ${table}`)
  const discarded = top['Rows Removed by Filter']
  if (LONG.includes(table) && discarded > 2000) found.push(`discards ${discarded} rows of ${table}`)
  // An expression evaluated once appears as the result of an InitPlan.
  const perRow =
    LONG.includes(table) && /(private|auth)\.\w+\(|current_setting\(/.exec(top.Filter + top['Join Filter'])
  if (perRow) found.push(`calls ${perRow[0]}) for each row of ${table}`)
  return found
}

/**
 * The faults in the plans of a list, run with the role of clients and the claims of `person`. Statements inside functions
 * count as well, so auto_explain reports the plans.
 */
export async function planFaults(world: World, person: string, { sql }: Listing): Promise<string[]> {
  // Only a superuser may load auto_explain.
  const client = new pg.Client({ connectionString: world.address.superuser_url })
  const found: string[] = []
  const runs = new Map<string, number>()
  client.on('notice', ({ message = '' }) => {
    const { 'Query Text': text, Plan } = explained.parse(JSON.parse(message.slice(message.indexOf('{'))))
    found.push(...faultsOf(Plan))
    runs.set(text, (runs.get(text) ?? 0) + 1)
  })
  await client.connect()
  try {
    await client.query(`load 'auto_explain'; begin`)
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: person })])
    await client.query(`set auto_explain.log_format = json; set auto_explain.log_level = notice;
      set auto_explain.log_nested_statements = on; set auto_explain.log_analyze = on;
      set auto_explain.log_min_duration = 0; set local role authenticated`)
    await client.query(sql)
  } finally {
    await client.end()
  }
  for (const [text, times] of runs) {
    // Whose rights the caller has is asked once for each policy and guard.
    const limit = !text || /auth\.uid\(\)|private\.actor\(\)/.test(text) ? MAX_BODIES : 1
    if (times > limit) found.push(`runs ${times} times: ${text || 'a function body'}`)
  }
  return found
}
