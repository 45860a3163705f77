import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { address, invitationOf, invite } from './support/invitations'
import { operate, type Result, rowOf, settle, undo } from './support/operations'
import { createSender } from './support/outbox'
import { outcome } from './support/outcome'
import { createAdmin, createMember, type Person } from './support/people'
import { balanceOf, createInviteCode, createTokenCode } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Row } from './support/world'

const world = sharedWorld()

const revoke = (admin: Person, ids: string[], more: Row = {}): Promise<Result> =>
  operate(admin, 'revoke_codes', {
    p_kind: 'token',
    p_ids: ids,
    p_reason: ' Posted on a forum ',
    p_dry_run: false,
    ...more,
  })
const refused = async (person: Person, args: Row) =>
  outcome(await person.client.rpc('revoke_codes', { p_kind: 'token', p_ids: [], p_reason: 'Lost', ...args }))
const redeem = async (person: Person, p_code: string) =>
  (await person.client.rpc('redeem_code', { p_code }).throwOnError()).data?.[0].ok
const row = async (id: string) =>
  (await world.sql('select revoked_by, revoked_reason, is_used from redeem_codes where id = $1', [id]))[0]

it('revokes available codes only, with a reason, and undo makes them work again (D41, D46)', async () => {
  const [admin, colleague, mia] = [
    await createAdmin(world),
    await createAdmin(world),
    await createMember(world),
  ]
  const [used, free, gone] = [
    await createTokenCode(world, 5),
    await createTokenCode(world, 25),
    await createTokenCode(world, 50),
  ]
  const before = await balanceOf(world, mia.id)
  expect(await redeem(mia, used.code)).toBe(true)
  await revoke(colleague, [gone.id], { p_reason: 'Lost' })
  const ids = [used.id, free.id, gone.id, randomUUID()]
  const plan = await revoke(admin, ids, { p_dry_run: true, p_reason: null })
  expect(plan).toMatchObject({ changed: 1, tokens: 25, emails: 0 })
  expect(plan.skipped.toSorted((a, b) => a.reason.localeCompare(b.reason))).toMatchObject([
    { reason: 'already_revoked', count: 1, by: colleague.name },
    { reason: 'already_used', count: 1 },
    { reason: 'not_found', count: 1 },
  ])
  expect(await row(free.id)).toMatchObject({ revoked_by: null })
  const run = await revoke(admin, ids, { p_expected: plan })
  expect(run).toMatchObject({ state: 'done', changed: 1, remaining: 0 })
  expect(await row(free.id)).toMatchObject({ revoked_by: admin.id, revoked_reason: 'Posted on a forum' })
  expect(await row(gone.id)).toMatchObject({ revoked_by: colleague.id, revoked_reason: 'Lost' })
  expect(await redeem(mia, free.code)).toBeNull()
  expect(await balanceOf(world, mia.id)).toBe(before + 5)

  expect(await undo(admin, run)).toMatchObject({ undone: 1, kept: [] })
  expect(await redeem(mia, free.code)).toBe(true)
  expect(await balanceOf(world, mia.id)).toBe(before + 30)
  await settle(world.sql)
  expect((await rowOf(world.sql, run.operation_id)).settled_at).not.toBeNull()
  const log = await world.sql('select table_name from private.audit_log where actor_id = $1', [admin.id])
  expect(log).toEqual([{ table_name: 'operations' }, { table_name: 'operations' }])
})

it('does not restore a code that was used, or revoked by another admin', async () => {
  const [admin, colleague] = [await createAdmin(world), await createAdmin(world)]
  const { id } = await createTokenCode(world)
  const run = await revoke(admin, [id])
  await world.sql('update redeem_codes set revoked_at = now(), revoked_by = $2 where id = $1', [
    id,
    colleague.id,
  ])
  expect(await undo(admin, run)).toMatchObject({ undone: 0, kept: [{ reason: 'changed_since', count: 1 }] })
  expect(await row(id)).toMatchObject({ revoked_by: colleague.id })
})

it('sends the email of an invitation that came due while its code was revoked', async () => {
  const admin = await createAdmin(world)
  const sender = createSender(world)
  const guest = address()
  await invite(admin, [guest])
  const { code_id } = await invitationOf(world, guest)
  const run = await revoke(admin, [code_id], { p_kind: 'invite' })
  expect(await sender.lease()).toEqual([])
  expect(await invitationOf(world, guest)).toMatchObject({ email_state: 'skipped' })
  await undo(admin, run)
  expect(await invitationOf(world, guest)).toMatchObject({ email_state: 'waiting' })
  expect(await sender.lease()).toMatchObject([{ email: guest }])
})

it('refuses a run whose code was redeemed since the dry run', async () => {
  const [admin, mia] = [await createAdmin(world), await createMember(world)]
  const { id, code } = await createTokenCode(world)
  const plan = await revoke(admin, [id], { p_dry_run: true })
  expect(await redeem(mia, code)).toBe(true)
  expect(await refused(admin, { p_ids: [id], p_dry_run: false, p_expected: plan })).toBe('numbers_differ')
  expect(await row(id)).toMatchObject({ is_used: true, revoked_by: null })
})

it('revokes the invite codes of a filter, and no others; nobody enters with one (D9)', async () => {
  const admin = await createAdmin(world)
  const [one, two, other] = [
    await createInviteCode(world),
    await createInviteCode(world),
    await createInviteCode(world),
  ]
  const batch = randomUUID()
  await world.sql(`update invite_codes set batch_id = $1, note = 'Fair 100% done' where id = any ($2)`, [
    batch,
    [one.id, two.id],
  ])
  const more = { p_kind: 'invite', p_ids: null }
  const count = async (p_filter: Row) =>
    (await revoke(admin, [], { ...more, p_filter, p_dry_run: true })).changed
  expect(await count({ batch })).toBe(2)
  expect(await count({ batch, search: one.code.toLowerCase(), state: 'available' })).toBe(1)
  expect(await count({ search: '100% d', state: 'available' })).toBe(2)
  expect(await count({ batch, state: 'used' })).toBe(0)
  expect(await revoke(admin, [], { ...more, p_filter: { batch } })).toMatchObject({ changed: 2, tokens: 0 })
  const valid = async (code_to_check: string) =>
    (await world.client().rpc('validate_invite_code', { code_to_check }).throwOnError()).data
  expect(await valid(one.code)).toEqual([{ is_valid: null }])
  expect(await valid(other.code)).toEqual([{ is_valid: true }])
  await world.sql('delete from private.attempts')
})
