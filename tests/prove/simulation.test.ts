import { expect, it } from 'vitest'
import { changeFunction, dropTrigger, emptyFunction, type Removal, without } from '../db/support/mutation.ts'
import { ownWorld } from '../db/support/own-world.ts'
import { openGateway, proveSimulation, runSeed } from './simulation/prove.ts'
import { storyMostlyOf } from './simulation/story.ts'

// Its own: each story demotes every other admin (D11).
const { backend, world } = await ownWorld()

it('matches the model in fifty seeds', async () => {
  const tally = await proveSimulation(backend, { seed: 1, seeds: 50 })
  expect(tally.failures).toEqual([])
  expect(tally.held).toBe(50)
}, 300_000)

/** The report of the first seed that detects the missing rule, in stories that are mostly of these operations. */
async function firstToNotice(
  rule: Removal,
  operations: string[],
  { shorten = false, first = 1 } = {},
): Promise<string | undefined> {
  const gateway = await openGateway(backend)
  const story = storyMostlyOf(operations)
  let said: string | undefined
  await without(world.sql, rule, async () => {
    for (let seed = first; !said && seed <= 50; seed++) said = await runSeed(gateway, seed, !shorten, story)
  })
  await gateway.close()
  return said
}

const paying = ['due_referrals', 'pay_referral'].map(
  (name) => `pg_get_functiondef('private.${name}'::regproc)`,
)
const sooner: Removal = {
  takes: paying.join(),
  definition: `select ${paying.join(` || ';' || `)} as text`,
  apply: `do $do$ begin ${paying.map((text) => `execute replace(${text}, '7 days', '6 days');`).join(' ')} end $do$`,
  restore: (text) => text,
}

it.each<[what: string, rule: Removal, operations: string[], says: RegExp]>([
  [
    'the demotion of the last admin',
    dropTrigger('profiles', 'profiles_keep_last_admin_role'),
    ['change a role'],
    /"rows 1", and by the model "last_admin"/,
  ],
  [
    'unlimited guesses',
    emptyFunction(
      'private.check_attempts',
      'private.check_attempts(p_kind text, p_caller text) returns void language plpgsql',
    ),
    ['redeem a token code', 'validate an invite code'],
    /and by the model "rate_limited"/,
  ],
  [
    'a replacement of a key that was not read',
    changeFunction('private.next_report', 'p_delivery.read_at is not null', 'true'),
    ['place an order', 'read a delivery', 'report a delivery'],
    /"replaced", and by the model "open"|"open", and by the model "report_refused"|pools, .* left is/,
  ],
  [
    'an order without its email',
    dropTrigger('orders', 'orders_acknowledge'),
    ['place an order'],
    /emails, .* order_placed order \d+ email 1: it is not there, and by the model it is/,
  ],
  [
    'a bound code for another address',
    changeFunction('private.handle_new_user', 'coalesce\\(c.email = lower\\(new.email\\), true\\)', 'true'),
    ['send invitations', 'sign up'],
    /"rows 1", and by the model "invalid_invite_code"|invitations, guest of .*: it is there, and by the model it is not/,
  ],
  [
    'a referral bonus after six days',
    sooner,
    ['place an order'],
    /6.5 days pass. Then profiles, .*: tokens is/,
  ],
  [
    'the kept address of a deleted person',
    dropTrigger('profiles', 'profiles_before_delete'),
    ['place an order', 'delete a person'],
    /and by the model "(cannot_delete_self|rows 0)"|orders, order \d+: email is "gift@example.test", and by the model null/,
  ],
])(
  'detects %s',
  async (_, rule, operations, says) => {
    expect(await firstToNotice(rule, operations)).toMatch(says)
  },
  120_000,
)

it('reports a failure in the fewest steps, and the same for the same seed', async () => {
  const rule = dropTrigger('profiles', 'profiles_guard')
  const report = (first: number) =>
    firstToNotice(rule, ['forge rows', 'rename a person'], { shorten: true, first })
  const said = await report(1)
  expect(said).toMatch(/^seed \d+: [^;]+\. Then [^;]+, and by the model [^;]+$/)
  expect(await report(Number(said?.match(/\d+/)?.[0]))).toBe(said)
}, 120_000)
