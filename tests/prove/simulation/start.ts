import { randomUUID } from 'node:crypto'
import type { Connection } from '../model/connection.ts'
import { createFixture } from '../model/fixture.ts'
import { type Model, send } from '../model/model.ts'
import { signingUp } from '../operations/accounts.ts'
import { inviting } from '../operations/invitations.ts'
import { BONUS, QUOTA } from '../operations/invite-rules.ts'
import { removing, settingRole } from '../operations/membership.ts'
import type { Request } from '../operations/operation.ts'
import { EMAIL, placing } from '../operations/orders.ts'

const TERMS = `insert into app_settings (key, value) select k, case k when $1 then '3' else '15' end from unnest(array[$1, $2]) as k
  on conflict (key) do update set value = excluded.value where app_settings.value <> excluded.value`

/** People, benefits and codes, and the requests that demote one of the admins and delete one of the members. */
export async function start(
  connection: Connection,
  members: number,
  otherAdmins: boolean,
): Promise<{ model: Model; first: Request[] }> {
  const names = Array.from({ length: members }, (_, at) => `member ${at + 1}`)
  const model = await createFixture(connection, {
    people: ['admin 1', 'admin 2', 'demoted admin', 'deleted member', ...names].map((name) => ({
      name,
      admin: name.includes('admin'),
    })),
    benefits: [
      { price: 5, active: true },
      { price: 12, active: true },
      { price: 40, active: true },
      { price: 8, active: false },
      { price: 2, active: true, keys: 4 },
      { price: 3, active: true, keys: 1 },
    ],
    tokenCodes: [10, 50, 1000],
    invites: 2,
    otherAdmins,
  })
  const [one, two, demoted = '', deleted = '', inviter = ''] = model.people.keys()
  await connection.query(TERMS, [QUOTA, BONUS])
  for (const [key, value] of [
    [QUOTA, '3'],
    [BONUS, '15'],
  ] as const)
    model.settings.set(send(model, 'setting', key), value)
  const email = send(model, 'address', `guest@${model.address}.test`, 'guest')
  const [id, order] = [send(model, 'person', randomUUID(), 'guest'), send(model, 'order', randomUUID())]
  const [benefit, price] = [[...model.benefits.keys()].at(4) ?? '', 2]
  return {
    model,
    first: [
      settingRole(one, demoted, 'user'),
      removing(two, deleted),
      // One who was invited has an order that is delivered, so that time may bring the bonus.
      inviting(inviter, [email]),
      signingUp({ id, name: 'guest', email, code: '', of: { inviter, email, nth: 0 } }),
      placing(id, { id: order, owner: id, benefit, price, email: EMAIL }),
    ],
  }
}
