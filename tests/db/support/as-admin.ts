import { createAdmin, type Person } from './people'
import type { Query, World } from './world'

/** Runs `work` with the claims of an admin in a transaction that is rolled back. */
export async function undoneAsAdmin(
  world: World,
  work: (sql: Query, admin: Person) => Promise<void>,
): Promise<void> {
  const admin = await createAdmin(world)
  await world.undone(async (sql) => {
    await sql(`select set_config('request.jwt.claims', json_build_object('sub', $1::text)::text, true)`, [
      admin.id,
    ])
    await work(sql, admin)
  })
}
