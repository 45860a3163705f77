import { expect, it } from 'vitest'
import { codeOf } from './support/outcome'
import { createCast, tokenFor } from './support/people'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** Every column that the REST layer can filter. */
const COLUMNS = `
  select c.relname as table, a.attname as column from pg_attribute as a join pg_class as c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and a.attnum > 0 and not a.attisdropped`

type Column = { table: string; column: string }

async function counted(path: string, token: string | undefined, prefer: string, method = 'GET') {
  const { url, publishable_key } = world.address
  const headers = { apikey: publishable_key, prefer, ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(`${url}/rest/v1/${path}`, { method, headers })
  const body = (await answer.json().catch(() => ({}))) as object
  return [answer.status, 'code' in body ? codeOf(body) : '', answer.headers.get('content-range')]
}

it('no member gets an estimate of any column, an admin does', async () => {
  const { people } = await createCast(world)
  const [member, admin] = [tokenFor(people.owner.id, 600), tokenFor(people.admin.id, 600)]
  const columns = await world.sql<Column>(COLUMNS)
  expect(columns.length).toBeGreaterThan(60)
  // Partial: nothing of what was counted is shown.
  const answered = [200, 206]
  for (const { table, column } of columns) {
    const path = `${table}?select=${column}&${column}=not.is.null&limit=0`
    for (const mode of ['planned', 'estimated']) {
      const refused = [403, 'estimate_forbidden', null]
      expect.soft(await counted(path, member, `count=${mode}`), `${path} ${mode}`).toEqual(refused)
    }
    expect.soft(answered, `${path} exact`).toContain((await counted(path, member, 'count=exact'))[0])
    expect.soft(answered, `${path} by an admin`).toContain((await counted(path, admin, 'count=planned'))[0])
  }
})

it.each([
  'COUNT=Planned',
  'return=representation, count=planned',
  'count=exact,count=estimated',
  ' count = "planned" ',
  'handling=lenient;count=estimated',
  'count=planned\t',
])('however it is written: %s', async (prefer) => {
  const { people } = await createCast(world)
  const member = tokenFor(people.owner.id, 600)
  const refused = [403, 'estimate_forbidden', null]
  expect(await counted('profiles', member, prefer)).toEqual(refused)
  expect(await counted('rpc/my_totals', member, prefer, 'POST')).toEqual(refused)
  expect((await counted('profiles', member, prefer, 'HEAD'))[0]).toBe(403)
  expect(await counted('profiles', undefined, prefer)).toEqual(refused)
})

it('the planner keeps no statistics of what a row holds, nor of what an index is made of', async () => {
  await createCast(world)
  await world.sql('analyze')
  const known = await world.sql(
    `select schemaname, tablename, attname from pg_stats where schemaname in ('public', 'private')`,
  )
  expect(known).toEqual([])
  const kept = await world.sql(`
    select a.attrelid::regclass, a.attname from pg_attribute as a join pg_class as c on c.oid = a.attrelid
    left join pg_index as i on i.indexrelid = c.oid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
      and (c.relkind in ('r', 'm') or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0) and a.attstattarget is distinct from 0`)
  expect(kept).toEqual([])
})
