import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { tokenFor } from '../db/support/people.ts'
import { connect, makeMember, PASSWORD, promote, sql } from './support/backend.ts'

type Event = RealtimePostgresChangesPayload<Record<string, unknown>>

let backend: Backend
const opened: SupabaseClient[] = []

beforeAll(async () => {
  backend = await startBackend({ ephemeral: true, empty: true })
})
afterAll(async () => {
  await Promise.all(opened.map((client) => client.removeAllChannels()))
  await backend.stop()
})

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

/** Waits until what is told live has come, also on a busy machine. */
const soon = (look: () => void) => vi.waitFor(look, 20_000)

const rename = (id: string, name: string) =>
  sql(backend, 'update public.profiles set name = $2 where id = $1', [id, name])

async function superuser(text: string) {
  const client = new pg.Client({ connectionString: backend.superuser_url })
  await client.connect()
  const { rows } = await client.query(text)
  await client.end()
  return rows
}

describe('live updates', () => {
  it('reach the owner and an admin, and nobody else', async () => {
    const owner = await makeMember(backend, 'owner@example.test')
    const other = await makeMember(backend, 'other@example.test')
    const admin = await makeMember(backend, 'admin@example.test')
    await promote(backend, admin.id)
    const [seenByOwner, seenByOther, seenByAdmin, seenByAnon] = await Promise.all([
      watchTable(owner.client, 'profiles', `id=eq.${owner.id}`),
      watchTable(other.client, 'profiles'),
      watchTable(admin.client, 'profiles'),
      watchTable(connect(backend), 'profiles'),
    ])
    await rename(owner.id, 'New Name')
    await rename(other.id, 'Other Name')
    await soon(() => expect(seenByAdmin).toHaveLength(2))
    await soon(() => expect(seenByOther).toHaveLength(1))
    await soon(() => expect(seenByOwner).toHaveLength(1))
    expect(seenByOwner[0]).toMatchObject({
      eventType: 'UPDATE',
      schema: 'public',
      table: 'profiles',
      new: { id: owner.id, name: 'New Name', current_tokens: 25 },
      old: { id: owner.id },
    })
    expect(seenByOther[0]!.new).toMatchObject({ id: other.id })
    expect(seenByAnon).toEqual([])
  })

  it('carry inserts, and only the key of a deleted row', async () => {
    const { client, id } = await makeMember(backend, 'rows@example.test')
    const events = await watchTable(client, 'token_transactions', `user_id=eq.${id}`)
    const admin = await makeMember(backend, 'rows-admin@example.test')
    await promote(backend, admin.id)
    const gone = await watchTable(admin.client, 'profiles', `id=eq.${id}`)
    await sql(
      backend,
      `select private.post_tokens(p_account => $1, p_type => 'referral_bonus', p_amount => 5, p_description => 'Thanks')`,
      [id],
    )
    await soon(() => expect(events).toHaveLength(1))
    expect(events[0]).toMatchObject({
      eventType: 'INSERT',
      new: { user_id: id, amount: 5, balance_after: 30 },
    })
    await sql(backend, 'delete from public.profiles where id = $1', [id])
    await soon(() => expect(gone.map(({ eventType }) => eventType)).toContain('DELETE'))
    expect(gone.find(({ eventType }) => eventType === 'DELETE')!.old).toEqual({ id })
  })

  it('stop when the channel is left, when the session ends, and for a demoted admin', async () => {
    const { id } = await makeMember(backend, 'subject@example.test')
    const admin = await makeMember(backend, 'demoted@example.test')
    const leaver = await makeMember(backend, 'leaver@example.test')
    const ended = await makeMember(backend, 'ended@example.test')
    for (const person of [admin, leaver, ended]) await promote(backend, person.id)
    const control = await makeMember(backend, 'control@example.test')
    await promote(backend, control.id)
    const seen = await watchTable(control.client, 'profiles', `id=eq.${id}`)
    const [byDemoted, byLeaver, byEnded] = await Promise.all(
      [admin, leaver, ended].map(({ client }) => watchTable(client, 'profiles', `id=eq.${id}`)),
    )
    await rename(id, 'First')
    await soon(() => expect([byDemoted, byLeaver, byEnded].map((list) => list!.length)).toEqual([1, 1, 1]))

    await sql(
      backend,
      `set session_replication_role = replica; update public.profiles set role = 'user' where id = '${admin.id}'`,
    )
    await leaver.client.removeAllChannels()
    await sql(backend, 'delete from auth.sessions where user_id = $1', [ended.id])
    await rename(id, 'Second')
    await soon(() => expect(seen).toHaveLength(2))
    expect([byDemoted, byLeaver, byEnded].map((list) => list!.length)).toEqual([1, 1, 1])
  })

  it('stop when the token of a channel has expired, also while its session goes on', async () => {
    const { client, id } = await makeMember(backend, 'expiring@example.test')
    const lasting = connect(backend)
    await lasting.auth.signInWithPassword({ email: 'expiring@example.test', password: PASSWORD })
    const expiring = connect(backend)
    // Longer than joining takes on a busy machine.
    await expiring.realtime.setAuth(tokenFor(id, 5))
    const filter = `id=eq.${id}`
    const control = await watchTable(lasting, 'profiles', filter)
    const seen = await watchTable(expiring, 'profiles', filter)
    await rename(id, 'While valid')
    await soon(() => expect([seen.length, control.length]).toEqual([1, 1]))
    await new Promise((resolve) => setTimeout(resolve, 5500))
    await rename(id, 'After it')
    await soon(() => expect(control).toHaveLength(2))
    expect(seen).toHaveLength(1)
    expect((await client.from('profiles').select('name').single()).data).toEqual({ name: 'After it' })
    await expect(watchTable(expiring, 'profiles', filter)).rejects.toThrow(/expired/)
  })

  it('tell of a deleted row only whom the filter is about', async () => {
    const admin = await makeMember(backend, 'filtering@example.test')
    await promote(backend, admin.id)
    const [gone, other] = await Promise.all([
      makeMember(backend, 'gone@example.test'),
      makeMember(backend, 'stays@example.test'),
    ])
    const [ofGone, ofOther, ofNeither, byName] = await Promise.all([
      watchTable(admin.client, 'profiles', `id=eq.${gone.id}`),
      watchTable(admin.client, 'profiles', `id=eq.${other.id}`),
      watchTable(admin.client, 'profiles', `id=neq.${gone.id}`),
      // A deleted row has only its key, so this filter cannot match.
      watchTable(admin.client, 'profiles', 'name=eq.Test Person'),
    ])
    await sql(backend, 'delete from public.profiles where id = $1', [gone.id])
    const deleted = (events: Event[]) => events.filter(({ eventType }) => eventType === 'DELETE')
    await soon(() => expect(deleted(ofGone)).toHaveLength(1))
    expect(deleted(ofGone)[0]?.old).toEqual({ id: gone.id })
    await rename(other.id, 'Still here')
    await soon(() => expect(ofOther).toHaveLength(1))
    expect([ofOther, ofNeither, byName].map((events) => deleted(events).length)).toEqual([0, 0, 0])
  })

  it('refuse a forged token and a filter that would be ignored', async () => {
    const forged = connect(backend)
    const { token } = await makeMember(backend, 'forged@example.test')
    await forged.realtime.setAuth(`${token.slice(0, -4)}AAAA`)
    await expect(watchTable(forged, 'profiles')).rejects.toThrow(/not valid/)
    const { client } = await makeMember(backend, 'filter@example.test')
    await expect(watchTable(client, 'profiles', 'name=like.A%')).rejects.toThrow(/not supported/)
  })

  it('carry every insert, also one that the log tells of before anybody else can read it', async () => {
    const { client, id } = await makeMember(backend, 'many@example.test')
    const events = await watchTable(client, 'token_transactions', `user_id=eq.${id}`)
    const insert = `select private.post_tokens($1, 'referral_bonus', 1, 'Thanks')`
    for (let count = 0; count < 40; count++) {
      await Promise.all([1, 2, 3, 4].map(() => sql(backend, insert, [id])))
    }
    await soon(() => expect(events).toHaveLength(160))
  })

  it.each([1, 2])(
    'go on by themselves after the replication connection was killed, time %d',
    async (time) => {
      const { client, id } = await makeMember(backend, `killed-${time}@example.test`)
      opened.push(client)
      const events: Event[] = []
      const states: string[] = []
      const filter = `id=eq.${id}`
      client
        .channel('lasting')
        .on('postgres_changes', { event: '*', schema: 'public', table: 'profiles', filter }, (event) =>
          events.push(event),
        )
        .subscribe((status) => states.push(status))
      const joined = () => states.filter((status) => status === 'SUBSCRIBED').length
      await soon(() => expect(joined()).toBe(1))
      await rename(id, 'Before')
      await soon(() => expect(events).toHaveLength(1))

      const killed = await superuser(
        `select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'walsender'`,
      )
      expect(killed).toHaveLength(1)
      await rename(id, 'Meanwhile')
      // Told to connect again, a client reads what it has missed.
      await soon(() => expect(joined()).toBe(2))
      const { data } = await client.from('profiles').select('name').eq('id', id).single()
      expect(data).toEqual({ name: 'Meanwhile' })
      await rename(id, 'After')
      await soon(() => expect(events.at(-1)?.new).toMatchObject({ name: 'After' }))
    },
  )

  it('keep nothing in the write-ahead log once the backend is gone', async () => {
    const slots = await sql<{ temporary: boolean }>(backend, 'select temporary from pg_replication_slots')
    expect(slots).toEqual([{ temporary: true }])
  })
})
