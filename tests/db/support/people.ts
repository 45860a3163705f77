import { createHmac, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { JWT_SECRET } from '../../../supabase/local/keys'
import { createInviteCode } from './rows'
import type { World } from './world'

/** A person with a client of their own. */
export type Person = { id: string; email: string; name: string; client: SupabaseClient }

export const PASSWORD = 'a long enough password'

type Options = { tokens?: number; name?: string; role?: 'user' | 'admin'; session?: boolean }

/** Signs up with a code, and returns the new member, confirmed and with an access token. */
export async function join(
  world: World,
  code: string,
  { email = '', phone = '', name = 'Nia New' }: { email?: string; phone?: string; name?: string } = {},
): Promise<Person> {
  const id = randomUUID()
  const person = { id, email: email || `${id}@example.test`, name }
  await world.sql(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
     values ($1, 'authenticated', 'authenticated', $2, extensions.crypt($3, extensions.gen_salt('bf', 4)), now(), $4)`,
    [id, person.email, PASSWORD, { name, phone, invite_code: code }],
  )
  return { ...person, client: world.client(tokenFor(id, 3600)) }
}

/** A confirmed member with an access token; with `session`, one of a sign-in, which is slower. */
export async function createMember(
  world: World,
  { tokens = 25, name = 'Mia Member', role = 'user', session = false }: Options = {},
): Promise<Person> {
  const { code } = await createInviteCode(world)
  const person = await join(world, code, { name })
  const { id, email } = person
  if (tokens !== 25) {
    await world.sql(
      `select private.post_tokens($1, 'purchase', $2, 'Test tokens', p_actor => gen_random_uuid())`,
      [id, tokens - 25],
    )
  }
  if (role === 'admin') await world.sql(`update profiles set role = 'admin' where id = $1`, [id])
  if (!session) return person
  const client = world.client()
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { id, email, name, client }
}

/** A confirmed admin with an access token. */
export function createAdmin(world: World, options: Omit<Options, 'role'> = {}): Promise<Person> {
  return createMember(world, { name: 'Ada Admin', ...options, role: 'admin' })
}

/** An access token for `id` that expires in `seconds`; negative means expired. */
export function tokenFor(
  id: string,
  seconds: number,
  secret: string = JWT_SECRET,
  claims: object = {},
): string {
  const now = Math.floor(Date.now() / 1000)
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const body = [
    { alg: 'HS256', typ: 'JWT' },
    { sub: id, role: 'authenticated', aud: 'authenticated', iat: now - 7200, exp: now + seconds, ...claims },
  ]
    .map(encode)
    .join('.')
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** An owner, another member and an admin: their clients, and who they are. */
export async function createActors(world: World) {
  const [owner, other, admin] = await Promise.all([
    createMember(world, { tokens: 100, name: 'Olga Owner' }),
    createMember(world, { tokens: 100, name: 'Otto Other' }),
    createAdmin(world),
  ])
  return { owner: owner.client, other: other.client, admin: admin.client, people: { owner, other, admin } }
}
