import type { Query } from '../db/support/world.ts'

/** A caller of the matrix: a role with the claims of a token, and what is true while it calls. */
export type Actor = { name: string; role: string; id?: string; prepare?: string }

/** A verified authenticator of the account, which this session has not presented (D54). */
const factorOf = (id: string) => `
  insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, secret, created_at, updated_at)
  values (gen_random_uuid(), '${id}', 'Phone', 'totp', 'verified', 'JBSWY3DPEHPK3PXP', now(), now())`

/** The columns of the matrix, from the people of the demo data. `member` owns the rows that are called 'own'. */
export async function readActors(sql: Query): Promise<Actor[]> {
  const people = await sql<{ id: string; email: string }>(
    `select id, email from profiles order by created_at`,
  )
  const idOf = (email: string) => people.find((person) => person.email === email)?.id as string
  const [member, admin] = [idOf('member@guildhall.test'), idOf('admin@guildhall.test')]
  const [other] = await sql<{ id: string }>(
    `select id from profiles where role = 'user' and id <> $1 order by created_at, id limit 1`,
    [member],
  )
  const signedIn = { role: 'authenticated' }
  return [
    { name: 'anon', role: 'anon' },
    { name: 'member', ...signedIn, id: member },
    { name: 'other', ...signedIn, id: other?.id },
    {
      name: 'ended',
      ...signedIn,
      id: member,
      prepare: `
      update profiles set membership_start_date = now() - interval '2 years', membership_end_date = now() - interval '1 year' where id = '${member}'`,
    },
    { name: 'aal1', ...signedIn, id: member, prepare: factorOf(member) },
    { name: 'admin', ...signedIn, id: admin },
    { name: 'admin-aal1', ...signedIn, id: admin, prepare: factorOf(admin) },
    {
      name: 'admin-bare',
      ...signedIn,
      id: admin,
      prepare: `
      insert into app_settings (key, value) values ('require_second_factor', '1')`,
    },
    { name: 'service', role: 'service_role' },
  ]
}
