import { expect, it } from 'vitest'
import { codeOf } from '../support/authenticator'
import { undoneAsAdmin } from './support/as-admin'
import { tried } from './support/outcome'
import { createAdmin, createMember, PASSWORD } from './support/people'
import { createBenefit, placeOrder } from './support/rows'
import { sharedWorld } from './support/shared-world'
import type { Query } from './support/world'

const world = sharedWorld()

/** Functions that refuse whoever is no admin: what they do is written in the catalogue. */
async function adminFunctions(sql: Query): Promise<{ call: string; changes: boolean; name: string }[]> {
  return sql(
    `select p.proname as name, p.provolatile = 'v' as changes, p.oid::regproc || '(' || (
       select coalesce(string_agg(case format_type(t, null) when 'text' then '''token''' else 'null' end || '::' || format_type(t, null), ', ' order by n), '')
       from unnest(p.proargtypes) with ordinality as a (t, n)
     ) || ')' as call
     from pg_proc as p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', p.oid, 'execute')
       and exists (
         select from pg_depend as d join pg_proc as inner_one on inner_one.oid = d.refobjid
         where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.refclassid = 'pg_proc'::regclass
           and inner_one.prosrc ~ 'private.(require_admin|begin_admin_write)')`,
  )
}

it('requires the second factor for every function by which admins change or reveal something', async () => {
  await undoneAsAdmin(world, async (sql) => {
    await sql(`insert into app_settings (key, value) values ('require_second_factor', '1')`)
    const functions = await adminFunctions(sql)
    expect(functions.filter(({ changes }) => changes).length).toBeGreaterThan(20)
    const results = []
    for (const { name, call, changes } of functions) {
      const refused = (await tried(sql, `select ${call}`)) === 'second_factor_required'
      results.push([name, refused, changes])
    }
    // What is stable cannot write, and but for these reveals nothing.
    const reveals = ['delivery_settings', 'revealed_key', 'key_import']
    const strict = (name: unknown, changes: unknown) => changes || reveals.includes(String(name))
    expect(results.filter(([name, refused, changes]) => refused !== strict(name, changes))).toEqual([])
    expect(await tried(sql, 'select reveal_key(0)')).toBe('second_factor_required')
  })
})

it('requires it to read the files that orders deliver', async () => {
  await undoneAsAdmin(world, async (sql, admin) => {
    await sql(`insert into app_settings (key, value) values ('require_second_factor', '1')`)
    await sql(`insert into storage.objects (bucket_id, name) values ('deliveries', 'secret.txt')`)
    await sql('set local role authenticated')
    const files = () => sql(`select name from storage.objects where bucket_id = 'deliveries'`)
    expect(await files()).toEqual([])
    await sql(
      `select set_config('request.jwt.claims', json_build_object('sub', $1::text, 'aal', 'aal2')::text, true)`,
      [admin.id],
    )
    expect(await files()).toContainEqual({ name: 'secret.txt' })
  })
})

it('finds no other way for admins to change anything', async () => {
  const [found] = await world.sql<{ functions: string[]; policies: string[] }>(
    `select array(
       select proname::text from pg_proc where pronamespace = 'private'::regnamespace and provolatile = 'v'
         and prosrc ~ 'is_admin\\(\\)|require_admin_to_read' and prosrc !~ 'require_admin\\(\\)|writes_as_admin|lacks_second_factor'
       order by 1
     ) as functions,
     array(
       select policyname::text from pg_policies where cmd <> 'SELECT' and concat(qual, with_check) ~ 'is_admin'
         and concat(qual, with_check) !~ 'writes_as_admin|lacks_second_factor' order by 1
     ) as policies`,
  )
  // The first is checked by the policy of its table; the others run after lock_invitation().
  const checked = ['code_before', 'check_resend', 'correct_invitation', 'log_invitation']
  const onlyLock = ['lock_invitations', 'notifications_lock', 'serialize_batches', 'serialize_deletions']
  expect(found?.functions).toEqual([...checked, ...onlyLock].sort())
  // Of other people's rows by profile_guard().
  expect(found?.policies).toEqual(['profiles: people update their own, admins all'])
})

it('requires it to resend, correct or revoke what an admin sent as admin, not what they sent as a member', async () => {
  await undoneAsAdmin(world, async (sql, admin) => {
    await sql(`insert into app_settings (key, value) values ('require_second_factor', '1')`)
    const results = []
    for (const source of ['admin', 'member']) {
      const [{ id } = {}] = await sql(
        `with c as (insert into invite_codes (code, email) values ($1, $2) returning id)
         insert into invitations (code_id, source, inviter_id, email, queued_at)
         select c.id, $3, $4, $2, now() - interval '1 hour' from c returning code_id as id`,
        [`FACTOR-${source}`.toUpperCase(), `${source}@factor.test`, source, admin.id],
      )
      for (const call of [
        `resend_invitation('${id}')`,
        `correct_invitation('${id}', 'x@factor.test')`,
        `revoke_invitation('${id}')`,
      ])
        results.push(await tried(sql, `select ${call}`))
    }
    expect(results).toEqual([...Array(3).fill('second_factor_required'), 'done', 'rate_limited', 'done'])
  })
})

it('leaves reading, and what every member may, to an admin without the second factor', async () => {
  await undoneAsAdmin(world, async (sql, admin) => {
    const [benefit, member] = [await createBenefit(world, { price: 5 }), await createMember(world)]
    await sql(`insert into app_settings (key, value) values ('require_second_factor', '1')`)
    await sql('set local role authenticated')
    const can = async (statement: string) => tried(sql, statement)
    expect(await can(`update profiles set name = 'New Name' where id = '${admin.id}'`)).toBe('done')
    expect(await can(`update profiles set role = 'user' where id = '${admin.id}'`)).toBe(
      'second_factor_required',
    )
    expect(
      await can(
        `insert into orders (user_id, benefit_id, redemption_email) values ('${admin.id}', '${benefit.id}', 'a@b.test')`,
      ),
    ).toBe('done')
    expect(await can('select pending_orders()')).toBe('done')
    expect(await can('select start_export()')).toBe('second_factor_required')
    expect((await sql('select from profiles')).length).toBeGreaterThan(1)
    expect(await can(`delete from profiles where id = '${member.id}'`)).toBe('second_factor_required')
    await sql(
      `select set_config('request.jwt.claims', json_build_object('sub', $1::text, 'aal', 'aal2')::text, true)`,
      [admin.id],
    )
    expect(await can('select reveal_key(0)')).not.toBe('second_factor_required')
    expect(await can('select start_export()')).toBe('done')
    expect(await can(`update app_settings set value = '0' where key = 'require_second_factor'`)).toBe('done')
  })
})

it('is set up, required and reset through the API', async () => {
  const [owner, other] = [
    await createAdmin(world, { session: true }),
    await createAdmin(world, { session: true }),
  ]
  const setUp = async ({ client }: typeof owner) => {
    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Telephone' })
    if (error) throw error
    const verified = await client.auth.mfa.challengeAndVerify({
      factorId: data.id,
      code: codeOf(data.totp.secret),
    })
    if (verified.error) throw verified.error
  }
  const require = ({ client }: typeof owner, value: string) =>
    client.from('app_settings').upsert({ key: 'require_second_factor', value })
  const order = await placeOrder(await createMember(world, { tokens: 100 }), await createBenefit(world))
  const process = ({ client }: typeof owner) =>
    client.from('orders').update({ status: 'processing' }).eq('id', order).select('id')
  expect((await require(owner, '1')).error).toMatchObject({
    code: 'PT403',
    message: 'second_factor_required',
  })
  await setUp(owner)
  try {
    expect((await require(owner, '1')).error).toBeNull()
    expect((await process(other)).error).toMatchObject({ code: 'PT403', message: 'second_factor_required' })
    expect((await other.client.rpc('pending_orders')).error).toBeNull()
    const reset = (by: typeof owner, of: typeof owner) =>
      by.client.rpc('reset_second_factor', { p_person: of.id })
    expect((await reset(other, owner)).error?.message).toBe('second_factor_required')
    await setUp(other)
    expect((await process(other)).data).toHaveLength(1)
    expect((await owner.client.rpc('second_factors_of', { p_person: other.id })).data).toBe(1)
    expect((await reset(owner, other)).error).toBeNull()
    expect((await other.client.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
    await other.client.auth.signInWithPassword({ email: other.email, password: PASSWORD })
    expect((await process(other)).error?.message).toBe('second_factor_required')
    expect((await require(other, '0')).error?.message).toBe('second_factor_required')
  } finally {
    await world.sql(`delete from app_settings where key = 'require_second_factor'`)
  }
})
