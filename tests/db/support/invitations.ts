import { randomUUID } from 'node:crypto'
import type { Person } from './people'
import type { Row, World } from './world'

export const freshAddress = (name = 'guest') => `${name}-${randomUUID()}@example.test`

/** Sends invitations, and returns what became of each address. */
export async function invite(
  { client }: Pick<Person, 'client'>,
  emails: string[],
  more: Row = {},
): Promise<string[]> {
  const rows = emails.map((email) => ({ email }))
  const { data } = await client
    .rpc('send_invitations', { p_rows: rows, p_dry_run: false, ...more })
    .throwOnError()
  return (data as { state: string }[]).map(({ state }) => state)
}

/** The newest invitation of an address, with its code and the tokens of its links. */
export async function invitationOf(
  { sql }: World,
  email: string,
): Promise<Row & { code_id: string; code: string; token: string }> {
  const [row] = await sql(
    `select i.*, c.code, c.email as bound_to, private.invitation_token(i.code_id, i.email) as token
     from public.invitations as i join public.invite_codes as c on c.id = i.code_id
     where i.email = lower($1) order by i.created_at desc limit 1`,
    [email],
  )
  return row as Row & { code_id: string; code: string; token: string }
}

/** Lets time pass for an invitation: for how often it is sent again, and for what is remembered of its address. */
export async function ageInvitation({ sql }: World, codeId: string, interval: string): Promise<void> {
  await sql(
    `update public.invitations set queued_at = queued_at - $2::interval, addressed_at = addressed_at - $2::interval,
       opened_at = opened_at - $2::interval where code_id = $1`,
    [codeId, interval],
  )
  await sql(
    `update private.invited_mailboxes set invited_at = invited_at - $2::interval where code_id = $1`,
    [codeId, interval],
  )
}
