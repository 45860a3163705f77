import { adminMutants } from './admins'
import { conditionMutants } from './conditions'
import { memberMutants } from './members'
import type { SchemaMutant } from './mutant'
import { policyMutants } from './policies'
import { refusalMutants } from './refusals'
import { rowMutants } from './rows'
import { triggerMutants } from './triggers'
import { turnMutants } from './turns'

/** The safety net of the database, one guard less at a time. */
export const schemaMutants: SchemaMutant[] = [
  ...memberMutants,
  ...adminMutants,
  ...policyMutants,
  ...triggerMutants,
  ...turnMutants,
  ...rowMutants,
  ...refusalMutants,
  ...conditionMutants,
]
