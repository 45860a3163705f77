import { expect, it } from 'vitest'
import { ADMIN_FUNCTIONS, functionIsForAdmins } from './probes/admin-functions'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

it.each(Object.keys(ADMIN_FUNCTIONS))('%s answers admins only', (name) => functionIsForAdmins(world, name))

it('every function that asks whether its caller is an admin is among them', async () => {
  const guarded = await world.sql<{ name: string }>(`
    select w.proname as name from pg_proc w
    where w.pronamespace = 'public'::regnamespace and exists (
      select from pg_depend d join pg_proc p on p.oid = d.refobjid and d.refclassid = 'pg_proc'::regclass
      where d.objid = w.oid and d.classid = 'pg_proc'::regclass and p.pronamespace = 'private'::regnamespace
        and p.proname not in ('redeem_code', 'validate_invite_code', 'launch_spots_left'))`)
  expect(guarded.map(({ name }) => name).sort()).toEqual(Object.keys(ADMIN_FUNCTIONS).sort())
})
