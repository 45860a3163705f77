import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'
import { table } from './table.ts'

const one = '/functions/v1/unsubscribe'

/** Mallory's own link, with parts of it changed. */
async function changedLink({ sql, mallory }: Scene, change: (parts: string[]) => string[]): Promise<string> {
  const rows = await sql?.(`select private.unsubscribe_token($1, 'order_placed') as token`, [mallory.id])
  return change(String(rows?.[0]?.token).split('.')).join('.')
}

const swapped = (name: string, change: (scene: Scene, parts: string[]) => string[]): Attack => ({
  name,
  expect: '200 false',
  local: 'only the owner of the database can make a link there',
  run: async (scene) => {
    const p_token = await changedLink(scene, (parts) => change(scene, parts))
    const ask = { as: 'anonymous', path: '/rest/v1/rpc/unsubscribe', body: { p_token } } as const
    return request(name, ask, '200 false').run(scene)
  },
})

/** Notices and preferences of others, and the links that end their emails (D40). */
export const notifications: Attack[] = [
  ...table(
    {},
    `
  200 [] | GET notifications?user_id=eq.{victim} | what another was told
  200 [] | admin GET notifications?user_id=eq.{victim} | what a member was told, as an admin
  401 42501 | anonymous GET notifications | what anybody was told, as a visitor
  200 count 0 | HEAD notifications?user_id=eq.{victim}&select=id | the number of what another was told |  | {"prefer":"count=exact"}
  400 | GET profiles?select=id,notifications(*) | notifications embedded in profiles
  400 | GET orders?select=id,notifications(*) | notifications embedded in orders
  200 [] | PATCH notifications?user_id=eq.{victim} | marking as read for another | {"read_at":"2001-01-01"} | {"prefer":"return=representation"}
  200 [] | admin PATCH notifications?user_id=eq.{victim} | marking as read for a member, as an admin | {"read_at":"2001-01-01"} | {"prefer":"return=representation"}
  403 42501 | PATCH notifications?user_id=eq.{mallory} | another text of one's own | {"data":{"tokens":9999}}
  403 42501 | PATCH notifications?user_id=eq.{mallory} | one's own, given to another | {"user_id":"{victim}"}
  403 42501 | POST notifications | a notification for another | {"id":"{uuid}","user_id":"{victim}","kind":"tokens_adjusted","data":{"tokens":9999}}
  403 42501 | admin POST notifications | a notification for a member, as an admin | {"id":"{uuid}","user_id":"{victim}","kind":"tokens_adjusted"}
  403 42501 | DELETE notifications?user_id=eq.{victim} | another's removed
  403 42501 | DELETE notifications?user_id=eq.{mallory} | one's own removed
  200 [] | GET notification_preferences?user_id=eq.{victim} | what another chose
  200 [] | admin GET notification_preferences?user_id=eq.{victim} | what a member chose, as an admin
  401 42501 | anonymous POST notification_preferences | a choice as a visitor | {"user_id":"{victim}","kind":"orders","in_app":true,"by_email":false}
  403 42501 | POST notification_preferences | a choice for another | {"user_id":"{victim}","kind":"orders","in_app":true,"by_email":false}
  403 42501 | POST notification_preferences | a choice for another, merged | {"user_id":"{victim}","kind":"orders","in_app":true,"by_email":false} | {"prefer":"resolution=merge-duplicates"}
  403 42501 | admin POST notification_preferences | a choice for a member, as an admin | {"user_id":"{victim}","kind":"orders","in_app":true,"by_email":false}
  400 23514 | POST notification_preferences | no notifications about tokens | {"kind":"tokens","in_app":false,"by_email":false}
  400 23514 | POST notification_preferences | a group that does not exist | {"kind":"sign-ins","in_app":true,"by_email":false}
  403 42501 | DELETE notification_preferences?user_id=eq.{victim} | another's choice removed
  406 PGRST106 | GET unsubscribe_secret | the secret of the links |  | {"accept-profile":"private"}
  406 PGRST106 | admin GET unsubscribe_secret | the secret of the links, as an admin |  | {"accept-profile":"private"}
  404 | POST rpc/unsubscribe_token | a link for another | {"p_person":"{victim}","p_kind":"order_placed"}
  404 | admin POST rpc/sign_unsubscribe | a signature, as an admin | {"p_text":"{victim}.orders"}
  200 false | anonymous POST rpc/unsubscribe | a link without a signature | {"p_token":"{victim}.orders."}
  200 false | anonymous POST rpc/unsubscribe | a guessed signature | {"p_token":"{victim}.orders.{00*32}"}
  200 false | POST rpc/unsubscribe | a member's token as a link | {"p_token":"{token.admin}"}
  200 false | POST rpc/unsubscribe | SQL as a link | {"p_token":"{victim}.orders' or true --.x"}
  200 false | POST rpc/unsubscribe | a megabyte as a link | {"p_token":"{x*1000000}"}
  404 | POST rpc/unsubscribe | a link with a person beside it | {"p_token":"x","p_person":"{victim}"}
  403 42501 | POST rpc/run_due | what is due, as a member | {}
  403 42501 | admin POST rpc/run_due | what is due, as an admin | {}
  404 | admin POST rpc/run_due | what is due at another time | {"p_now":"2099-01-01"}
  404 | POST rpc/notify | notifying another | {"p_kind":"order_status","p_person":"{victim}","p_cause":null,"p_order":null,"p_benefit":null,"p_data":{}}
  400 not_one_click, 404 | anonymous POST ${one}?token={victim}.orders.x | a click without its form | {}
  400 invalid_token, 404 | anonymous POST ${one}?token={victim}.orders.x | a click with a forged link | raw "List-Unsubscribe=One-Click" | {"content-type":"application/x-www-form-urlencoded"}
  303, 404 | anonymous GET ${one}?token=x%0d%0aset-cookie:%20a=b | a header in the link
  303, 404 | anonymous GET ${one}?token=//evil.example | another site as the link
  405, 404 | DELETE ${one}?token=x | a click by DELETE
`,
  ),
  swapped('the link of oneself with another person', ({ victim }, [, group = '', signature = '']) => [
    victim.id,
    group,
    signature,
  ]),
  swapped('the link of a group with another group', (_, [id = '', , signature = '']) => [
    id,
    'reports',
    signature,
  ]),
  request(
    'what run_due is called with',
    { as: 'mallory', path: '/rest/v1/rpc/run_due?p_now=2099-01-01' },
    '4xx',
  ),
]
