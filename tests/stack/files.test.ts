import { randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { expect, it } from 'vitest'
import { theAdmin, theMember, theOther } from './support/people.ts'
import { api, createBenefit, placeOrder, readDelivery, visitor } from './support/stack.ts'

const [admin, member, other] = [await theAdmin(), await theMember(), await theOther()]
const content = 'What only a member with an order reads'
const files = ({ storage }: SupabaseClient) => storage.from('deliveries')
const { id: benefit, ...offered } = await createBenefit(admin)
const folder = `${benefit}/${randomUUID()}`
const path = `${folder}/guide.txt`
const read = async () => (await files(member.client).download(path)).data?.text()

it('is downloaded with the order that delivers it, and by nothing else (D32)', async () => {
  const uploaded = await files(admin.client).upload(path, new Blob([content], { type: 'text/plain' }))
  expect(uploaded.error).toBeNull()
  const file = { path, name: 'guide.txt', size: content.length, type: 'text/plain' }
  const p_opened = { delivery_method: 'manual', file: null }
  const p_values = { delivery_method: 'file', file }
  await admin.client.rpc('save_benefit', { p_benefit_id: benefit, p_opened, p_values }).throwOnError()
  const { id, refused } = await placeOrder(member, { id: benefit, ...offered })
  expect(refused).toBeUndefined()
  expect(await readDelivery(member, id)).toMatchObject({ path, name: 'guide.txt' })
  expect(await read()).toBe(content)
  for (const client of [other.client, visitor()]) {
    const bucket = files(client)
    expect((await bucket.download(path)).error).not.toBeNull()
    expect((await bucket.upload(path, new Blob(['Mine']), { upsert: true })).error).not.toBeNull()
  }
  // An admin removes none that an order needs, and its member shares none.
  for (const client of [other.client, visitor(), admin.client])
    expect((await files(client).remove([path])).data ?? []).toEqual([])
  for (const client of [other.client, visitor(), member.client]) {
    expect((await files(client).createSignedUrl(path, 60)).error).not.toBeNull()
    expect((await files(client).list(folder)).data ?? []).toEqual([])
  }
  expect((await fetch(`${api.url}/storage/v1/object/public/deliveries/${path}`)).ok).toBe(false)
  expect(await read()).toBe(content)
})
