import { conditionMutants } from './conditions'
import { deliveryMutants } from './delivery'
import { deliveryConditionMutants } from './delivery-conditions'
import { deliveryFileMutants } from './delivery-files'
import type { SchemaMutant } from './mutant'
import { outboxMutants } from './outbox'
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
  ...outboxMutants,
  ...deliveryMutants,
  ...deliveryConditionMutants,
  ...deliveryFileMutants,
]
