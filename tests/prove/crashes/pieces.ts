import type { Query } from '../../db/support/world.ts'
import { BATCH } from './admin-writes.ts'
import type { Entry, Kind } from './journal.ts'

const logged = (table: string, action: string, of = 'true') => `
  (select count(*) from private.audit_log as l
   where l.table_name = '${table}' and l.row_id = e.key and l.action = '${action}' and l.actor_id = e.actor and ${of})`

const ledger = (of: string) => `
  (select count(*) from token_transactions as t where t.account_id = e.account and t.amount = e.amount and ${of})`

/** What a write leaves, piece by piece: each is 1 if the write is there once, and 0 if it is not there at all (D1). */
const PIECES: Record<Kind, string[]> = {
  order: [
    `(select count(*) from orders as o where o.id = e.key::uuid and o.account_id = e.account and o.order_number is not null)`,
    ledger('t.order_id = e.key::uuid'),
  ],
  redemption: [
    `(select count(*) from redeem_codes as c where c.code = e.key and c.used_by = e.account and c.used_at is not null)`,
    ledger('t.redeem_code_id = (select id from redeem_codes where code = e.key)'),
  ],
  cancel: [
    `(select count(*) from orders as o where o.id = e.key::uuid and o.status = 'cancelled')`,
    `(select count(*) from token_transactions as t where t.order_id = e.key::uuid and t.transaction_type = 'refund')`,
    logged('orders', 'update', `l.after ->> 'status' = 'cancelled'`),
  ],
  edit: [
    ledger(`t.transaction_type = 'adjustment' and t.actor_id = e.actor`),
    logged(
      'profiles',
      'update',
      `(l.after ->> 'current_tokens')::int - (l.before ->> 'current_tokens')::int = e.amount`,
    ),
  ],
  batch: [
    `(select count(*)::float8 / ${BATCH} from redeem_codes as c where c.batch_id = e.key::uuid)`,
    logged('redeem_codes', 'insert', `(l.after ->> 'count')::int = ${BATCH}`),
  ],
  'sign-up': [
    '(select count(*) from auth.users as u where u.email = e.key)',
    '(select count(*) from profiles as p where p.email = e.key)',
    `(select count(*) from token_transactions as t join profiles as p on p.id = t.user_id
      where p.email = e.key and t.amount = e.amount and t.transaction_type = 'signup_bonus')`,
    '(select count(*) from invite_codes as i join profiles as p on p.id = i.used_by where p.email = e.key)',
  ],
  deletion: [
    '(select 1 - count(*) from profiles as p where p.id = e.key::uuid)',
    '(select 1 - count(*) from auth.users as u where u.id = e.key::uuid)',
    '(select count(*) from token_transactions as t where t.account_id = e.key::uuid and t.user_id is null)',
    logged('profiles', 'delete'),
  ],
}

/** How often each piece of each entry is in the database, in the order of the entries. */
export async function piecesOf(sql: Query, kind: Kind, entries: Entry[]): Promise<number[][]> {
  const rows = await sql<{ pieces: number[] }>(
    `select array[${PIECES[kind].join(', ')}]::float8[] as pieces
     from rows from (jsonb_to_recordset($1) as (key text, account uuid, amount int, actor uuid))
       with ordinality as e (key, account, amount, actor, at)
     order by at`,
    [JSON.stringify(entries)],
  )
  return rows.map(({ pieces }) => pieces)
}

export const kinds = Object.keys(PIECES) as Kind[]
