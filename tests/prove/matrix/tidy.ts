import { count, type Tally } from '../tally.ts'
import type { Scene } from './scene.ts'

/** Uses the codes that were created and deletes what can be deleted; closing the fixture removes the people. */
export async function tidy(
  { fixture, made, people, active, inactive, category, targets }: Scene,
  tally: Tally,
): Promise<void> {
  for (const { table, row } of made) {
    const code = String(row.code)
    if (table === 'invite_codes') await fixture.newMember({ name: 'Ida Invited', invite: code })
    if (table === 'redeem_codes') {
      const { data } = await people.member.client.rpc('redeem_code', { p_code: code })
      const [answer] = (data ?? []) as { ok: boolean }[]
      count(tally, answer?.ok ? undefined : `member: redeem_code refused ${code}`)
    }
  }
  const p_ids = targets.waitlist?.map(({ key }) => key)
  await fixture.admin.client.rpc('remove_from_waitlist', { p_ids }).throwOnError()
  const benefits = fixture.admin.client.from('benefits')
  await benefits.delete().in('id', [active.id, inactive.id]).throwOnError()
  await fixture.admin.client.from('categories').delete().eq('id', category).throwOnError()
  // Only the database owner can delete a setting.
  await fixture.sql?.(`delete from app_settings where key = 'email_logo_in_mails'`)
}
