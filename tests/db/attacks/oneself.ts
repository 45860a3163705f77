import { randomUUID } from 'node:crypto'
import { tokenFor } from '../support/people.ts'
import { orderPayload } from '../support/rows.ts'
import type { Attack } from './attack.ts'
import { send } from './send.ts'

import { LOCAL, leaves, signup, unguessed, usersOf } from './signing-up.ts'

const TERMS = `insert into app_settings (key, value) values ('invitations_per_member', '90'), ('referral_bonus', '15')
  on conflict (key) do update set value = excluded.value`

/** Every way that docs/security.md says is prevented; two mailboxes and two telephones are not. */
export const oneself: Attack = {
  name: 'referring oneself',
  expect: 'no bonus for anybody',
  local: LOCAL,
  leaves: `${leaves}; their orders`,
  run: async (scene) => {
    const { sql, mallory, victim, fixture, benefit } = scene
    await sql?.(TERMS)
    await sql?.(`update profiles set phone = '+44 20 7946 0318' where id = $1`, [mallory.id])
    const [own] = JSON.parse(
      (await send(scene, { as: 'mallory', path: '/rest/v1/rpc/my_invitations', body: {} })).body,
    )
    const tagged = (email: string, tag: string) => email.replace('@', `+${tag}@`)
    const forgery = { inviter_id: victim.id, referrer_id: victim.id, bonus: 999, referral_bonus: 999 }
    const asks = [
      signup(own.code, tagged(mallory.email, 'a')),
      signup(own.code, tagged(mallory.email, 'b').toUpperCase()),
      signup(own.code, tagged(victim.email, 'c')),
      signup(own.code, `${randomUUID()}@invited.test`, {}, { phone: '020 79460318' }),
      signup(own.code, `${randomUUID()}@invited.test`, {}, { phone: '(+44) 20-7946-0318', ...forgery }),
      signup(own.code, mallory.email, {}, forgery),
    ]
    for (const ask of asks) {
      await unguessed(scene)
      await send(scene, ask)
    }
    const joined = await usersOf(scene, own.code)
    for (const { id, email } of joined) {
      const order = orderPayload({ id, email }, benefit)
      await fixture.client(tokenFor(id, 600)).from('orders').insert(order).throwOnError()
      await sql?.(`update orders set status = 'delivered' where id = $1`, [order.id])
    }
    await sql?.(`select private.due_referrals(now() + interval '8 days')`)
    const paid = await sql?.(
      `select account_id from token_transactions where transaction_type = 'referral_bonus' and account_id = any ($1)`,
      [[mallory.id, victim.id, ...joined.map(({ id }) => id)]],
    )
    await sql?.('delete from profiles where id = any ($1)', [joined.map(({ id }) => id)])
    await sql?.(`delete from app_settings where key in ('invitations_per_member', 'referral_bonus')`)
    if (joined.length < 5) return `only ${joined.length} of five could join`
    return paid?.length === 0 ? undefined : `${paid?.length} bonuses`
  },
}
