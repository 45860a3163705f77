import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdict } from './crashes/check.ts'
import { type Host, startHost } from './crashes/host.ts'
import { interrupt } from './crashes/prove.ts'

let host: Host
let proof: Awaited<ReturnType<typeof interrupt>>
beforeAll(async () => {
  host = await startHost()
  proof = await interrupt(host, {
    victims: ['postgres'],
    writes: 100,
    connections: 5,
    people: { members: 4, admins: 2, signUps: 3, deletions: 5 },
  })
}, 240_000)
afterAll(() => host.close())

it('loses nothing that was acknowledged when connections and the database are killed', () => {
  expect(proof.tally.failures).toEqual([])
  expect(proof.tally.tried).toBeGreaterThanOrEqual(100)
  expect(proof.tally.words).toEqual(['kills 6, acknowledged', 'lost'])
})

it('commits to disk before it answers', async () => {
  const settings = await host.sql(
    `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by 1`,
  )
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
})

describe('sees', () => {
  it('an order that was acknowledged and never sent', async () => {
    const { key } = Object.assign(proof.journal.send('order', randomUUID()), { state: 'acknowledged' })
    expect(await proof.again()).toEqual([`the order ${key} of round 1 was acknowledged and is not there`])
    proof.journal.entries.pop()
  })

  it('an order without its debit, and one that nobody sent', async () => {
    const { key } = proof.journal.entries.find(
      ({ kind, state }) => kind === 'order' && state === 'acknowledged',
    )!
    const asReplica = (text: string) => host.sql(`set session_replication_role = replica; ${text}`)
    await asReplica(
      `update token_transactions set order_id = gen_random_uuid() where order_id = '${key}' and amount < 0`,
    )
    expect(await proof.again()).toContainEqual(
      expect.stringMatching(
        new RegExp(`^the order ${key} of round \\d was acknowledged and is there in part: 1, 0$`),
      ),
    )
  })

  it('what was written twice, and what was refused and is there', () => {
    const entry = { kind: 'edit', key: 'a', round: 2 } as const
    const write = 'the edit a of round 2 was'
    expect(verdict({ ...entry, state: 'sent' }, [2, 1])).toBe(
      `${write} in doubt and is there more than once: 2, 1`,
    )
    expect(verdict({ ...entry, state: 'refused' }, [1, 1])).toBe(`${write} refused and is there`)
    expect(verdict({ ...entry, state: 'sent' }, [1, 1])).toBeUndefined()
    expect(verdict({ ...entry, state: 'sent' }, [0, 0])).toBeUndefined()
  })
})
