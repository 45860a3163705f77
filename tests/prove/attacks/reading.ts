import { type Attack, request } from './attack.ts'
import type { Scene } from './scene.ts'

const read = (
  name: string,
  query: string | ((scene: Scene) => string),
  expect: string,
  headers: Record<string, string> = {},
): Attack =>
  request(
    name,
    (scene) => ({
      as: 'mallory',
      path: `/rest/v1/${typeof query === 'string' ? query : query(scene)}`,
      headers,
    }),
    expect,
  )

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
const csv = { accept: 'text/csv' }
const plan = { accept: 'application/vnd.pgrst.plan+json; options=analyze|verbose|buffers' }

/** A member reads their own rows and the price list, whatever is embedded, filtered, sorted or counted. */
export const reading: Attack[] = [
  read("everybody's profile", others, '200 []'),
  read("a member's profile by id", ({ victim }) => `profiles?id=eq.${victim.id}`, '200 []'),
  read("a member's orders by id", ({ orders }) => `orders?id=eq.${orders.victim}`, '200 []'),
  read("a member's ledger", ({ victim }) => `token_transactions?account_id=eq.${victim.id}`, '200 []'),
  read(
    'a filter that is always true',
    ({ victim }) => `orders?or=(user_id.eq.${victim.id},user_id.is.null,id.is.null)`,
    '200 []',
  ),
  read(
    'a filter that is never true, denied',
    ({ mallory }) => `profiles?not.and=(id.eq.${mallory.id},id.eq.${mallory.id})`,
    '200 []',
  ),
  read(
    'those who bought a benefit',
    ({ benefit }) =>
      `benefits?select=id,orders(id,user_id,customer_email)&id=eq.${benefit.id}&orders.user_id=not.is.null&orders.limit=50`,
    '4xx',
  ),
  read(
    'benefits, by who bought them',
    ({ victim }) => `benefits?select=id,orders!inner(user_id)&orders.user_id=eq.${victim.id}`,
    '4xx',
  ),
  read(
    'benefits, sorted by who bought them',
    'benefits?select=id,orders(id)&order=orders(customer_email).desc',
    '4xx',
  ),
  read(
    'benefits, with their buyers spread out',
    ({ benefit }) => `benefits?select=id,...orders(customer_email)&id=eq.${benefit.id}`,
    '4xx',
  ),
  read('profiles through the own orders', 'orders?select=id,profiles(*)&profiles.id=not.is.null', '4xx'),
  read('codes through the own profile', 'profiles?select=id,redeem_codes(*),invite_codes(*)', '4xx'),
  read('codes through the own ledger', 'token_transactions?select=id,redeem_codes(code)', '4xx'),
  read('benefits that are not for sale', ({ hidden }) => `benefits?id=eq.${hidden.id}`, '200 []'),
  read('benefits that are not for sale, by the flag', 'benefits?is_active=is.false', '200 []'),
  read('token codes', 'redeem_codes', '200 []'),
  read('token codes, unused', 'redeem_codes?is_used=is.false&order=created_at.desc', '200 []'),
  read('invite codes', 'invite_codes', '200 []'),
  read('invite codes, guessed by pattern', 'invite_codes?code=like.C*', '200 []'),
  read('invite codes, guessed by a regular expression', 'invite_codes?code=match.^C', '200 []'),
  read('invite codes as a spreadsheet', 'invite_codes', '200', csv),
  read("everybody's orders as a spreadsheet", ({ orders }) => `orders?id=neq.${orders.mallory}`, '200', csv),
  read('the plan of a query', 'profiles', '4xx', plan),
  read('the plan of a query as text', 'profiles', '4xx', { accept: 'application/vnd.pgrst.plan' }),
  read('sums over everybody', 'profiles?select=current_tokens.sum(),count()', '4xx | 200 1 rows'),
  read('the description of the API', '', '4xx'),
  read(
    'a column by a cast',
    ({ victim }) => `profiles?select=email::text&email=eq.${victim.email}`,
    '200 []',
  ),
  read('SQL in a cast', 'profiles?select=id::text)%20from%20auth.users--', '4xx'),
  read('SQL in a column', 'profiles?select=id%22%20from%20auth.users--', '4xx'),
  read(
    'SQL in a sort',
    'profiles?order=(select%20encrypted_password%20from%20auth.users%20limit%201)',
    '4xx',
  ),
  read('SQL in a filter', `profiles?name=eq.'%20or%20true--`, '200 []'),
  read('SQL in a list', `profiles?name=in.(%22a%22,%22')%20or%20true--%22)`, '200 []'),
  read('SQL in the name of a column', 'profiles?id%22%3D%22id%22--=eq.1', '4xx'),
  read('SQL in a limit', 'orders?limit=1;drop%20table%20orders&id=is.null', '2xx [] | 4xx'),
  read('a regular expression without end', `benefits?name=match.(x+x+)+y`, '200 [] | 4xx'),
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
