import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import ws from 'ws'
import { createAdmin, createMember, type Person } from '../support/people.ts'
import { type Address, createWorld, type Query } from '../support/world.ts'

/**
 * Clients of an embedded backend with an admin, and `sql` as the owner of its database.
 */
export type Fixture = {
  url: string
  publishable_key: string
  secret_key: string
  client(token?: string): SupabaseClient
  service: SupabaseClient
  admin: Person
  newMember(wanted?: Wanted): Promise<Person>
  /** Deletes a member as an admin does. */
  remove(person: Person): Promise<void>
  sql: Query
  close(): Promise<void>
}

/** `invite`: the code to use; by default a new one is created. */
export type Wanted = { name?: string; tokens?: number; invite?: string }

/** The access token of a signed-in person. */
export async function tokenOf({ client }: Person): Promise<string> {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('nobody is signed in')
  return data.session.access_token
}

type Keys = { url: string; publishable_key: string }

function connector({ url, publishable_key }: Keys) {
  return (token?: string, key = publishable_key) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      // Node 20 has no WebSocket of its own.
      realtime: { transport: ws as unknown as typeof WebSocket },
      ...(token ? { accessToken: async () => token } : {}),
    })
}

/** The fixture of an embedded backend, empty but for one admin. */
export async function localFixture(address: Address): Promise<Fixture> {
  const world = createWorld(address)
  const client = connector(address)
  const admin = await createAdmin(world, { session: true })
  return {
    url: address.url,
    publishable_key: address.publishable_key,
    secret_key: address.secret_key,
    client,
    service: client(undefined, address.secret_key),
    admin,
    newMember: (wanted) => createMember(world, { ...wanted, session: true }),
    remove: (person) => removeAs(admin, person),
    sql: world.sql,
    close: () => world.close(),
  }
}

async function removeAs(admin: Person, person: Person): Promise<void> {
  await admin.client.from('profiles').delete().eq('id', person.id).throwOnError()
}
