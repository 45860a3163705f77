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

/**
 * A screen, and what is opened on it in turn; each dialog is closed by Escape before the next. See `withId`. What two screens share,
 * as an empty list or a dialog, is opened once.
 */
export type Screen = { path: string; heading: string | RegExp; opens?: Record<string, Open> }

type Row = [path: string, heading: string | RegExp, opens?: Record<string, Open>]
const below = (base: string, rows: Row[]): Screen[] =>
  rows.map(([path, heading, opens]) => ({ path: base + path, heading, opens }))

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

const none = '?q=nothing+like+it'
const redeem = press(/^Redeem .* tokens$/, /^Redeem /)

export const publicScreens = below('', [
  ['/', /quiet club/],
  ['/terms', /Terms/],
  ['/privacy', /Privacy/],
  ['/contact', /Contact/],
  ['/unsubscribe?token=cut', 'Stop these emails?', { 'a link that is not valid': unsubscribe }],
  ['/no-such-page', 'Oops! Page not found'],
  ['/auth', 'Get started'],
  ['/auth?mode=waitlist', 'Get started', { 'no address': submitted(/^Ask for an invitation/, 'Email') }],
  ['/auth?mode=forgot', 'Reset your password'],
  ['/auth?mode=signin', 'Welcome back', { 'a refusal': refusedSignIn }],
  [
    '/auth?invite=WELCOME005',
    'Open your account',
    { 'every field invalid': submitted(/^Create Account/, 'Full name') },
  ],
  ['/auth/callback?token_hash=x&type=signup', /./],
])

export const memberScreens = below('/dashboard', [
  ['', /Tamsin/, { notifications }],
  ['/benefits', 'Browse Benefits', { redeem }],
  ['/benefits/Board Deck Kit', 'Board Deck Kit', { redeem }],
  ['/benefits/Contour Image Studio', 'Contour Image Studio'],
  ['/benefits/none', 'Benefit not found'],
  ['/orders/ORD-000001', 'Your key is ready', { 'the key': reveal }],
  ['/orders/ORD-000005', 'Your link is ready'],
  [
    '/orders/ORD-000013',
    'Cancelled, and 30 tokens are back',
    { invoice: press(/^Open the invoice/, /^Invoice/) },
  ],
  ['/orders/ORD-000022', 'Your file is ready', { report }],
  ['/orders/ORD-000044', /^(Late|Arrives) by /, { cancel: press(/^Cancel order/, /^Cancel this order\?/) }],
  ['/orders', 'Order History', { invoice, 'the menu': orderMenu }],
  [`/orders${none}`, 'Order History'],
  ['/transactions', 'Token History', { check: checkHistory }],
  ['/transactions?statement=newest', 'Statement of tokens'],
  ['/redeem', 'Redeem Codes'],
  ['/no-such-page', 'Oops! Page not found'],
  ['/invite', 'Invite a colleague', { change: press(/^Change the invitation/, /^Change invitation/) }],
  [
    '/profile',
    'Your Profile',
    { password: press(/^Change password/, /./), devices: press(/^See where you are signed in/, /./) },
  ],
  ['/profile?tab=notifications', 'Your Profile'],
  ['/profile?tab=privacy', 'Your Profile', { delete: press(/^Delete my account/, /^Delete your account\?/) }],
])

const [benefits, users, orders] = ['Benefits', 'User Management', 'Order Management']
const [tokenCodes, inviteCodes] = ['Token Code Management', 'Invite Code Management']

export const adminScreens = [
  ...below('/dashboard', [
    [
      '/profile',
      'Your Profile',
      { 'the second factor': press(/^Manage authenticators/, /^Second factor/), 'a key': newFactor },
    ],
  ]),
  ...below('/admin', [
    [
      '',
      'Overview',
      {
        tables: charts,
        notifications,
        search: palette,
        'the entries of a number': drawer(/^Outstanding.*: /),
      },
    ],
    [
      '/benefits',
      benefits,
      {
        edit: press(/^Edit/, /^Edit Benefit/),
        categories: press(/^Categories/, /^Categories/),
        delete: fromMenu(/^More for/, 'Delete', /^Delete/),
        'a price': withFirst('Change price', /^Change the price/, false),
        'every field invalid': submitEmpty('Add Benefit', 'Create New Benefit', 'Create benefit', 'Name'),
      },
    ],
    [
      '/benefits/Lantern Research?keys',
      'Lantern Research',
      {
        'an import': press(/^Import keys/, /^Import keys/),
        'a key': press(/^Reveal/, /^Reveal a key/),
        'keys put aside': withFirst('Put aside', /^Put 1 key aside/),
      },
    ],
    [
      '/users',
      users,
      {
        edit: press(/^Edit/, /^Edit User/),
        'a grant': press(/^Grant tokens/, /^Grant tokens/),
        'a message': fromMenu(/^More for/, 'Send message', /^Message to/),
        'a longer membership': withFirst('Extend memberships', /^Extend 1 membership/),
      },
    ],
    [
      '/users?q=tamsin',
      users,
      {
        delete: fromMenu(/^More for/, 'Delete', /^Delete/),
        'make admin': fromMenu(/^More for/, 'Make Admin', /an admin\?$/),
      },
    ],
    ...['orders', 'ledger', 'codes'].map(
      (list): Row => [`/users?q=tamsin&show=${list}`, users, { [`a person's ${list}`]: person }],
    ),
    [
      '/orders',
      orders,
      {
        details: press('row', /^Order Details/),
        keys: keyboardSheet,
        'a view': press(/^Save view/, /^Save this view/),
      },
    ],
    ['/orders?status=waiting&sort=due', orders, { 'a dry run': dryRun, selected: selectedOrders }],
    [`/orders${none}`, orders],
    ['/reports', 'Reports', { 'a report': press('row', /^Report R-/) }],
    [
      '/token-codes',
      tokenCodes,
      {
        'a blank code': submitEmpty('Create Code', 'Create Code', 'Create Code', 'Code'),
        'a code': firstCode,
        'an import': press(/^Import CSV/, /^Import codes/),
      },
    ],
    ['/invite-codes', inviteCodes, { 'a batch': batch }],
    ['/invite-codes?tab=used', inviteCodes],
    ['/invite-codes?view=invitations', inviteCodes, { 'an invitation': firstCode }],
    [
      '/invite-codes?view=waitlist',
      inviteCodes,
      {
        approve: press(/^Approve all/, /^Approve/),
        decline: fromMenu(/^More for/, 'Decline', /^Decline/),
      },
    ],
    ['/email-branding', 'Email Branding'],
    ['/settings', 'Settings'],
    ['/announcements', 'Announcements'],
    ['/announcements?new', 'New announcement'],
    ['/payments', 'Payments'],
    ['/activity', 'Activity', { 'before and after': entries }],
    ['/activity?table=operations', 'Activity', { rows: press(/^See the rows/, /./) }],
  ]),
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
