import type { Row } from '../../db/support/world.ts'
import { type Attack, request } from './attack.ts'
import { order, type Scene } from './scene.ts'
import { table } from './table.ts'

const back = { prefer: 'return=representation' }

/** An order that is taken, but as the server writes it, and charged at today's price. */
const overruled = (name: string, changes: (scene: Scene) => Row): Attack =>
  request(
    name,
    (scene) => ({
      as: 'mallory',
      path: '/rest/v1/orders',
      headers: back,
      body: order(scene, changes(scene)),
    }),
    '201 1 rows',
    {
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
    },
  )

/** Forged orders (D1, D3): price, owner, status, snapshot, dates, addresses, and many at once. */
export const orders: Attack[] = [
  ...table(
    { headers: { prefer: 'return=representation' } },
    String.raw`
  409 price_changed | POST orders | price 0 | order {"benefit_token_value":0}
  409 price_changed | POST orders | price 1 | order {"benefit_token_value":1}
  409 price_changed | POST orders | price -10 | order {"benefit_token_value":-10}
  400 | POST orders | price 2147483648 | order {"benefit_token_value":2147483648}
  400 | POST orders | price 1e+30 | order {"benefit_token_value":1e+30}
  400 | POST orders | price 9.6 | order {"benefit_token_value":9.6}
  400 | POST orders | price "NaN" | order {"benefit_token_value":"NaN"}
  400, 409 price_changed | POST orders | price [1] | order {"benefit_token_value":[1]}
  400 | POST orders | price {"gt":0} | order {"benefit_token_value":{"gt":0}}
  403 42501 | POST orders | in another one's name | order {"user_id":"{victim}"}
  403 42501 | POST orders | in an admin's name | order {"user_id":"{admin}"}
  403 42501 | POST orders | in nobody's name | order {"user_id":null}
  403 42501 | POST orders | without any name | {"id":"{uuid}","benefit_id":"{benefit}","redemption_email":"a@example.test"}
  401 42501 | anonymous POST orders | by a visitor, in a member's name | order
  403 42501, 400 428C9 | POST orders | account_id written by the client | order {"account_id":"{victim}"}
  403 42501, 400 428C9 | POST orders | order_number written by the client | order {"order_number":"ORD-000001"}
  403 42501, 400 428C9 | POST orders | created_at written by the client | order {"created_at":"1999-01-01"}
  403 42501, 400 428C9 | POST orders | updated_at written by the client | order {"updated_at":"1999-01-01"}
  403 42501, 400 428C9 | POST orders | due_at written by the client | order {"due_at":"1999-01-01"}
  403 42501, 400 428C9 | POST orders | customer_name written by the client | order {"customer_name":"Somebody"}
  403 42501, 400 428C9 | POST orders | customer_email written by the client | order {"customer_email":"{victim.email}"}
  403 42501, 400 428C9 | POST orders | search_text written by the client | order {"search_text":"x"}
  403 42501 | POST orders?columns=id,user_id,benefit_id,redemption_email,order_number | a number of its own, asked for by columns= | order {"order_number":"ORD-000001"}
  410 benefit_unavailable | POST orders | a benefit that is not for sale | order {"benefit_id":"{hidden}"}
  410 benefit_unavailable | POST orders | a benefit that is none | order {"benefit_id":"{uuid}"}
  410 benefit_unavailable | POST orders | no benefit | order {"benefit_id":null}
  400 22P02 | POST orders | SQL for an id | order {"id":"'); drop table orders; --"}
  400 | POST orders | a number for an id | order {"id":5}
  422 invalid_redemption_email | POST orders | delivery email: CR LF and a second header | order {"redemption_email":"a@example.test\r\nBcc: x@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: a line feed at the end | order {"redemption_email":"a@example.test\nX"}
  422 invalid_redemption_email | POST orders | delivery email: a next line | order {"redemption_email":"a@example\u0085.test"}
  422 invalid_redemption_email | POST orders | delivery email: a line separator | order {"redemption_email":"a@example\u2028.test"}
  422 invalid_redemption_email | POST orders | delivery email: a control character | order {"redemption_email":"a@example\u0001.test"}
  422 invalid_redemption_email | POST orders | delivery email: a delete character | order {"redemption_email":"a@example\u007f.test"}
  422 invalid_redemption_email | POST orders | delivery email: a width of nothing | order {"redemption_email":"a@exam\u200bple.test"}
  422 invalid_redemption_email | POST orders | delivery email: a turn of direction | order {"redemption_email":"a\u202e@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: markup | order {"redemption_email":"\"<script>alert(1)</script>\"@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: a name and an address | order {"redemption_email":"Mallory <a@example.test>"}
  422 invalid_redemption_email | POST orders | delivery email: two addresses | order {"redemption_email":"a@example.test,b@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: of a megabyte | order {"redemption_email":"{a*1000000}@example.test"}
  422 invalid_redemption_email | POST orders | delivery email: nothing | order {"redemption_email":""}
  422 invalid_redemption_email | POST orders | delivery email: null | order {"redemption_email":null}
  400 | POST orders | delivery email: a NUL | order {"redemption_email":"a@example\u0000.test"}
  402 insufficient_tokens | POST orders | forty at once, with tokens for eight | order*40 {}
  403 42501 | POST orders | one's own and another one's at once | order [{},{"user_id":"{victim}"}]
  409 23505 | POST orders | one id twice at once | order [{"id":"{hidden}"},{"id":"{hidden}"}]
  403 42501 | POST orders | as a spreadsheet, with a number of its own | raw "id,user_id,benefit_id,redemption_email,order_number\n{uuid},{mallory},{benefit},a@b.c,X" | {"content-type":"text/csv"}
  403 42501 | POST orders | as a form, in another one's name | raw "id={uuid}&user_id={victim}&benefit_id={benefit}&redemption_email=a%40b.c" | {"content-type":"application/x-www-form-urlencoded"}
`,
  ),
  overruled('no price at all is today’s price', () => ({ benefit_token_value: null })),
  overruled('delivered from the start', () => ({ status: 'delivered' })),
  overruled('cancelled from the start', () => ({ status: 'cancelled' })),
  overruled('snapshot of something else', () => ({
    benefit_name: 'Gold',
    benefit_image_url: 'javascript:alert(1)',
    benefit_description: '<script>alert(1)</script>',
  })),
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
