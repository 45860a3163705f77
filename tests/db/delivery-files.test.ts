import { expect, it, vi } from 'vitest'
import { deliverFile, download, uploadFile } from './support/delivery'
import { files, orderFile, setStatus } from './support/delivery-files'
import { createActors, tokenFor } from './support/people'
import { createBenefit } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it('a file is not downloaded by a deleted member, whose token is still valid (D12)', async () => {
  const { people, path } = await orderFile(world)
  const client = world.client(tokenFor(people.owner.id, 3600))
  expect(await download(client, path)).toBeDefined()
  await people.admin.client.from('profiles').delete().eq('id', people.owner.id).throwOnError()
  expect(await download(client, path)).toBeUndefined()
})

it('a file is available in every status but cancelled, and again after a reopening', async () => {
  const { owner, order, path, content } = await orderFile(world)
  for (const status of ['pending', 'processing', 'completed', 'delivered']) {
    await setStatus(world, order, status)
    expect(await download(owner, path)).toBe(content)
  }
  await setStatus(world, order, 'cancelled')
  expect(await download(owner, path)).toBeUndefined()
  await setStatus(world, order, 'delivered')
  expect(await download(owner, path)).toBe(content)
})

it('a file is the one of the time of the order, not a later one of its benefit (D30)', async () => {
  const { owner, people, benefit, path, content } = await orderFile(world)
  const later = await uploadFile(people.admin, benefit)
  await deliverFile(world, benefit, later.path)
  expect(await download(owner, path)).toBe(content)
  expect(await download(owner, later.path)).toBeUndefined()
})

it('an admin removes a file once no benefit delivers it and no order needs it, cancelled ones included', async () => {
  const { admin, people, benefit, order, path } = await orderFile(world)
  const removed = async (name: string) => (await files(admin).remove([name])).data?.length
  const next = await uploadFile(people.admin, benefit)
  await deliverFile(world, benefit, next.path)
  expect(await removed(next.path)).toBe(0)
  await setStatus(world, order, 'cancelled')
  expect(await removed(path)).toBe(0)
  await world.sql('update private.deliveries set withdrawn_at = now() where order_id = $1', [order])
  expect(await removed(path)).toBe(1)
})

it('an admin does not remove a file that is just becoming the one of a benefit', async () => {
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
  const lines = await world.sql(
    'select actor_id, table_name, subject, action, before, after from private.audit_log where row_id = $1 order by id',
    [file.path],
  )
  expect(lines).toEqual([
    { ...by, action: 'insert', before: null, after: file },
    { ...by, action: 'delete', before: file, after: null },
  ])
})
