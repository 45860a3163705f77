import { admin, member } from './people.ts'

/** What opens a dialog by its name; or its first row, whatever the tests before have added. */
export type Control = RegExp | 'row'
type Dialogs = [control: Control, dialog: RegExp][]
/** `via`: a row to search for on the screen before, for a screen without a link in the navigation. `tab`: opened first. */
type Screen = { path: string; via?: string; tab?: string; dialogs?: Dialogs; searches?: true }

export const areas: Record<string, { person: typeof admin; screens: Screen[] }> = {
  member: {
    person: member,
    screens: [
      {
        path: '/dashboard',
        dialogs: [
          [/^Notices/, /^Notices/],
          [/^Spent: /, /^Spent/],
        ],
      },
      { path: '/dashboard/benefits', dialogs: [[/^Redeem .* tokens$/, /^Redeem /]], searches: true },
      {
        path: '/dashboard/benefits/Lantern Research',
        via: 'Lantern Research',
        dialogs: [[/^Redeem .* tokens$/, /^Redeem /]],
      },
      { path: '/dashboard/orders', dialogs: [[/^Invoice/, /^Invoice/]], searches: true },
      {
        path: '/dashboard/orders/ORD-000022',
        via: 'ORD-000022',
        dialogs: [
          [/^Open the invoice/, /^Invoice/],
          [/^It does not work/, /^It does not work/],
        ],
      },
      {
        path: '/dashboard/orders/ORD-000044',
        via: 'ORD-000044',
        dialogs: [[/^Cancel order/, /^Cancel this order/]],
      },
      { path: '/dashboard/transactions' },
      { path: '/dashboard/redeem' },
      { path: '/dashboard/invite', dialogs: [[/^Change the invitation/, /^Change invitation/]] },
      {
        path: '/dashboard/profile',
        dialogs: [
          [/^Change password/, /password/],
          [/^Sign out everywhere/, /./],
        ],
      },
      { path: '/dashboard/invite' },
      {
        path: '/dashboard/profile',
        tab: 'Privacy',
        dialogs: [[/^Delete my account/, /^Delete your account/]],
      },
    ],
  },
  "admin's own": {
    person: admin,
    screens: [
      { path: '/dashboard' },
      { path: '/dashboard/profile', dialogs: [[/^Manage authenticators/, /^Second factor/]] },
    ],
  },
  admin: {
    person: admin,
    screens: [
      {
        path: '/admin',
        dialogs: [
          [/^Notices/, /^Notices/],
          [/^Search/, /^Search$/],
          [/^Total Users: /, /^Total Users$/],
        ],
      },
      {
        path: '/admin/benefits',
        dialogs: [
          [/^Add Benefit/, /^Create New Benefit/],
          [/^Edit/, /^Edit Benefit/],
          [/^Delete/, /^Delete/],
          [/^Categories/, /^Categories/],
        ],
        searches: true,
      },
      {
        path: '/admin/users',
        dialogs: [
          ['row', /./],
          [/^Edit/, /^Edit User/],
          [/^Delete/, /^Delete/],
          [/^Make Admin/, /an admin\?$/],
          [/^Grant tokens/, /^Grant tokens/],
        ],
        searches: true,
      },
      {
        path: '/admin/orders',
        dialogs: [
          [/^Details/, /^Order Details/],
          [/^Late credit/, /^Late credit/],
          [/^Keyboard/, /^Keyboard/],
          [/^Save view/, /^Save this view/],
        ],
        searches: true,
      },
      { path: '/admin/reports', dialogs: [['row', /^Report/]], searches: true },
      {
        path: '/admin/token-codes',
        dialogs: [
          [/^Create Code/, /^Create Code/],
          [/^Import CSV/, /^Import codes/],
          ['row', /./],
        ],
        searches: true,
      },
      { path: '/admin/invite-codes', dialogs: [[/^Create Code/, /^Create Code/]], searches: true },
      { path: '/admin/email-branding' },
      { path: '/admin/activity', searches: true },
    ],
  },
}
