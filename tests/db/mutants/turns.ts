import { attempt } from '../support/attempt'
import { dropTrigger, emptyFunction } from '../support/mutation'
import type { SchemaMutant } from './mutant'

/** The statement, though it touches no row, waits for its turn: it holds one lock that no row has. */
const waits = (say: string) =>
  attempt({
    say,
    comes: 'done',
    reads: [`select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`, 1],
  })

/** What is done one after the other, so that no two wait for each other; the races show what for. */
export const turnMutants: SchemaMutant[] = [
  [
    'turns: a person is deleted alone',
    dropTrigger('profiles', 'profiles_take_turns'),
    waits('delete from profiles where false'),
  ],
  [
    'turns: a benefit is deleted alone',
    dropTrigger('benefits', 'benefits_take_turns'),
    waits('delete from benefits where false'),
  ],
  [
    'turns: a status waits for deletions',
    dropTrigger('orders', 'orders_take_turns'),
    waits(`update orders set status = 'pending' where false`),
  ],
  [
    'turns: a login waits for deletions',
    // The trigger itself belongs to auth.
    {
      ...emptyFunction(
        'private.take_turns()',
        'private.take_turns() returns trigger language plpgsql',
        'return null;',
      ),
      takes: 'guildhall_take_turns',
    },
    waits('delete from auth.users where false'),
  ],
  ...['redeem_codes', 'invite_codes'].map(
    (table): SchemaMutant => [
      `turns: one batch of ${table}`,
      dropTrigger(table, `${table}_one_batch`),
      waits(`insert into ${table} select * from ${table} where false`),
    ],
  ),
]
