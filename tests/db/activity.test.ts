import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import type { Activity } from '@/entities/activity/activity'
import { createAdmin, createMember, type Person } from './support/people'
import { createBenefit, freshCode, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
afterAll(async () => expect(await reconcile(world)).toEqual([]))

/** Reads the log as an admin. */
async function readActivity(admin: Person, wanted: object): Promise<Activity[]> {
  return (await admin.client.rpc('activity', wanted).throwOnError()).data as Activity[]
}

it('names actor, subject, old and new values of each kind of change, newest first (D29)', async () => {
  const name = `Ada ${randomUUID()}`
  const admin = await createAdmin(world, { name })
  const member = await createMember(world, { tokens: 100, name: 'Mo Member' })
  const { client } = admin
  const code = freshCode()
  const order = await placeOrder(member, await createBenefit(world, { price: 12 }))
  const [{ order_number } = {}] = await world.sql('select order_number from orders where id = $1', [order])
  const made = { name: 'Set', description: 'x', token_value: 5 }
  const { data: set } = await client.from('benefits').insert(made).select('id').single().throwOnError()
  await client.from('benefits').update({ token_value: 6 }).eq('id', set.id).throwOnError()
  await client.from('benefits').delete().eq('id', set.id).throwOnError()
  await client.from('orders').update({ status: 'cancelled' }).eq('id', order).throwOnError()
  await client
    .from('profiles')
    .update({ current_tokens: 90, adjustment_reason: 'Test reason' })
    .eq('id', member.id)
    .throwOnError()
  await client.from('invite_codes').insert({ code }).throwOnError()
  await client
    .from('app_settings')
    .upsert({ key: 'email_logo_url', value: `/${code}.png` })
    .throwOnError()

  const lines = await readActivity(admin, { p_search: name })
  expect(lines).toMatchObject([
    { table_name: 'app_settings', row_id: 'email_logo_url', subject: 'email_logo_url' },
    { table_name: 'invite_codes', action: 'insert', subject: code, before: null, after: { code } },
    {
      table_name: 'profiles',
      subject: 'Mo Member',
      before: { current_tokens: 100 },
      after: { current_tokens: 90, adjustment_type: 'adjustment', adjustment_reason: 'Test reason' },
    },
    {
      table_name: 'orders',
      row_id: order,
      subject: order_number,
      before: { status: 'pending' },
      after: { status: 'cancelled' },
    },
    { table_name: 'benefits', action: 'delete', subject: 'Set', before: { token_value: 6 }, after: null },
    { table_name: 'benefits', action: 'update', subject: 'Set', before: { token_value: 5 } },
    { table_name: 'benefits', action: 'insert', row_id: set.id, subject: 'Set', before: null, after: made },
  ])
  for (const line of lines) expect([line.actor_id, line.actor_name]).toEqual([admin.id, name])
})

it('keeps no personal data of a deleted person in the log (D12)', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const [old, renamed, phone] = [randomUUID(), randomUUID(), randomUUID().slice(0, 30)]
  const member = await createMember(world, { name: old })
  await admin.client.from('profiles').update({ name: renamed, phone }).eq('id', member.id).throwOnError()
  const found = async () =>
    Promise.all(
      [old, renamed, phone, member.email].map(
        async (p_search) => (await readActivity(admin, { p_search })).length,
      ),
    )
  expect(await found()).toEqual([1, 1, 1, 1])
  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  expect(await found()).toEqual([0, 0, 0, 0])
  const lines = await readActivity(admin, { p_search: admin.name })
  expect(lines).toMatchObject([
    { row_id: member.id, action: 'delete', subject: null, before: { current_tokens: 25, role: 'user' } },
    { row_id: member.id, action: 'update', subject: null, before: {}, after: {} },
  ])
  const all = JSON.stringify(
    await world.sql('select * from private.audit_log where row_id = $1', [member.id]),
  )
  for (const word of [old, renamed, phone, member.email]) expect(all).not.toContain(word)
})

it('shows the reason of each adjustment until the person is deleted (D12)', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  // The same balance twice: it does not identify the ledger entry.
  for (const [tokens, reason] of [
    [40, 'Thanks'],
    [30, 'Mistake'],
    [40, 'Mistake undone'],
  ] as const) {
    const changes = { current_tokens: tokens, adjustment_reason: reason, name: `Named ${reason}` }
    await admin.client.from('profiles').update(changes).eq('id', member.id).throwOnError()
  }
  await admin.client.from('profiles').update({ phone: '7' }).eq('id', member.id).throwOnError()
  const reasons = async () => {
    const lines = await readActivity(admin, { p_table: 'profiles', p_limit: 1000 })
    return lines
      .filter(({ row_id, action }) => row_id === member.id && action === 'update')
      .map(({ after }) => (after as { adjustment_reason?: string } | null)?.adjustment_reason)
  }
  expect(await reasons()).toEqual([undefined, 'Mistake undone', 'Mistake', 'Thanks'])
  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  expect(new Set(await reasons())).toEqual(new Set([undefined]))
})

it('pages through each line once, in both directions', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const benefit = await createBenefit(world)
  for (let n = 0; n < 27; n++) {
    const change = { token_value: n + 100 }
    await admin.client.from('benefits').update(change).eq('id', benefit.id).throwOnError()
    if (n % 10 === 0) await admin.client.from('invite_codes').insert({ code: freshCode() }).throwOnError()
  }
  const p_search = admin.name
  const all = await readActivity(admin, { p_search, p_limit: 1000 })
  expect(all).toHaveLength(30)
  expect(all).toEqual(all.toSorted((a, b) => b.id - a.id))
  for (const p_table of [undefined, 'benefits', 'orders']) {
    const expected = all.filter((line) => !p_table || line.table_name === p_table)
    for (const p_reverse of [false, true]) {
      const lines: Activity[] = []
      for (let page: Activity[] | undefined; page === undefined || page.length === 12; lines.push(...page)) {
        const p_key_id = lines.at(-1)?.id
        page = await readActivity(admin, { p_search, p_table, p_key_id, p_reverse, p_limit: 12 })
      }
      expect(lines).toEqual(p_reverse ? expected.toReversed() : expected)
    }
    const count = await admin.client.rpc('count_activity', { p_search, p_table }).throwOnError()
    expect(count.data).toBe(expected.length)
  }
  expect(await readActivity(admin, {})).toHaveLength(26)
})

it('searches actor, subject and values, and matches the term literally', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const stamp = randomUUID().slice(0, 8)
  const names = ['50% off', '50_ off', '50\\ off', '50* off', '"Quoted"', 'Ünïcode'].map(
    (name) => `${stamp} ${name}`,
  )
  const rows = names.map((name) => ({ name, description: `About ${name}`, token_value: 77_123 }))
  await admin.client.from('benefits').insert(rows).throwOnError()
  const find = async (p_search: string, p_table?: string) =>
    (await readActivity(admin, { p_search, p_table, p_limit: 1000 })).map((line) => line.subject)
  for (const name of names) {
    expect(await find(name)).toEqual([name])
    expect(await find(name.toUpperCase())).toEqual([name])
  }
  for (const [term, count] of [
    [`${stamp} 50`, 4],
    [`${stamp}%`, 0],
    [`${stamp}*`, 0],
    [admin.name.slice(4), 6],
  ] as const) {
    expect([term, (await find(term)).length]).toEqual([term, count])
  }
  expect((await find('77123')).filter((name) => name?.startsWith(stamp))).toHaveLength(6)
  expect(await find(stamp, 'benefits')).toHaveLength(6)
  expect(await find(stamp, 'orders')).toEqual([])
  for (const blank of ['', null]) {
    const { data } = await admin.client.rpc('activity', { p_search: blank, p_limit: 3 }).throwOnError()
    expect(data).toHaveLength(3)
  }

  const member = await createMember(world, { name: `Mo ${stamp}`, tokens: 100 })
  const order = await placeOrder(member, await createBenefit(world))
  await admin.client.from('orders').update({ status: 'processing' }).eq('id', order).throwOnError()
  const [{ order_number } = {}] = await world.sql('select order_number from orders where id = $1', [order])
  expect(await find(String(order_number))).toContain(order_number)
  const change = { current_tokens: 61, adjustment_reason: 'Test reason' }
  await admin.client.from('profiles').update(change).eq('id', member.id).throwOnError()
  expect(await find(`mo ${stamp}`)).toEqual([`Mo ${stamp}`])
})
