import { beforeAll, expect, it } from 'vitest'
import { codeOf } from './support/outcome'
import { createActors, tokenFor } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const REFUSED = [403, 'estimate_forbidden', null]
let member: string
let admin: string
beforeAll(async () => {
  const { people } = await createActors(world)
  member = tokenFor(people.owner.id, 600)
  admin = tokenFor(people.admin.id, 600)
})

async function counted(path: string, token: string | undefined, prefer: string, method = 'GET') {
  const { url, publishable_key } = world.address
  const headers = { apikey: publishable_key, prefer, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${url}/rest/v1/${path}`, { method, headers })
  const body = (await response.json().catch(() => ({}))) as object
  return [response.status, 'code' in body ? codeOf(body) : '', response.headers.get('content-range')]
}

it.each(['benefits', 'orders', 'profiles', 'token_transactions'])(
  'refuses estimated counts of %s to members',
  async (table) => {
    const path = `${table}?select=id&limit=0`
    for (const mode of ['planned', 'estimated']) {
      expect(await counted(path, member, `count=${mode}`)).toEqual(REFUSED)
    }
    // 206: some rows were counted, and none is returned.
    const served = [200, 206]
    expect(served).toContain((await counted(path, member, 'count=exact'))[0])
    expect(served).toContain((await counted(path, admin, 'count=planned'))[0])
  },
)

it.each([
  'COUNT=Planned',
  'return=representation, count=planned',
  'count=exact,count=estimated',
  ' count = "planned" ',
  'handling=lenient;count=estimated',
  'count=planned\t',
])('recognises the preference %s', async (prefer) => {
  expect(await counted('profiles', member, prefer)).toEqual(REFUSED)
  expect(await counted('rpc/my_totals', member, prefer, 'POST')).toEqual(REFUSED)
  expect((await counted('profiles', member, prefer, 'HEAD'))[0]).toBe(403)
  expect(await counted('profiles', undefined, prefer)).toEqual(REFUSED)
})

it('keeps no planner statistics on columns or index expressions', async () => {
  await world.sql('analyze')
  const known = await world.sql(
    `select schemaname, tablename, attname from pg_stats where schemaname in ('public', 'private')`,
  )
  expect(known).toEqual([])
  const collected = await world.sql(`
    select a.attrelid::regclass, a.attname from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    left join pg_index as i on i.indexrelid = c.oid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
      and (c.relkind in ('r', 'm') or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0) and a.attstattarget is distinct from 0`)
  expect(collected).toEqual([])
})
