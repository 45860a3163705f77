import { expect, it, vi } from 'vitest'
import { remove, rpc } from './support/ask'
import {
  createPool,
  download,
  readDelivery,
  report,
  saveBenefit,
  tryOrder,
  uploadFile,
} from './support/delivery'
import { deliver } from './support/notifications'
import { createActors } from './support/people'
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

it('an admin does not remove a file that is just becoming the one of a benefit (D32)', async () => {
  const { admin, people } = await createActors(world)
  const benefit = await createBenefit(world)
  const { path, content } = await uploadFile(people.admin, benefit)
  const files = admin.storage.from('deliveries')
  let removal: ReturnType<typeof files.remove> | undefined
  await world.commits(async (sql) => {
    await sql('select from benefits where id = $1 for no key update', [benefit.id])
    removal = files.remove([path])
    const waiting = 'select from pg_locks where not granted'
    await vi.waitFor(async () => expect(await world.sql(waiting)).not.toEqual([]), 60_000)
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
  await admin.storage.from('deliveries').remove([path])
  const file = { path: `deliveries/${path}`, type: 'application/octet-stream', size: content.length }
  const by = { actor_id: people.admin.id, subject: 'guide.txt', table_name: 'files' }
  const lines =
    'select actor_id, table_name, subject, action, before, after from private.audit_log where row_id = $1 order by id'
  expect(await world.sql(lines, [file.path])).toEqual([
    { ...by, action: 'insert', before: null, after: file },
    { ...by, action: 'delete', before: file, after: null },
  ])
})
