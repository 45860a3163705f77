import type { Query } from './world'

type Result = { error: unknown; data?: unknown }

/** The error code as the app reads it: the message of a PT state, else the code of Postgres or the REST layer. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return (code?.startsWith('PT') ? message : code) ?? 'unknown'
}

/** The error code of a client call, or the number of rows it returned. */
export function outcomeOf({ error, data }: Result): string | number {
  if (error) return codeOf(error)
  return Array.isArray(data) ? data.length : data === null || data === undefined ? 0 : 1
}

/** The error code of an SQL statement, or 'done'. */
export async function sqlOutcome(work: Promise<unknown>, nameOf = codeOf): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    return nameOf(error)
  }
}

/** The same within a transaction that continues after an error. */
export async function tryStatement(
  sql: Query,
  text: string,
  values?: unknown[],
  nameOf = codeOf,
): Promise<string> {
  await sql('savepoint attempt')
  const result = await sqlOutcome(sql(text, values), nameOf)
  await sql(result === 'done' ? 'release savepoint attempt' : 'rollback to savepoint attempt')
  return result
}
