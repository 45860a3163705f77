import type { Connection } from '../model/connection.ts'
import { createFixture } from '../model/fixture.ts'
import type { Model } from '../model/model.ts'
import { removing, settingRole } from '../operations/membership.ts'
import type { Request } from '../operations/operation.ts'

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
  const [one, two, demoted = '', deleted = ''] = model.people.keys()
  return { model, first: [settingRole(one, demoted, 'user'), removing(two, deleted)] }
}
