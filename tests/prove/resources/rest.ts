import { randomUUID } from 'node:crypto'
import type { Ask } from './measure.ts'

const list = <T>(count: number, item: (at: number) => T) => Array.from({ length: count }, (_, at) => item(at))
const ORDERS = '/rest/v1/orders'

/** A request that asks for as much as it can, and how many of it go at once. */
export type Greedy = { name: string; asks: () => Ask[] }

const many = (count: number, ask: Ask) => list(count, () => ask)

/** An embedding of `levels`, there and back again, from an order. */
function nested(levels: number): string {
  const tables = ['benefits', 'orders']
  let select = 'id,benefit_description'
  for (let level = levels; level > 0; level--) select = `id,${tables[(level - 1) % 2]}(${select})`
  return select
}

const order = () => ({ id: randomUUID(), benefit_name: 'x'.repeat(60) })

/** What a member sends who wants to exhaust the service. */
export const greedy: Greedy[] = [
  ...[2, 3, 4, 6, 10].map((levels) => ({
    name: `${levels} levels of embedding`,
    asks: () => many(6, { path: `${ORDERS}?select=${nested(levels)}` }),
  })),
  {
    name: 'profiles and orders in each other, four times',
    asks: () =>
      many(4, { path: `${ORDERS}?select=id,profiles(id,orders(id,profiles(id,orders(id,profiles(id)))))` }),
  },
  {
    name: 'one column under 500 names',
    asks: () => {
      const select = list(500, (at) => `a${at}:benefit_description`).join()
      return [
        { path: `${ORDERS}?select=${select}` },
        { path: `${ORDERS}?select=${select}`, method: 'HEAD' },
        {
          path: `${ORDERS}?select=${select}`,
          method: 'PATCH',
          body: '{"status":"pending"}',
          headers: { prefer: 'return=representation' },
        },
      ]
    },
  },
  {
    name: 'one column under three names, in each of eight embeddings',
    asks: () => {
      const inner = list(3, (at) => `a${at}:description`).join()
      const select = list(8, (at) => `b${at}:benefits(${inner})`).join()
      return many(8, { path: `${ORDERS}?select=id,${select}` })
    },
  },
  {
    name: 'a wide or',
    asks: () => {
      const or = list(900, (at) => `id.eq.${at}`).join()
      const like = list(400, (at) => `benefit_description.ilike.*a*${at}*`).join()
      return [or, like].flatMap((terms) => many(4, { path: `${ORDERS}?or=(${terms})` }))
    },
  },
  {
    name: 'hundreds of filters',
    asks: () =>
      many(6, { path: `${ORDERS}?${list(300, () => 'benefit_description=match.(a.*)*b').join('&')}` }),
  },
  {
    name: 'exact counts on joins',
    asks: () =>
      many(20, {
        path: `${ORDERS}?select=id,benefits!inner(id)&benefits.description=ilike.*long*`,
        headers: { prefer: 'count=exact' },
      }),
  },
  {
    name: 'a list of thousands of values',
    asks: () => many(10, { path: `${ORDERS}?status=in.(${list(5000, (at) => String(at % 10)).join()})` }),
  },
  {
    name: 'bodies of nine megabytes',
    asks: () => [
      { path: ORDERS, body: JSON.stringify(list(100_000, order)) },
      { path: ORDERS, body: JSON.stringify({ redemption_email: 'x'.repeat(9e6) }) },
      { path: '/rest/v1/rpc/redeem_code', body: JSON.stringify({ p_code: 'x'.repeat(9e6) }) },
    ],
  },
  {
    name: 'bodies over ten megabytes',
    asks: () => many(4, { path: ORDERS, body: 'x'.repeat(11 * 1024 * 1024) }),
  },
  {
    name: 'two hundred heavy requests at once',
    asks: () => many(200, { path: `${ORDERS}?select=*,benefits(*)&order=benefit_description,id` }),
  },
]
