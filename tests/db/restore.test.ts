import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createPool, importKeys } from './support/delivery'
import { createAdmin } from './support/people'
import { reconcile } from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

/** What docs/deploy.md runs after restoring a backup. */
const section = readFileSync('docs/deploy.md', 'utf8').split('## Restoring a backup')[1] ?? ''
const statements = section.match(/^ {7}(?!--).*$/gm)?.join('\n') ?? ''

it('takes keys, order numbers and emails that were sent after a restored backup out of use, as docs/deploy.md says', async () => {
  const admin = await createAdmin(world)
  const { benefit, keys: held } = await createPool(world, admin, 2)
  const keys = await importKeys(admin, benefit, 5)
  const before = await reconcile(world)
  await world.undone(async (sql) => {
    // Orders take none of its keys, although they are the oldest.
    await sql('update private.key_batches set quarantined_at = now() where benefit_id = $1 and number = 1', [
      benefit.id,
    ])
    const numberAfter = async () => {
      const [row] = await sql('select private.next_order_number() as number')
      return Number(String(row?.number).slice(4))
    }
    const last = (await numberAfter()) + 7
    await sql(
      `insert into private.outbox (id, kind, recipient_id) values (gen_random_uuid(), 'order_placed', $1)`,
      [admin.id],
    )
    await sql('update benefits set name = $2 where id = $1', [benefit.id, `Restored ${benefit.id}`])
    const run = statements
      .replace("'Lantern Research'", `'Restored ${benefit.id}'`)
      .replace('limit 12', 'limit 2')
      .replaceAll('4210', String(last))
    expect(run).not.toContain('Lantern')
    await sql(run)
    expect(
      await sql(
        `select secret, quarantined_at is null as usable from private.delivery_keys where benefit_id = $1 order by id`,
        [benefit.id],
      ),
    ).toEqual([...held, ...keys].map((secret) => ({ secret, usable: !keys.slice(0, 2).includes(secret) })))
    expect(
      await sql('select key_id from private.available_keys where benefit_id = $1', [benefit.id]),
    ).toHaveLength(5)
    expect(await numberAfter()).toBe(last + 1)
    expect(await sql('select from private.outbox where outcome is null')).toEqual([])
    expect(await sql('select * from private.reconcile()')).toEqual(before)
  })
})
