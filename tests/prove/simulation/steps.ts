import fc from 'fast-check'
import { changingBenefits, creatingBenefits, removingBenefits } from './operations/benefits.ts'
import { creating, redeeming, validating } from './operations/codes.ts'
import { forging } from './operations/forging.ts'
import { changingEmails, endingLogins, signingUp } from './operations/logins.ts'
import { ordering, settingStatus } from './operations/orders.ts'
import { editingNames, editingTokens, removing, settingRoles } from './operations/people.ts'
import type { Plan } from './request.ts'

/** One thing that happens: a request, perhaps with a fault; two at once; or somebody reads everything. */
export type Step =
  | { kind: 'request'; plan: Plan; fault: Fault }
  | { kind: 'two'; plans: [Plan, Plan]; how: 'at once' | 'interleaved' }
  | { kind: 'read'; which: number }
  | { kind: 'guesses'; plan: Plan; times: number }

export type Fault = (typeof FAULTS)[number]
const FAULTS = [
  'none',
  'answer lost, sent again',
  'rolled back',
  'cut before the commit',
  'sent twice at once',
] as const

const plan: fc.Arbitrary<Plan> = fc.oneof(
  { weight: 7, arbitrary: ordering },
  { weight: 6, arbitrary: settingStatus },
  { weight: 5, arbitrary: redeeming },
  { weight: 4, arbitrary: editingTokens },
  { weight: 2, arbitrary: editingNames },
  { weight: 3, arbitrary: settingRoles },
  { weight: 2, arbitrary: removing },
  { weight: 3, arbitrary: changingBenefits },
  { weight: 1, arbitrary: creatingBenefits },
  { weight: 1, arbitrary: removingBenefits },
  { weight: 2, arbitrary: creating },
  { weight: 2, arbitrary: signingUp },
  { weight: 1, arbitrary: changingEmails },
  { weight: 1, arbitrary: endingLogins },
  { weight: 1, arbitrary: validating },
  { weight: 1, arbitrary: forging },
)

/** Those that are likely to want the same row. */
const meeting: fc.Arbitrary<[Plan, Plan]> = fc.oneof(
  fc.tuple(settingRoles, settingRoles),
  fc.tuple(settingRoles, removing),
  fc.tuple(settingStatus, settingStatus),
  fc.tuple(settingStatus, removing),
  fc.tuple(ordering, ordering),
  fc.tuple(ordering, changingBenefits),
  fc.tuple(ordering, editingTokens),
  fc.tuple(redeeming, redeeming),
  fc.tuple(redeeming, removing),
  fc.tuple(signingUp, signingUp),
  fc.tuple(changingEmails, removing),
)

const fault = fc.oneof(
  { weight: 60, arbitrary: fc.constant(FAULTS[0]) },
  { weight: 9, arbitrary: fc.constant(FAULTS[1]) },
  { weight: 3, arbitrary: fc.constant(FAULTS[2]) },
  // A new connection costs as much as ten requests.
  { weight: 1, arbitrary: fc.constant(FAULTS[3]) },
  { weight: 6, arbitrary: fc.constant(FAULTS[4]) },
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 30, arbitrary: fc.record({ kind: fc.constant('request'), plan, fault }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('two'),
      plans: fc.oneof(fc.tuple(plan, plan), meeting),
      how: fc.constantFrom('at once', 'interleaved'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('read'), which: fc.nat({ max: 11 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('guesses'),
      plan: fc.oneof(redeeming, validating),
      times: fc.integer({ min: 3, max: 14 }),
    }),
  },
)

/** What happens in one seed: to how many members, and what. */
export const story = fc.record({
  members: fc.integer({ min: 2, max: 4 }),
  steps: fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }),
})

export type Story = { members: number; steps: Step[] }
