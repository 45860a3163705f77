import type { Query } from './world'

type Answer = { error: unknown; data?: unknown }

/** The code of a failure as the app reads it: our own word for a PT state, else Postgres' or the REST layer's code. */
export function codeOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string }
  return (code?.startsWith('PT') ? message : code) ?? 'unknown'
}

/** What a client call came to: the code of its failure, or how many rows it answered with. */
export function outcome({ error, data }: Answer): string | number {
  if (error) return codeOf(error)
  return Array.isArray(data) ? data.length : data === null || data === undefined ? 0 : 1
}

/** What an SQL statement came to: the code of its failure, or 'done'. */
export async function sqlOutcome(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    return codeOf(error)
  }
}

/** The same inside a transaction that goes on after the failure. */
export async function tried(sql: Query, text: string, values?: unknown[]): Promise<string> {
  await sql('savepoint attempt')
  const result = await sqlOutcome(sql(text, values))
  await sql(result === 'done' ? 'release savepoint attempt' : 'rollback to savepoint attempt')
  return result
}
