import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** Only `public` is exposed (C14); its functions, and the names in `private`, `auth` and `storage`, are in the matrix. */
export const schemas: Attack[] = table(
  {},
  `
  406 PGRST106 | GET pg_stat_statements | schema extensions |  | {"accept-profile":"extensions"}
  406 PGRST106 | GET pg_roles | schema pg_catalog |  | {"accept-profile":"pg_catalog"}
  406 PGRST106 | GET tables | schema information_schema |  | {"accept-profile":"information_schema"}
  406 PGRST106 | GET decrypted_secrets | schema vault |  | {"accept-profile":"vault"}
  406 PGRST106 | GET messages | schema realtime |  | {"accept-profile":"realtime"}
  406 PGRST106 | DELETE attempts | deleting counted guesses |  | {"content-profile":"private"}
  404 | GET auth.users | table by its qualified name
  404 | admin GET audit_log | table of another schema, as an admin
  404 | POST rpc/private.is_admin | function by its qualified name | {}
  4xx, 200 | POST /graphql/v1 | GraphQL | {"query":"{ profilesCollection { edges { node { email } } } }"}
  404 | admin POST rpc/make_first_admin | make_first_admin(), as an admin | {"p_email":"x@example.test"}
  404 | POST rpc/set_config | set_config() | {}
  404 | POST rpc/pg_read_file | pg_read_file() | {}
  404 | POST rpc/query_to_xml | query_to_xml() | {}
  404 | POST rpc/dblink | dblink() | {}
  404 | POST rpc/crypt | crypt() | {}
  404 | anonymous POST rpc/pg_sleep | pg_sleep() | {"seconds":5}
`,
)
