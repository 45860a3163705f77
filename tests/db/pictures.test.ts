import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { createActors } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (type = 'image/png', size = PNG.length) =>
  new Blob([Buffer.concat([PNG, Buffer.alloc(size - PNG.length)])], { type })

it('takes PNG and WebP up to the limit of the bucket (D24)', async () => {
  const { admin } = await createActors(world)
  for (const [name, limit] of [
    ['benefits', 1_048_576],
    ['branding', 524_288],
  ] as const) {
    const path = `${randomUUID()}.png`
    const bucket = admin.storage.from(name)
    const uploaded = async (type: string, size?: number) =>
      (await bucket.upload(path, picture(type, size), { upsert: true })).error === null
    expect(await uploaded('image/svg+xml')).toBe(false)
    expect(await uploaded('image/png', limit + 1)).toBe(false)
    expect(await uploaded('image/png', limit)).toBe(true)
    expect(await uploaded('image/webp')).toBe(true)
  }
})

it('logs every upload, replacement, move and deletion of a picture, with who did it and no secret (D29)', async () => {
  const { people, admin, owner } = await createActors(world)
  for (const bucket of ['benefits', 'branding']) {
    const [first, second] = [`${randomUUID()}.png`, `${randomUUID()}.png`]
    const pictures = admin.storage.from(bucket)
    expect((await pictures.upload(first, picture())).error).toBeNull()
    expect((await pictures.upload(first, picture(), { upsert: true })).error).toBeNull()
    expect((await pictures.update(first, picture('image/webp'))).error).toBeNull()
    expect((await pictures.move(first, second)).error).toBeNull()
    expect((await owner.storage.from(bucket).remove([second])).data ?? []).toEqual([])
    expect((await pictures.remove([second])).data).toHaveLength(1)
    const lines = await world.sql(
      `select actor_id, action, subject, before, after from private.audit_log
       where table_name = 'pictures' and row_id = any ($1) order by id`,
      [[`${bucket}/${first}`, `${bucket}/${second}`]],
    )
    const [from, to] = [`${bucket}/${first}`, `${bucket}/${second}`]
    const png = { path: from, type: 'image/png', size: PNG.length }
    const webp = { ...png, type: 'image/webp' }
    const by = { actor_id: people.admin.id }
    expect(lines).toEqual([
      { ...by, action: 'insert', subject: from, before: null, after: png },
      { ...by, action: 'update', subject: from, before: png, after: png },
      { ...by, action: 'update', subject: from, before: png, after: webp },
      { ...by, action: 'update', subject: to, before: webp, after: { ...webp, path: to } },
      { ...by, action: 'delete', subject: to, before: { ...webp, path: to }, after: null },
    ])
  }
})
