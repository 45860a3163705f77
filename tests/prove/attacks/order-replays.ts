import type { Attack } from './attack.ts'
import { order } from './scene.ts'
import { send } from './send.ts'
import { table } from './table.ts'

const path = '/rest/v1/orders'

/** A used id is a conflict that says nothing else, whatever is sent with it (D3). */
export const orderReplays: Attack[] = [
  ...table(
    { headers: { prefer: 'return=representation' } },
    `
  409 23505 | POST orders | another one's order | order {"id":"{order.victim}"}
  409 23505 | POST orders | another one's order, at a price of 1 | order {"id":"{order.victim}","benefit_token_value":1}
  403 42501 | POST orders | another one's order, as hers | order {"id":"{order.victim}","user_id":"{victim}"}
  403 42501 | POST orders?on_conflict=id | another one's order, merged | order {"id":"{order.victim}"} | {"prefer":"resolution=merge-duplicates,return=representation"}
  4xx | PUT orders?id=eq.00000000-0000-4000-8000-000000000000 | another one's order, put | order {"id":"{order.victim}"}
  2xx [] | POST orders?on_conflict=id | another one's order, ignored | order {"id":"{order.victim}"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  409 23505 | POST orders?on_conflict=order_number | on the conflict of a number | order {"id":"{order.victim}"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  409 23505 | POST orders | own order to another address | order {"id":"{order.mallory}","redemption_email":"else@example.test"}
  403 42501 | POST orders?on_conflict=id | own order, merged into a cancelled one | order {"id":"{order.mallory}","status":"cancelled"} | {"prefer":"resolution=merge-duplicates,return=representation"}
  2xx [] | POST orders?on_conflict=id | own order, ignored | order {"id":"{order.mallory}","status":"cancelled"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  200 [] | PATCH orders?id=eq.{order.mallory} | cancelling the own order | {"status":"cancelled"}
  200 [] | PATCH orders?id=eq.{order.mallory} | delivering the own order | {"status":"delivered"}
  200 [] | PATCH orders?id=eq.{order.victim} | another one's status | {"status":"cancelled"}
  200 [] | PATCH orders?id=not.is.null | the status of every order | {"status":"cancelled"}
  403 42501 | PATCH orders?id=eq.{order.mallory} | the own price | {"benefit_token_value":0}
  403 42501 | PATCH orders?id=eq.{order.mallory} | the owner of the own order | {"user_id":null}
  403 42501 | PATCH orders?id=eq.{order.mallory} | the own delivery email | {"redemption_email":"else@example.test"}
  403 42501 | PATCH orders?id=eq.{order.mallory} | the own due time | {"due_at":"1999-01-01"}
  403 42501 | DELETE orders?id=eq.{order.mallory} | deleting the own order
  403 42501 | DELETE orders?id=eq.{order.victim} | deleting another one's
  409 23505, 4xx | POST orders?id=eq.{order.mallory} | a POST that calls itself a DELETE | order {"id":"{order.mallory}"} | {"x-http-method-override":"DELETE","x-http-method":"DELETE","x-method-override":"DELETE"}
`,
  ),
  {
    name: "what the conflict says of another one's order",
    expect: 'word for word what it says of an own one',
    run: async (scene) => {
      const said = await Promise.all(
        [scene.orders.victim, scene.orders.mallory].map(async (id) => {
          const { body } = await send(scene, { as: 'mallory', path, body: order(scene, { id }) })
          return body.replaceAll(id, 'id')
        }),
      )
      return said[0] === said[1] ? undefined : `it says ${said.join(' and ')}`
    },
  },
]
