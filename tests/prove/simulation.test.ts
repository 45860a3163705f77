import { expect, it } from 'vitest'
import { changeFunction, dropTrigger, emptyFunction, type Removal, without } from '../db/support/mutation.ts'
import { ownWorld } from '../db/support/own-world.ts'
import { openGateway, proveSimulation, runSeed } from './simulation/prove.ts'

// Its own: each story demotes every other admin (D11).
const { backend, world } = await ownWorld()

it('matches the model in a hundred seeds', async () => {
  const tally = await proveSimulation(backend, { seed: 1, seeds: 100 })
  expect(tally.failures).toEqual([])
  expect(tally.held).toBe(100)
}, 300_000)

/** The report of the first seed that detects the missing rule. */
async function firstToNotice(rule: Removal, shorten = false): Promise<string | undefined> {
  const gateway = await openGateway(backend)
  let said: string | undefined
  await without(world.sql, rule, async () => {
    for (let seed = 1; !said && seed <= 100; seed++) said = await runSeed(gateway, seed, !shorten)
  })
  await gateway.close()
  return said
}

it.each<[what: string, rule: Removal, says: RegExp]>([
  [
    'the demotion of the last admin',
    dropTrigger('profiles', 'profiles_keep_last_admin_role'),
    /"rows 1", and by the model "last_admin"/,
  ],
  [
    'unlimited guesses',
    emptyFunction(
      'private.check_attempts',
      'private.check_attempts(p_kind text, p_caller text) returns void language plpgsql',
    ),
    /and by the model "rate_limited"/,
  ],
  [
    'a replacement of a key that was not read',
    changeFunction('private.next_report', 'p_delivery.read_at is not null', 'true'),
    /"replaced", and by the model "open"|pools, .* left is/,
  ],
  [
    'an order without its email',
    dropTrigger('orders', 'orders_emails_placed'),
    /emails, .* order_placed order \d+ email 1: it is not there, and by the model it is/,
  ],
  [
    'the kept address of a deleted person',
    dropTrigger('profiles', 'profiles_before_delete'),
    /and by the model "(cannot_delete_self|rows 0)"|orders, order \d+: email is "gift@example.test", and by the model null/,
  ],
])(
  'detects %s',
  async (_, rule, says) => {
    expect(await firstToNotice(rule)).toMatch(says)
  },
  120_000,
)

it('reports a failure in the fewest steps, and the same for the same seed', async () => {
  const rule = dropTrigger('profiles', 'profiles_guard')
  const said = await firstToNotice(rule, true)
  expect(said).toMatch(/^seed \d+: [^;]+\. Then [^;]+, and by the model [^;]+$/)
  expect(await firstToNotice(rule, true)).toBe(said)
}, 120_000)
