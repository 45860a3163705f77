import { expect } from 'vitest'
import { become } from '../support/notifications'
import { createMember } from '../support/people'
import type { World } from '../support/world'

/** D43: what is left is counted once whoever is joining by the link has joined. */
export async function sendsAfterTheLink({ undone, ...world }: World): Promise<void> {
  const member = await createMember({ undone, ...world })
  const quota = `insert into app_settings (key, value) values ('invitations_per_member', '3')
    on conflict (key) do update set value = excluded.value`
  const before = await world.sql(`select value from app_settings where key = 'invitations_per_member'`)
  await world.sql(quota)
  try {
    const { data } = await member.client.rpc('my_invitations').single().throwOnError()
    await undone(async (sql) => {
      await sql('update invite_codes set uses = uses + 1, used_at = now() where code = $1', [
        (data as { code: string }).code,
      ])
      await undone(async (other) => {
        await other(`set local lock_timeout = '300ms'`)
        await become(other, member)
        await expect(other(`select * from send_invitations('[]')`)).rejects.toMatchObject({ code: '55P03' })
      })
    })
  } finally {
    await world.sql(`update app_settings set value = $1 where key = 'invitations_per_member'`, [
      String(before[0]?.value ?? 0),
    ])
  }
}
