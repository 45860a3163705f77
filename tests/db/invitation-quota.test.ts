import { afterEach, beforeEach, expect, it } from 'vitest'
import { address, invitationOf, invite } from './support/invitations'
import { operate, undo } from './support/operations'
import { createAdmin, createMember } from './support/people'
import { join, myInvitations, setTerms } from './support/referrals'
import { reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

beforeEach(async () => {
  await setTerms(world, 3, 15)
})
afterEach(async () => {
  await setTerms(world, 0, 0)
  expect(await reconcile(world)).toEqual([])
})

it('shares one number of invitations between emails and the link, and gives none back (D42)', async () => {
  const inviter = await createMember(world)
  const { code, remaining } = await myInvitations(inviter)
  expect(remaining).toBe(3)
  const email = address()
  expect(await invite(inviter, [email])).toEqual(['new'])
  await join(world, String(code))
  await inviter.client
    .rpc('revoke_invitation', { p_code_id: (await invitationOf(world, email)).code_id })
    .throwOnError()
  expect(await myInvitations(inviter)).toMatchObject({ remaining: 1, code })
  const last = await join(world, String(code))
  await world.sql('delete from profiles where id = $1', [last.id])
  await expect(join(world, String(code))).rejects.toThrow('invalid_invite_code')
  expect(await invite(inviter, [address()])).toEqual(['over_quota'])
  expect(await myInvitations(inviter)).toMatchObject({ remaining: 0, code: null })
})

it('ends the link when emails use up what was left, when the number is lowered, and with its member', async () => {
  const [first, second, third] = [
    await createMember(world),
    await createMember(world),
    await createMember(world),
  ]
  const codes = await Promise.all(
    [first, second, third].map(async (person) => String((await myInvitations(person)).code)),
  )
  await invite(first, [address(), address(), address()])
  await expect(join(world, String(codes[0]))).rejects.toThrow('invalid_invite_code')
  await join(world, String(codes[1]))
  await setTerms(world, 1, 15)
  await expect(join(world, String(codes[1]))).rejects.toThrow('invalid_invite_code')
  await world.sql('delete from profiles where id = $1', [third.id])
  await expect(join(world, String(codes[2]))).rejects.toThrow('invalid_invite_code')
  // Raised again, there is another link.
  await setTerms(world, 4, 15)
  const { code, remaining } = await myInvitations(first)
  expect(remaining).toBe(1)
  expect(code).not.toBe(codes[0])
  await join(world, String(code))
})

it('starts again with each year of membership', async () => {
  const inviter = await createMember(world)
  const { code } = await myInvitations(inviter)
  await join(world, String(code))
  await world.sql(
    `update profiles set membership_start_date = membership_start_date - interval '370 days' where id = $1`,
    [inviter.id],
  )
  await world.sql(
    `update invitations set created_at = created_at - interval '370 days' where inviter_id = $1`,
    [inviter.id],
  )
  await world.sql(
    `update invite_codes set expires_at = now() where id in (select code_id from invitations where inviter_id = $1)`,
    [inviter.id],
  )
  const next = await myInvitations(inviter)
  expect(next.remaining).toBe(3)
  expect(next.code).not.toBe(code)
})

it('never lets an admin bring back a link that would admit more than its member may invite (D43)', async () => {
  const [admin, inviter] = [await createAdmin(world), await createMember(world)]
  const linkOf = async () => String((await myInvitations(inviter)).code)
  const idOf = async (code: string) =>
    String((await world.sql('select id from invite_codes where code = $1', [code]))[0]?.id)
  const revoke = async (code: string) =>
    operate(admin, 'revoke_codes', {
      p_kind: 'invite',
      p_ids: [await idOf(code)],
      p_reason: 'Posted on a forum',
      p_dry_run: false,
    })

  const first = await linkOf()
  const kept = await revoke(first)
  await invite(inviter, [address()])
  expect(await undo(admin, kept)).toMatchObject({ undone: 1 })
  expect(await linkOf()).toBe(first)
  await join(world, first)

  const replaced = await revoke(first)
  const second = await linkOf()
  expect(await undo(admin, replaced)).toMatchObject({ kept: [{ reason: 'changed_since', count: 1 }] })
  const used = await revoke(second)
  await invite(inviter, [address()])
  expect(await undo(admin, used)).toMatchObject({ undone: 0 })
  await expect(join(world, first)).rejects.toThrow('invalid_invite_code')
  await expect(join(world, second)).rejects.toThrow('invalid_invite_code')

  await setTerms(world, 4, 15)
  const third = await linkOf()
  await world.sql('update invite_codes set expires_at = now() where code = $1', [third])
  const extended = await admin.client.rpc('extend_code', {
    p_kind: 'invite',
    p_id: await idOf(third),
    p_expires_at: '2190-01-01',
  })
  expect(extended.error?.message).toBe('code_not_extendable')
  const fourth = await linkOf()
  const left = await revoke(fourth)
  await world.sql('delete from profiles where id = $1', [inviter.id])
  expect(await undo(admin, left)).toMatchObject({ undone: 0 })
})
