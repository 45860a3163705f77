import { outcomeOf } from './outcome'
import type { Person } from './people'
import type { Query, Row } from './world'

type Caller = Pick<Person, 'client'>

/** What a function of the database returns to a person; throws when it refuses. */
export const rpc = async ({ client }: Caller, name: string, args: Row = {}) =>
  (await client.rpc(name, args).throwOnError()).data

/** The code of a refusal, or the number of rows that the function returned. */
export const refusal = async ({ client }: Caller, name: string, args: Row = {}) =>
  outcomeOf(await client.rpc(name, args))

/** The first column of the first row. */
export const scalarOf = async (sql: Query, text: string, values?: unknown[]): Promise<unknown> =>
  Object.values((await sql(text, values))[0] ?? {})[0]

/** The first column of every row. */
export const columnOf = async <T = string>(sql: Query, text: string, values?: unknown[]): Promise<T[]> =>
  (await sql(text, values)).map((row) => Object.values(row)[0] as T)

/** Deletes a person as an admin does. */
export const deletePerson = ({ client }: Caller, { id }: { id: string }) =>
  client.from('profiles').delete().eq('id', id).throwOnError()
