import { expect, it } from 'vitest'
import { codes } from './rules/codes'
import { deliveries } from './rules/deliveries'
import { lists } from './rules/lists'
import { messages } from './rules/messages'
import { orders } from './rules/orders'
import { people } from './rules/people'
import { rows } from './rules/rows'
import { attempt, setScene } from './rules/table'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const all = [...codes, ...deliveries, ...lists, ...messages, ...orders, ...people, ...rows]
const scene = await setScene(world)

it.each(all.map((tries) => [tries.name, tries] as const))('%s', (_, tries) => attempt(world, scene, tries))

it('tries every check and every unique index of the schema', async () => {
  const found = await world.sql<{ name: string }>(`
    select conname as name from pg_constraint
    where contype in ('c', 'u') and conrelid <> 0 and connamespace::regnamespace::text in ('public', 'private')
    union select c.relname from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where i.indisunique and not i.indisprimary and c.relnamespace::regnamespace::text in ('public', 'private')`)
  const tried = new Set(all.map(({ result }) => result))
  expect(found.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
