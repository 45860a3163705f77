import { expect } from 'vitest'
import { createAdmin } from '../support/people'
import type { Query, World } from '../support/world'

const MAILBOX = 'wanda@waiting.test'

const inserted = async (sql: Query) =>
  (await sql('insert into waitlist (email, mailbox) values ($1, $1) returning id', [MAILBOX]))[0]?.id

/** While `first` is uncommitted, `second` of another connection waits. */
async function waits({ undone }: World, first: string, second: string): Promise<void> {
  await undone(async (sql) => {
    await sql(first)
    await undone(async (other) => {
      await other(`set local lock_timeout = '300ms'`)
      await expect(other(second)).rejects.toMatchObject({ code: '55P03' })
    })
  })
}

/** D44: parallel requests of one network address are counted one after the other. */
export const countsOneAtATime = (world: World): Promise<void> =>
  waits(
    world,
    `select private.request_invitation('one@waiting.test')`,
    `select private.request_invitation('two@waiting.test')`,
  )

/** D42: an approval waits for a concurrent invitation. */
export async function approvesOneAtATime(world: World): Promise<void> {
  const { id } = await createAdmin(world)
  const claims = `select set_config('request.jwt.claims', '{"sub": "${id}"}', true)`
  const approve = `${claims}; select private.approve_waitlist('{}', true)`
  await waits(world, 'select private.lock_invitations()', approve)
}

/** D44: who declines a row that another admin is approving finds it gone. */
export async function theFirstDecides(world: World): Promise<void> {
  const [one, two] = [await createAdmin(world), await createAdmin(world)]
  const id = await inserted(world.sql)
  let later: PromiseLike<{ data: unknown }> | undefined
  await world.commits(async (sql) => {
    await sql(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ sub: one.id })])
    await sql('select private.approve_waitlist(array[$1::uuid], false)', [id])
    later = two.client.rpc('decline_waitlist', { p_ids: [id] }).then((result) => result)
    await new Promise((resolve) => setTimeout(resolve, 200))
  })
  try {
    expect(await later).toMatchObject({ data: 0 })
  } finally {
    await world.sql('delete from private.invited_mailboxes where mailbox_key = private.mailbox_key($1)', [
      MAILBOX,
    ])
  }
}
