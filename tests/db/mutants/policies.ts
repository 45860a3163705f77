import * as gone from '../probes/deleted'
import { picturesAreAdmins } from '../probes/pictures'
import * as visibility from '../probes/visibility'
import { attempt } from '../support/attempt'
import { disableRowRules, dropTrigger, widenPolicy } from '../support/mutation'
import type { SchemaMutant } from './mutant'

/** A statement of a member that no row rule lets touch a row: it says 'done', and nothing was. */
const untouched = (say: string, query: string, value: unknown) =>
  attempt({ by: 'me', say, comes: 'done', reads: [query, value] })
/** A row of a member that no row rule lets in, even where the trigger that refuses as well is gone. */
const notLetIn = (say: string, trigger?: [table: string, name: string]) =>
  attempt({
    by: 'me',
    before: trigger ? [dropTrigger(...trigger).apply] : [],
    say,
    comes: '42501',
  })
const setting = `('email_logo_in_mails', '/member.png')`
const branding = (world: Parameters<SchemaMutant[2]>[0]) => picturesAreAdmins(world, 'branding', 524_288)

/** Whom each row rule keeps out: with the rule made true, somebody gets in. */
export const policyMutants: SchemaMutant[] = [
  ['row rules of benefits', disableRowRules('benefits'), visibility.inactiveBenefitsAreForAdmins],
  ['row rules of settings', disableRowRules('app_settings'), gone.theDeletedReadNothing],
  [
    'policy: read profiles',
    widenPolicy('profiles', 'profiles: people read their own, admins all'),
    visibility.profilesAreOnesOwn,
  ],
  [
    'policy: update profiles',
    widenPolicy('profiles', 'profiles: people update their own, admins all'),
    // The policy of reading hides the row as well.
    attempt({
      by: 'me',
      before: [widenPolicy('profiles', 'profiles: people read their own, admins all').apply],
      say: `update profiles set name = 'Taken' where id = :other`,
      comes: 'done',
      reads: [`select name = 'Taken' from profiles where id = :other`, false],
    }),
  ],
  [
    'policy: delete profiles',
    widenPolicy('profiles', 'profiles: admins delete'),
    attempt({
      by: 'me',
      before: [widenPolicy('profiles', 'profiles: people read their own, admins all').apply],
      say: 'delete from profiles where id = :other',
      comes: 'done',
      reads: ['select count(*)::int from profiles where id = :other', 1],
    }),
  ],
  [
    'policy: read the ledger',
    widenPolicy('token_transactions', 'token_transactions: people read their own, admins all'),
    visibility.ledgerRowsAreOnesOwn,
  ],
  [
    'policy: read orders',
    widenPolicy('orders', 'orders: people read their own, admins all'),
    visibility.ordersAreOnesOwn,
  ],
  [
    'policy: place an order for another',
    widenPolicy('orders', 'orders: people place their own'),
    notLetIn(`insert into orders (user_id) values (:other)`, ['orders', 'orders_insert']),
  ],
  [
    'policy: read benefits',
    widenPolicy('benefits', 'benefits: members read active ones, admins all'),
    visibility.inactiveBenefitsAreForAdmins,
  ],
  [
    'policy: create benefits',
    widenPolicy('benefits', 'benefits: admins create'),
    notLetIn(`insert into benefits (name, description, token_value) values ('Mine', 'x', 1)`),
  ],
  [
    'policy: change benefits',
    widenPolicy('benefits', 'benefits: admins update'),
    untouched(
      'update benefits set token_value = 1 where id = :benefit',
      'select token_value from benefits where id = :benefit',
      10,
    ),
  ],
  [
    'policy: delete benefits',
    widenPolicy('benefits', 'benefits: admins delete'),
    untouched(
      'delete from benefits where id = :benefit',
      'select count(*)::int from benefits where id = :benefit',
      1,
    ),
  ],
  [
    'policy: read token codes',
    widenPolicy('redeem_codes', 'redeem_codes: admins read'),
    visibility.tokenCodesAreForAdmins,
  ],
  [
    'policy: read invite codes',
    widenPolicy('invite_codes', 'invite_codes: admins read'),
    visibility.inviteCodesAreForAdmins,
  ],
  [
    'policy: create token codes',
    widenPolicy('redeem_codes', 'redeem_codes: admins create'),
    notLetIn(`insert into redeem_codes (code, token_value) values ('MINE', 1000)`, [
      'redeem_codes',
      'redeem_codes_before',
    ]),
  ],
  [
    'policy: create invite codes',
    widenPolicy('invite_codes', 'invite_codes: admins create'),
    notLetIn(`insert into invite_codes (code) values ('MINE')`, ['invite_codes', 'invite_codes_before']),
  ],
  [
    'policy: read settings',
    widenPolicy('app_settings', 'app_settings: members read'),
    gone.theDeletedReadNothing,
  ],
  [
    'policy: create settings',
    widenPolicy('app_settings', 'app_settings: admins create'),
    notLetIn(`insert into app_settings (key, value) values ${setting}`),
  ],
  [
    'policy: change settings',
    widenPolicy('app_settings', 'app_settings: admins update'),
    attempt({
      by: 'me',
      before: [`insert into app_settings (key, value) values ${setting}`],
      say: `update app_settings set value = '/other.png' where key = 'email_logo_in_mails'`,
      comes: 'done',
      reads: [`select value from app_settings where key = 'email_logo_in_mails'`, '/member.png'],
    }),
  ],
  ...['read', 'upload', 'replace', 'remove'].map(
    (verb): SchemaMutant => [
      `policy: ${verb} logos`,
      widenPolicy('storage.objects', `branding: admins ${verb}`),
      branding,
    ],
  ),
]
