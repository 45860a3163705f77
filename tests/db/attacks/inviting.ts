import { freshCode } from '../support/rows.ts'
import type { Row } from '../support/world.ts'
import type { Scene } from './scene.ts'
import type { Ask } from './send.ts'

export const LOCAL = 'it would send emails'
export const rpc = (name: string, body: Row, as: Ask['as'] = 'mallory'): Ask => ({
  as,
  path: `/rest/v1/rpc/${name}`,
  body,
})
export const fresh = () => `${freshCode().toLowerCase()}@invited.test`
export const inviting = (emails: string[], more: Row = {}) => ({
  p_rows: emails.map((email) => ({ email })),
  p_dry_run: false,
  ...more,
})
export const states = (body: string) =>
  (JSON.parse(body) as { state: string }[]).map(({ state }) => state).join()

/** An address whose owner does not want invitations. */
export async function suppressed({ sql }: Scene, email: string): Promise<string> {
  await sql?.('insert into private.suppressed_addresses (mailbox_key) values (private.mailbox_key($1))', [
    email,
  ])
  return email
}

/** As many invitations for members as wanted, and none afterwards. */
export async function allowed(
  { sql }: Scene,
  quota: number,
  attack: () => Promise<string | undefined>,
): Promise<string | undefined> {
  const key = 'invitations_per_member'
  await sql?.(
    'insert into app_settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, String(quota)],
  )
  const complaint = await attack()
  await sql?.('delete from app_settings where key = $1', [key])
  return complaint
}

/** How many emails would go out to these addresses, whoever queued them. */
const MAILED = `select count(*)::int as n from private.outbox as o join invitations as i on i.code_id = o.cause_id
  where o.kind = 'invitation' and o.outcome is null and i.email = any ($1) and private.invitation_email_data(i.code_id) is not null`
export const mailed = async ({ sql }: Scene, emails: string[]) =>
  (await sql?.<{ n: number }>(MAILED, [emails]))?.[0]?.n

export const aged = ({ sql }: Scene) =>
  sql?.(`update invitations set queued_at = queued_at - interval '2 minutes'`)
export const idOf = async ({ sql }: Scene, email: string) =>
  (await sql?.<{ id: string }>('select code_id as id from invitations where email = $1', [email]))?.[0]?.id
