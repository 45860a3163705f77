import { expect, it } from 'vitest'
import { changeFunction, dropTrigger, type Removal, without } from '../db/support/mutation.ts'
import { ownWorld } from '../db/support/own-world.ts'
import type { Race } from './operations/operation.ts'
import { races } from './races/plan.ts'
import { proveRaces } from './races/prove.ts'
import { type Round, runRounds } from './races/round.ts'
import { emptyTally } from './tally.ts'

// Its own: the rows of the races stay.
const { backend, world } = await ownWorld()

it('finds a serial order for every three-hundredth pair and triple', async () => {
  const tally = await proveRaces(backend, { times: 1, everyPair: 300, everyTriple: 300 })
  expect(tally.failures).toEqual([])
  expect(tally.held).toBeGreaterThan(250)
})

/** The function without one of its lines. */
function cut(name: string, line: string): Removal {
  const definition = `pg_get_functiondef('private.${name}'::regproc)`
  return {
    takes: name,
    definition: `select ${definition} as text where ${definition} like '%' || $$${line}$$ || '%'`,
    apply: `do $do$ begin execute replace(${definition}, $$${line}$$, ''); end $do$`,
    restore: (text) => text,
  }
}

/** Of the same function. */
const both = (one: Removal, other: Removal): Removal => ({ ...one, apply: `${one.apply}; ${other.apply}` })

const turns = dropTrigger('profiles', 'profiles_serialize')

/** Also pauses at each row of an event, with the locks of the rows before it. */
const pausing = (hole: Removal, event: string, table: string): Removal => ({
  ...hole,
  apply: `${hole.apply};
    create function private.pause() returns trigger language plpgsql as
      'begin perform pg_sleep(0.4); return new; end';
    create trigger zz_pause before ${event} on ${table} for each row execute function private.pause()`,
  restore: (text) => `drop trigger zz_pause on ${table}; drop function private.pause(); ${text}`,
})

const HOLES: [name: string, hole: Removal, met: string[], seen: RegExp][] = [
  [
    'a code that works twice',
    cut('redeem_code', 'and not c.is_used'),
    ['mia redeems code', 'noa redeems code'],
    /no order of them has these answers/,
  ],
  [
    'a sign-up with a code that is being revoked',
    cut('handle_new_user', 'and not c.is_revoked'),
    ['ada revokes the invite', 'sam signs up'],
    /no order of them has these answers/,
  ],
  [
    'more invitations than a member has, sent at once',
    both(
      cut('send_invitations', 'perform private.lock_invitations();'),
      cut('send_invitations', 'perform private.lock_elsewhere(auth.uid());'),
    ),
    ['mia invites waiting', 'mia invites third and fourth'],
    /no order of them has these answers/,
  ],
  [
    'two demotions that are not serialized',
    turns,
    ['ada makes bea user', 'bea makes ada user'],
    /: rows 1, .*: rows 1; no order of them has these answers/,
  ],
  [
    'the name of a deleted admin in a ledger entry',
    cut('profile_guard', 'for key share'),
    [`ada edits mia's balance by 20`, 'bea deletes ada'],
    /: rows 1, .*: rows 1; no order of them ends so: ledger, .*Adjustment by ada/,
  ],
  [
    'a deletion that is not serialized',
    pausing(turns, 'update of status', 'orders'),
    ['bea sets cancelled', 'ada deletes mia'],
    /: 40P01.*; no order of them has these answers/,
  ],
  [
    'an answer by an admin who is being deleted',
    cut('begin_admin_write', 'perform private.wait_for_deletions();'),
    ['ada deletes bea', 'bea refunds the reported order'],
    /: rows 1, .*: rows 1; no order of them/,
  ],
  ...['set_key_aside', 'key_quarantine_lock'].map((name): (typeof HOLES)[number] => [
    `a lock of a key that keeps an order from referring to it (${name})`,
    pausing(
      changeFunction(`private.${name}`, 'for no key update', 'for update'),
      'insert',
      'private.deliveries',
    ),
    [
      'mia orders the last key as first',
      name === 'set_key_aside' ? 'bea puts the last key aside' : 'ada puts the keys aside',
    ],
    /: 40P01.*; no order of them has these answers/,
  ]),
  [
    'a lock of keys that stay in the pool',
    changeFunction('private.key_quarantine_lock', "<> \\(p_operation.state = 'undoing'\\)", 'is not null'),
    ['bea puts the keys back', 'mia orders the last key as first'],
    /: sold_out; no order of them has these answers/,
  ],
  [
    'two reports that each miss the other',
    cut('report_delivery', 'perform from private.key_batches where id = v_batch for update;'),
    ['noa reports another key', 'mia reports the key'],
    /no order of them ends so: pools, .* held is false/,
  ],
  [
    'a report of a replacement that its member has not seen',
    changeFunction('private.report_delivery', 'v_items <> \\([^)]*\\(\\*\\)[^)]*\\)', 'false'),
    ['mia reports the key', 'mia reports the key'],
    /: replaced, .*: open; no order of them has these answers/,
  ],
  [
    'the deletion of an account that locks it after its orders',
    pausing(changeFunction('private.carry_out_deletion', 'for update;', ';'), 'insert', 'private.farewells'),
    ['time deletes mia', 'mia places second'],
    /: 40P01.*; no order of them has these answers/,
  ],
  [
    'batches that are not serialized',
    pausing(dropTrigger('redeem_codes', 'redeem_codes_serialize_batches'), 'insert', 'redeem_codes'),
    ['ada makes a and b', 'bea makes b and a'],
    /: 40P01.*; no order of them has these answers/,
  ],
]

/** The second transaction begins while the first is open for `open[0]` ms. */
const race = (met: Race[], open: number[]): Round => {
  const ways = met.map((_, at) => ({ http: false, before: at * 150, open: open[at] ?? 0 }))
  return {
    name: 'overlapping',
    races: met,
    setting: { cancelled: false, held: false, alone: false, shared: false, leaving: true },
    ways,
  }
}

async function raced(met: Race[], open: number[]) {
  const tally = emptyTally(['', ''])
  await runRounds(backend, [race(met, open)], tally, 1)
  return tally.failures
}

it.each(HOLES)('detects %s', async (_, hole, met, seen) => {
  let failures: string[] = []
  await without(world.sql, hole, async () => {
    failures = await raced(met.map(named), [400, 0])
  })
  expect(failures).toEqual([expect.stringMatching(seen)])
})

it('detects two edits of a balance that do not compare it with what was seen', async () => {
  const blind = ["ada edits mia's balance by 20", "bea edits mia's balance by -5"].map(named).map(
    (edit): Race => ({
      ...edit,
      request: (stage) => {
        const request = edit.request(stage)
        const call =
          'update' in request.call ? { ...request.call, where: { id: stage.ids.mia } } : request.call
        return { ...request, call }
      },
    }),
  )
  expect(await raced(blind, [0, 0])).toHaveLength(1)
})

function named(name: string): Race {
  const found = races.find((race) => race.name === name)
  if (!found) throw new Error(`there is no race "${name}"`)
  return found
}
