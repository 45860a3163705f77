import { admin, me, owner } from '../support/attempt'
import { delivered, placing, pool } from './delivery-scene'
import { conditions, type SchemaMutant } from './mutant'

const LOW = 'select low_since is not null from private.benefit_delivery where benefit_id = :benefit'
const aside = (value: string) =>
  `select set_key_aside((select k.id from search_keys(:benefit) as k), ${value})`

const DUE = 'select private.due_shortages(now())'

/** When the admins are told that few keys are left, each condition changed (D31). */
export const lowPoolMutants: SchemaMutant[] = [
  ...conditions('begin_shortage', {
    'only few keys are a shortage': [
      'private.keys_left\\(p_benefit, v_mark\\) < v_mark',
      'true',
      owner('select private.begin_shortage(:benefit)', 'done', { before: pool(1), reads: [LOW, false] }),
    ],
    'a pool that is not in use is never short': [
      "\\n *and exists [^\\n]*'key'\\)",
      '',
      owner('select private.begin_shortage(:benefit)', 'done', {
        before: [...pool(0), "update benefits set delivery_method = 'manual' where id = :benefit"],
        reads: [LOW, false],
      }),
    ],
  }),
  ...conditions('end_shortage', {
    'a shortage lasts while few keys are left': [
      ' AND \\(private.keys_left\\([^;]*',
      ')',
      owner('select private.end_shortage(:benefit)', 'done', {
        before: [...pool(0), 'update private.benefit_delivery set low_since = now()'],
        reads: [LOW, true],
      }),
    ],
  }),
  ...conditions('due_shortages', {
    'a pool is short once a key was delivered': [
      'd\\.key_id IS NOT NULL',
      'false',
      owner(DUE, 'done', {
        before: [...delivered(), 'delete from private.available_keys'],
        reads: [LOW, true],
      }),
    ],
    'a pool is short once a key was put aside': [
      'k\\.quarantined_at IS NOT NULL',
      'false',
      owner(DUE, 'done', {
        before: [
          ...pool(1),
          'delete from private.available_keys',
          'update private.delivery_keys set quarantined_at = now()',
        ],
        reads: [LOW, true],
      }),
    ],
    'a shortage that an undo ended is over': [
      'SELECT private.end_shortage[^;]*;',
      'SELECT 1;',
      owner(DUE, 'done', {
        before: [...pool(1), 'update private.benefit_delivery set low_since = now()'],
        reads: [LOW, false],
      }),
    ],
    'a pool that no key has left is new': [
      '\\(\\(EXISTS',
      '((NOT EXISTS',
      owner(DUE, 'done', { before: pool(0), reads: [LOW, false] }),
    ],
  }),
  ...conditions('set_key_aside', {
    'the last key that is put aside is noted': [
      'perform private.begin_shortage\\(v_key.benefit_id\\);',
      '',
      admin(aside('true'), 'done', { before: pool(1), reads: [LOW, true] }),
    ],
    'a key that an order is taking stays out of the pool': [
      'v_key.quarantined_at is not null then\\s+insert',
      'true then insert',
      admin(aside('false'), 'done', {
        before: [...pool(1), 'delete from private.available_keys'],
        reads: ['select count(*)::int from private.available_keys', 0],
      }),
    ],
    'a restored key ends the shortage': [
      'perform private.end_shortage\\(v_key.benefit_id\\);',
      '',
      admin(aside('false'), 'done', {
        before: [
          ...pool(1),
          'delete from private.available_keys',
          'update private.delivery_keys set quarantined_at = now()',
          'update private.benefit_delivery set low_since = now()',
        ],
        reads: [LOW, false],
      }),
    ],
  }),
  ...conditions('add_delivery', {
    'the last keys are noted once': [
      'v_source.low_since is null',
      'false',
      me(placing, 'done', {
        before: pool(1),
        reads: [LOW, true],
      }),
    ],
  }),
]
