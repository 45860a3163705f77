import { expect, it, vi } from 'vitest'
import { columnOf, refusal, remove, rpc, scalarOf } from './support/ask'
import {
  createPool,
  download,
  readDelivery,
  report,
  saveBenefit,
  tryOrder,
  uploadFile,
} from './support/delivery'
import { files, orderFile, setStatus } from './support/delivery-files'
import { deliver } from './support/notifications'
import { createActors, tokenFor } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('delivers a key in the transaction of the order, to its owner alone (D30, D31)', async () => {
  const { people, admin } = await createActors(world)
  const { benefit, keys } = await createPool(world, people.admin)
  const { id } = await tryOrder(people.owner, benefit)
  const { data } = await admin.from('orders').select('status, delivery_method').eq('id', id).single()
  expect(data).toEqual({ status: 'delivered', delivery_method: 'key' })
  expect(await readDelivery(people.owner, id)).toMatchObject({ method: 'key', content: keys[0] })
  for (const person of [people.other, people.admin])
    for (const name of ['order_delivery', 'delivery_status', 'order_events'])
      expect(await rpc(person, name, { p_order_id: id })).toEqual([])
  expect(await rpc(people.admin, 'order_history', { p_order_id: id })).toMatchObject([
    { actor_name: null, from_status: 'pending', to_status: 'delivered' },
  ])
})

it('masks a key everywhere else, and logs no key, content or message (D29, D31)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const { benefit, keys } = await createPool(world, admin)
  const { id: p_order_id } = await tryOrder(owner, benefit)
  const secrets = { p_kind: 'key', p_content: 'SECRET-CONTENT', p_message: 'SECRET-MESSAGE' }
  await deliver(admin, await placeOrder(owner, await createBenefit(world)), secrets)
  const settings = { delivery_method: 'link', link: 'https://SECRET.example/', instructions: 'SECRET' }
  await saveBenefit(admin, benefit.id, settings)
  const shown = JSON.stringify([
    await rpc(owner, 'delivery_status', { p_order_id }),
    await rpc(owner, 'order_events', { p_order_id }),
    await rpc(admin, 'search_keys', { p_benefit_id: benefit.id }),
    (await admin.client.from('orders').select().eq('id', p_order_id)).data,
    await world.sql('select * from private.audit_log'),
    await world.sql('select * from token_transactions'),
  ])
  expect(shown).toContain(`GLD-••••-${keys[0]?.slice(-4)}`)
  expect(shown).not.toMatch(/SECRET/)
  expect(shown).not.toContain(keys[0])
})

it('copies link and instructions to the order, which outlives changes and the benefit (D13, D30)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const benefit = await createBenefit(world)
  const delivered = { content: 'https://course.example/start', instructions: 'Sign up first.' }
  const save = (link: string, instructions: string) =>
    saveBenefit(admin, benefit.id, { delivery_method: 'link', link, instructions })
  await save(delivered.content, delivered.instructions)
  const { id } = await tryOrder(owner, benefit)
  await save('https://other.example/', '')
  await admin.client.from('benefits').delete().eq('id', benefit.id).throwOnError()
  expect(await readDelivery(owner, id)).toMatchObject({ kind: 'link', ...delivered })
})

it('erases what was written to a deleted person, and by them (D12)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const id = await placeOrder(owner, await createBenefit(world))
  await deliver(admin, id, { p_kind: 'text', p_content: 'Dear Olga', p_message: 'Hello Olga' })
  await report(owner, id, 'I, Olga')
  await remove(admin, owner)
  const kept =
    'select * from private.deliveries left join private.reports using (order_id) where order_id = $1'
  expect(JSON.stringify(await world.sql(kept, [id]))).not.toContain('Olga')
})

it('refuses a delivery by hand that has a kind and no content, for one order or many (D52)', async () => {
  const { owner, admin } = (await createActors(world)).people
  const id = await placeOrder(owner, await createBenefit(world))
  const p_updated_at = await scalarOf(world.sql, 'select updated_at::text from orders where id = $1', [id])
  for (const content of [
    { p_kind: 'key', p_content: '' },
    { p_kind: 'key', p_content: ' \u00a0', p_message: 'Enjoy' },
    { p_kind: 'key', p_content: '\u200b' },
    { p_kind: 'key' },
    { p_kind: 'text', p_content: '\n' },
    { p_kind: 'link', p_content: null, p_message: 'Enjoy' },
  ])
    for (const [name, args] of [
      ['deliver_order', { p_order_id: id, p_updated_at }],
      ['set_order_statuses', { p_ids: [id], p_status: 'delivered', p_dry_run: false }],
    ] as const)
      expect([content, await refusal(admin, name, { ...args, ...content })]).toEqual([
        content,
        'invalid_delivery',
      ])
  // Its status and time alone set it to delivered (specification 7).
  const change = { status: 'delivered', updated_at: new Date().toISOString() }
  await admin.client.from('orders').update(change).eq('id', id).throwOnError()
  expect(await scalarOf(world.sql, 'select status from orders where id = $1', [id])).toBe('delivered')
})

it('keeps the message that deliveries of a benefit begin with, and logs that it changed (D52)', async () => {
  const { admin } = (await createActors(world)).people
  const { id: p_benefit_id } = await createBenefit(world)
  const message = async () => (await rpc(admin, 'delivery_settings', { p_benefit_id }))[0].message
  const save = (message: string) => saveBenefit(admin, p_benefit_id, { message })
  await save(' Welcome to your seat. ')
  expect(await message()).toBe('Welcome to your seat.')
  const log = `select after -> 'delivery_changed' from private.audit_log where row_id = $1 order by at desc limit 1`
  expect(await columnOf(world.sql, log, [p_benefit_id])).toEqual([['message']])
  await save('')
  expect(await message()).toBeNull()
})

it('a file is not downloaded by a deleted member, whose token is still valid (D12)', async () => {
  const { people, path } = await orderFile(world)
  const client = world.client(tokenFor(people.owner.id, 3600))
  expect(await download(client, path)).toBeDefined()
  await remove(people.admin, people.owner)
  expect(await download(client, path)).toBeUndefined()
})

it('a file is available in every status but cancelled, and again after a reopening (D32)', async () => {
  const { owner, order, path, content } = await orderFile(world)
  for (const status of ['pending', 'processing', 'completed', 'delivered', 'cancelled', 'delivered']) {
    await setStatus(world, order, status)
    expect(await download(owner, path)).toBe(status === 'cancelled' ? undefined : content)
  }
})

it('an admin does not remove a file that is just becoming the one of a benefit (D32)', async () => {
  const { admin, people } = await createActors(world)
  const benefit = await createBenefit(world)
  const { path, content } = await uploadFile(people.admin, benefit)
  let removal: ReturnType<ReturnType<typeof files>['remove']> | undefined
  await world.commits(async (sql) => {
    await sql('select from benefits where id = $1 for no key update', [benefit.id])
    removal = files(admin).remove([path])
    const waiting = 'select from pg_locks where not granted'
    await vi.waitFor(async () => expect(await world.sql(waiting)).not.toEqual([]), 20_000)
    await sql(
      `insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type)
       values ($1, $2, 'guide.txt', 44, 'text/plain')`,
      [benefit.id, path],
    )
  })
  expect((await removal)?.data).toEqual([])
  expect(await download(admin, path)).toBe(content)
})

it('each upload and removal is logged, without the content (D29)', async () => {
  const { admin, people } = await createActors(world)
  const { path, content } = await uploadFile(people.admin, await createBenefit(world))
  await files(admin).remove([path])
  const file = { path: `deliveries/${path}`, type: 'application/octet-stream', size: content.length }
  const by = { actor_id: people.admin.id, subject: 'guide.txt', table_name: 'files' }
  const lines =
    'select actor_id, table_name, subject, action, before, after from private.audit_log where row_id = $1 order by id'
  expect(await world.sql(lines, [file.path])).toEqual([
    { ...by, action: 'insert', before: null, after: file },
    { ...by, action: 'delete', before: file, after: null },
  ])
})
