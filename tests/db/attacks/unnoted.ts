import type { Attack } from './attack.ts'
import { tokenOf } from './fixture.ts'
import type { Scene } from './scene.ts'
import { type Ask, send } from './send.ts'

/** What the REST layer can be asked to do with the result of a call, and could fail at. `C` is the column. */
const QUERIES = `
  select=C::int
  select=C::uuid
  select=C::date
  select=C->>0::int
  select=C->0::int
  select=C->0->>problem::int
  select=x:C
  select=*,C::int
  C=like.K*
  C=like.K*\\
  C=match.(
  C=fts.x
  C->>0=eq.x
  C=is.null
  order=C
  columns=C
  limit=0
  offset=1`
  .trim()
  .split('\n')
  .map((line) => line.trim())

const HEADERS: Record<string, string>[] = [
  {},
  { prefer: 'tx=rollback' },
  { prefer: 'count=exact' },
  { prefer: 'count=planned' },
  { prefer: 'return=representation, tx=rollback' },
  { prefer: 'handling=strict, max-affected=0' },
  { accept: 'application/vnd.pgrst.plan+json; options=analyze|verbose' },
  { accept: 'application/vnd.pgrst.object+json' },
  { accept: 'text/csv' },
]

/** The requests for the columns of a function: each query, and each way to send it. */
const requestsOf = (name: string, columns: string[], body: object): Ask[] => {
  const queries = columns.flatMap((column) => QUERIES.map((query) => query.replaceAll('C', column)))
  const asks = [
    ...queries.map((query) => ({ query, headers: {} })),
    ...HEADERS.flatMap((headers) => ['', `select=${columns[0]}::int`].map((query) => ({ query, headers }))),
  ]
  const posted = asks.map(({ query, headers }) => ({ path: `/rest/v1/rpc/${name}?${query}`, headers, body }))
  const read = { path: `/rest/v1/rpc/${name}?${new URLSearchParams(Object.entries(body))}` }
  return [...posted, read, { ...read, method: 'HEAD' }]
}

/** No response holds a secret of the scene while nothing is noted, however it is asked for (D53). */
const unread = (
  name: string,
  who: (scene: Scene) => Promise<string>,
  asks: (scene: Scene) => Promise<Ask[]>,
): Attack => ({
  name,
  expect: 'no secret',
  run: async (scene) => {
    const token = await who(scene)
    for (const ask of await asks(scene)) {
      const { head, body } = await send(scene, { ...ask, token })
      const secret = scene.secrets.find((text) => text.startsWith('KEY-') && `${head}${body}`.includes(text))
      if (secret) return `${ask.path} ${JSON.stringify(ask.headers)} returned ${body.slice(0, 200)}`
    }
    return (await noted(scene)) ? 'something was noted' : undefined
  },
})

async function noted({ sql, orders, keyed }: Scene): Promise<boolean> {
  const rows = await sql(
    `select from private.deliveries where order_id = $1 and read_at is not null
     union all select from private.audit_log where table_name = 'delivery_keys' and after ->> 'benefit_id' = $2`,
    [orders.keyed, keyed.id],
  )
  return rows?.length !== 0
}

async function keyOf({ sql, keyed }: Scene): Promise<number> {
  const rows = await sql('select id::integer from private.delivery_keys where benefit_id = $1', [keyed.id])
  return Number(rows?.[0]?.id)
}

/** What is delivered, or in a pool, is not read without a note, also by whom it belongs to. */
export const unnoted: Attack[] = [
  unread(
    "a delivery of one's own that stays unread",
    ({ victim }) => tokenOf(victim),
    async ({ orders }) =>
      requestsOf('order_delivery', ['content', 'kind', 'method'], { p_order_id: orders.keyed }),
  ),
  unread(
    "a part of one's own data, with what was not read",
    ({ victim }) => tokenOf(victim),
    async () => requestsOf('my_data', ['my_data', 'pgrst_scalar'], { p_part: 'deliveries' }),
  ),
  unread(
    'the status of a delivery, masked',
    ({ victim }) => tokenOf(victim),
    async ({ orders }) => requestsOf('delivery_status', ['mask', 'message'], { p_order_id: orders.keyed }),
  ),
  unread(
    'a key that an admin did not reveal',
    async ({ tokens }) => tokens.admin,
    async (scene) =>
      requestsOf('revealed_key', ['revealed_key', 'pgrst_scalar'], { p_key_id: await keyOf(scene) }),
  ),
  unread(
    'the keys of a pool, masked',
    async ({ tokens }) => tokens.admin,
    async ({ keyed }) => requestsOf('search_keys', ['mask', 'state'], { p_benefit_id: keyed.id }),
  ),
]
