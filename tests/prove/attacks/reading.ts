import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'
import { table } from './table.ts'

/** How many rows the answer says there are, by the header of the count. */
const counted = (name: string, query: string | ((scene: Scene) => string), method = 'GET'): Attack =>
  request(
    name,
    (scene) => ({
      as: 'mallory',
      method,
      path: `/rest/v1/${typeof query === 'string' ? query : query(scene)}`,
      headers: { prefer: 'count=exact' },
    }),
    '200',
    { besides: ({ head }) => (/content-range: \*\/0/.test(head) ? undefined : `it counts: ${head}`) },
  )

const others = ({ mallory }: Scene) => `profiles?id=neq.${mallory.id}`

/** A member reads their own rows and the price list, whatever is embedded, filtered, sorted or counted. */
export const reading: Attack[] = [
  ...table(
    {},
    `
  200 [] | GET profiles?id=neq.{mallory} | everybody's profile
  200 [] | GET profiles?id=eq.{victim} | a member's profile by id
  200 [] | GET orders?id=eq.{order.victim} | a member's orders by id
  200 [] | GET token_transactions?account_id=eq.{victim} | a member's ledger
  200 [] | GET orders?or=(user_id.eq.{victim},user_id.is.null,id.is.null) | a filter that is always true
  200 [] | GET profiles?not.and=(id.eq.{mallory},id.eq.{mallory}) | a filter that is never true, denied
  4xx | GET benefits?select=id,orders(id,user_id,customer_email)&id=eq.{benefit}&orders.user_id=not.is.null&orders.limit=50 | those who bought a benefit
  4xx | GET benefits?select=id,orders!inner(user_id)&orders.user_id=eq.{victim} | benefits, by who bought them
  4xx | GET benefits?select=id,orders(id)&order=orders(customer_email).desc | benefits, sorted by who bought them
  4xx | GET benefits?select=id,...orders(customer_email)&id=eq.{benefit} | benefits, with their buyers spread out
  4xx | GET orders?select=id,profiles(*)&profiles.id=not.is.null | profiles through the own orders
  4xx | GET profiles?select=id,redeem_codes(*),invite_codes(*) | codes through the own profile
  4xx | GET token_transactions?select=id,redeem_codes(code) | codes through the own ledger
  200 [] | GET benefits?id=eq.{hidden} | benefits that are not for sale
  200 [] | GET benefits?is_active=is.false | benefits that are not for sale, by the flag
  200 [] | GET redeem_codes | token codes
  200 [] | GET redeem_codes?is_used=is.false&order=created_at.desc | token codes, unused
  200 [] | GET invite_codes | invite codes
  200 [] | GET invite_codes?code=like.C* | invite codes, guessed by pattern
  200 [] | GET invite_codes?code=match.^C | invite codes, guessed by a regular expression
  200 | GET invite_codes | invite codes as a spreadsheet |  | {"accept":"text/csv"}
  200 | GET orders?id=neq.{order.mallory} | everybody's orders as a spreadsheet |  | {"accept":"text/csv"}
  4xx | GET profiles | the plan of a query |  | {"accept":"application/vnd.pgrst.plan+json; options=analyze|verbose|buffers"}
  4xx | GET profiles | the plan of a query as text |  | {"accept":"application/vnd.pgrst.plan"}
  4xx, 200 1 rows | GET profiles?select=current_tokens.sum(),count() | sums over everybody
  4xx | GET /rest/v1/ | the description of the API
  200 [] | GET profiles?select=email::text&email=eq.{victim.email} | a column by a cast
  4xx | GET profiles?select=id::text)%20from%20auth.users-- | SQL in a cast
  4xx | GET profiles?select=id%22%20from%20auth.users-- | SQL in a column
  4xx | GET profiles?order=(select%20encrypted_password%20from%20auth.users%20limit%201) | SQL in a sort
  200 [] | GET profiles?name=eq.'%20or%20true-- | SQL in a filter
  200 [] | GET profiles?name=in.(%22a%22,%22')%20or%20true--%22) | SQL in a list
  4xx | GET profiles?id%22%3D%22id%22--=eq.1 | SQL in the name of a column
  2xx [], 4xx | GET orders?limit=1;drop%20table%20orders&id=is.null | SQL in a limit
  200 [], 4xx | GET benefits?name=match.(x+x+)+y | a regular expression without end
`,
  ),
  counted('the number of members', others),
  counted("the number of a member's orders", ({ victim }) => `orders?user_id=eq.${victim.id}`),
  counted(
    'the number of members with an email',
    ({ victim }) => `profiles?email=eq.${victim.email}&select=id`,
    'HEAD',
  ),
  counted('the number of unused invite codes', 'invite_codes?is_used=is.false&select=id', 'HEAD'),
  counted('the number of a token code', ({ codes }) => `redeem_codes?code=eq.${codes.token}`, 'HEAD'),
]
