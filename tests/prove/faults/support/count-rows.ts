import type { newMember } from '../../../e2e/support/members.ts'

export type Client = Awaited<ReturnType<typeof newMember>>['client']
type Table = 'benefits' | 'profiles' | 'redeem_codes' | 'invite_codes'

/** How many rows of a table have this value. */
export async function countRows(
  client: Client,
  table: Table,
  column: string,
  value: string,
): Promise<number> {
  const { data } = await client.from(table).select('id').eq(column, value).throwOnError()
  return data.length
}
