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
    dropTrigger('profiles', 'profiles_serialize'),
    waits('delete from profiles where false'),
  ],
  [
    'turns: a benefit is deleted alone',
    dropTrigger('benefits', 'benefits_serialize'),
    waits('delete from benefits where false'),
  ],
  [
    'turns: a status waits for deletions',
    dropTrigger('orders', 'orders_serialize'),
    waits(`update orders set status = 'pending' where false`),
  ],
  [
    'turns: a login waits for deletions',
    // The trigger itself belongs to auth.
    {
      ...emptyFunction(
        'private.serialize_deletions()',
        'private.serialize_deletions() returns trigger language plpgsql',
        'return null;',
      ),
      takes: 'guildhall_serialize',
    },
    waits('delete from auth.users where false'),
  ],
  ...['redeem_codes', 'invite_codes'].map(
    (table): SchemaMutant => [
      `turns: one batch of ${table}`,
      dropTrigger(table, `${table}_serialize_batches`),
      waits(`insert into ${table} select * from ${table} where false`),
    ],
  ),
]
