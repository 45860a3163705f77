import { accounts } from './accounts.ts'
import { benefits } from './benefits.ts'
import { codes } from './codes.ts'
import { deliveries } from './deliveries.ts'
import type { Operation } from './operation.ts'
import { orders } from './orders.ts'
import { people } from './people.ts'
import { reports } from './reports.ts'
import { settings } from './settings.ts'

/** Every operation of the product: the matrix, the races, the simulation and the crashes take theirs from here. */
export const operations: Operation[] = [
  ...orders,
  ...deliveries,
  ...reports,
  ...codes,
  ...people,
  ...benefits,
  ...accounts,
  ...settings,
]
