import { afterAll, expect, it } from 'vitest'
import {
  disableRls,
  dropAdminCheck,
  dropTrigger,
  type Removal,
  undoRevoke,
  widenPolicy,
  without,
} from '../db/support/mutation.ts'
import { ownWorld } from '../db/support/own-world.ts'
import { localFixture } from './fixture.ts'
import { type Scope, tryCells } from './matrix/matrix.ts'
import { createScene } from './matrix/set-up.ts'
import { emptyTally } from './tally.ts'

const { backend, world } = await ownWorld()
const fixture = await localFixture(backend)
afterAll(() => fixture.close())
const scene = await createScene(fixture)

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
    widenPolicy('orders: people read their own, admins all'),
    { ...ofTable('orders', 'demoted', 'admin'), areas: ['tables', 'realtime'] },
    'demoted: live updates of orders received INSERT in orders',
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
    widenPolicy('branding: admins upload'),
    { areas: ['storage'], actors: ['member'] },
    'member: bucket branding, upload went through',
  ],
  [
    'a bucket whose files every member can download',
    widenPolicy('deliveries: members download'),
    { areas: ['storage'], actors: ['demoted'] },
    'demoted: bucket deliveries, download went through',
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
    disableRls('profiles'),
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
