/** A request by method and URL: `GET orders?*order=`; below /rest/v1/ unless it begins with a slash, `*` for anything, any end. */
export type Call = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} ${string}`

export function matcher(call: Call): { method: string; path: RegExp } {
  const [method = '', path = ''] = call.split(' ')
  const whole = path.startsWith('/') ? path : `/rest/v1/${path}`
  return { method, path: new RegExp(`^${whole.replace(/[.?]/g, '\\$&').replaceAll('*', '.*')}`) }
}

/** A call that reads: the screen that makes it, and what the screen says, beside 'Try again' and in a toast, when it fails; `safe`, what was not affected. */
export type Read = { call: Call; screen: string; name: string; message: string; toast?: string; safe: string }

/** `call | screen | name | message | toast | safe`; '=' is a toast with the same text. */
const table = (text: string): Read[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [call = '', screen = '', name = '', message = '', toast, safe = ''] = line.trim().split(' | ')
      return { call: call as Call, screen, name, message, toast: toast === '=' ? message : toast, safe }
    })

/** A page is opened at its addresses in this order. A part whose address ends in #then is read after another of its screen. {order} is an own order, {benefit} one of the catalogue. */
const memberReads = table(`
  GET profiles? | /dashboard/profile | own profile | Failed to fetch profile
  GET notification_preferences? | /dashboard/profile?tab=notifications | own preferences | Your choices could not be loaded. |  | You are notified as before.
  GET token_transactions?*limit=5 | /dashboard | recent transactions | Recent transactions could not be loaded. |  | Your tokens are not affected.
  GET token_transactions?*limit=201 | /dashboard | line of the balance | The line could not be loaded.
  POST rpc/my_totals | /dashboard | totals of the dashboard | The total could not be loaded.
  POST rpc/my_totals | /dashboard | sums beside the balance | Received and spent could not be loaded.
  POST rpc/explain_number | /dashboard?explain=account_spent | sum of an own number | The sum could not be loaded.
  POST rpc/explain_rows | /dashboard?explain=account_spent | rows of an own number | The rows could not be loaded. |  | The number is not affected.
  GET rpc/browse_benefits | /dashboard | suggested benefits | Benefits could not be loaded. |  | Your tokens are not affected.
  GET rpc/browse_benefits | /dashboard/benefits | benefits | Failed to load benefits. Please try again. | = | Your tokens are not affected.
  GET benefits?*&id=eq. | /dashboard/benefits/{benefit} | one benefit | This benefit could not be loaded. |  | Your tokens are not affected.
  GET rpc/benefit_facts | /dashboard/benefits/{benefit}#then | units left of a benefit | How many are left could not be loaded.
  GET orders?*status=in. | /dashboard | current orders | What is ready or under way could not be loaded. |  | Your orders are safe.
  GET orders?*benefit_id=eq. | /dashboard/benefits/{benefit}#then | own orders of a benefit | Your orders of this could not be loaded. |  | Your orders are safe.
  GET orders?*&id=eq. | /dashboard/orders/{order} | one own order | This order could not be loaded. |  | Your order is not affected.
  POST rpc/delivery_status | /dashboard/orders/{order}#then | delivery of an order | What was delivered could not be loaded. |  | It stays with your order.
  POST rpc/order_events | /dashboard/orders/{order}#then | events of an order | What happened could not be loaded. |  | Your order is not affected.
  GET orders?*order= | /dashboard/orders | own orders | Error: |  | Your orders are safe.
  GET token_transactions? | /dashboard/transactions | ledger | Your token history could not be loaded. |  | Your tokens are not affected.
  GET token_transactions?*created_at=gte. | /dashboard/transactions?statement=newest | entries of a statement | The statement could not be loaded. |  | Your tokens are not affected.
  POST rpc/my_totals | /dashboard/transactions | totals of the ledger | The totals could not be loaded. |  | Your tokens are not affected.
  GET token_transactions?*redeem_code_id | /dashboard/redeem | redeemed codes | Your redeemed codes could not be loaded. |  | Your tokens are not affected.
  POST rpc/my_invitations | /dashboard/invite | own invitations | Your invitations could not be loaded. |  | Nothing was sent or changed.
`)

/** {order} and {buyer} are an order and its buyer, {benefit} a benefit that delivers keys. */
const adminReads = table(`
  POST rpc/admin_counts | /admin | dashboard counts | Failed to load dashboard statistics. | = | The lists are still available from the menu.
  POST rpc/token_flow | /admin | tokens over time | Tokens over time could not be loaded. | Failed to load dashboard statistics. | The rest of the page is not affected.
  GET benefits? | /admin/benefits | benefits | Failed to load benefits | = | Nothing was changed.
  POST rpc/benefit_figures | /admin/benefits#then | figures of benefits | Orders and tokens per benefit could not be loaded. |  | The list itself is not affected.
  GET profiles?*order= | /admin/users | users | Failed to load users | = | Nothing was changed.
  POST rpc/search_profiles | /admin/users?q=tamsin | user search | Failed to load users | = | Nothing was changed.
  GET orders? | /admin/orders | orders | Failed to load orders | = | No order was changed.
  POST rpc/search_orders | /admin/orders?q=tamsin | order search | Failed to load orders | = | No order was changed.
  POST rpc/order_counts | /admin/orders | order counts | The counts could not be loaded. |  | The list below is not affected.
  POST rpc/key_counts | /admin/benefits/{benefit}#then | counts of keys | The counts of keys could not be loaded. |  | No key was changed.
  POST rpc/delivery_settings | /admin/benefits/{benefit} | delivery settings | Failed to load benefits | = | Nothing was changed.
  POST rpc/delivery_figures | /admin/benefits/{benefit}#then | delivery figures | The figures could not be loaded. |  | The settings are not affected.
  POST rpc/search_keys | /admin/benefits/{benefit}?keys#then | keys of a benefit | Failed to load keys | = | No key was changed.
  POST rpc/search_reports | /admin/reports | reports | Failed to load reports | = | No report was changed.
  POST rpc/report_counts | /admin/reports | report counts | The counts could not be loaded. |  | The list below is not affected.
  POST rpc/search_redeem_codes | /admin/token-codes | token codes | Failed to load redeem codes | = | No code was changed.
  POST rpc/code_counts | /admin/token-codes | token code counts | The counts could not be loaded. |  | The codes below are not affected.
  POST rpc/code_details | /admin/token-codes?code=00000000-0000-4000-8000-000000000000 | one code | Failed to load redeem codes | = | No code was changed.
  POST rpc/search_invite_codes | /admin/invite-codes | invite codes | Failed to load invite codes | = | No code was changed.
  GET app_settings? | /admin/email-branding | email logo | The logo could not be loaded. |  | Nothing was changed.
  POST rpc/activity | /admin/activity | activity | Failed to load activity | = | No records were lost.
  GET orders?*&id=eq. | /admin/orders?order={order} | one order | Failed to load orders | =
  POST rpc/order_history | /admin/orders?order={order}#then | order history | The history could not be loaded. |  | The order itself is not affected.
  POST rpc/person_figures | /admin/users?person={buyer}&show=orders | figures of a user | The figures could not be loaded. |  | The lists below are not affected.
  GET orders?*user_id=eq. | /admin/users?person={buyer}&show=orders | orders of a user | Failed to load orders |  | Nothing was changed.
  GET token_transactions?*account_id=eq. | /admin/users?person={buyer}&show=ledger | ledger of a user | Failed to load the ledger |  | Nothing was changed.
  GET token_transactions?*redeem_code_id | /admin/users?person={buyer}&show=codes | codes of a user | Failed to load redeem codes |  | Nothing was changed.
  POST rpc/person_reports | /admin/users?person={buyer}&show=reports | reports of a user | Failed to load the reports |  | Nothing was changed.
  POST rpc/person_notes | /admin/users?person={buyer}&show=notes | notes about a user | Failed to load the notes |  | Nothing was changed.
  POST rpc/person_messages | /admin/users?person={buyer}&show=messages | messages of a user | Failed to load the messages |  | Nothing was changed.
  POST rpc/explain_number | /admin?explain=emails.given_up | sum of a number | The sum could not be loaded.
  POST rpc/explain_rows | /admin?explain=emails.given_up | rows of a number | The rows could not be loaded. |  | The number is not affected.
  GET announcements? | /admin/announcements | announcements | The announcements could not be loaded. |  | Nothing was sent.
  GET app_settings? | /admin/settings | settings | The settings could not be loaded. |  | Nothing was changed.
  GET token_packs? | /admin/settings#then | token packs | The token packs could not be loaded. |  | Nothing was changed.
  POST rpc/admin_second_factors | /admin/settings#then | second factors of admins | The admins could not be loaded. |  | Nothing was changed.
`)

export const reads = [...memberReads, ...adminReads]
