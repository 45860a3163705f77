import { accounts } from './accounts.ts'
import { benefits } from './benefits.ts'
import { bulk } from './bulk.ts'
import { cancellations } from './cancellations.ts'
import { categories } from './categories.ts'
import { codes } from './codes.ts'
import { deletions } from './deletions.ts'
import { deliveries } from './deliveries.ts'
import { desk } from './desk.ts'
import { grants } from './grants.ts'
import { invitationChanges } from './invitation-changes.ts'
import { invitations } from './invitations.ts'
import { keys } from './keys.ts'
import { late } from './late.ts'
import { lifecycle } from './lifecycle.ts'
import { marks } from './marks.ts'
import { notes } from './notes.ts'
import { notices } from './notices.ts'
import { offers } from './offers.ts'
import type { Operation } from './operation.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { prices } from './prices.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'
import { waitlist } from './waitlist.ts'

/** Every operation of the product: the matrix, the races, the simulation and the crashes take theirs from here. */
export const operations: Operation[] = [
  ...orders,
  ...cancellations,
  ...bulk,
  ...deliveries,
  ...keys,
  ...desk,
  ...notes,
  ...late,
  ...reports,
  ...codes,
  ...lifecycle,
  ...invitations,
  ...invitationChanges,
  ...waitlist,
  ...people,
  ...grants,
  ...benefits,
  ...prices,
  ...categories,
  ...offers,
  ...accounts,
  ...deletions,
  ...settings,
  ...notices,
  ...marks,
]
