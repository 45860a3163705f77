import { conditionMutants } from './conditions'
import type { SchemaMutant } from './mutant'
import { peopleConditionMutants } from './people-conditions'
import { policyMutants } from './policies'
import { refusalMutants } from './refusals'
import { rowMutants } from './rows'
import { triggerMutants } from './triggers'

/** The guards of the database, removed one at a time. */
export const schemaMutants: SchemaMutant[] = [
  ...policyMutants,
  ...triggerMutants,
  ...rowMutants,
  ...refusalMutants,
  ...conditionMutants,
  ...peopleConditionMutants,
]
