import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import { tokenFor } from '../db/support/people.ts'
import { sharedBackend, sharedWorld } from '../db/support/shared-world.ts'
import { connect, makeMember, makeAdmin as newAdmin } from './support/backend.ts'

type Event = RealtimePostgresChangesPayload<Record<string, unknown>>

const [backend, world] = [sharedBackend(), sharedWorld()]
// In this process, whose clock a test can move.
const { backend: own, world: ownDatabase } = await ownWorld()
const opened: SupabaseClient[] = []
afterAll(() => Promise.all(opened.map((client) => client.removeAllChannels())))

/** Subscribes to a table, and collects its events. */
async function watchTable(client: SupabaseClient, table: string, filter?: string) {
  const events: Event[] = []
  opened.push(client)
  await new Promise<void>((resolve, reject) => {
    client
      .channel(`${table}:${Math.random()}`)
      .on('postgres_changes', { event: '*', schema: 'public', table, filter }, (event) => events.push(event))
      .subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve()
        if (status === 'CHANNEL_ERROR') reject(error)
      })
  })
  return events
}

const eventually = (check: () => void) => vi.waitFor(check, 90_000)

const rename = (id: string, name: string) =>
  world.sql('update public.profiles set name = $2 where id = $1', [id, name])

const makeAdmin = (name: string) => newAdmin(backend, `${name}@example.test`)

describe('live updates', () => {
  it('reach the owner and admins only', async () => {
    const owner = await makeMember(backend, 'owner@example.test')
    const other = await makeMember(backend, 'other@example.test')
    const admin = await makeAdmin('admin')
    const [byOwner, byOther, byAdmin, byVisitor] = await Promise.all([
      watchTable(owner.client, 'profiles', `id=eq.${owner.id}`),
      watchTable(other.client, 'profiles'),
      watchTable(admin.client, 'profiles'),
      watchTable(connect(backend), 'profiles'),
    ])
    await rename(owner.id, 'New Name')
    await rename(other.id, 'Other Name')
    // Becoming an admin may still arrive.
    const ofMembers = () => byAdmin.filter((event) => 'id' in event.new && event.new.id !== admin.id)
    await eventually(() =>
      expect([ofMembers(), byOther, byOwner].map(({ length }) => length)).toEqual([2, 1, 1]),
    )
    expect(byOwner[0]).toMatchObject({
      eventType: 'UPDATE',
      schema: 'public',
      table: 'profiles',
      new: { id: owner.id, name: 'New Name', current_tokens: 25 },
      old: { id: owner.id },
    })
    expect(byOther[0]?.new).toMatchObject({ id: other.id })
    expect(byVisitor).toEqual([])
  })

  it('contain inserted rows, and only the key of deleted ones', async () => {
    const { client, id } = await makeMember(backend, 'rows@example.test')
    const events = await watchTable(client, 'token_transactions', `user_id=eq.${id}`)
    const deleted = await watchTable((await makeAdmin('rows-admin')).client, 'profiles', `id=eq.${id}`)
    await world.sql(`select private.post_tokens($1, 'referral_bonus', 5, 'Thanks')`, [id])
    // The signup bonus may still arrive.
    const row = { user_id: id, amount: 5, balance_after: 30 }
    await eventually(() => expect(events.at(-1)).toMatchObject({ eventType: 'INSERT', new: row }))
    await world.sql('delete from public.profiles where id = $1', [id])
    await eventually(() => expect(deleted.at(-1)).toMatchObject({ eventType: 'DELETE', old: { id } }))
    expect(Object.keys(deleted.at(-1)?.old ?? {})).toEqual(['id'])
  })

  it('stop when the channel or the session ends, and for a demoted admin', async () => {
    const { id } = await makeMember(backend, 'subject@example.test')
    const [demoted, leaver, ended, control] = [
      await makeAdmin('demoted'),
      await makeAdmin('leaver'),
      await makeAdmin('ended'),
      await makeAdmin('control'),
    ]
    const seen = await Promise.all(
      [control, demoted, leaver, ended].map(({ client }) => watchTable(client, 'profiles', `id=eq.${id}`)),
    )
    const counts = () => seen.map(({ length }) => length)
    await rename(id, 'First')
    await eventually(() => expect(counts()).toEqual([1, 1, 1, 1]))
    await world.sql(`update public.profiles set role = 'user' where id = $1`, [demoted.id])
    await leaver.client.removeAllChannels()
    await world.sql('delete from auth.sessions where user_id = $1', [ended.id])
    await rename(id, 'Second')
    await eventually(() => expect(counts()).toEqual([2, 1, 1, 1]))
  })

  it('stop when the token of a channel expires, by the clock of the backend', async () => {
    const { id } = await makeMember(own, 'expiring@example.test')
    const watch = async (seconds: number) => {
      const client = connect(own)
      await client.realtime.setAuth(tokenFor(id, seconds))
      return { client, seen: await watchTable(client, 'profiles', `id=eq.${id}`) }
    }
    const [lasting, expiring] = [await watch(7200), await watch(3600)]
    const rename = (name: string) =>
      ownDatabase.sql('update public.profiles set name = $2 where id = $1', [id, name])
    const counts = () => [lasting.seen.length, expiring.seen.length]
    await rename('While valid')
    await eventually(() => expect(counts()).toEqual([1, 1]))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 })
    await rename('Expired')
    await eventually(() => expect(counts()).toEqual([2, 1]))
    await expect(watchTable(expiring.client, 'profiles')).rejects.toThrow(/expired/)
    vi.useRealTimers()
  })

  it('report a deletion only to a filter on its key', async () => {
    const admin = await makeAdmin('filtering')
    const [deleted, other] = [
      await makeMember(backend, 'deleted@example.test'),
      await makeMember(backend, 'stays@example.test'),
    ]
    const [matching, ofOther, byName] = await Promise.all(
      // A deleted row has only its key, so the last filter cannot match.
      [`id=eq.${deleted.id}`, `id=eq.${other.id}`, 'name=eq.Test Person'].map((filter) =>
        watchTable(admin.client, 'profiles', filter),
      ),
    )
    await world.sql('delete from public.profiles where id = $1', [deleted.id])
    const deletions = (events: Event[] = []) => events.filter(({ eventType }) => eventType === 'DELETE')
    await eventually(() => expect(deletions(matching)).toMatchObject([{ old: { id: deleted.id } }]))
    await rename(other.id, 'Still here')
    await eventually(() => expect(ofOther).toHaveLength(1))
    expect([ofOther, byName].map((events) => deletions(events).length)).toEqual([0, 0])
  })

  it('reject a forged token and an unsupported filter', async () => {
    const forged = connect(backend)
    const { token } = await makeMember(backend, 'forged@example.test')
    await forged.realtime.setAuth(`${token.slice(0, -4)}AAAA`)
    await expect(watchTable(forged, 'profiles')).rejects.toThrow(/not valid/)
    const { client } = await makeMember(backend, 'filter@example.test')
    await expect(watchTable(client, 'profiles', 'name=like.A%')).rejects.toThrow(/not supported/)
  })

  it('contain every insert, even when the log is ahead of what others can read', async () => {
    const { client, id } = await makeMember(backend, 'many@example.test')
    const events = await watchTable(client, 'token_transactions', `user_id=eq.${id}`)
    const insert = () => world.sql(`select private.post_tokens($1, 'referral_bonus', 1, 'Thanks')`, [id])
    for (let count = 0; count < 10; count++) await Promise.all([insert(), insert(), insert(), insert()])
    await eventually(() => expect(events).toHaveLength(40))
  })

  it('retain no write-ahead log once the backend has stopped', async () => {
    const slots = await world.sql('select temporary from pg_replication_slots')
    expect(slots).toEqual([{ temporary: true }])
  })
})
