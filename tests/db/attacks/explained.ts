import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** The search for everything, and the rows behind numbers, by members and visitors (D48). */
export const explained: Attack[] = [
  ...table(
    {},
    `
  200 [] | POST rpc/search_everything | another member by name | {"p_term":"{victim.name}"}
  200 [] | POST rpc/search_everything | another member by email | {"p_term":"{victim.email}","p_all":null}
  200 [] | POST rpc/search_everything | an inactive benefit | {"p_term":"{hidden.name}"}
  200 [] | POST rpc/search_everything | a code by its end | {"p_term":"{code.token}"}
  200 [] | POST rpc/search_everything | patterns as a term | {"p_term":"%%"}
  200 [] | POST rpc/search_everything | SQL as a term | {"p_term":"' or true --"}
  400 search_too_long | POST rpc/search_everything | a term of one megabyte | {"p_term":"{a*1000000}"}
  400 unknown_number | POST rpc/explain_number | SQL as a number | {"p_number":"account_balance' or true --"}
  200 [] | POST rpc/explain_rows | SQL as a part | {"p_number":"account_entries","p_part":"x' or true --"}
  4xx, 200 [] | POST rpc/explain_rows | SQL as a time zone | {"p_number":"account_entries","p_part":"x","p_zone":"UTC' or true --","p_from":"2001-01-01"}
  400 22P02 | POST rpc/explain_rows | SQL as a key | {"p_number":"account_entries","p_key_value":"1) or (true","p_key_id":"{uuid}"}
`,
  ),
]
