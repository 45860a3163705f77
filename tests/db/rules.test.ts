import { expect, it } from 'vitest'
import { cancellationRules } from './rules/cancellation'
import { catalogueRules } from './rules/catalogue'
import { codeUseRules } from './rules/code-uses'
import { conditionRules } from './rules/conditions'
import { deliveryRules } from './rules/delivery'
import { deliveryByHandRules } from './rules/delivery-by-hand'
import { deliveryConditionRules } from './rules/delivery-conditions'
import { deliveryFileRules } from './rules/delivery-files'
import { deskRules } from './rules/desk'
import { dueRules } from './rules/due'
import { explainRules } from './rules/explain'
import { hourlyLimitRules } from './rules/hourly-limits'
import { invitationRules } from './rules/invitations'
import { lateCreditRules } from './rules/late-credit'
import { listRules } from './rules/lists'
import { lowPoolRules } from './rules/low-pool'
import { notificationRules } from './rules/notifications'
import { operationRules } from './rules/operations'
import { outboxRules } from './rules/outbox'
import { peopleConditionRules } from './rules/people-conditions'
import { peopleOperationRules } from './rules/people-operations'
import { privacyRules } from './rules/privacy'
import { referralRules } from './rules/referrals'
import { refusalRules } from './rules/refusals'
import { rowRules } from './rules/rows'
import { secondFactorRules } from './rules/second-factors'
import { stockRules } from './rules/stock'
import { triggerRules } from './rules/triggers'
import { validRowRules } from './rules/valid-rows'
import { waitlistRules } from './rules/waitlist'
import { attempt } from './support/attempt'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()
const all = [
  ...cancellationRules,
  ...catalogueRules,
  ...codeUseRules,
  ...conditionRules,
  ...deliveryRules,
  ...deliveryByHandRules,
  ...deliveryConditionRules,
  ...deliveryFileRules,
  ...deskRules,
  ...dueRules,
  ...explainRules,
  ...hourlyLimitRules,
  ...invitationRules,
  ...lateCreditRules,
  ...listRules,
  ...lowPoolRules,
  ...notificationRules,
  ...operationRules,
  ...outboxRules,
  ...peopleConditionRules,
  ...peopleOperationRules,
  ...privacyRules,
  ...referralRules,
  ...refusalRules,
  ...rowRules,
  ...secondFactorRules,
  ...stockRules,
  ...triggerRules,
  ...validRowRules,
  ...waitlistRules,
]

it.each(all)('%s', (_, tries) => attempt(tries)(world))

it('tries every check and every unique index of the schema', async () => {
  const found = await world.sql<{ name: string }>(`
    select 'constraint ' || conname as name from pg_constraint
    where contype in ('c', 'u') and conrelid <> 0 and connamespace::regnamespace::text in ('public', 'private')
    union select 'constraint ' || c.relname from pg_index as i join pg_class as c on c.oid = i.indexrelid
    where i.indisunique and not i.indisprimary and c.relnamespace::regnamespace::text in ('public', 'private')`)
  const tried = new Set(all.map(([name]) => name))
  expect(found.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([])
})
