import { randomUUID } from 'node:crypto'
import { count, type Tally } from '../tally.ts'
import { type Actor, allowedTo } from './rule.ts'
import type { Scene } from './scene.ts'
import { changed, snapshot } from './snapshot.ts'
import {
  ACTS,
  type Act,
  BUCKET_ACTS,
  BUCKETS,
  DESTRUCTIVE_ACTS,
  picture,
  UNKNOWN_BUCKET,
} from './storage-rules.ts'

/** Tries every operation on every bucket, and on a missing one, as every actor. */
export async function proveStorage(scene: Scene, tally: Tally, actors: Actor[]): Promise<void> {
  const { fixture } = scene
  if (fixture.hosted) scene.skipped.push(`storage: ${Object.keys(DESTRUCTIVE_ACTS).join(', ')}`)
  const path = `proof-${randomUUID()}.png`
  for (const bucket of Object.keys(BUCKETS)) {
    const { error } = await fixture.admin.client.storage.from(bucket).upload(path, picture())
    if (error) throw error
  }
  for (const actor of actors) {
    for (const bucket of [...Object.keys(BUCKETS), UNKNOWN_BUCKET]) {
      await deny(scene, tally, actor, bucket, path)
      await grant(scene, tally, actor, bucket, path)
    }
  }
  for (const bucket of Object.keys(BUCKETS)) await fixture.admin.client.storage.from(bucket).remove([path])
}

async function deny(scene: Scene, tally: Tally, actor: Actor, bucket: string, path: string) {
  const allowed = allowedTo(actor, BUCKETS[bucket] ?? {}) ?? []
  const acts = {
    ...ACTS,
    ...BUCKET_ACTS,
    ...(scene.fixture.hosted ? {} : DESTRUCTIVE_ACTS),
  }
  const name = (what: string) => `${actor.name}: bucket ${bucket}, ${what}`
  const before = await snapshot(scene, bucket)
  const bytes = await read(scene, bucket, path)
  const client = scene.fixture.client(actor.token)
  const refused = Object.entries(acts).filter(([what]) => !allowed.includes(what))
  const tries = refused.map(async ([what, act]) => {
    const why = await whyNotRefused(act, client, bucket, path)
    count(tally, why && name(`${what} ${why}`))
  })
  await Promise.all(tries)
  const tables = changed(before, await snapshot(scene, bucket))
  const same = bytes === (await read(scene, bucket, path)) && tables.length === 0
  count(tally, same ? undefined : name(`then ${tables.join(' and ') || 'the picture'} had changed`))
}

/** Refused, or an empty list, which storage returns without a right to read. */
async function whyNotRefused(act: Act, client: Parameters<Act>[0], bucket: string, path: string) {
  const { data, error } = await act(client, bucket, path, `${randomUUID()}.png`)
  if (error || (Array.isArray(data) && data.length === 0)) return undefined
  return `went through: ${JSON.stringify(data)}`
}

async function grant(scene: Scene, tally: Tally, actor: Actor, bucket: string, path: string) {
  const client = scene.fixture.client(actor.token)
  const allowed = allowedTo(actor, BUCKETS[bucket] ?? {}) ?? []
  const free = `proof-${randomUUID()}.png`
  for (const what of allowed) {
    const { data, error } = (await ACTS[what]?.(client, bucket, path, free)) ?? { error: 'no such act' }
    const done = !error && !(Array.isArray(data) && data.length === 0)
    count(tally, done ? undefined : `${actor.name}: bucket ${bucket}, ${what} was refused: ${String(error)}`)
  }
  if (allowed.includes('remove it'))
    await scene.fixture.admin.client.storage.from(bucket).upload(path, picture())
  if (bucket === UNKNOWN_BUCKET) return
  const seen = (await read(scene, bucket, path)) !== undefined
  count(tally, seen ? undefined : `${actor.name}: bucket ${bucket}, the picture is not shown`)
}

/** The picture at its public address. */
async function read({ fixture }: Scene, bucket: string, path: string): Promise<string | undefined> {
  if (bucket === UNKNOWN_BUCKET) return undefined
  const answer = await fixture.fetch(
    `${fixture.url}/storage/v1/object/public/${bucket}/${path}?${randomUUID()}`,
  )
  return answer.ok ? Buffer.from(await answer.arrayBuffer()).toString('base64') : undefined
}
