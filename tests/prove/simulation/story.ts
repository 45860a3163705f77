import fc from 'fast-check'
import { which } from '../operations/draw.ts'
import { operations } from '../operations/list.ts'
import type { Operation, Plan } from '../operations/operation.ts'

/** How a request is sent: as usual, or with a fault of the network or the database. */
const FAULTS = {
  none: 60,
  'answer lost, sent again': 9,
  'rolled back': 3,
  // A new connection costs as much as ten requests.
  'connection cut': 1,
  'sent twice at once': 6,
} as const
export type Fault = keyof typeof FAULTS

export type Step =
  | { kind: 'request'; plan: Plan; fault: Fault }
  | { kind: 'two'; plans: [Plan, Plan]; how: 'at once' | 'interleaved' }
  /** A person reads everything visible to them. */
  | { kind: 'read'; which: number }
  /** What is due for referrals in so many days. */
  | { kind: 'days'; days: number }
  /** The same request several times: a guess is limited (D10). */
  | { kind: 'guesses'; plan: Plan; times: number }

const weighted = <T>(list: { weight: number; arbitrary: fc.Arbitrary<T> }[]) => fc.oneof(...list)
const named = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`There is no operation "${name}"`)
  return found
}

/** One of these operations, by weight. */
export const planOf = (list: Operation[]): fc.Arbitrary<Plan> =>
  weighted(list.map(({ weight, draw }) => ({ weight, arbitrary: draw })))

export const plan = planOf(operations)

/** Two that likely want the same row. */
const meeting: fc.Arbitrary<[Plan, Plan]> = fc.oneof(
  ...operations.flatMap(({ draw, meets = [] }) => meets.map((name) => fc.tuple(draw, named(name).draw))),
)

const fault = weighted(
  Object.entries(FAULTS).map(([name, weight]) => ({ weight, arbitrary: fc.constant(name as Fault) })),
)

const stepOf = (plan: fc.Arbitrary<Plan>): fc.Arbitrary<Step> =>
  fc.oneof(
    { weight: 30, arbitrary: fc.record({ kind: fc.constant('request'), plan, fault }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('two'),
        plans: fc.oneof(fc.tuple(plan, plan), meeting),
        how: fc.constantFrom('at once', 'interleaved'),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('read'), which }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('days'), days: fc.constantFrom(6.5, 8, 8) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('guesses'),
        plan: fc.oneof(named('redeem a token code').draw, named('validate an invite code').draw),
        times: fc.integer({ min: 3, max: 14 }),
      }),
    },
  )

const storyOf = (plan: fc.Arbitrary<Plan>): fc.Arbitrary<Story> =>
  fc.record({
    members: fc.integer({ min: 2, max: 4 }),
    steps: fc.array(stepOf(plan), { minLength: 1, maxLength: 30, size: 'max' }),
  })

/** What happens in one seed: to how many members, and what. */
export const story = storyOf(plan)

/** The same, mostly of these operations. */
export const storyMostlyOf = (names: string[]) => storyOf(planOf(names.map(named)))

export type Story = { members: number; steps: Step[] }
