import type { RealtimePostgresChangesPayload, SupabaseClient } from '@supabase/supabase-js'
import { orderPayload } from '../../db/support/rows.ts'
import type { Row } from '../../db/support/world.ts'
import { count, type Tally } from '../tally.ts'
import { LIVE } from './function-rules.ts'
import { type Actor, allowedTo } from './rule.ts'
import { TABLES } from './rules.ts'
import { insertOne, type Scene } from './scene.ts'

type Event = { type: string; table: string; row: Row }
type Listener = { actor: Actor; table: string; events: Event[]; client: SupabaseClient }

/** Subscribes to every table as every actor: exactly the readable rows arrive. */
export async function proveRealtime(scene: Scene, tally: Tally, actors: Actor[]): Promise<void> {
  const listeners: Listener[] = []
  const clients = actors.map((actor) => [actor, scene.fixture.client(actor.token)] as const)
  try {
    for (const [actor, client] of clients) {
      // Before the first join, which would otherwise be sent without the token.
      await client.realtime.setAuth(actor.token ?? null)
      for (const table of [...Object.keys(TABLES), '*']) listeners.push({ actor, table, events: [], client })
    }
    const listening = listeners.map((listener) => () => listen(listener))
    while (listening.length > 0)
      await Promise.all(listening.splice(0, scene.fixture.hosted ? 1 : 20).map((go) => go()))
    await makeChanges(scene)
    await settled(scene, listeners)
    for (const listener of listeners) judge(scene, tally, listener)
  } finally {
    for (const [, client] of clients) {
      await client.removeAllChannels()
      client.realtime.disconnect()
    }
  }
}

/** Resolves once it is decided whether the channel is joined; a token that is not valid never joins one. */
async function listen({ actor, table, events, client }: Listener): Promise<void> {
  await new Promise<void>((resolve) => {
    const channel = client
      .channel(`proof:${actor.name}:${table}`)
      .on(
        'postgres_changes',
        { event: '*', schema: 'public', ...(table === '*' ? {} : { table }) },
        (event: RealtimePostgresChangesPayload<Row>) => {
          const row = event.eventType === 'DELETE' ? event.old : event.new
          events.push({ type: event.eventType, table: event.table, row })
        },
      )
      .subscribe((status) => {
        // The client would retry with the refused token.
        if (status === 'CHANNEL_ERROR' || status === 'TIMED_OUT')
          setTimeout(() => client.removeChannel(channel))
        resolve()
      })
  })
}

/** One change of each table, in the rows of two members. */
async function makeChanges({ fixture, people, active }: Scene): Promise<void> {
  for (const person of fixture.hosted ? [people.member] : [people.member, people.other]) {
    await person.client.from('profiles').update({ phone: '+1 555 0142' }).eq('id', person.id).throwOnError()
    const order = orderPayload(person, active)
    await person.client.from('orders').insert(order).throwOnError()
    const status = { status: 'processing' }
    await fixture.admin.client.from('orders').update(status).eq('id', order.id).throwOnError()
    await insertOne(fixture, 'order_notes', { order_id: order.id, body: 'Of the proof.' })
  }
  await fixture.admin.client
    .from('benefits')
    .update({ description: 'Changed.' })
    .eq('id', active.id)
    .throwOnError()
  if (fixture.hosted) return
  await insertOne(fixture, 'redeem_codes', { code: `LIVE-${Date.now()}`, token_value: 1 })
  await insertOne(fixture, 'invite_codes', { code: `LIVE-${Date.now()}` })
  const setting = { key: 'email_logo_url', value: '/live.png' }
  await fixture.admin.client.from('app_settings').upsert(setting).throwOnError()
}

/** Waits for all expected events, then a moment for unexpected ones. */
async function settled(scene: Scene, listeners: Listener[]): Promise<void> {
  const { hosted } = scene.fixture
  const wanted = ({ actor }: Listener) => (actor.who === 'admin' && !hosted ? 2 : 1)
  const expecting = listeners.filter((listener) => mustReceive(scene, listener))
  const deadline = Date.now() + 20_000
  while (expecting.some((listener) => listener.events.length < wanted(listener)) && Date.now() < deadline)
    await pause(50)
  await pause(hosted ? 2_000 : 400)
}

const pause = (time: number) => new Promise((resolve) => setTimeout(resolve, time))

function judge(scene: Scene, tally: Tally, { actor, table, events }: Listener): void {
  const name = `${actor.name}: live updates of ${table}`
  const leaked = events.find((event) => !mayReceive(actor, event))
  count(tally, leaked && `${name} received ${leaked.type} in ${leaked.table}: ${JSON.stringify(leaked.row)}`)
  if (mustReceive(scene, { actor, table }))
    count(tally, events.length > 0 ? undefined : `${name} received nothing`)
}

/** Whether a row that the actor may read was changed. */
function mustReceive(
  { fixture, people }: Scene,
  { actor, table }: Pick<Listener, 'actor' | 'table'>,
): boolean {
  const own = LIVE.includes(table) && allowedTo(actor, TABLES[table]?.select ?? {})
  if (!own) return false
  const changedSomething = [people.member.id, ...(fixture.hosted ? [] : [people.other.id])]
  return own.includes('foreign') || changedSomething.includes(actor.id ?? '')
}

function mayReceive(actor: Actor, { type, table, row }: Event): boolean {
  const { owner = '', key = 'id', select = {} } = TABLES[table] ?? {}
  const shown = allowedTo(actor, select)
  if (!LIVE.includes(table) || !shown) return false
  // Row level security cannot judge a deleted row: only its key is sent.
  if (type === 'DELETE') return Object.keys(row).every((column) => column === key)
  return shown.includes('foreign') || row[owner] === actor.id
}
