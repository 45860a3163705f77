import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** Only `public` has a name, and in it only what is meant for clients (C14). */
export const schemas: Attack[] = table(
  {},
  `
  406 PGRST106 | GET audit_log | the schema private |  | {"accept-profile":"private"}
  406 PGRST106 | GET users | the schema auth |  | {"accept-profile":"auth"}
  406 PGRST106 | GET objects | the schema storage |  | {"accept-profile":"storage"}
  406 PGRST106 | GET pg_stat_statements | the schema extensions |  | {"accept-profile":"extensions"}
  406 PGRST106 | GET pg_roles | the schema pg_catalog |  | {"accept-profile":"pg_catalog"}
  406 PGRST106 | GET tables | the schema information_schema |  | {"accept-profile":"information_schema"}
  406 PGRST106 | GET decrypted_secrets | the schema vault |  | {"accept-profile":"vault"}
  406 PGRST106 | GET messages | the schema realtime |  | {"accept-profile":"realtime"}
  406 PGRST106 | POST attempts | writing into private | {"kind":"redeem_code","caller":"x"} | {"content-profile":"private"}
  406 PGRST106 | DELETE attempts | deleting the guesses that were counted |  | {"content-profile":"private"}
  406 PGRST106 | POST rpc/post_tokens | posting tokens by the schema of the function | {"p_account":"{mallory}","p_type":"purchase","p_amount":1000,"p_description":"Mine"} | {"content-profile":"private"}
  404 | GET auth.users | a table by its full name
  404 | admin GET audit_log | a table of another schema
  404 | POST rpc/private.is_admin | a function by its full name | {}
  4xx, 200 | POST /graphql/v1 | GraphQL | {"query":"{ profilesCollection { edges { node { email } } } }"}
  404 | POST rpc/is_admin | is_admin() as mallory | {}
  404 | POST rpc/is_member | is_member() as mallory | {}
  404 | POST rpc/post_tokens | post_tokens() as mallory | {}
  404 | POST rpc/make_first_admin | make_first_admin() as mallory | {}
  404 | POST rpc/apply_privileges | apply_privileges() as mallory | {}
  404 | POST rpc/check_attempts | check_attempts() as mallory | {}
  404 | POST rpc/count_attempt | count_attempt() as mallory | {}
  404 | POST rpc/caller_address | caller_address() as mallory | {}
  404 | POST rpc/normalize_code | normalize_code() as mallory | {}
  404 | POST rpc/check_invite_code | check_invite_code() as mallory | {}
  404 | POST rpc/reconcile_for_admin | reconcile_for_admin() as mallory | {}
  404 | POST rpc/page_ids | page_ids() as mallory | {}
  404 | POST rpc/order_insert | order_insert() as mallory | {}
  404 | POST rpc/handle_new_user | handle_new_user() as mallory | {}
  404 | POST rpc/refuse_write | refuse_write() as mallory | {}
  404 | anonymous POST rpc/is_admin | is_admin() as anonymous | {}
  404 | anonymous POST rpc/post_tokens | post_tokens() as anonymous | {}
  404 | anonymous POST rpc/make_first_admin | make_first_admin() as anonymous | {}
  404 | admin POST rpc/make_first_admin | make_first_admin() as admin | {"p_email":"x@example.test"}
  404 | POST rpc/pg_sleep | pg_sleep() as mallory | {}
  404 | POST rpc/set_config | set_config() as mallory | {}
  404 | POST rpc/current_setting | current_setting() as mallory | {}
  404 | POST rpc/pg_read_file | pg_read_file() as mallory | {}
  404 | POST rpc/pg_ls_dir | pg_ls_dir() as mallory | {}
  404 | POST rpc/query_to_xml | query_to_xml() as mallory | {}
  404 | POST rpc/lo_import | lo_import() as mallory | {}
  404 | POST rpc/pg_terminate_backend | pg_terminate_backend() as mallory | {}
  404 | POST rpc/dblink | dblink() as mallory | {}
  404 | POST rpc/version | version() as mallory | {}
  404 | POST rpc/crypt | crypt() as mallory | {}
  404 | POST rpc/gen_salt | gen_salt() as mallory | {}
  404 | POST rpc/similarity | similarity() as mallory | {}
  404 | POST rpc/nextval | nextval() as mallory | {}
  404 | anonymous POST rpc/pg_sleep | pg_sleep() as anonymous | {"seconds":5}
  403 not_admin | POST rpc/reconcile | reconcile() as a member | {}
  403 not_admin | POST rpc/admin_counts | admin_counts() as a member | {}
  403 not_admin | POST rpc/activity | activity() as a member | {}
  403 not_admin | POST rpc/search_profiles | search_profiles() as a member | {}
  403 not_admin | POST rpc/order_counts | order_counts() as a member | {}
  403 not_admin | POST rpc/mail_status | mail_status() as a member | {}
  403 not_admin | POST rpc/order_history | order_history() as a member | {"p_order_id":"00000000-0000-4000-8000-000000000000"}
  403 not_admin | POST rpc/count_profiles | count_profiles() as a member | {"p_search":"@"}
  401 42501 | anonymous POST rpc/redeem_code | redeem_code() by a visitor | {"p_code":"ANY-CODE"}
  401 42501 | anonymous POST rpc/reconcile | reconcile() by a visitor | {}
`,
)
