/** By the names of `my_data()`; the labels are shown during the download. */
export const dataParts = {
  profile: 'Profile',
  login: 'Login',
  sign_ins: 'Sign-ins',
  second_factors: 'Second factors',
  orders: 'Orders',
  deliveries: 'What was delivered',
  reports: 'Reports',
  token_entries: 'Transactions',
  payments: 'Payments',
  codes: 'Codes',
  invitations: 'Invitations',
  invited_with: 'The invitation that you came with',
  referrals: 'Who invited whom',
  notices: 'Notifications',
  notice_choices: 'Notification settings',
  emails: 'Emails',
  favourites: 'Favourites',
  awaited: 'Awaited benefits',
  attempts: 'Attempts',
  deletion: 'Deletion',
  changes: 'Changes of the profile',
  operations: 'Changes to many members at once',
  activity: 'Activity',
  views: 'Views',
} as const

export type DataPart = keyof typeof dataParts
export type DataRow = Record<string, unknown>
export type MyData = Record<DataPart, DataRow[]>
