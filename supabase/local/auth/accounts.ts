import { createHash, randomInt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { EmailDriver } from '@supabase/lite'
import type { Pool } from 'pg'
import type { Settings } from '../settings.ts'

export type Account = {
  id: string
  email: string
  confirmed: boolean
  confirmation_age: number
  recovery_age: number
}

/** The account with this address; the ages are the seconds since its last emails. */
export async function findAccount(pool: Pool, email: string): Promise<Account | undefined> {
  const { rows } = await pool.query<Account>(
    `select id, email, email_confirmed_at is not null as confirmed,
       coalesce(extract(epoch from now() - confirmation_sent_at), 'infinity')::float as confirmation_age,
       coalesce(extract(epoch from now() - recovery_sent_at), 'infinity')::float as recovery_age
     from auth.users where email = lower($1)`,
    [email],
  )
  return rows[0]
}

/** Sends a new confirmation link and forgets the old one; lite refuses to send a second one at all. */
export async function sendConfirmation(
  pool: Pool,
  mailer: EmailDriver,
  settings: Settings,
  siteUrl: string,
  account: Account,
): Promise<void> {
  const { subject, content_path } = settings.auth.email.template.confirmation
  const otp = String(randomInt(10 ** settings.auth.email.otp_length)).padStart(
    settings.auth.email.otp_length,
    '0',
  )
  const hash = createHash('sha256').update(`${account.email}${otp}`).digest('hex')
  await pool.query(
    'update auth.users set confirmation_token = $1, confirmation_sent_at = now() where id = $2',
    [hash, account.id],
  )
  const values: Record<string, string> = {
    Token: otp,
    TokenHash: hash,
    SiteURL: siteUrl,
    Email: account.email,
  }
  const fill = (text: string) =>
    text.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (all, name: string) => values[name] ?? all)
  await mailer.send({
    to: account.email,
    subject: fill(subject),
    html: fill(await readFile(content_path, 'utf8')),
  })
}
