import { randomUUID } from 'node:crypto'
import type { Ask } from './measure.ts'

const list = <T>(count: number, item: (at: number) => T) => Array.from({ length: count }, (_, at) => item(at))
const join = (count: number, item: (at: number) => string) => list(count, item).join()

/** A name, and requests that are sent at once. */
type Greedy = [name: string, asks: () => Ask[]]

/** `count` times one query of the orders. */
const orders = (name: string, count: number, query: string, headers = {}): Greedy => [
  name,
  () => list(count, () => ({ path: `/rest/v1/orders?${query}`, headers })),
]

/** Orders and benefits embedded in each other. */
function nested(levels: number): string {
  const tables = ['benefits', 'orders']
  let select = 'id,benefit_description'
  for (let level = levels; level > 0; level--) select = `id,${tables[(level - 1) % 2]}(${select})`
  return select
}

const aliases = `select=${join(500, (at) => `a${at}:benefit_description`)}`
const inner = join(3, (at) => `a${at}:description`)
const body = (path: string, value: unknown): Ask => ({
  path: `/rest/v1/${path}`,
  body: JSON.stringify(value),
})

/** What a member sends to exhaust the service. */
export const greedy: Greedy[] = [
  ...[2, 3, 4, 6, 10].map((levels) => orders(`${levels} levels of embedding`, 6, `select=${nested(levels)}`)),
  orders(
    'profiles and orders in each other',
    4,
    'select=id,profiles(id,orders(id,profiles(id,orders(id,profiles(id)))))',
  ),
  [
    'one column under 500 names',
    () => [
      { path: `/rest/v1/orders?${aliases}` },
      { path: `/rest/v1/orders?${aliases}`, method: 'HEAD' },
      {
        ...body(`orders?${aliases}`, { status: 'pending' }),
        method: 'PATCH',
        headers: { prefer: 'return=representation' },
      },
    ],
  ],
  orders(
    'repeated columns in eight embeddings',
    8,
    `select=id,${join(8, (at) => `b${at}:benefits(${inner})`)}`,
  ),
  orders('900 alternatives', 4, `or=(${join(900, (at) => `id.eq.${at}`)})`),
  orders('400 alternatives of text', 4, `or=(${join(400, (at) => `benefit_description.ilike.*a*${at}*`)})`),
  orders('300 filters', 6, list(300, () => 'benefit_description=match.(a.*)*b').join('&')),
  orders('exact counts on joins', 20, 'select=id,benefits!inner(id)&benefits.description=ilike.*long*', {
    prefer: 'count=exact',
  }),
  orders('a list of 5000 values', 10, `status=in.(${join(5000, (at) => String(at % 10))})`),
  [
    'bodies of nine megabytes',
    () => [
      body(
        'orders',
        list(100_000, () => ({ id: randomUUID(), benefit_name: 'x'.repeat(60) })),
      ),
      body('orders', { redemption_email: 'x'.repeat(9e6) }),
      body('rpc/redeem_code', { p_code: 'x'.repeat(9e6) }),
    ],
  ],
  [
    'bodies over ten megabytes',
    () => list(4, () => ({ path: '/rest/v1/orders', body: 'x'.repeat(11 * 1024 * 1024) })),
  ],
  orders('two hundred heavy requests', 200, 'select=*,benefits(*)&order=benefit_description,id'),
]
