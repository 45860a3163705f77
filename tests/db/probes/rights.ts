import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { outcome, tried } from '../support/outcome'
import { createCast } from '../support/people'
import type { World } from '../support/world'

const TABLES = {
  profiles: 'id',
  token_transactions: 'id',
  benefits: 'id',
  orders: 'id',
  redeem_codes: 'id',
  invite_codes: 'id',
  app_settings: 'key',
}
/** No client can name anything in `private`, although it runs parts of it through the public wrappers. */
export async function privateCannotBeNamed(world: World): Promise<void> {
  const { owner, people } = await createCast(world)
  await world.undone(async (sql) => {
    for (const role of ['anon', 'authenticated', 'service_role']) {
      await sql(`set local role ${role}`)
      for (const name of [
        'private.is_admin()',
        'private.reconcile()',
        `private.make_first_admin('x')`,
        'private.apply_privileges()',
      ]) {
        expect(await tried(sql, `select ${name}`)).toBe('42501')
      }
      expect(await tried(sql, 'select * from private.attempts')).toBe('42501')
      expect(await tried(sql, 'select * from private.audit_log')).toBe('42501')
    }
  })
  expect(outcome(await owner.schema('private').rpc('is_admin'))).toBe('PGRST106')
  expect(outcome(await owner.rpc('is_admin'))).toBe('PGRST202')
  expect(outcome(await owner.rpc('make_first_admin', { p_email: people.owner.email }))).toBe('PGRST202')
  expect(outcome(await owner.from('profiles').select('id').eq('id', people.owner.id))).toBe(1)
}

/** Somebody who is not signed in reads and writes no table at all. */
export async function anonymousHasNoTable(world: World): Promise<void> {
  const { anonymous } = await createCast(world)
  for (const [table, key] of Object.entries(TABLES)) {
    const row = { [key]: randomUUID() }
    expect(outcome(await anonymous.from(table).select('*'))).toBe('42501')
    expect(outcome(await anonymous.from(table).insert(row))).toBe('42501')
    expect(outcome(await anonymous.from(table).update(row).match(row))).toBe('42501')
    expect(outcome(await anonymous.from(table).delete().match(row))).toBe('42501')
  }
  expect(outcome(await anonymous.rpc('launch_spots_left'))).toBe(1)
}

const TABLE_RIGHTS = `
  select grantee || ' ' || lower(privilege_type) || ' ' || table_name as right from information_schema.table_privileges
  where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC') order by 1`
const FUNCTION_RIGHTS = `
  select r.rolname || ' ' || n.nspname || '.' || p.proname as right
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace, pg_roles r
  where n.nspname in ('public', 'private', 'api_guard') and r.rolname in ('anon', 'authenticated', 'service_role')
    and has_function_privilege(r.oid, p.oid, 'execute') order by 1`

const COLUMN_RIGHTS = `
  select grantee || ' ' || lower(privilege_type) || ' ' || table_name || ': ' ||
    string_agg(column_name, ', ' order by column_name) as right
  from information_schema.column_privileges
  where table_schema in ('public', 'private') and privilege_type in ('INSERT', 'UPDATE')
    and grantee in ('anon', 'authenticated', 'service_role', 'PUBLIC')
  group by grantee, privilege_type, table_name order by 1`

/** Every right of a client is one that was given on purpose. */
export async function everyRightIsOnPurpose({ sql }: Pick<World, 'sql'>): Promise<void> {
  const read = async (query: string) => (await sql<{ right: string }>(query)).map(({ right }) => right)
  expect(await read(TABLE_RIGHTS)).toEqual([
    'authenticated delete benefits',
    'authenticated delete profiles',
    ...[
      'app_settings',
      'benefits',
      'invite_codes',
      'orders',
      'profiles',
      'redeem_codes',
      'token_transactions',
    ].map((table) => `authenticated select ${table}`),
  ])
  const snapshot = 'benefit_description, benefit_id, benefit_image_url, benefit_name, benefit_token_value'
  expect(await read(COLUMN_RIGHTS)).toEqual([
    'authenticated insert app_settings: key, value',
    'authenticated insert benefits: description, id, image_url, is_active, name, token_value',
    'authenticated insert invite_codes: batch_id, code, note',
    `authenticated insert orders: ${snapshot}, id, redemption_email, status, user_id`,
    'authenticated insert redeem_codes: batch_id, code, note, token_value',
    'authenticated update app_settings: key, value',
    'authenticated update benefits: description, image_url, is_active, name, token_value',
    'authenticated update orders: status, updated_at',
    'authenticated update profiles: adjustment_reason, current_tokens, name, phone, role',
  ])
  expect(await read(FUNCTION_RIGHTS)).toEqual([
    'anon api_guard.before_request',
    'anon private.launch_spots_left',
    'anon private.refuse_estimates',
    'anon private.validate_invite_code',
    'anon public.launch_spots_left',
    'anon public.validate_invite_code',
    'authenticated api_guard.before_request',
    'authenticated private.activity',
    'authenticated private.admin_counts',
    'authenticated private.benefit_figures',
    'authenticated private.code_counts',
    'authenticated private.count_activity',
    'authenticated private.count_codes',
    'authenticated private.count_orders',
    'authenticated private.count_profiles',
    'authenticated private.has_hidden',
    'authenticated private.has_visible',
    'authenticated private.is_admin',
    'authenticated private.is_code',
    'authenticated private.is_email',
    'authenticated private.is_member',
    'authenticated private.is_plain_text',
    'authenticated private.launch_spots_left',
    'authenticated private.mail_status',
    'authenticated private.normalize_code',
    'authenticated private.order_counts',
    'authenticated private.order_flow',
    'authenticated private.order_history',
    'authenticated private.pending_orders',
    'authenticated private.reconcile_for_admin',
    'authenticated private.redeem_code',
    'authenticated private.refuse_estimates',
    'authenticated private.search_codes',
    'authenticated private.search_orders',
    'authenticated private.search_profiles',
    'authenticated private.token_flow',
    'authenticated private.trim_text',
    'authenticated private.validate_invite_code',
    'authenticated public.activity',
    'authenticated public.admin_counts',
    'authenticated public.benefit',
    'authenticated public.benefit_figures',
    'authenticated public.code_counts',
    'authenticated public.count_activity',
    'authenticated public.count_codes',
    'authenticated public.count_orders',
    'authenticated public.count_profiles',
    'authenticated public.customer',
    'authenticated public.launch_spots_left',
    'authenticated public.mail_status',
    'authenticated public.my_totals',
    'authenticated public.order_counts',
    'authenticated public.order_flow',
    'authenticated public.order_history',
    'authenticated public.pending_orders',
    'authenticated public.reconcile',
    'authenticated public.redeem_code',
    'authenticated public.redeemer',
    'authenticated public.redeemer',
    'authenticated public.related_order',
    'authenticated public.search_invite_codes',
    'authenticated public.search_orders',
    'authenticated public.search_profiles',
    'authenticated public.search_redeem_codes',
    'authenticated public.token_flow',
    'authenticated public.validate_invite_code',
    'service_role api_guard.before_request',
    ...[
      'has_hidden',
      'has_visible',
      'is_code',
      'is_email',
      'is_plain_text',
      'normalize_code',
      'refuse_estimates',
      'trim_text',
    ].map((name) => `service_role private.${name}`),
  ])
}

/** Relationships: Postgres inlines only functions without settings. They run as their caller and qualify every name. */
const INLINED = ['customer', 'benefit', 'related_order', 'redeemer']

/** Every function has an empty search_path, except relationships and those of extensions. */
export async function everyFunctionHasASearchPath({ sql }: Pick<World, 'sql'>): Promise<void> {
  const functions = await sql<{ name: string; path: string | null }>(
    `
    select p.oid::regprocedure::text as name, (
      select setting from unnest(p.proconfig) as setting where setting like 'search_path=%') as path
    from pg_proc as p
    where p.proowner = 'postgres'::regrole and not exists (
      select from pg_depend as d where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
    and not (p.proname = any($1) and p.proretset and not p.prosecdef)`,
    [INLINED],
  )
  expect(functions.length).toBeGreaterThan(80)
  expect(functions.filter(({ path }) => path !== 'search_path=""').map(({ name }) => name)).toEqual([])
}
