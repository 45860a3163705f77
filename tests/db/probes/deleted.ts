import { expect } from 'vitest'
import { outcome } from '../support/outcome'
import { createMember } from '../support/people'
import { createBenefit } from '../support/rows'
import type { World } from '../support/world'

/** A token outlives the person whose it was, and opens nothing any more (D11, D12). */
export async function theDeletedReadNothing(world: World): Promise<void> {
  const { id, client } = await createMember(world)
  const benefit = await createBenefit(world)
  await world.sql(
    `insert into app_settings (key, value) values ('email_logo_url', '/logo.png') on conflict do nothing`,
  )
  const read = async () => [
    outcome(await client.from('benefits').select('id').eq('id', benefit.id)),
    outcome(await client.from('app_settings').select('key').eq('key', 'email_logo_url')),
  ]
  expect(await read()).toEqual([1, 1])
  await world.sql('delete from profiles where id = $1', [id])
  expect(await read()).toEqual([0, 0])
}
