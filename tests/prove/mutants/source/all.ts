import type { Mutant } from '../mutant.ts'
import { benefits } from './benefits.ts'
import { catalogue } from './catalogue.ts'
import { codes } from './codes.ts'
import { deliveries } from './deliveries.ts'
import { errors } from './errors.ts'
import { lists } from './lists.ts'
import { money } from './money.ts'
import { notices } from './notices.ts'
import { sessions } from './sessions.ts'
import { waitlist } from './waitlist.ts'

/** The product's own rules, broken one at a time. */
export const sourceMutants: Mutant[] = [
  ...money,
  ...sessions,
  ...codes,
  ...lists,
  ...benefits,
  ...deliveries,
  ...catalogue,
  ...notices,
  ...waitlist,
  ...errors,
]
