import { randomUUID } from 'node:crypto'
import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import { order, type Scene } from './scene.ts'

const path = '/rest/v1/orders'
const back = { prefer: 'return=representation' }

const place = (name: string, changes: (scene: Scene) => Row, expect: string, extra = {}): Attack =>
  request(
    name,
    (scene) => ({ as: 'mallory', path, headers: back, body: order(scene, changes(scene)) }),
    expect,
    extra,
  )
const priced = (price: unknown, expect: string) =>
  place(`price ${JSON.stringify(price) ?? price}`, () => ({ benefit_token_value: price }), expect)
const column = (name: string, value: (scene: Scene) => unknown) =>
  place(`${name} written by the client`, (scene) => ({ [name]: value(scene) }), '403 42501 | 400 428C9')
const delivered = (name: string, redemption_email: unknown, expect = '422 invalid_redemption_email') =>
  place(`delivery email: ${name}`, () => ({ redemption_email }), expect)

/** An order that is taken, but as the server writes it, and charged at today's price. */
const overruled = (name: string, changes: (scene: Scene) => Row): Attack =>
  place(name, changes, '201 1 rows', {
    leaves: "an order of Mallory's own, charged",
    besides: ({ body }: { body: string }, { benefit, mallory, orders }: Scene) => {
      const [row] = JSON.parse(body)
      const fresh = Date.now() - Date.parse(row.created_at) < 60_000
      return row.status === 'pending' &&
        row.benefit_token_value === 10 &&
        row.benefit_name === benefit.name &&
        row.benefit_image_url === benefit.image_url &&
        row.account_id === mallory.id &&
        row.id !== orders.victim &&
        fresh
        ? undefined
        : `the order says ${body}`
    },
  })

const several = (name: string, rows: (scene: Scene) => Row[], expect: string): Attack =>
  request(name, (scene) => ({ as: 'mallory', path, body: rows(scene), headers: back }), expect)

/** Forged orders (D1, D3): price, owner, status, snapshot, dates, addresses, and many at once. */
export const orders: Attack[] = [
  priced(0, '409 price_changed'),
  priced(1, '409 price_changed'),
  priced(-10, '409 price_changed'),
  priced(2147483648, '400'),
  priced(1e30, '400'),
  priced(9.6, '400'),
  priced('NaN', '400'),
  priced([1], '400 | 409 price_changed'),
  priced({ gt: 0 }, '400'),
  overruled('no price at all is today’s price', () => ({ benefit_token_value: null })),
  overruled('delivered from the start', () => ({ status: 'delivered' })),
  overruled('cancelled from the start', () => ({ status: 'cancelled' })),
  overruled('snapshot of something else', () => ({
    benefit_name: 'Gold',
    benefit_image_url: 'javascript:alert(1)',
    benefit_description: '<script>alert(1)</script>',
  })),
  place("in another one's name", ({ victim }) => ({ user_id: victim.id }), '403 42501'),
  place("in an admin's name", ({ fixture }) => ({ user_id: fixture.admin.id }), '403 42501'),
  place("in nobody's name", () => ({ user_id: null }), '403 42501'),
  request(
    'without any name',
    ({ benefit }) => ({
      as: 'mallory',
      path,
      body: { id: randomUUID(), benefit_id: benefit.id, redemption_email: 'a@example.test' },
    }),
    '403 42501',
  ),
  request("by a visitor, in a member's name", (scene) => ({ path, body: order(scene) }), '401 42501'),
  column('account_id', ({ victim }) => victim.id),
  column('order_number', () => 'ORD-000001'),
  column('created_at', () => '1999-01-01'),
  column('updated_at', () => '1999-01-01'),
  column('due_at', () => '1999-01-01'),
  column('customer_name', () => 'Somebody'),
  column('customer_email', ({ victim }) => victim.email),
  column('search_text', () => 'x'),
  request(
    'a number of its own, asked for by columns=',
    (scene) => ({
      as: 'mallory',
      path: `${path}?columns=id,user_id,benefit_id,redemption_email,order_number`,
      body: order(scene, { order_number: 'ORD-000001' }),
    }),
    '403 42501',
  ),
  place(
    'a benefit that is not for sale',
    ({ hidden }) => ({ benefit_id: hidden.id }),
    '410 benefit_unavailable',
  ),
  place('a benefit that is none', () => ({ benefit_id: randomUUID() }), '410 benefit_unavailable'),
  place('no benefit', () => ({ benefit_id: null }), '410 benefit_unavailable'),
  place('SQL for an id', () => ({ id: `'); drop table orders; --` }), '400 22P02'),
  place('a number for an id', () => ({ id: 5 }), '400'),
  delivered('CR LF and a second header', 'a@example.test\r\nBcc: x@example.test'),
  delivered('a line feed at the end', 'a@example.test\nX'),
  delivered('a next line', 'a@example\u0085.test'),
  delivered('a line separator', 'a@example\u2028.test'),
  delivered('a control character', 'a@example\u0001.test'),
  delivered('a delete character', 'a@example\u007f.test'),
  delivered('a width of nothing', 'a@exam\u200bple.test'),
  delivered('a turn of direction', 'a\u202e@example.test'),
  delivered('markup', '"<script>alert(1)</script>"@example.test'),
  delivered('a name and an address', 'Mallory <a@example.test>'),
  delivered('two addresses', 'a@example.test,b@example.test'),
  delivered('of a megabyte', `${'a'.repeat(1e6)}@example.test`),
  delivered('nothing', ''),
  delivered('null', null),
  delivered('a NUL', 'a@example\u0000.test', '400'),
  several(
    'forty at once, with tokens for eight',
    (scene) => Array.from({ length: 40 }, () => order(scene)),
    '402 insufficient_tokens',
  ),
  several(
    "one's own and another one's at once",
    (scene) => [order(scene), order(scene, { user_id: scene.victim.id })],
    '403 42501',
  ),
  several(
    'one id twice at once',
    (scene) => [order(scene), order(scene)].map((row) => ({ ...row, id: scene.hidden.id })),
    '409 23505',
  ),
  request(
    'as a spreadsheet, with a number of its own',
    ({ mallory, benefit }) => ({
      as: 'mallory',
      path,
      headers: { 'content-type': 'text/csv' },
      raw: `id,user_id,benefit_id,redemption_email,order_number\n${randomUUID()},${mallory.id},${benefit.id},a@b.c,X`,
    }),
    '403 42501',
  ),
  request(
    "as a form, in another one's name",
    ({ victim, benefit }) => ({
      as: 'mallory',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      raw: `id=${randomUUID()}&user_id=${victim.id}&benefit_id=${benefit.id}&redemption_email=a%40b.c`,
    }),
    '403 42501',
  ),
  {
    name: 'more than the balance allows, one after the other',
    expect: '402 insufficient_tokens, and nothing below 0',
    local: 'it would leave orders',
    leaves: "orders of Mallory's own, charged",
    run: async (scene) => {
      const { mallory, sql } = scene
      let placed = 0
      for (;;) {
        const { error } = await mallory.client.from('orders').insert(order(scene))
        if (error?.message === 'insufficient_tokens') break
        if (error || placed++ > 20) return `after ${placed} orders: ${error?.message ?? 'still no refusal'}`
      }
      const [row] = (await sql?.('select current_tokens from profiles where id = $1', [mallory.id])) ?? []
      return row?.current_tokens === 0 ? undefined : `the balance is ${row?.current_tokens}`
    },
  },
]
