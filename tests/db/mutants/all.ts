import { cancellationMutants } from './cancellation'
import { catalogueMutants } from './catalogue'
import { codeUseMutants } from './code-uses'
import { conditionMutants } from './conditions'
import { deliveryMutants } from './delivery'
import { deliveryByHandMutants } from './delivery-by-hand'
import { deliveryConditionMutants } from './delivery-conditions'
import { deliveryFileMutants } from './delivery-files'
import { deskMutants } from './desk'
import { dueMutants } from './due'
import { explainMutants } from './explain'
import { hourlyLimitMutants } from './hourly-limits'
import { invitationMutants } from './invitations'
import { lateCreditMutants } from './late-credit'
import { listMutants } from './lists'
import { lowPoolMutants } from './low-pool'
import type { SchemaMutant } from './mutant'
import { notificationMutants } from './notifications'
import { operationMutants } from './operations'
import { outboxMutants } from './outbox'
import { peopleConditionMutants } from './people-conditions'
import { peopleOperationMutants } from './people-operations'
import { policyMutants } from './policies'
import { privacyMutants } from './privacy'
import { referralMutants } from './referrals'
import { refusalMutants } from './refusals'
import { rowMutants } from './rows'
import { secondFactorMutants } from './second-factors'
import { stockMutants } from './stock'
import { triggerMutants } from './triggers'
import { validRowMutants } from './valid-rows'
import { waitlistMutants } from './waitlist'

/** The guards of the database, removed one at a time. */
export const schemaMutants: SchemaMutant[] = [
  ...policyMutants,
  ...triggerMutants,
  ...rowMutants,
  ...validRowMutants,
  ...refusalMutants,
  ...catalogueMutants,
  ...stockMutants,
  ...secondFactorMutants,
  ...conditionMutants,
  ...peopleConditionMutants,
  ...peopleOperationMutants,
  ...outboxMutants,
  ...notificationMutants,
  ...dueMutants,
  ...deskMutants,
  ...lateCreditMutants,
  ...operationMutants,
  ...listMutants,
  ...explainMutants,
  ...cancellationMutants,
  ...deliveryMutants,
  ...deliveryConditionMutants,
  ...deliveryByHandMutants,
  ...lowPoolMutants,
  ...hourlyLimitMutants,
  ...deliveryFileMutants,
  ...referralMutants,
  ...invitationMutants,
  ...codeUseMutants,
  ...waitlistMutants,
  ...privacyMutants,
]
