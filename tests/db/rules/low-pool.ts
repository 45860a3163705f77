import { admin, me, owner } from '../support/attempt'
import { delivered, placing, pool } from './delivery-scene'
import { type Rule, rules } from './rule'

const LOW = 'select low_since is not null from private.benefit_delivery where benefit_id = :benefit'
const aside = (value: string) =>
  `select set_key_aside((select k.id from search_keys(:benefit) as k), ${value})`
const DUE = 'select private.due_shortages(now())'
/** When the admins are told that few keys are left, each condition changed (D31). */
export const lowPoolRules: Rule[] = [
  ...rules({
    'only few keys are a shortage': owner('select private.begin_shortage(:benefit)', 'done', {
      before: pool(1),
      reads: [LOW, false],
    }),
    'a pool that is not in use is never short': owner('select private.begin_shortage(:benefit)', 'done', {
      before: [...pool(0), "update benefits set delivery_method = 'manual' where id = :benefit"],
      reads: [LOW, false],
    }),
    'a shortage lasts while few keys are left': owner('select private.end_shortage(:benefit)', 'done', {
      before: [...pool(0), 'update private.benefit_delivery set low_since = now()'],
      reads: [LOW, true],
    }),
    'a pool is short once a key was delivered': owner(DUE, 'done', {
      before: [...delivered(), 'delete from private.available_keys'],
      reads: [LOW, true],
    }),
    'a pool is short once a key was put aside': owner(DUE, 'done', {
      before: [
        ...pool(1),
        'delete from private.available_keys',
        'update private.delivery_keys set quarantined_at = now()',
      ],
      reads: [LOW, true],
    }),
    'a shortage that an undo ended is over': owner(DUE, 'done', {
      before: [...pool(1), 'update private.benefit_delivery set low_since = now()'],
      reads: [LOW, false],
    }),
    'a pool that no key has left is new': owner(DUE, 'done', { before: pool(0), reads: [LOW, false] }),
    'the last key that is put aside is noted': admin(aside('true'), 'done', {
      before: pool(1),
      reads: [LOW, true],
    }),
    'a key that an order is taking stays out of the pool': admin(aside('false'), 'done', {
      before: [...pool(1), 'delete from private.available_keys'],
      reads: ['select count(*)::int from private.available_keys', 0],
    }),
    'a restored key ends the shortage': admin(aside('false'), 'done', {
      before: [
        ...pool(1),
        'delete from private.available_keys',
        'update private.delivery_keys set quarantined_at = now()',
        'update private.benefit_delivery set low_since = now()',
      ],
      reads: [LOW, false],
    }),
    'the last keys are noted once': me(placing, 'done', {
      before: pool(1),
      reads: [LOW, true],
    }),
  }),
]
