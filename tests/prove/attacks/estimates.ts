import type { Query } from '../../db/support/world.ts'
import type { Attack } from './attack.ts'
import type { Scene } from './scene.ts'
import { send } from './send.ts'

const PEOPLE = 40

/** Forty people with an order each, and what the planner has to know of them by then. */
async function crowd(sql: Query, { benefit }: Scene): Promise<string[]> {
  const made = await sql<{ id: string }>(
    `with codes as (
       insert into invite_codes (code) select 'CROWD-' || upper(substr(gen_random_uuid()::text, 1, 13))
       from generate_series(1, $1) returning code
     )
     select gen_random_uuid() as id, code from codes`,
    [PEOPLE],
  )
  for (const { id, code } of made as { id: string; code?: string }[]) {
    const data = { name: `Crowd ${id}`, invite_code: code }
    await sql('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
      id,
      `${id}@crowd.test`,
      data,
    ])
    await sql(
      `insert into orders (user_id, benefit_id, redemption_email, benefit_name, benefit_token_value, customer_name, customer_email)
       values ($1, $2, $3, 'Proof', 10, 'Crowd', $3)`,
      [id, benefit.id, `${id}@crowd.test`],
    )
  }
  await sql('analyze profiles, orders, token_transactions, redeem_codes, invite_codes')
  return made.map(({ id }) => id)
}

async function estimate(scene: Scene, query: string): Promise<string> {
  const headers = { prefer: 'count=planned' }
  const { head } = await send(scene, { as: 'mallory', path: `/rest/v1/${query}&limit=0`, headers })
  return /content-range: .*\/(.*)/.exec(head)?.[1] ?? 'nothing'
}

/** Two questions whose answers differ, which the planner may not know: `count=planned` tells what it does know. */
const estimated = (column: string, table: string, low: string, high: string): Attack => ({
  name: `the estimate of ${table}.${column}`,
  expect: 'one estimate, whatever the column is compared with',
  local: "it needs the owner's ANALYZE",
  leaves: 'nothing but the ledger and the codes of people who come and go',
  run: async (scene) => {
    const { sql } = scene
    if (!sql) return 'there is no SQL'
    const made = await crowd(sql, scene)
    try {
      const said = [
        await estimate(scene, `${table}?select=id&${column}=lt.${low}`),
        await estimate(scene, `${table}?select=id&${column}=lt.${high}`),
      ]
      return said[0] === said[1] ? undefined : `it says ${said.join(' and ')}`
    } finally {
      await sql('delete from auth.users where id = any($1)', [made])
    }
  },
})

/** What the planner knows of people, words and codes, it knows of rows that the asker may not read. */
export const estimates: Attack[] = [
  estimated('email', 'profiles', '0', 'zzz'),
  estimated('name', 'profiles', 'A', 'zzz'),
  estimated('current_tokens', 'profiles', '1', '1000000'),
  estimated('customer_email', 'orders', '0', 'zzz'),
  estimated('redemption_email', 'orders', '0', 'zzz'),
  estimated('description', 'token_transactions', 'A', 'zzz'),
  estimated('code', 'invite_codes', '0', 'ZZZ'),
]
