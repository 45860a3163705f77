import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, it, vi } from 'vitest'
import { deliverFile, download, uploadFile } from './support/delivery'
import { files, orderFile, setStatus, visibleIn } from './support/delivery-files'
import { outcome } from './support/outcome'
import { createActors, createMember } from './support/people'
import { createBenefit } from './support/rows'
import { sharedWorld } from './support/shared-world'
import { storageOperations } from './support/storage-operations'
import type { Row } from './support/world'

const world = sharedWorld()
const text = () => new Blob(['New'])

describe('an admin', () => {
  it('copies in no operation of storage', async () => {
    const { people, path } = await orderFile(world)
    const copying = storageOperations.filter((operation) => operation.endsWith('copy'))
    expect(copying).toHaveLength(3)
    const seen = await visibleIn(world, people.admin.id, path)
    expect(seen).toHaveLength(storageOperations.length + 1 - copying.length)
    expect(seen).not.toEqual(expect.arrayContaining(copying.slice(0, 1)))
  })

  it.each([
    'guide.txt',
    'guide/guide.txt',
    `${randomUUID()}/guide.txt`,
    `${randomUUID()}/${randomUUID()}/a/b`,
  ])('uploads nothing to %s', async (path) => {
    const { admin } = await createActors(world)
    expect((await files(admin).upload(path, text())).error).not.toBeNull()
  })

  it('removes a file once no benefit delivers it and no order needs it, cancelled ones included', async () => {
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

  it('does not remove a file that is just becoming the one of a benefit', async () => {
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

  it('is logged with each upload and removal, without the content (D29)', async () => {
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
})

it('uploads at most 50 MB', async () => {
  const { admin } = await createActors(world)
  const benefit = await createBenefit(world)
  const member = await createMember(world)
  const send = async (client: SupabaseClient, bytes: number) => {
    const path = `${benefit.id}/${randomUUID()}/large.bin`
    return (await files(client).upload(path, Buffer.alloc(bytes))).error
  }
  expect(await send(admin, 52_428_800)).toBeNull()
  // With or without the response: the rest of the file is not read.
  expect(await send(admin, 52_428_801)).not.toBeNull()
  expect(await send(member.client, 10)).not.toBeNull()
  const kept = 'select from storage.objects where name like $1'
  expect(await world.sql(kept, [`${benefit.id}/%`])).toHaveLength(1)
})

it('is not set as the file of a benefit unless it is there', async () => {
  const { admin, people } = await createActors(world)
  const benefit = await createBenefit(world)
  const { path } = await uploadFile(people.admin, benefit)
  const save = async (name: string) => {
    const { data } = await admin.rpc('delivery_settings', { p_benefit_id: benefit.id }).single<Row>()
    const settings = { p_benefit_id: benefit.id, p_updated_at: data?.updated_at, p_method: 'file' }
    const p_file = { path: name, name: 'guide.txt', size: 44, type: 'text/plain' }
    return outcome(await admin.rpc('save_delivery_settings', { ...settings, p_file }))
  }
  expect(await save(`${path}x`)).toBe('invalid_delivery')
  expect(await save(path)).toBe(1)
})
