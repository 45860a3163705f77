import { afterAll, describe, expect, it } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import { localFixture } from './fixture.ts'
import { catalogFrom, catalogOf, unruled } from './matrix/complete.ts'
import { CORE, proveMatrix } from './matrix/matrix.ts'

// Its own, so that re-reading every table takes no longer for what other tests left in them.
const { backend, world } = await ownWorld()
const fixture = await localFixture(backend)
afterAll(() => fixture.close())

it('finds no cell that differs from its rule in the core of the matrix', async () => {
  const tally = await proveMatrix(fixture, CORE)
  expect(tally.failures).toEqual([])
  expect(tally.held).toBeGreaterThan(1_000)
})

describe('fails without a rule for', () => {
  it.each([
    ['a table', 'create table later (id int)', 'table later'],
    ['a view', 'create view later as select 1 as one', 'table later'],
    ['a column', 'alter table orders add column discount int', 'column orders.discount'],
    ['a function', 'create function later() returns int language sql return 1', 'function later()'],
    [
      'a parameter',
      'create function my_totals(p_type text, p_of uuid) returns int language sql return 1',
      'function my_totals(p_of, p_type)',
    ],
    [
      'a private function',
      'create function private.later() returns int language sql return 1',
      'private function later',
    ],
    ['a private table', 'create table private.later (id int)', 'private table later'],
    ['a schema', 'create schema later', 'schema later'],
    ['a bucket', `insert into storage.buckets (id, name) values ('later', 'later')`, 'bucket later'],
    [
      'a live table',
      'alter publication supabase_realtime add table invite_codes',
      'live table public.invite_codes',
    ],
    [
      'a right to a column',
      'grant update (due_at) on orders to authenticated',
      'right of authenticated to update orders.due_at',
    ],
    [
      'a right to a table',
      'grant truncate on benefits to service_role',
      'right of service_role to truncate benefits',
    ],
    [
      'a right to a function',
      'grant execute on function my_totals(text) to anon',
      'right of anon to call my_totals',
    ],
  ])('%s', async (_, statement, name) => {
    await world.undone(async (sql) => {
      expect(unruled(await catalogOf(sql))).toEqual([])
      await sql(statement)
      expect(unruled(await catalogOf(sql))).toContain(`there is no rule for the ${name}`)
    })
  })

  it('a column or function in the OpenAPI description of a hosted project', () => {
    const openApi = {
      definitions: { orders: { properties: { id: {}, discount: {} } } },
      paths: { '/rpc/later': { post: { parameters: [{ schema: { properties: { p: {} } } }] } } },
    }
    expect(unruled(catalogFrom(openApi) ?? [], true)).toEqual([
      'there is no rule for the column orders.discount',
      'there is no rule for the function later(p)',
    ])
    expect(catalogFrom({ swagger: '2.0' })).toBeUndefined()
  })
})
