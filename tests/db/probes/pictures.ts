import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { outcome, tried } from '../support/outcome'
import { createCast, createDemoted } from '../support/people'
import { createBenefit } from '../support/rows'
import type { World } from '../support/world'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const STRANGERS = ['owner', 'other', 'demoted', 'anonymous', 'expired'] as const
type Actor = (typeof STRANGERS)[number] | 'admin'

/** D24: admins list, upload, replace and remove what is in a bucket; everybody else only looks at it. */
export async function picturesAreAdmins(world: World, name: string, limit: number): Promise<void> {
  const cast = { ...(await createCast(world)), demoted: (await createDemoted(world)).client }
  const path = `${randomUUID()}.png`
  const bucket = (actor: Actor) => cast[actor].storage.from(name)
  const body = (type = 'image/png', size = PNG.length) =>
    new Blob([Buffer.concat([PNG, Buffer.alloc(size - PNG.length)])], { type })
  const upload = async (actor: Actor, type?: string, size?: number) =>
    (await bucket(actor).upload(path, body(type, size), { upsert: true })).error === null
  const rows = () => world.sql('select from storage.objects where bucket_id = $1 and name = $2', [name, path])

  for (const actor of STRANGERS) expect(await upload(actor)).toBe(false)
  expect(await upload('admin', 'image/svg+xml')).toBe(false)
  expect(await upload('admin', 'image/png', limit + 1)).toBe(false)
  expect(await rows()).toHaveLength(0)
  expect(await upload('admin', 'image/png', limit)).toBe(true)
  for (const actor of STRANGERS) {
    expect(await upload(actor)).toBe(false)
    expect((await bucket(actor).update(path, body())).error).not.toBeNull()
    expect((await bucket(actor).list()).data ?? []).toEqual([])
    expect((await bucket(actor).remove([path])).data ?? []).toEqual([])
  }
  await memberTouchesNothing(world, name, cast.people.owner.id)
  const answer = await fetch(bucket('anonymous').getPublicUrl(path).data.publicUrl)
  expect((await answer.arrayBuffer()).byteLength).toBe(limit)

  expect((await bucket('admin').list()).data?.map((file) => file.name)).toContain(path)
  expect(await upload('admin', 'image/webp')).toBe(true)
  expect((await bucket('admin').remove([path])).data).toHaveLength(1)
  expect(await rows()).toHaveLength(0)
}

/** The rule of each action by itself, as no request through storage's own API would ask for it. */
async function memberTouchesNothing(world: World, bucket: string, id: string): Promise<void> {
  await world.undone(async (sql) => {
    const rows = (where = 'true') =>
      sql(`select from storage.objects where bucket_id = $1 and ${where}`, [bucket])
    const before = (await rows()).length
    await sql(`select set_config('request.jwt.claims', json_build_object('sub', $1::text)::text, true)`, [id])
    await sql('set local role authenticated')
    const insert = 'insert into storage.objects (bucket_id, name) values ($1, $2)'
    expect(await tried(sql, insert, [bucket, randomUUID()])).toBe('42501')
    await sql(`update storage.objects set metadata = '{"touched": true}'`)
    await sql('reset role')
    expect(await rows(`metadata ? 'touched'`)).toEqual([])
    await sql('set local role authenticated')
    await sql('delete from storage.objects')
    await sql('reset role')
    expect(await rows()).toHaveLength(before)
  })
}

/** A picture's address is a path of this site or a web address; what else there is could run a script. */
export async function addressesLeadSomewhere(world: World): Promise<void> {
  const { admin } = await createCast(world)
  const { id } = await createBenefit(world)
  const set = async (address: string) => {
    const image = await admin.from('benefits').update({ image_url: address }).eq('id', id).select('id')
    const setting = await admin
      .from('app_settings')
      .upsert({ key: 'email_logo_url', value: address })
      .select('key')
    return [outcome(image), outcome(setting)]
  }
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//x.test/a.png',
    '/\\x.test/a',
    '/\t/x.test/a',
    'a.png',
  ]) {
    expect(await set(bad)).toEqual(['23514', '23514'])
  }
  for (const good of ['/a.png', 'https://x.test/a.png', 'HTTP://x.test/'])
    expect(await set(good)).toEqual([1, 1])
}

/** D29: every upload, replacement, move and deletion of a picture is a line of the log, with who did it and no secret. */
export async function picturesAreLogged(world: World): Promise<void> {
  const { people, admin, owner } = await createCast(world)
  for (const bucket of ['benefits', 'branding']) {
    const [first, second] = [`${randomUUID()}.png`, `${randomUUID()}.png`]
    const pictures = admin.storage.from(bucket)
    const picture = new Blob([PNG], { type: 'image/png' })
    expect((await pictures.upload(first, picture)).error).toBeNull()
    expect((await pictures.upload(first, picture, { upsert: true })).error).toBeNull()
    expect((await pictures.update(first, new Blob([PNG], { type: 'image/webp' }))).error).toBeNull()
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
}
