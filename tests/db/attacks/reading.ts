import type { Attack } from './attack.ts'
import { table } from './table.ts'

/** Ways around the RLS policies, which the matrix tests: embedding, filters, sorting, counts, formats and SQL. */
export const reading: Attack[] = table(
  {},
  `
  200 [] | GET orders?or=(user_id.eq.{victim},user_id.is.null,id.is.null) | filter with or
  200 [] | GET profiles?not.and=(id.eq.{mallory},id.eq.{mallory}) | negated filter
  4xx | GET benefits?select=id,orders(id,user_id,customer_email)&id=eq.{benefit}&orders.user_id=not.is.null&orders.limit=50 | buyers of a benefit
  4xx | GET benefits?select=id,orders!inner(user_id)&orders.user_id=eq.{victim} | benefits by buyer
  4xx | GET benefits?select=id,orders(id)&order=orders(customer_email).desc | benefits sorted by buyer
  4xx | GET benefits?select=id,...orders(customer_email)&id=eq.{benefit} | benefits with spread buyers
  4xx | GET orders?select=id,profiles(*)&profiles.id=not.is.null | profiles through own orders
  4xx | GET profiles?select=id,redeem_codes(*),invite_codes(*) | codes through the own profile
  4xx | GET token_transactions?select=id,redeem_codes(code) | codes through the own ledger
  200 [] | GET benefits?is_active=is.false | inactive benefits by their flag
  200 [] | GET redeem_codes?is_used=is.false&order=created_at.desc | unused token codes, sorted
  200 [] | GET invite_codes?code=like.C* | invite codes by a pattern
  200 [] | GET invite_codes?code=match.^C | invite codes by a regular expression
  200 | GET invite_codes | invite codes as CSV |  | {"accept":"text/csv"}
  200 | GET orders?id=neq.{order.mallory} | orders as CSV |  | {"accept":"text/csv"}
  4xx | GET profiles | query plan |  | {"accept":"application/vnd.pgrst.plan+json; options=analyze|verbose|buffers"}
  4xx | GET profiles | query plan as text |  | {"accept":"application/vnd.pgrst.plan"}
  4xx, 200 1 rows | GET profiles?select=current_tokens.sum(),count() | sums over all profiles
  4xx | GET /rest/v1/ | description of the API
  200 [] | GET profiles?select=email::text&email=eq.{victim.email} | cast
  4xx | GET profiles?select=id::text)%20from%20auth.users-- | SQL in a cast
  4xx | GET profiles?select=id%22%20from%20auth.users-- | SQL in a column
  4xx | GET profiles?order=(select%20encrypted_password%20from%20auth.users%20limit%201) | SQL in a sort
  200 [] | GET profiles?name=eq.'%20or%20true-- | SQL in a filter
  200 [] | GET profiles?name=in.(%22a%22,%22')%20or%20true--%22) | SQL in a list
  4xx | GET profiles?id%22%3D%22id%22--=eq.1 | SQL in a column name
  2xx [], 4xx | GET orders?limit=1;drop%20table%20orders&id=is.null | SQL in a limit
  200 [], 4xx | GET benefits?name=match.(x+x+)+y | regular expression with catastrophic backtracking
  200 [], 416 | GET profiles?id=neq.{mallory} | rows by a range |  | {"range-unit":"items","range":"0-999999"}
  200 [], 4xx | GET profiles?id=neq.{mallory} | a range that runs backwards |  | {"range-unit":"items","range":"9-0"}
  200 [], 4xx | GET profiles?id=neq.{mallory} | a range in bytes |  | {"range":"bytes=0-999999"}
  200 [] | GET profiles?select=a:email,b:name::text&id=eq.{victim} | columns under other names
  4xx, 200 [] | GET profiles?select=email::json&id=eq.{victim} | a cast that fails
  4xx | GET orders?select=id,customer(email,orders(*)) | an embedding of an embedding
  4xx, 200 [] | GET orders?select=id,customer!inner(email)&customer.email=eq.{victim.email} | orders by an embedded email
  4xx, 200 count 0 | GET profiles?id=neq.{mallory} | an estimated number of members |  | {"prefer":"count=estimated"}
  4xx | GET profiles | one object of many |  | {"accept":"application/vnd.pgrst.object+json;nulls=stripped","prefer":"count=planned"}
  200 count 0 | GET profiles?id=neq.{mallory} | number of members |  | {"prefer":"count=exact"}
  200 count 0 | GET orders?user_id=eq.{victim} | number of a member's orders |  | {"prefer":"count=exact"}
  200 count 0 | HEAD profiles?email=eq.{victim.email}&select=id | number of members with an email |  | {"prefer":"count=exact"}
  200 count 0 | HEAD invite_codes?is_used=is.false&select=id | number of unused invite codes |  | {"prefer":"count=exact"}
  200 count 0 | HEAD redeem_codes?code=eq.{code.token} | number of token codes by code |  | {"prefer":"count=exact"}
`,
)
