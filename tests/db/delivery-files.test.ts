import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { deliverFile, download, uploadFile } from './support/delivery'
import { orderFile, setStatus, visibleIn } from './support/delivery-files'
import { tokenFor } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

// Who may do what with it is in prove/matrix/storage-rules.ts.
describe('a delivered file (D32)', () => {
  it('is not downloaded by a deleted member, whose token is still valid (D12)', async () => {
    const { people, path } = await orderFile(world)
    const client = world.client(tokenFor(people.owner.id, 3600))
    expect(await download(client, path)).toBeDefined()
    await people.admin.client.from('profiles').delete().eq('id', people.owner.id).throwOnError()
    expect(await download(client, path)).toBeUndefined()
  })

  it('is available in every status but cancelled, and again after a reopening', async () => {
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

  it('is no longer available once another delivery has replaced it', async () => {
    const { owner, admin, order, path } = await orderFile(world)
    const { data } = await admin.from('orders').select('updated_at').eq('id', order).single()
    const instead = { p_kind: 'text', p_content: 'See your inbox' }
    await admin
      .rpc('deliver_order', { p_order_id: order, p_updated_at: data?.updated_at, ...instead })
      .throwOnError()
    expect(await download(owner, path)).toBeUndefined()
  })

  it('is the one of the time of the order, not a later one of its benefit (D30)', async () => {
    const { owner, people, benefit, path, content } = await orderFile(world)
    const later = await uploadFile(people.admin, benefit)
    await deliverFile(world, benefit, later.path)
    expect(await download(owner, path)).toBe(content)
    expect(await download(owner, later.path)).toBeUndefined()
  })

  it('is found under its exact path only', async () => {
    const { people, path, benefit } = await orderFile(world)
    const [, upload] = path.split('/')
    const guesses = [
      `${benefit.id}/${upload}/`,
      `${benefit.id}/${upload}/%25`,
      `${benefit.id}/%25/guide.txt`,
      `${benefit.id}/${upload}/GUIDE.TXT`,
      `${benefit.id}/${upload}/guide.txt/`,
      `${benefit.id}/x%2f..%2f${upload}/guide.txt`,
      `${benefit.id}/${randomUUID()}/guide.txt`,
    ]
    const headers = { authorization: `Bearer ${tokenFor(people.owner.id, 3600)}` }
    const statusOf = async (guess: string) => {
      const url = `${world.address.url}/storage/v1/object/deliveries/${guess}`
      return (await fetch(url, { headers: { apikey: world.address.publishable_key, ...headers } })).status
    }
    expect(await statusOf(path)).toBe(200)
    for (const guess of guesses) expect(await statusOf(guess), guess).toBeGreaterThanOrEqual(400)
  })
})

it('is seen by the owner of its order in no operation of storage but the download', async () => {
  const { people, path } = await orderFile(world)
  const seen = await visibleIn(world, people.owner.id, path)
  expect(seen).toEqual(['storage.object.get_authenticated'])
})
