import type { Attack } from './attack.ts'
import { order } from './scene.ts'
import { send } from './send.ts'
import { table } from './table.ts'

/** A used id is a conflict that reveals nothing, whatever is sent with it (D3). */
export const replays: Attack[] = [
  ...table(
    { headers: { prefer: 'return=representation' } },
    `
  409 23505 | POST orders | order of another | order {"id":"{order.victim}"}
  409 23505 | POST orders | order of another at a price of 1 | order {"id":"{order.victim}","benefit_token_value":1}
  403 42501 | POST orders | order of another in that name | order {"id":"{order.victim}","user_id":"{victim}"}
  403 42501 | POST orders?on_conflict=id | order of another, merged | order {"id":"{order.victim}"} | {"prefer":"resolution=merge-duplicates,return=representation"}
  4xx | PUT orders?id=eq.00000000-0000-4000-8000-000000000000 | order of another, by PUT | order {"id":"{order.victim}"}
  2xx [] | POST orders?on_conflict=id | order of another, ignored | order {"id":"{order.victim}"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  409 23505 | POST orders?on_conflict=order_number | conflict of the number | order {"id":"{order.victim}"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  409 23505 | POST orders | own order to another address | order {"id":"{order.mallory}","redemption_email":"else@example.test"}
  403 42501 | POST orders?on_conflict=id | own order, merged with another status | order {"id":"{order.mallory}","status":"cancelled"} | {"prefer":"resolution=merge-duplicates,return=representation"}
  2xx [] | POST orders?on_conflict=id | own order, ignored | order {"id":"{order.mallory}","status":"cancelled"} | {"prefer":"resolution=ignore-duplicates,return=representation"}
  200 [] | PATCH orders?id=not.is.null | status of every order | {"status":"cancelled"}
  409 23505, 4xx | POST orders?id=eq.{order.mallory} | POST with a method override | order {"id":"{order.mallory}"} | {"x-http-method-override":"DELETE","x-http-method":"DELETE","x-method-override":"DELETE"}
`,
  ),
  {
    name: 'message of the conflict',
    expect: 'the same for the order of another as for an own one',
    run: async (scene) => {
      const messages = []
      for (const id of [scene.orders.victim, scene.orders.mallory]) {
        const { body } = await send(scene, {
          as: 'mallory',
          path: '/rest/v1/orders',
          body: order(scene, { id }),
        })
        messages.push(body.replaceAll(id, 'id'))
      }
      return messages[0] === messages[1] ? undefined : `it says ${messages.join(' and ')}`
    },
  },
]
