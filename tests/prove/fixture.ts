import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import ws from 'ws'
import { createAdmin, createMember, type Person } from '../db/support/people.ts'
import { type Address, createWorld, type Query } from '../db/support/world.ts'
import { leftovers } from './leftovers.ts'
import { Refusal } from './loopback.ts'
import { makeMember } from './members.ts'
import type { Project } from './options.ts'

/**
 * What the parts need that may also run against an owner's project: clients, an admin, the service key for checks, and test
 * members that `close` removes. `sql`, as the database owner, exists only for an embedded backend.
 */
export type Fixture = {
  url: string
  publishable_key: string
  secret_key: string
  hosted: boolean
  /** One at a time and with a pause on a hosted project; every client of this fixture uses it. */
  fetch: typeof fetch
  client(token?: string): SupabaseClient
  service: SupabaseClient
  admin: Person
  newMember(wanted?: Wanted): Promise<Person>
  /** Deletes a member as an admin does. */
  remove(person: Person): Promise<void>
  sql?: Query
  /** Removes the members it made; returns what cannot be removed, in sentences. */
  close(): Promise<string[]>
}

/** `invite`: the code to use; by default a new one is created. */
export type Wanted = { name?: string; tokens?: number; invite?: string }

/** The access token of a signed-in person. */
export async function tokenOf({ client }: Person): Promise<string> {
  const { data } = await client.auth.getSession()
  if (!data.session) throw new Error('nobody is signed in')
  return data.session.access_token
}

type Keys = { url: string; publishable_key: string; secret_key: string }

function connector({ url, publishable_key }: Keys, through: typeof fetch) {
  return (token?: string, key = publishable_key) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: through },
      // Node 20 has no WebSocket of its own.
      realtime: { transport: ws as unknown as typeof WebSocket },
      ...(token ? { accessToken: async () => token } : {}),
    })
}

/** The fixture of an embedded backend, empty but for one admin. */
export async function localFixture(address: Address): Promise<Fixture> {
  const world = createWorld(address)
  const client = connector(address, fetch)
  const admin = await createAdmin(world, { session: true })
  return {
    url: address.url,
    publishable_key: address.publishable_key,
    secret_key: address.secret_key,
    hosted: false,
    fetch,
    client,
    service: client(undefined, address.secret_key),
    admin,
    newMember: (wanted) => createMember(world, { ...wanted, session: true }),
    remove: (person) => removeAs(admin, person),
    sql: world.sql,
    close: async () => {
      await world.close()
      return []
    },
  }
}

/** The fixture of an owner's project, by its keys alone. Throws Refusal when the admin cannot sign in. */
export async function hostedFixture(project: Project, pause = 40): Promise<Fixture> {
  const keys = { url: project.url, publishable_key: project.anon_key, secret_key: project.service_key }
  const through = gently(pause)
  const client = connector(keys, through)
  const service = client(undefined, keys.secret_key)
  const admin = await signInAdmin(client(), project)
  const members: Person[] = []
  return {
    ...keys,
    hosted: true,
    fetch: through,
    client,
    service,
    admin,
    newMember: async (wanted = {}) => {
      const person = await makeMember({ url: keys.url, admin, service, client, fetch: through }, wanted)
      members.push(person)
      return person
    },
    remove: (person) => removeAs(admin, person),
    close: async () => {
      const stays = await leftovers(service, members)
      for (const person of members) await removeAs(admin, person)
      return stays
    },
  }
}

async function signInAdmin(client: SupabaseClient, project: Project): Promise<Person> {
  const { data, error } = await client.auth.signInWithPassword({
    email: project.admin_email,
    password: project.admin_password,
  })
  if (error) throw new Refusal(`The admin could not sign in at ${project.url}: ${error.message}.`)
  const { id, email = project.admin_email } = data.user
  const { data: profile } = await client.from('profiles').select('name, role').eq('id', id).maybeSingle()
  if (profile?.role !== 'admin') throw new Refusal(`${email} is not an admin at ${project.url}.`)
  return { id, email, name: String(profile.name), client }
}

async function removeAs(admin: Person, person: Person): Promise<void> {
  await admin.client.from('profiles').delete().eq('id', person.id).throwOnError()
}

/** fetch, but one request after the other, with a pause between them. */
function gently(pause: number): typeof fetch {
  let free: Promise<unknown> = Promise.resolve()
  return (input, init) => {
    const mine = free.then(() => fetch(input, init))
    const rest = () => new Promise((resolve) => setTimeout(resolve, pause))
    free = mine.then(rest, rest)
    return mine
  }
}
