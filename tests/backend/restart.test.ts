import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type Backend, startBackend } from '../../supabase/local/backend.ts'
import { connect, mailsTo, makeMember, PASSWORD, sql } from './support/backend.ts'

const data = mkdtempSync(join(tmpdir(), 'guildhall-restart-'))
let backend: Backend | undefined

afterAll(async () => {
  await backend?.stop()
  rmSync(data, { recursive: true })
})

const RIGHTS = `
  select n.nspname, c.relname as name, c.relacl::text as rights,
    (select array_agg(a.attname || a.attacl::text order by a.attname) from pg_attribute a
     where a.attrelid = c.oid and a.attacl is not null) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'S', 'v')
  union all
  select n.nspname, p.oid::regprocedure::text, p.proacl::text, null
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')
  union all
  select nspname, 'schema', nspacl::text, null from pg_namespace where nspname in ('public', 'private')
  order by 1, 2`

/** Who may do what, without the order in which it was granted. */
const rights = async (running: Backend) =>
  (await sql(running, RIGHTS)).map((row) => ({
    ...row,
    rights: String(row.rights).replace(/[{}]/g, '').split(',').sort(),
  }))

it("a restart changes nobody's rights, and sessions and mails last", async () => {
  backend = await startBackend({ data, empty: true })
  const { client } = await makeMember(backend, 'member@example.test')
  const { refresh_token } = (await client.auth.getSession()).data.session!
  const before = await rights(backend)
  const mails = await mailsTo(backend, 'member@example.test')
  await backend.stop()

  backend = await startBackend({ data, empty: true })
  expect(await rights(backend)).toEqual(before)
  expect(await mailsTo(backend, 'member@example.test')).toEqual(mails)
  const again = connect(backend)
  expect((await again.auth.refreshSession({ refresh_token })).error).toBeNull()
  const raised = await again
    .from('profiles')
    .update({ current_tokens: 1000 })
    .eq('name', 'Test Person')
    .select()
  expect(raised.error).not.toBeNull()
  const codes = await again.from('invite_codes').select()
  expect(codes.data).toEqual([])
  const signedIn = await connect(backend).auth.signInWithPassword({
    email: 'member@example.test',
    password: PASSWORD,
  })
  expect(signedIn.error).toBeNull()
})
