import { adminClient } from './client.ts'
import {
  batch,
  charts,
  checkHistory,
  drawer,
  dryRun,
  entries,
  firstCode,
  fromMenu,
  invoice,
  keyboardSheet,
  newFactor,
  notifications,
  type Open,
  orderMenu,
  palette,
  person,
  press,
  refusedSignIn,
  report,
  reveal,
  selectedOrders,
  submitEmpty,
  submitted,
  unsubscribe,
  withFirst,
} from './openers.ts'

/** A screen, and what is opened on it in turn; each dialog is closed by Escape before the next. See `withId`. */
export type Screen = { path: string; heading: string | RegExp; opens?: Record<string, Open> }

/** The address of a path that ends in an order number or in the name of a benefit: with the id of that row. */
export async function withId(path: string): Promise<string> {
  const [, start, table, name, query = ''] = /^(.*\/(orders|benefits)\/)([A-Z][^?]+)(\?.*)?$/.exec(path) ?? []
  if (!name) return path
  const { client } = await adminClient()
  const found =
    table === 'orders'
      ? client.from('orders').select('id').eq('order_number', name)
      : client.from('benefits').select('id').eq('name', name)
  const { data } = await found.single().throwOnError()
  return `${start}${data.id}${query}`
}

/** A member with the widest possible name and order. */
export const long = { name: 'Wilhelmina-Konstantina Oberkirchenbach-Hohenstein', word: 'Unbroken'.repeat(12) }

const none = 'q=nothing+like+it'

export const publicScreens: Screen[] = [
  { path: '/', heading: /quiet club/ },
  { path: '/terms', heading: /Terms/ },
  { path: '/privacy', heading: /Privacy/ },
  { path: '/contact', heading: /Contact/ },
  {
    path: '/unsubscribe?token=cut',
    heading: 'Stop these emails?',
    opens: { 'a link that is not valid': unsubscribe },
  },
  { path: '/no-such-page', heading: 'Oops! Page not found' },
  { path: '/auth', heading: 'Get started' },
  {
    path: '/auth?mode=waitlist',
    heading: 'Get started',
    opens: { 'no address': submitted(/^Ask for an invitation/, 'Email') },
  },
  { path: '/auth?mode=forgot', heading: 'Reset your password' },
  { path: '/auth?mode=signin', heading: 'Welcome back', opens: { 'a refusal': refusedSignIn } },
  {
    path: '/auth?invite=WELCOME005',
    heading: 'Open your account',
    opens: { 'every field invalid': submitted(/^Create Account/, 'Full name') },
  },
  { path: '/auth/callback?token_hash=x&type=signup', heading: /./ },
]

export const memberScreens: Screen[] = [
  {
    path: '/dashboard',
    heading: /Tamsin/,
    opens: { notifications, redeem: press(/^Redeem .* tokens$/, /^Redeem /) },
  },
  {
    path: '/dashboard/benefits',
    heading: 'Browse Benefits',
    opens: { redeem: press(/^Redeem .* tokens$/, /^Redeem /) },
  },
  {
    path: '/dashboard/benefits/Board Deck Kit',
    heading: 'Board Deck Kit',
    opens: { redeem: press(/^Redeem .* tokens$/, /^Redeem /) },
  },
  { path: '/dashboard/benefits/Contour Image Studio', heading: 'Contour Image Studio' },
  { path: '/dashboard/benefits/none', heading: 'Benefit not found' },
  { path: '/dashboard/orders/ORD-000001', heading: 'Your key is ready', opens: { 'the key': reveal } },
  { path: '/dashboard/orders/ORD-000005', heading: 'Your link is ready' },
  {
    path: '/dashboard/orders/ORD-000013',
    heading: 'Cancelled, and 30 tokens are back',
    opens: { invoice: press(/^Open the invoice/, /^Invoice/) },
  },
  { path: '/dashboard/orders/ORD-000022', heading: 'Your file is ready', opens: { report } },
  { path: '/dashboard/orders/ORD-000039', heading: /^(Late|Arrives) by / },
  {
    path: '/dashboard/orders/ORD-000044',
    heading: /^(Late|Arrives) by /,
    opens: { cancel: press(/^Cancel order/, /^Cancel this order\?/) },
  },
  { path: '/dashboard/orders/none', heading: 'Order not found' },
  { path: '/dashboard/orders', heading: 'Order History', opens: { invoice, 'the menu': orderMenu } },
  { path: `/dashboard/orders?${none}`, heading: 'Order History' },
  { path: '/dashboard/transactions', heading: 'Token History', opens: { check: checkHistory } },
  { path: '/dashboard/transactions?statement=newest', heading: 'Statement of tokens' },
  { path: '/dashboard/redeem', heading: 'Redeem Codes' },
  { path: '/dashboard/no-such-page', heading: 'Oops! Page not found' },
  {
    path: '/dashboard/invite',
    heading: 'Invite a colleague',
    opens: { change: press(/^Change the invitation/, /^Change invitation/) },
  },
  {
    path: '/dashboard/profile',
    heading: 'Your Profile',
    opens: { password: press(/^Change password/, /./), devices: press(/^See where you are signed in/, /./) },
  },
  { path: '/dashboard/profile?tab=notifications', heading: 'Your Profile' },
  {
    path: '/dashboard/profile?tab=privacy',
    heading: 'Your Profile',
    opens: { delete: press(/^Delete my account/, /^Delete your account\?/) },
  },
]

export const adminScreens: Screen[] = [
  {
    path: '/dashboard/profile',
    heading: 'Your Profile',
    opens: { 'the second factor': press(/^Manage authenticators/, /^Second factor/), 'a key': newFactor },
  },
  {
    path: '/admin',
    heading: 'Overview',
    opens: {
      tables: charts,
      notifications,
      search: palette,
      'the entries of a number': drawer(/^Outstanding.*: /),
    },
  },
  {
    path: '/admin/benefits',
    heading: 'Benefits',
    opens: {
      edit: press(/^Edit/, /^Edit Benefit/),
      categories: press(/^Categories/, /^Categories/),
      delete: fromMenu(/^More for/, 'Delete', /^Delete/),
      'a price': withFirst('Change price', /^Change the price/, false),
      'every field invalid': submitEmpty('Add Benefit', 'Create New Benefit', 'Create benefit', 'Name'),
    },
  },
  { path: `/admin/benefits?${none}`, heading: 'Benefits' },
  {
    path: '/admin/benefits/Lantern Research?keys',
    heading: 'Lantern Research',
    opens: {
      'an import': press(/^Import keys/, /^Import keys/),
      'a key': press(/^Reveal/, /^Reveal a key/),
      'keys put aside': withFirst('Put aside', /^Put 1 key aside/),
    },
  },
  {
    path: '/admin/users',
    heading: 'User Management',
    opens: {
      edit: press(/^Edit/, /^Edit User/),
      'a grant': press(/^Grant tokens/, /^Grant tokens/),
      'a message': fromMenu(/^More for/, 'Send message', /^Message to/),
      'a longer membership': withFirst('Extend memberships', /^Extend 1 membership/),
    },
  },
  {
    path: '/admin/users?q=tamsin',
    heading: 'User Management',
    opens: {
      delete: fromMenu(/^More for/, 'Delete', /^Delete/),
      'make admin': fromMenu(/^More for/, 'Make Admin', /an admin\?$/),
    },
  },
  ...['orders', 'ledger', 'codes'].map((list) => ({
    path: `/admin/users?q=tamsin&show=${list}`,
    heading: 'User Management',
    opens: { [`a person's ${list}`]: person },
  })),
  {
    path: '/admin/orders',
    heading: 'Order Management',
    opens: {
      details: press('row', /^Order Details/),
      keys: keyboardSheet,
      'a view': press(/^Save view/, /^Save this view/),
    },
  },
  {
    path: '/admin/orders?status=waiting&sort=due',
    heading: 'Order Management',
    opens: { 'a dry run': dryRun, selected: selectedOrders },
  },
  { path: `/admin/orders?${none}`, heading: 'Order Management' },
  { path: '/admin/reports', heading: 'Reports', opens: { 'a report': press('row', /^Report R-/) } },
  { path: `/admin/reports?${none}`, heading: 'Reports' },
  {
    path: '/admin/token-codes',
    heading: 'Token Code Management',
    opens: {
      'a blank code': submitEmpty('Create Code', 'Create Code', 'Create Code', 'Code'),
      'a code': firstCode,
      'an import': press(/^Import CSV/, /^Import codes/),
    },
  },
  { path: '/admin/token-codes?tab=used', heading: 'Token Code Management' },
  { path: '/admin/invite-codes', heading: 'Invite Code Management', opens: { 'a batch': batch } },
  { path: '/admin/invite-codes?tab=used', heading: 'Invite Code Management' },
  {
    path: '/admin/invite-codes?view=invitations',
    heading: 'Invite Code Management',
    opens: { 'an invitation': firstCode },
  },
  {
    path: '/admin/invite-codes?view=waitlist',
    heading: 'Invite Code Management',
    opens: {
      approve: press(/^Approve all/, /^Approve/),
      decline: fromMenu(/^More for/, 'Decline', /^Decline/),
    },
  },
  { path: '/admin/invite-codes?view=waitlist&declined', heading: 'Invite Code Management' },
  { path: '/admin/email-branding', heading: 'Email Branding' },
  { path: '/admin/settings', heading: 'Settings' },
  { path: '/admin/announcements', heading: 'Announcements' },
  { path: '/admin/announcements?new', heading: 'New announcement' },
  { path: '/admin/payments', heading: 'Payments' },
  { path: '/admin/no-such-page', heading: 'Oops! Page not found' },
  { path: '/admin/activity', heading: 'Activity', opens: { 'before and after': entries } },
  {
    path: '/admin/activity?table=operations',
    heading: 'Activity',
    opens: { rows: press(/^See the rows/, /./) },
  },
  { path: `/admin/activity?${none}`, heading: 'Activity' },
]

/** The screens by the first parts of their paths; those with fewer than three screens together. */
export function together(screens: Screen[]): Map<string, Screen[]> {
  const noun = ({ path }: Screen) => /^\/(auth|(admin|dashboard)(\/[a-z-]+)?)?/.exec(path)?.[0] ?? ''
  const few = (name: string) => screens.filter((screen) => noun(screen) === name).length < 3
  const groups = new Map<string, Screen[]>()
  for (const screen of screens) {
    const name = few(noun(screen)) ? 'the other nouns' : noun(screen)
    groups.set(name, [...(groups.get(name) ?? []), screen])
  }
  return groups
}
