import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import * as activity from './probes/activity'
import { createAdmin, createMember } from './support/people'
import { createBenefit, freshCode, placeOrder, reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const { readActivity } = activity
afterAll(async () => expect(await reconcile(world)).toEqual([]))

it('every kind of change is told (D29)', () => activity.everyChangeIsTold(world))
it('a deleted person is not found in it (D12)', () => activity.theErasedAreNotFound(world))
it('a deletion is in it, whoever did it', () => activity.deletionsAreLogged(world))
it('no word of it is changed (D29)', () => activity.linesStay(world))

it('an adjusted balance is told with its own reason, and an erased person with none (D12)', async () => {
  const admin = await createAdmin(world)
  const member = await createMember(world)
  // The same balance twice, so that it does not tell which entry is meant.
  for (const [tokens, reason] of [
    [40, 'Thanks'],
    [30, 'Mistake'],
    [40, 'Mistake undone'],
  ] as const) {
    const changes = { current_tokens: tokens, adjustment_reason: reason, name: `Named ${reason}` }
    await admin.client.from('profiles').update(changes).eq('id', member.id).throwOnError()
  }
  await admin.client.from('profiles').update({ phone: '7' }).eq('id', member.id).throwOnError()
  const told = async () => {
    const lines = await readActivity(admin, { p_table: 'profiles', p_limit: 1000 })
    return lines
      .filter(({ row_id, action }) => row_id === member.id && action === 'update')
      .map(({ after }) => (after as { adjustment_reason?: string } | null)?.adjustment_reason)
  }
  expect(await told()).toEqual([undefined, 'Mistake undone', 'Mistake', 'Thanks'])
  await admin.client.from('profiles').delete().eq('id', member.id).throwOnError()
  expect(new Set(await told())).toEqual(new Set([undefined]))
})

it('pages by key show each line once, in either direction', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const benefit = await createBenefit(world)
  for (let n = 0; n < 40; n++) {
    await admin.client
      .from('benefits')
      .update({ token_value: n + 100 })
      .eq('id', benefit.id)
      .throwOnError()
    if (n % 10 === 0) await admin.client.from('invite_codes').insert({ code: freshCode() }).throwOnError()
  }
  const all = await readActivity(admin, { p_search: admin.name, p_limit: 1000 })
  expect(all).toHaveLength(44)
  expect(all.map((line) => line.id)).toEqual(all.map((line) => line.id).toSorted((a, b) => b - a))
  for (const p_table of [undefined, 'benefits', 'invite_codes', 'orders']) {
    const wanted = all.filter((line) => !p_table || line.table_name === p_table)
    for (const p_reverse of [false, true]) {
      const pages: activity.Line[] = []
      for (;;) {
        const p_key_id = pages.at(-1)?.id
        const page = await readActivity(admin, {
          p_search: admin.name,
          p_table,
          p_key_id,
          p_reverse,
          p_limit: 7,
        })
        pages.push(...page)
        if (page.length < 7) break
      }
      expect(pages).toEqual(p_reverse ? wanted.toReversed() : wanted)
    }
    const count = await admin.client.rpc('count_activity', { p_search: admin.name, p_table }).throwOnError()
    expect(count.data).toBe(wanted.length)
  }
  expect((await readActivity(admin, {})).length).toBe(26)
  expect((await readActivity(admin, { p_key_id: all[3]?.id, p_limit: 1 }))[0]?.id).toBe(all[4]?.id)
})

it('it is searched for what people say: actor, subject, values; every character is itself', async () => {
  const admin = await createAdmin(world, { name: `Ada ${randomUUID()}` })
  const stamp = randomUUID().slice(0, 8)
  const names = ['50% off', '50_ off', '50\\ off', '50* off', '"Quoted"', 'Ünïcode'].map(
    (name) => `${stamp} ${name}`,
  )
  for (const name of names) {
    const row = { name, description: `About ${name}`, token_value: 77_123 }
    await admin.client.from('benefits').insert(row).throwOnError()
  }
  const find = async (p_search: string, p_table?: string) =>
    (await readActivity(admin, { p_search, p_table, p_limit: 1000 })).map((line) => line.subject)
  for (const name of names) {
    expect(await find(name)).toEqual([name])
    expect(await find(name.toUpperCase())).toEqual([name])
  }
  expect(await find(`${stamp} 50`)).toHaveLength(4)
  expect(await find(`${stamp}%`)).toEqual([])
  expect(await find(`${stamp}*`)).toEqual([])
  expect((await find('77123')).filter((name) => name?.startsWith(stamp))).toHaveLength(6)
  expect(await find(admin.name.slice(4))).toHaveLength(6)
  expect(await find(stamp, 'benefits')).toHaveLength(6)
  expect(await find(stamp, 'orders')).toEqual([])
  for (const blank of ['', null]) {
    const { data } = await admin.client.rpc('activity', { p_search: blank, p_limit: 3 }).throwOnError()
    expect(data).toHaveLength(3)
  }

  const member = await createMember(world, { name: `Mo ${stamp}`, tokens: 100 })
  const order = await placeOrder(member, await createBenefit(world))
  await admin.client.from('orders').update({ status: 'processing' }).eq('id', order).throwOnError()
  const [{ order_number } = {}] = await world.sql<{ order_number: string }>(
    'select order_number from orders where id = $1',
    [order],
  )
  expect(await find(String(order_number))).toContain(order_number)
  await admin.client
    .from('profiles')
    .update({ current_tokens: 61, adjustment_reason: 'Test reason' })
    .eq('id', member.id)
    .throwOnError()
  expect(await find(`mo ${stamp}`)).toEqual([`Mo ${stamp}`])
})
