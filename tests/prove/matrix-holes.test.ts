import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import {
  disableRowRules,
  dropAdminCheck,
  dropTrigger,
  type Removal,
  undoRevoke,
  widenPolicy,
  without,
} from '../db/support/mutation.ts'
import { createWorld, type World } from '../db/support/world.ts'
import { type Fixture, localFixture } from './fixture.ts'
import { type Scope, tryCells } from './matrix/matrix.ts'
import type { Scene } from './matrix/scene.ts'
import { createScene } from './matrix/set-up.ts'
import { emptyTally } from './tally.ts'

let backend: Backend
let world: World
let fixture: Fixture
let scene: Scene
beforeAll(async () => {
  backend = await startBackend({ ephemeral: true, empty: true })
  world = createWorld(backend)
  fixture = await localFixture(backend)
  scene = await createScene(fixture)
})
afterAll(async () => {
  await fixture.close()
  await world.close()
  await backend.stop()
})

const ofTable = (table: string, ...actors: string[]): Scope => ({
  areas: ['tables'],
  tables: [table],
  actors,
  quick: true,
})

// Those that leave rows behind come last: a write that succeeds over REST cannot be rolled back.
const HOLES: [name: string, hole: Removal, scope: Scope, seen: string][] = [
  [
    'a policy that shows all rows',
    widenPolicy('orders', 'orders: people read their own, admins all'),
    { ...ofTable('orders', 'demoted', 'admin'), areas: ['tables', 'realtime'] },
    'demoted: live updates of orders told of INSERT in orders',
  ],
  [
    'a function without its admin check',
    dropAdminCheck('private.count_profiles'),
    { areas: ['functions'], actors: ['demoted'], quick: true },
    'demoted: functions, count_profiles went through',
  ],
  [
    'a grant to anonymous visitors',
    undoRevoke('grant select on benefits to anon; alter table benefits disable row level security'),
    ofTable('benefits', 'anonymous'),
    'anonymous: benefits, select active went through',
  ],
  [
    'a bucket that everybody can upload to',
    widenPolicy('storage.objects', 'branding: admins upload'),
    { areas: ['storage'], actors: ['member'] },
    'member: bucket branding, upload went through',
  ],
  [
    'a grant of an additional column',
    undoRevoke('grant insert (created_at) on benefits to authenticated'),
    ofTable('benefits', 'admin'),
    'admin: benefits, insert new with created_at went through',
  ],
  [
    'a missing trigger',
    dropTrigger('profiles', 'profiles_guard'),
    ofTable('profiles', 'member'),
    'member: profiles, update own role went through',
  ],
  [
    'a table without row level security',
    disableRowRules('profiles'),
    ofTable('profiles', 'deleted'),
    'deleted: profiles, update foreign role went through',
  ],
]

it.each(HOLES)('detects %s', async (_, hole, scope, seen) => {
  const tally = emptyTally(['', ''])
  await without(world.sql, hole, () => tryCells(scene, tally, scope))
  expect(tally.failures).toContainEqual(expect.stringContaining(seen))
  expect(tally.tried).toBe(tally.held + tally.failures.length)
})
