import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** The waitlist: nobody reads or decides but admins, and asking tells nothing (D44). */
export const waitlist: Attack[] = [
  ...table(
    {},
    `
  200 [] | GET waitlist | who waits, as a member
  200 count 0 | HEAD waitlist?select=id | how many wait, as a member |  | {"prefer":"count=exact"}
  422 invalid_email | anonymous POST rpc/request_invitation | two addresses in one | {"p_email":"a@b.test,c@d.test"}
  422 invalid_email | anonymous POST rpc/request_invitation | a header in an address | {"p_email":"a@b.test\\nBcc: c@d.test"}
  422 invalid_email | anonymous POST rpc/request_invitation | markup in an address | {"p_email":"<b>a</b>@b.test"}
  422 invalid_email | anonymous POST rpc/request_invitation | a megabyte as an address | {"p_email":"{x*1000000}@b.test"}
  406 undoable_guess | anonymous POST rpc/request_invitation | a request that undoes its count | {"p_email":"a@b.test"} | {"prefer":"tx=rollback"}
  405 25006 | anonymous GET rpc/request_invitation?p_email=a@b.test | a request without a count`,
  ),
]
