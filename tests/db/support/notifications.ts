import type { Person } from './people'
import type { Query, Row } from './world'

/** All notifications of a person in the app, oldest first. */
export function notificationsOf(sql: Query, { id }: { id: string }): Promise<Row[]> {
  return sql('select * from public.notifications where user_id = $1 order by created_at, id', [id])
}

/** The notifications of a person, in short: the kind with its data. */
export async function notificationKindsOf(
  sql: Query,
  person: { id: string },
): Promise<[kind: unknown, data: unknown][]> {
  return (await notificationsOf(sql, person)).map(({ kind, data }) => [kind, data] as [unknown, unknown])
}

export const setStatus = (admin: Person, order: string, status: string) =>
  admin.client.from('orders').update({ status }).eq('id', order).throwOnError()

/** What the person chooses about a group. */
export const setPreference = ({ client }: Person, kind: string, in_app: boolean, by_email: boolean) =>
  client.from('notification_preferences').upsert({ kind, in_app, by_email })

/** What the REST layer sets for a caller, in a transaction of the owner. */
export async function actAsClient(sql: Query, { id }: { id: string }): Promise<void> {
  await sql(`select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`, [
    JSON.stringify({ sub: id, role: 'authenticated' }),
  ])
}

/** Delivers something by hand. */
export async function deliver(
  admin: Person,
  id: string,
  content: { p_kind?: string; p_content?: string; p_message?: string },
) {
  const { data } = await admin.client.from('orders').select('updated_at').eq('id', id).single().throwOnError()
  const call = { p_order_id: id, p_updated_at: data.updated_at, ...content }
  await admin.client.rpc('deliver_order', call).throwOnError()
}
