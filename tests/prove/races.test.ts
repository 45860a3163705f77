import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { dropTrigger, type Removal, without } from '../db/support/mutation.ts'
import { createWorld, type World } from '../db/support/world.ts'
import type { Call } from './races/call.ts'
import type { Operation } from './races/operation.ts'
import { operations } from './races/plan.ts'
import { proveRaces } from './races/prove.ts'
import { roundsOf, runRounds } from './races/round.ts'
import { emptyTally } from './tally.ts'

// Its own: what is raced for stays behind.
let backend: Backend
let world: World
beforeAll(async () => {
  backend = await startBackend({ ephemeral: true, empty: true })
  world = createWorld(backend)
})
afterAll(async () => {
  await world.close()
  await backend.stop()
})

it('no pair and no triple is seen that no serial order explains', async () => {
  const tally = await proveRaces(backend, { pairs: 1, triples: 1, every: 12 })
  expect(tally.failures).toEqual([])
  expect(tally.held).toBeGreaterThan(500)
})

/** The function without one of its lines. */
function cut(signature: string, line: string): Removal {
  const definition = `pg_get_functiondef('${signature}'::regprocedure)`
  return {
    takes: signature,
    definition: `select ${definition} as text where ${definition} like '%' || $$${line}$$ || '%'`,
    apply: `do $do$ begin execute replace(${definition}, $$${line}$$, ''); end $do$`,
    restore: (text) => text,
  }
}

const HOLES: [name: string, hole: Removal, met: string[], seen: RegExp][] = [
  [
    'a code that works again',
    cut('private.redeem_code(text)', 'and not c.is_used'),
    ['mia redeems the code', 'noa redeems the code'],
    /no order of them has these answers/,
  ],
  [
    'two admins who do not queue',
    dropTrigger('profiles', 'profiles_serialize'),
    ['ada makes bea user', 'bea makes ada user'],
    /: done, .*: done; no order of them has these answers/,
  ],
  [
    'a name that stays in an entry',
    cut('private.profile_guard()', 'for key share'),
    [`ada edits mia's balance by 20`, 'bea deletes ada'],
    /: done, .*: done; no order of them ends so: ledger is .*Adjustment by ada/,
  ],
  [
    'a deletion that does not wait',
    dropTrigger('profiles', 'profiles_serialize'),
    ['bea sets cancelled', 'ada deletes mia'],
    /: 40P01.*; no order of them has these answers/,
  ],
]

it.each(HOLES)('sees %s', async (_, hole, met, seen) => {
  const list = met.map(operationOf)
  const tally = emptyTally(['', ''])
  await without(world.sql, hole, () => raced(list))
  expect(tally.failures).toEqual([expect.stringMatching(seen)])

  function raced(meeting: Operation[]) {
    const rounds = roundsOf(Array(300).fill(meeting), { seed: 1, alone: false })
    return runRounds(world, rounds, tally, 1, 1)
  }
})

it('sees two edits of a balance that do not look at what they change', async () => {
  const blind = ["ada edits mia's balance by 20", "bea edits mia's balance by -5"]
    .map(operationOf)
    .map((edit) => ({
      ...edit,
      call: (stage: Parameters<Operation['call']>[0]): Call => {
        const call = edit.call(stage)
        return 'where' in call ? { ...call, where: { id: call.where.id } } : call
      },
    }))
  const tally = emptyTally(['', ''])
  await runRounds(world, roundsOf([blind], { seed: 1, alone: false }), tally, 1)
  expect(tally.failures).toHaveLength(1)
})

function operationOf(name: string): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`there is no operation "${name}"`)
  return found
}
