import { type Attempt, owner } from '../support/attempt'

/** What the database does or refuses, and one attempt that shows it. */
export type Rule = [name: string, attempt: Attempt]

export const rules = (attempts: Record<string, Attempt>): Rule[] => Object.entries(attempts)

/** Attempts by the word that refuses them. */
export const refusals = (attempts: Record<string, Attempt>): Rule[] =>
  Object.entries(attempts).map(([word, refused]) => [
    `${refused.by ?? 'owner'} gets ${word}: ${[refused.sql].flat()[0]}`,
    { ...refused, result: refused.result ?? word },
  ])

/** Deletes the member. */
export const LEAVE = 'delete from profiles where id = :me'
export const CANCEL = `update orders set status = 'cancelled' where id = :order`
/** Of a code. */
export const REVOKED = `revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = 'Lost'`
export const BALANCE = 'select current_tokens from profiles where id = :me'

type Refused = string | string[] | Attempt

/** Rows that one check or unique index refuses, by its name; `before` makes what they need. */
export const constraints = (refused: Record<string, Refused>, before?: string[]): Rule[] =>
  Object.entries(refused).map(([name, rows]) => [
    `constraint ${name}`,
    typeof rows === 'object' && 'sql' in rows ? rows : owner(rows, name, { before }),
  ])

/** Sets the stock of the benefit. */
export const stocked = (stock: number) =>
  `insert into private.benefit_stock values (:benefit, ${stock})
   on conflict (benefit_id) do update set stock = excluded.stock`
export const count = (from: string) => `select count(*)::int from ${from}`
/** How many lines of the log an actor has of a row or batch; a trigger that is missing writes none. */
export const logged = (table: string, row: string, action = 'update'): [query: string, value: unknown] => [
  `select count(*)::int from private.audit_log
   where table_name = '${table}' and row_id = ${row} and action = '${action}' and at > now() - interval '1 minute'`,
  1,
]
/** The statement takes its turn, though it touches no row: it holds one lock that no row has. */
export const waits = (sql: string) =>
  owner(sql, 'done', {
    reads: [`select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`, 1],
  })
