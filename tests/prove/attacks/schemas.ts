import { type Attack, request } from './attack.ts'

const schema = (name: string, table: string): Attack =>
  request(
    `the schema ${name}`,
    { as: 'mallory', path: `/rest/v1/${table}`, headers: { 'accept-profile': name } },
    '406 PGRST106',
  )
const call = (name: string, body: object = {}, as: 'mallory' | 'anonymous' | 'admin' = 'mallory'): Attack =>
  request(`${name}() as ${as}`, { as, path: `/rest/v1/rpc/${name}`, body }, '404')
const forAdmins = (name: string, body: object = {}): Attack =>
  request(`${name}() as a member`, { as: 'mallory', path: `/rest/v1/rpc/${name}`, body }, '403 not_admin')

const HELPERS =
  `is_admin is_member post_tokens make_first_admin apply_privileges check_attempts count_attempt caller_address
  normalize_code check_invite_code reconcile_for_admin page_ids order_insert handle_new_user refuse_write`.split(
    /\s+/,
  )
const POSTGRES =
  `pg_sleep set_config current_setting pg_read_file pg_ls_dir query_to_xml lo_import pg_terminate_backend
  dblink version crypt gen_salt similarity nextval`.split(/\s+/)

/** Only `public` can be named, and in it only what is meant for clients (C14). */
export const schemas: Attack[] = [
  schema('private', 'audit_log'),
  schema('auth', 'users'),
  schema('storage', 'objects'),
  schema('extensions', 'pg_stat_statements'),
  schema('pg_catalog', 'pg_roles'),
  schema('information_schema', 'tables'),
  schema('vault', 'decrypted_secrets'),
  schema('realtime', 'messages'),
  request(
    'writing into private',
    {
      as: 'mallory',
      path: '/rest/v1/attempts',
      headers: { 'content-profile': 'private' },
      body: { kind: 'redeem_code', caller: 'x' },
    },
    '406 PGRST106',
  ),
  request(
    'deleting the guesses that were counted',
    { as: 'mallory', method: 'DELETE', path: '/rest/v1/attempts', headers: { 'content-profile': 'private' } },
    '406 PGRST106',
  ),
  request(
    'posting tokens by the schema of the function',
    ({ mallory }) => ({
      as: 'mallory',
      path: '/rest/v1/rpc/post_tokens',
      headers: { 'content-profile': 'private' },
      body: { p_account: mallory.id, p_type: 'purchase', p_amount: 1000, p_description: 'Mine' },
    }),
    '406 PGRST106',
  ),
  request('a table by its full name', { as: 'mallory', path: '/rest/v1/auth.users' }, '404'),
  request('a table of another schema', { as: 'admin', path: '/rest/v1/audit_log' }, '404'),
  request(
    'a function by its full name',
    { as: 'mallory', path: '/rest/v1/rpc/private.is_admin', body: {} },
    '404',
  ),
  request(
    'GraphQL',
    {
      as: 'mallory',
      path: '/graphql/v1',
      body: { query: '{ profilesCollection { edges { node { email } } } }' },
    },
    '4xx | 200',
  ),
  ...HELPERS.map((name) => call(name)),
  ...['is_admin', 'post_tokens', 'make_first_admin'].map((name) => call(name, {}, 'anonymous')),
  call('make_first_admin', { p_email: 'x@example.test' }, 'admin'),
  ...POSTGRES.map((name) => call(name)),
  call('pg_sleep', { seconds: 5 }, 'anonymous'),
  ...['reconcile', 'admin_counts', 'activity', 'search_profiles', 'order_counts', 'mail_status'].map((name) =>
    forAdmins(name),
  ),
  forAdmins('order_history', { p_order_id: '00000000-0000-4000-8000-000000000000' }),
  forAdmins('count_profiles', { p_search: '@' }),
  request(
    'redeem_code() by a visitor',
    { path: '/rest/v1/rpc/redeem_code', body: { p_code: 'ANY-CODE' } },
    '401 42501',
  ),
  request('reconcile() by a visitor', { path: '/rest/v1/rpc/reconcile', body: {} }, '401 42501'),
]
