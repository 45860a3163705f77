import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { outcome, tried } from '../support/outcome'
import { createCast } from '../support/people'
import type { World } from '../support/world'

const TABLES = {
  profiles: 'id',
  token_transactions: 'id',
  benefits: 'id',
  orders: 'id',
  redeem_codes: 'id',
  invite_codes: 'id',
  app_settings: 'key',
}
/** No client can name anything in `private`, although it runs parts of it through the public wrappers. */
export async function privateCannotBeNamed(world: World): Promise<void> {
  const { owner, people } = await createCast(world)
  await world.undone(async (sql) => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      await sql(`set local role ${role}`)
      for (const name of [
        'private.is_admin()',
        'private.reconcile()',
        `private.make_first_admin('x')`,
        'private.apply_privileges()',
      ]) {
        expect(await tried(sql, `select ${name}`)).toBe('42501')
      }
      expect(await tried(sql, 'select * from private.attempts')).toBe('42501')
      expect(await tried(sql, 'select * from private.audit_log')).toBe('42501')
    }
  })
  expect(outcome(await owner.schema('private').rpc('is_admin'))).toBe('PGRST106')
  expect(outcome(await owner.rpc('is_admin'))).toBe('PGRST202')
  expect(outcome(await owner.rpc('make_first_admin', { p_email: people.owner.email }))).toBe('PGRST202')
  expect(outcome(await owner.from('profiles').select('id').eq('id', people.owner.id))).toBe(1)
}

/** Somebody who is not signed in reads and writes no table at all. */
export async function anonymousHasNoTable(world: World): Promise<void> {
  const { anonymous } = await createCast(world)
  for (const [table, key] of Object.entries(TABLES)) {
    const row = { [key]: randomUUID() }
    expect(outcome(await anonymous.from(table).select('*'))).toBe('42501')
    expect(outcome(await anonymous.from(table).insert(row))).toBe('42501')
    expect(outcome(await anonymous.from(table).update(row).match(row))).toBe('42501')
    expect(outcome(await anonymous.from(table).delete().match(row))).toBe('42501')
  }
  expect(outcome(await anonymous.rpc('launch_places_left'))).toBe(1)
}
