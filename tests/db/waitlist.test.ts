import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import { columnOf, rpc } from './support/ask'
import { ageInvitation, invitationOf, invite } from './support/invitations'
import { createAdmin, createMember } from './support/people'
import { setTerms } from './support/referrals'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

const admin = await createAdmin(world)
// All tests share one client address.
const noAttempts = () => world.sql(`delete from private.attempts where kind = 'waitlist'`)
beforeEach(async () => {
  await noAttempts()
  await world.sql('delete from public.waitlist where true')
})

const freshEmail = () => `wanda.${randomUUID().slice(0, 8)}@example.test`
const request = (p_email: string) => world.client().rpc('request_invitation', { p_email })
const rows = () => world.sql('select email, declined_at from waitlist order by requested_at, email')

/** Puts addresses on the list, as if from many network addresses; returns their ids. */
async function waiting(...emails: string[]) {
  for (const email of emails) {
    await request(email).throwOnError()
    await noAttempts()
  }
  return columnOf(world.sql, 'select id from waitlist where email = any ($1)', [emails])
}

const approve = (p_ids: string[], p_dry_run = false): Promise<{ email: string; state: string }[]> =>
  rpc(admin, 'approve_waitlist', { p_ids, p_dry_run })
const statesOf = async (ids: string[], dryRun = false) =>
  (await approve(ids, dryRun)).map(({ state }) => state).toSorted()
const invited = (email: string) =>
  world.sql(
    `select i.source, c.email as bound, c.expires_at > now() + interval '29 days' as lasts
     from invitations as i join invite_codes as c on c.id = i.code_id where i.email = $1`,
    [email],
  )

it('responds alike for every address, and keeps one row for each mailbox (D44)', async () => {
  const member = await createMember(world)
  const [declined, approved, email] = [freshEmail(), freshEmail(), freshEmail()]
  await rpc(admin, 'decline_waitlist', { p_ids: await waiting(declined) })
  await approve(await waiting(approved))
  const alike = [email, email.toUpperCase(), ` ${email}\t`, member.email, admin.email, declined, approved]
  for (const address of alike)
    expect(await request(address)).toMatchObject({ status: 200, data: true, error: null })
  expect(await rows()).toHaveLength(5)
  // Asking again does not bring a declined address back.
  const refused = 'select email from waitlist where declined_at is not null'
  expect(await columnOf(world.sql, refused)).toEqual([declined])
})

it('approves with a bound invitation, says why not, and does the same as its dry run (D44)', async () => {
  const member = await createMember(world)
  const [first, second, third] = [freshEmail(), freshEmail(), freshEmail()]
  const all = await waiting(first, second, third, member.email)
  await world.sql('update waitlist set declined_at = now() where email = $1', [third])
  const asked = [...all, randomUUID()]
  const states = ['gone', 'gone', 'member', 'new', 'new']
  expect([await statesOf(asked, true), await invited(first)]).toEqual([states, []])
  expect(await statesOf(asked)).toEqual(states)
  expect(await invited(first)).toEqual([{ source: 'waitlist', bound: first, lasts: true }])
  expect((await rows()).map(({ email }) => email).toSorted()).toEqual([third, member.email].toSorted())
  expect(await statesOf(asked)).toEqual(['gone', 'gone', 'gone', 'gone', 'member'])
  // Invited already: who asks again waits again.
  expect(await approve(await waiting(first))).toMatchObject([{ email: first, state: 'invited' }])
  expect(await invited(first)).toHaveLength(1)
})

it('takes off the list whom an admin invites in another way, and not whom a member invites', async () => {
  const [asked, other, left] = [freshEmail(), freshEmail(), freshEmail()]
  await waiting(asked, other)
  await setTerms(world, 3, 0)
  expect(await invite(await createMember(world), [other])).toEqual(['new'])
  expect(await invite(admin, [asked.toUpperCase()])).toEqual(['new'])
  expect((await rows()).map(({ email }) => email)).toEqual([other])
  await waiting(left)
  const wrong = freshEmail()
  await invite(admin, [wrong])
  const { code_id: p_code_id } = await invitationOf(world, wrong)
  await ageInvitation(world, p_code_id, '1 minute')
  await rpc(admin, 'correct_invitation', { p_code_id, p_email: left })
  expect((await rows()).map(({ email }) => email)).toEqual([other])
})

it('declines and removes, and logs no address (D44)', async () => {
  const email = freshEmail()
  const p_ids = await waiting(email)
  const call = (name: string) => rpc(admin, name, { p_ids })
  expect([await call('decline_waitlist'), await call('decline_waitlist')]).toEqual([1, 0])
  await request(email)
  expect(await rows()).toMatchObject([{ declined_at: expect.any(Date) }])
  expect([await call('remove_from_waitlist'), await call('remove_from_waitlist')]).toEqual([1, 0])
  await request(email)
  expect(await rows()).toEqual([{ email, declined_at: null }])
  const log = `select concat(action, after ->> 'did', after ->> 'count') from private.audit_log where table_name = 'waitlist' and after::text not like '%@%' order by id desc limit 2`
  expect(await columnOf(world.sql, log)).toEqual(['deleteremoved1', 'updatedeclined1'])
})

it('forgets the addresses of unused invitations after 180 days, whose codes then let nobody in (D12, D42)', () =>
  world.undone(async (sql) => {
    const emails = [freshEmail(), freshEmail(), freshEmail()]
    const make = `select code_id from private.create_invitations(null, 'admin', $1, true, now() + interval '1 year', 'Hello', 1, null)`
    const made = await columnOf(sql, make, [emails])
    await sql('update invite_codes set uses = 1, used_at = now() where id = $1', [made[1]])
    const lost = `revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = 'Lost'`
    await sql(`update invite_codes set ${lost} where id = $1`, [made[2]])
    const after = async (days: number) => {
      await sql(`select private.delete_old_requests(now() + $1 * interval '1 day')`, [days])
      const left = `select concat_ws(' ', i.email, i.message, c.email, c.expires_at > now()) from invitations as i
        join invite_codes as c on c.id = i.code_id where i.code_id = any ($1) order by array_position($1, i.code_id)`
      return columnOf(sql, left, [made])
    }
    const kept = emails.map((email) => `${email} Hello ${email} t`)
    expect(await after(179.9)).toEqual(kept)
    expect(await after(180.1)).toEqual(['f', kept[1], 't'])
  }))
