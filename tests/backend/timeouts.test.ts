import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { createMember, tokenFor } from '../db/support/people'
import { createWorld, type World } from '../db/support/world'

let backend: Backend
let world: World
beforeAll(async () => {
  backend = await startBackend({ ephemeral: true, empty: true })
  world = createWorld(backend)
})
afterAll(async () => {
  await world?.close()
  await backend?.stop()
})

/** The whole answer to a request, and how many seconds it took. */
async function timed(path: string, token?: string) {
  const start = performance.now()
  const headers = { apikey: backend.publishable_key, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${backend.url}/rest/v1/${path}`, { headers })
  const { status } = answer
  return { status, body: await answer.json(), seconds: (performance.now() - start) / 1000 }
}

// As hosted PostgREST answers it.
const cancelled = {
  code: '57014',
  details: null,
  hint: null,
  message: 'canceling statement due to statement timeout',
}

it('a slow statement of a member ends with an error after 8 seconds, a visitor’s after 3', async () => {
  const { id } = await createMember(world)
  const token = tokenFor(id, 600)
  expect((await timed('app_settings', token)).status).toBe(200)
  await world.sql(
    'create policy slow on app_settings as restrictive for select to authenticated using ((select pg_sleep(30)) is not null)',
  )
  await world.sql(
    `insert into app_settings (key, value) values ('email_logo_url', '/slow.png') on conflict do nothing`,
  )
  await world.sql(`create or replace function private.launch_spots_left() returns integer
    language sql volatile security definer set search_path = '' as 'select 1 from pg_sleep(30)'`)
  const [member, visitor] = await Promise.all([timed('app_settings', token), timed('rpc/launch_spots_left')])
  expect(member).toMatchObject({ status: 500, body: cancelled })
  expect(member.seconds).toBeGreaterThan(7.5)
  expect(member.seconds).toBeLessThan(8.5)
  expect(visitor).toMatchObject({ status: 500, body: cancelled })
  expect(visitor.seconds).toBeGreaterThan(2.5)
  expect(visitor.seconds).toBeLessThan(3.5)
})
