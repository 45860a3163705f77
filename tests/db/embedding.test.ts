import { expect, it } from 'vitest'
import { createActors, createAdmin } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

const EXPOSED = `select c.oid, c.relname as name from pg_class as c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`

/** The computed relationships of the REST layer: functions from a row of one table to rows of another. */
const RELATIONSHIPS = `with exposed as (${EXPOSED})
  select source.name as source, p.proname as name, target.name as target, p.prorows as rows, p.prosecdef as definer
  from pg_proc as p
  join pg_type as argument on argument.oid = p.proargtypes[0]
  join exposed as source on source.oid = argument.typrelid
  join pg_type as result on result.oid = p.prorettype
  join exposed as target on target.oid = result.typrelid
  where p.pronamespace = 'public'::regnamespace and p.pronargs = 1`

type Relationship = { source: string; name: string; target: string; rows: number; definer: boolean }

it('no foreign key joins two exposed tables, which the REST layer would embed in each other', async () => {
  const joined = await world.sql(`with exposed as (${EXPOSED})
    select conname from pg_constraint
    where contype = 'f' and conrelid in (select oid from exposed) and confrelid in (select oid from exposed)`)
  expect(joined).toEqual([])
})

it('every relationship returns one row under the rights of its caller, and none forms a cycle', async () => {
  const all = await world.sql<Relationship>(RELATIONSHIPS)
  expect(all.length).toBeGreaterThan(4)
  expect(all.filter(({ rows, definer }) => rows !== 1 || definer)).toEqual([])
  const reached = (from: string, path: string[]): string[][] =>
    all
      .filter(({ source }) => source === from)
      .flatMap(({ target }) =>
        path.includes(target) ? [[...path, target]] : reached(target, [...path, target]),
      )
  expect(all.flatMap(({ source }) => reached(source, [source]))).toEqual([])
})

it('the REST layer embeds no table in another, at any depth', async () => {
  const { client } = await createAdmin(world)
  const names = (await world.sql<{ name: string }>(EXPOSED)).map(({ name }) => name)
  const all = await world.sql<Relationship>(RELATIONSHIPS)
  const queries = [
    ...names.flatMap((from) => names.map((to) => [from, `*,${to}(*)`])),
    // Each table once with each other form.
    ...names.map((from, at) => [from, `*,...${names.at(at - 1)}(*)`]),
    ...names.map((from, at) => [from, `*,${names.at(at - 2)}!inner(*)`]),
    ...all.flatMap(({ source, name, target }) =>
      names.map((to) => [source, `*,${name}(*,${to}(*))`, target]),
    ),
    ['orders', 'id,customer(id,orders(id))'],
    ['token_transactions', 'id,related_order(id,token_transactions(id))'],
  ] as [string, string][]
  expect(queries.length).toBeGreaterThan(150)
  for (const [from, select] of queries) {
    const { error } = await client.from(from).select(select).limit(1)
    // A spread of an unknown relationship has a code of its own, and so has a table in itself.
    const refusals = ['PGRST200', 'PGRST205', ...(select.includes('...') ? ['PGRST120'] : [])]
    expect(refusals, `${from}: ${select}`).toContain(error?.code)
  }
})

it('an embedded relationship obeys row-level security', async () => {
  const { people, owner, other, admin } = await createActors(world)
  const benefit = await createBenefit(world, { name: 'Linked' })
  const id = await placeOrder(people.owner, benefit)
  const order = 'id, customer(id, name), benefit(name)'
  const read = async (client: typeof owner) =>
    (await client.from('orders').select(order).eq('id', id).throwOnError()).data
  const whole = [{ id, customer: { id: people.owner.id, name: 'Olga Owner' }, benefit: { name: 'Linked' } }]
  expect(await read(owner)).toEqual(whole)
  expect(await read(admin)).toEqual(whole)
  expect(await read(other)).toEqual([])
  const { data: entries } = await owner
    .from('token_transactions')
    .select('amount, related_order(id, benefit(name))')
    .order('seq', { ascending: false })
    .limit(2)
    .throwOnError()
  expect(entries).toEqual([
    { amount: -10, related_order: { id, benefit: { name: 'Linked' } } },
    { amount: 75, related_order: null },
  ])
  await world.sql('update benefits set is_active = false where id = $1', [benefit.id])
  expect(await read(owner)).toEqual([{ ...whole[0], benefit: null }])
  expect(await read(admin)).toEqual(whole)
})
