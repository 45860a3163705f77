import { tokenFor } from '../support/people.ts'
import { type Attack, request } from './attack.ts'
import { table } from './table.ts'

const confirm = '/rest/v1/rpc/confirm_deletion'

/** The data of others, and the deletion of their accounts (D49). */
export const privacy: Attack[] = [
  ...table(
    {},
    `
  400 unknown_kind | POST rpc/my_data | a part that is none | {"p_part":"users"}
  400 unknown_kind | POST rpc/my_data | SQL as a part | {"p_part":"profile) q(line); --"}
  404 PGRST202 | POST rpc/my_data | the data of another | {"p_part":"profile","p_user_id":"{victim}"}
  404 PGRST202 | POST rpc/request_deletion | the deletion of another | {"p_user_id":"{victim}"}
  401 42501 | anonymous POST rpc/request_deletion | a deletion without signing in
  401 42501 | anonymous POST rpc/keep_account | keeping an account without signing in
  404 deletion_not_found | POST rpc/confirm_deletion | a forged link | {"p_token":"{uuid}.00"}
  4xx | GET rpc/keep_account | keeping an account by GET
  403 42501 | PATCH profiles?id=eq.{victim} | the deletion of another, by hand | {"deletes_at":"2001-01-01"}
  403 42501 | admin PATCH profiles?id=eq.{victim} | the deletion of a member, by an admin's hand | {"deletes_at":"2001-01-01"}
  403 42501 | PATCH profiles?id=eq.{mallory} | one's own deletion, by hand | {"deletes_at":"2001-01-01"}`,
  ),
  {
    name: 'a link that another was sent',
    expect: '404 deletion_not_found',
    run: async (scene) => {
      const { sql, victim } = scene
      const [row] =
        (await sql(
          `insert into private.deletion_requests (user_id) values ($1) returning private.deletion_token(id) as token`,
          [victim.id],
        )) ?? []
      const ask = { as: 'mallory', path: confirm, body: { p_token: row?.token } } as const
      const complaint = await request('', ask, '404 deletion_not_found').run(scene)
      await sql('delete from private.deletion_requests where user_id = $1', [victim.id])
      return complaint
    },
  },
  {
    name: 'a session whose password was entered long ago',
    expect: '403 password_required',
    run: async (scene) => {
      const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) - 301 }]
      const token = tokenFor(scene.mallory.id, 3600, undefined, { amr })
      const ask = { token, path: '/rest/v1/rpc/request_deletion', body: {} }
      return request('', ask, '403 password_required').run(scene)
    },
  },
]
