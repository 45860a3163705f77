import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, expect, it } from 'vitest'
import { theAdmin, theMember, theOther } from './support/people.ts'
import { api, delivered, offer, order, type Person, visitor } from './support/stack.ts'

let admin: Person
let member: Person
let other: Person
let path = ''
const content = 'What only a member with an order reads'
const files = ({ storage }: SupabaseClient) => storage.from('deliveries')

beforeAll(async () => {
  admin = await theAdmin()
  member = await theMember()
  other = await theOther()
  const benefit = await offer(admin)
  path = `${benefit.id}/${randomUUID()}/guide.txt`
  const { error } = await files(admin.client).upload(path, new Blob([content], { type: 'text/plain' }))
  if (error) throw error
  const file = { path, name: 'guide.txt', size: content.length, type: 'text/plain' }
  await admin.client
    .rpc('save_benefit', {
      p_benefit_id: benefit.id,
      p_opened: { delivery_method: 'manual', file: null },
      p_values: { delivery_method: 'file', file },
    })
    .throwOnError()
  const { id, refused } = await order(member, benefit)
  expect(refused).toBeUndefined()
  expect(await delivered(member, id)).toMatchObject({ path, name: 'guide.txt' })
})

it('is downloaded with the order that delivers it (D32)', async () => {
  const { data, error } = await files(member.client).download(path)
  expect(error).toBeNull()
  expect(await data?.text()).toBe(content)
})

it.each([
  ['another member', () => other.client],
  ['a visitor', () => visitor()],
])('is neither downloaded, signed, listed, replaced nor removed by %s', async (_, clientOf) => {
  const bucket = files(clientOf())
  expect((await bucket.download(path)).error).not.toBeNull()
  expect((await bucket.createSignedUrl(path, 60)).error).not.toBeNull()
  expect((await bucket.list(path.slice(0, path.lastIndexOf('/')))).data ?? []).toEqual([])
  expect((await bucket.upload(path, new Blob(['Mine']), { upsert: true })).error).not.toBeNull()
  expect((await bucket.remove([path])).data ?? []).toEqual([])
  expect(await (await files(member.client).download(path)).data?.text()).toBe(content)
})

it('has no public address, and its member cannot share it', async () => {
  const response = await fetch(`${api.url}/storage/v1/object/public/deliveries/${path}`)
  expect(response.ok).toBe(false)
  expect((await files(member.client).createSignedUrl(path, 60)).error).not.toBeNull()
  expect((await files(member.client).list(path.slice(0, path.lastIndexOf('/')))).data ?? []).toEqual([])
})

it('is not removed by an admin while an order needs it', async () => {
  expect((await files(admin.client).remove([path])).data ?? []).toEqual([])
  expect(await (await files(member.client).download(path)).data?.text()).toBe(content)
})
