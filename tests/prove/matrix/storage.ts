import { randomUUID } from 'node:crypto'
import { deliverFile } from '../delivered-file.ts'
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
  PRIVATE_ACTS,
  picture,
  UNKNOWN_BUCKET,
} from './storage-rules.ts'

/** A bucket and a file in it. */
type Place = { bucket: string; path: string }

/** Tries every operation on every bucket, and on a missing one, as every actor. */
export async function proveStorage(scene: Scene, tally: Tally, actors: Actor[]): Promise<void> {
  const { fixture } = scene
  if (fixture.hosted) scene.skipped.push(`storage: ${Object.keys(DESTRUCTIVE_ACTS).join(', ')}`)
  const name = `proof-${randomUUID()}.png`
  const file = await deliverFile(fixture, scene.people.member, picture())
  const places = [...Object.keys(BUCKETS), UNKNOWN_BUCKET].map((bucket) => ({
    bucket,
    path: isPrivate(bucket) ? file.path : name,
  }))
  const pictures = places.filter(({ bucket }) => bucket in BUCKETS && !isPrivate(bucket))
  for (const { bucket, path } of pictures) {
    const { error } = await fixture.admin.client.storage.from(bucket).upload(path, picture())
    if (error) throw error
  }
  for (const actor of actors) {
    for (const place of places) {
      await deny(scene, tally, actor, place)
      await grant(scene, tally, actor, place)
    }
  }
  for (const { bucket, path } of pictures) await fixture.admin.client.storage.from(bucket).remove([path])
  await file.remove()
}

const isPrivate = (bucket: string) => BUCKETS[bucket]?.ofOrder !== undefined
const freeIn = (bucket: string) =>
  isPrivate(bucket) ? `${randomUUID()}/${randomUUID()}/proof.png` : `proof-${randomUUID()}.png`
const actsOn = (bucket: string) => ({ ...ACTS, ...(isPrivate(bucket) ? PRIVATE_ACTS : {}) })

function allowedIn({ people }: Scene, actor: Actor, bucket: string): readonly string[] {
  const { allowed = {}, ofOrder = [] } = BUCKETS[bucket] ?? {}
  const ordered = actor.who === 'member' && actor.id === people.member.id
  return [...(allowedTo(actor, allowed) ?? []), ...(ordered ? ofOrder : [])]
}

async function deny(scene: Scene, tally: Tally, actor: Actor, { bucket, path }: Place) {
  const allowed = allowedIn(scene, actor, bucket)
  const acts = {
    ...actsOn(bucket),
    ...BUCKET_ACTS,
    ...(scene.fixture.hosted ? {} : DESTRUCTIVE_ACTS),
  }
  const name = (what: string) => `${actor.name}: bucket ${bucket}, ${what}`
  const before = await snapshot(scene)
  const bytes = await read(scene, bucket, path)
  const client = scene.fixture.client(actor.token)
  const refused = Object.entries(acts).filter(([what]) => !allowed.includes(what))
  const tries = refused.map(async ([what, act]) => {
    const why = await whyNotRefused(act, client, bucket, path)
    count(tally, why && name(`${what} ${why}`))
  })
  await Promise.all(tries)
  const tables = changed(before, await snapshot(scene))
  const same = bytes === (await read(scene, bucket, path)) && tables.length === 0
  count(tally, same ? undefined : name(`then ${tables.join(' and ') || 'the file'} had changed`))
}

/** Refused, or found nothing: what storage says without a right to read. */
async function whyNotRefused(act: Act, client: Parameters<Act>[0], bucket: string, path: string) {
  const { data, error } = await act(client, bucket, path, freeIn(bucket))
  if (error || data === false || (Array.isArray(data) && data.length === 0)) return undefined
  return `went through: ${JSON.stringify(data)}`
}

async function grant(scene: Scene, tally: Tally, actor: Actor, { bucket, path }: Place) {
  const client = scene.fixture.client(actor.token)
  const allowed = allowedIn(scene, actor, bucket)
  const free = freeIn(bucket)
  for (const what of allowed) {
    const act = actsOn(bucket)[what]
    const { data, error } = (await act?.(client, bucket, path, free)) ?? { error: 'no such act' }
    const done = !error && !(Array.isArray(data) && data.length === 0)
    count(tally, done ? undefined : `${actor.name}: bucket ${bucket}, ${what} was refused: ${String(error)}`)
  }
  if (allowed.includes('remove it'))
    await scene.fixture.admin.client.storage.from(bucket).upload(path, picture())
  if (bucket === UNKNOWN_BUCKET) return
  const shown = (await readPublic(scene, bucket, path)) !== undefined
  const problem = isPrivate(bucket) ? 'has a public address' : 'is not shown'
  count(
    tally,
    shown === isPrivate(bucket) ? `${actor.name}: bucket ${bucket}, the file ${problem}` : undefined,
  )
}

async function read(scene: Scene, bucket: string, path: string): Promise<string | undefined> {
  if (!isPrivate(bucket)) return readPublic(scene, bucket, path)
  const { data } = await scene.fixture.admin.client.storage.from(bucket).download(path)
  return data ? base64(data) : undefined
}

/** The file at its public address. */
async function readPublic({ fixture }: Scene, bucket: string, path: string): Promise<string | undefined> {
  if (bucket === UNKNOWN_BUCKET) return undefined
  const answer = await fixture.fetch(
    `${fixture.url}/storage/v1/object/public/${bucket}/${path}?${randomUUID()}`,
  )
  return answer.ok ? base64(await answer.blob()) : undefined
}

const base64 = async (blob: Blob) => Buffer.from(await blob.arrayBuffer()).toString('base64')
