import { expect, it } from 'vitest'
import { ownWorld } from '../db/support/own-world.ts'
import { readActors } from './actors.ts'
import { describeRights } from './matrix.ts'

const { world } = await ownWorld({ empty: false })

it('gives each caller the rights of expected.txt and no other', async () => {
  let rights = ''
  await world.undone(async (sql) => {
    const actors = await readActors(sql)
    for (const name of ['member', 'admin']) {
      const id = actors.find((actor) => actor.name === name)?.id
      await sql(
        `insert into notification_preferences (user_id, kind, in_app, by_email) values ($1, 'membership', true, true)`,
        [id],
      )
      await sql(
        `insert into admin_views (admin_id, name, filter, sort) values ($1, 'Mine', '{}', 'newest')`,
        [id],
      )
    }
    await sql(
      'insert into token_packs (tokens, price, is_on_sale) values (50, 1000, true), (250, 4500, false)',
    )
    rights = await describeRights(sql)
  })
  await expect(rights).toMatchFileSnapshot('expected.txt')
})
