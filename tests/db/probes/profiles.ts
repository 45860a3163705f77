import { expect } from 'vitest'
import { outcome, tried } from '../support/outcome'
import { createCast, createLogin } from '../support/people'
import { balanceOf, createBenefit, placeOrder } from '../support/rows'
import type { Row, World } from '../support/world'

/** D1, D11: name and phone are a member's own; role, tokens and email are not. */
export async function memberChangesOnlyNameAndPhone(world: World): Promise<void> {
  const { people, owner } = await createCast(world)
  const update = async (changes: object) =>
    outcome(await owner.from('profiles').update(changes).eq('id', people.owner.id).select('id'))

  expect(await update({ role: 'admin' })).toBe('profile_column_forbidden')
  expect(await update({ current_tokens: 1_000_000 })).toBe('profile_column_forbidden')
  expect(await update({ name: 'New Name', current_tokens: 101 })).toBe('profile_column_forbidden')
  const before = await world.sql('select name, phone, role, current_tokens from profiles where id = $1', [
    people.owner.id,
  ])
  expect(before).toEqual([{ name: 'Olga Owner', phone: null, role: 'user', current_tokens: 100 }])

  expect(await update({ name: ' New Name ', phone: ' 555 ' })).toBe(1)
  const after = await world.sql('select name, phone, role, current_tokens from profiles where id = $1', [
    people.owner.id,
  ])
  expect(after).toEqual([{ name: 'New Name', phone: '555', role: 'user', current_tokens: 100 }])
}

/** The grants refuse other columns before any trigger is asked, to admins as well. */
export async function emailIsNobodysToWrite(world: World): Promise<void> {
  const { people, owner, admin } = await createCast(world)
  for (const client of [owner, admin]) {
    for (const changes of [
      { email: 'x@example.test' },
      { membership_end_date: null },
      { created_at: '2020-01-01' },
    ]) {
      const answer = await client.from('profiles').update(changes).eq('id', people.owner.id).select('id')
      expect(outcome(answer)).toBe('42501')
    }
  }
  expect(
    outcome(await owner.from('profiles').update({ phone: '1' }).eq('id', people.owner.id).select('id')),
  ).toBe(1)
}

/** D11: whatever else changes, one admin stays. */
export async function lastAdminStays(world: World): Promise<void> {
  await createCast(world)
  await world.undone(async (sql) => {
    expect(await tried(sql, `update profiles set role = 'user' where role = 'admin'`)).toBe('last_admin')
    await sql(
      `update profiles set role = 'user' where role = 'admin' and id <> (select min(id::text)::uuid from profiles where role = 'admin')`,
    )
    expect(await tried(sql, `update profiles set name = 'Still Admin' where role = 'admin'`)).toBe('done')
  })
}

export async function lastAdminIsNotDeleted(world: World): Promise<void> {
  await createCast(world)
  await world.undone(async (sql) => {
    expect(await tried(sql, `delete from profiles where role = 'admin'`)).toBe('last_admin')
    expect(
      await tried(sql, `delete from auth.users using profiles p where p.id = users.id and p.role = 'admin'`),
    ).toBe('last_admin')
    expect(await tried(sql, `delete from profiles where role = 'user'`)).toBe('done')
  })
}

/** D12: nobody deletes themselves, not even an admin among several. */
export async function nobodyDeletesThemselves(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const remove = async (id: string) =>
    outcome(await admin.from('profiles').delete().eq('id', id).select('id'))
  expect(await remove(people.admin.id)).toBe('cannot_delete_self')
  expect(await world.sql('select from profiles where id = $1', [people.admin.id])).toHaveLength(1)
  expect(await remove(people.other.id)).toBe(1)
}

/** D12: profile and login go together, from either side. */
export async function loginGoesWithTheProfile(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const stranger = await createLogin(world, 'Gone Soon')
  expect(outcome(await admin.from('profiles').delete().eq('id', people.other.id).select('id'))).toBe(1)
  await world.sql('delete from auth.users where id = $1', [stranger.id])
  const left = await world.sql(
    'select p.id as profile, u.id as login from profiles p full join auth.users u using (id) where coalesce(p.id, u.id) = any($1)',
    [[people.other.id, stranger.id]],
  )
  expect(left).toEqual([])
  expect(outcome(await people.other.client.from('benefits').select('id'))).toBe(0)
}

/** D12: orders and ledger stay, the person does not. */
export async function personalDataGoes(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const id = await placeOrder(people.owner, await createBenefit(world))
  const named =
    'select customer_name, customer_email, redemption_email, benefit_name from orders where id = $1'
  expect(await world.sql(named, [id])).toEqual([
    {
      customer_name: 'Olga Owner',
      customer_email: people.owner.email,
      redemption_email: people.owner.email,
      benefit_name: 'Test Benefit',
    },
  ])
  const change = { name: 'Olga Changed', current_tokens: 80, adjustment_reason: 'Olga was charged twice' }
  await admin.from('profiles').update(change).eq('id', people.owner.id).throwOnError()
  await admin.from('profiles').delete().eq('id', people.owner.id).throwOnError()

  expect(await world.sql(named, [id])).toEqual([
    { customer_name: null, customer_email: null, redemption_email: null, benefit_name: 'Test Benefit' },
  ])
  const ledger = await world.sql(
    'select amount, user_id, reason from token_transactions where account_id = $1 order by seq',
    [people.owner.id],
  )
  expect(ledger.map((row) => row.amount)).toEqual([25, 75, -10, -10])
  expect(ledger.every((row) => row.user_id === null && row.reason === null)).toBe(true)
  const log = await world.sql('select * from private.audit_log where row_id = $1', [people.owner.id])
  expect(log).toHaveLength(2)
  expect(JSON.stringify(log)).not.toMatch(/Olga|example\.test/)
}

/** D7: an admin's edit of the balance is a ledger row that names the admin, and it loses against a newer balance. */
export async function editsBecomeAdjustments(world: World): Promise<void> {
  const { people, admin } = await createCast(world)
  const set = async (tokens: number, opened: number, reason = ' Broken licence ') =>
    outcome(
      await admin
        .from('profiles')
        .update({ current_tokens: tokens, adjustment_reason: reason })
        .eq('id', people.owner.id)
        .eq('current_tokens', opened)
        .select('id'),
    )
  expect(await set(130, 100)).toBe(1)
  expect(await set(500, 100)).toBe(0)
  expect(await set(-1, 130)).toBe('insufficient_tokens')
  expect(await set(0, 130)).toBe(1)
  const rows = await world.sql(
    `select amount, balance_after, actor_id, description, reason from token_transactions
     where account_id = $1 and transaction_type = 'adjustment' order by seq`,
    [people.owner.id],
  )
  const by = { actor_id: people.admin.id, description: 'Adjustment by Ada Admin', reason: 'Broken licence' }
  expect(rows).toEqual([
    { amount: 30, balance_after: 130, ...by },
    { amount: -130, balance_after: 0, ...by },
  ])
  expect(await balanceOf(world, people.owner.id)).toBe(0)
}

/** An adjustment has a reason that can be read: required, trimmed, at most 200 visible characters, never changed. */
export async function adjustmentsHaveAReason(world: World): Promise<void> {
  const { people, admin, owner, other } = await createCast(world)
  const { id } = people.owner
  const update = async (change: Row) =>
    outcome(await admin.from('profiles').update(change).eq('id', id).select('adjustment_reason'))
  for (const reason of [undefined, null, '', ' \t\n']) {
    expect(await update({ current_tokens: 90, adjustment_reason: reason })).toBe('reason_required')
  }
  for (const reason of ['x'.repeat(201), 'a\u200bb', '\u202egnirts', 'two\nlines']) {
    expect(await update({ current_tokens: 90, adjustment_reason: reason })).toBe('23514')
  }
  expect(outcome(await owner.from('profiles').update({ adjustment_reason: 'Mine' }).eq('id', id))).toBe(
    'profile_column_forbidden',
  )
  // Without a change of the balance there is nothing that a reason could belong to.
  expect(await update({ name: 'Olga Owner', adjustment_reason: 'Unused' })).toBe(1)
  expect(await update({ current_tokens: 90, adjustment_reason: `\t${'é'.repeat(200)} ` })).toBe(1)
  const stored = await world.sql('select adjustment_reason from profiles where id = $1', [id])
  expect(stored).toEqual([{ adjustment_reason: null }])

  const reasons = async (client: typeof owner) => {
    const { data } = await client
      .from('token_transactions')
      .select('reason')
      .eq('account_id', id)
      .order('seq')
    return data?.map(({ reason }) => reason)
  }
  expect(await reasons(owner)).toEqual([null, null, 'é'.repeat(200)])
  expect(await reasons(other)).toEqual([])
  await world.undone(async (sql) => {
    for (const to of ['null', `'Another'`]) {
      const change = `update token_transactions set reason = ${to} where account_id = $1 and reason is not null`
      expect(await tried(sql, change, [id])).toBe('ledger_is_append_only')
    }
  })
}
