import { hasNoUnneededGrant } from '../probes/rights'
import { type Attempt, admin, me, other } from '../support/attempt'
import { disableRls, dropPolicy, dropTrigger, undoRevoke, widenPolicy } from '../support/mutation'
import { LEAVE, mutant, type Probe, type SchemaMutant } from './mutant'

export const rlsMutants = (tables: Record<string, Probe>) =>
  Object.entries(tables).map(([table, probe]) => mutant(`RLS of ${table}`, disableRls(table), probe))
/** The policies of one table or bucket, each widened to every signed-in caller. */
export const policies = (prefix: string, probes: Record<string, Probe>) =>
  Object.entries(probes).map(([what, probe]) => {
    const name = `${prefix}: ${what}`
    return mutant(`policy: ${name}`, widenPolicy(name), probe)
  })

export const count = (from: string) => `select count(*)::int from ${from}`
const hidden = (from: string, before: string[] = []) => other(count(from), undefined, { returns: 0, before })
/** A statement that changes no row: the owner reads the old value. */
export const untouched = (sql: string, query: string, value: unknown, before: string[] = []) =>
  me(sql, 'done', { before, reads: [query, value] })
/** A row that is refused even without the trigger that also refuses it. */
export const notInserted = (sql: string, trigger?: [table: string, name: string]) =>
  me(sql, '42501', { before: trigger ? [dropTrigger(...trigger).apply] : [] })

const readProfiles = widenPolicy('profiles: people read their own, admins all').apply
const profile = hidden('profiles where id = :me')
const entry = hidden('token_transactions where account_id = :me')
const order = hidden('orders where id = :order')
const tokenCode = hidden('redeem_codes where code = :token')
const inviteCode = hidden('invite_codes where code = :invite')
const inactiveBenefit = hidden('benefits where id = :benefit', ['update benefits set is_active = false'])
const setting = `insert into app_settings (key, value) values ('email_logo_in_mails', '/member.png')`
const settingOfTheDeleted: Attempt = me(count('app_settings'), undefined, {
  returns: 0,
  before: [setting, LEAVE],
})

const pictures = (bucket: string, read: string) => {
  const insert = `insert into storage.objects (bucket_id, name) values ('${bucket}', 'x.png')`
  const row = `storage.objects where bucket_id = '${bucket}' and name = 'x.png'`
  return policies(bucket, {
    [read]: hidden(row, [insert]),
    'admins upload': notInserted(insert),
    'admins replace': untouched(
      `update storage.objects set metadata = '{}'`,
      `select metadata from ${row}`,
      null,
      [insert],
    ),
    'admins remove': untouched('delete from storage.objects', count(row), 1, [insert]),
  })
}

/** Who reads and writes which rows. */
export const policyMutants: SchemaMutant[] = [
  ...rlsMutants({
    profiles: profile,
    token_transactions: entry,
    orders: order,
    redeem_codes: tokenCode,
    invite_codes: inviteCode,
    benefits: inactiveBenefit,
    app_settings: settingOfTheDeleted,
  }),
  ...policies('profiles', {
    'people read their own, admins all': profile,
    // The policy of reading hides the row as well.
    'people update their own, admins all': untouched(
      `update profiles set name = 'Taken' where id = :other`,
      `select name = 'Taken' from profiles where id = :other`,
      false,
      [readProfiles],
    ),
    'admins delete': untouched(
      'delete from profiles where id = :other',
      count('profiles where id = :other'),
      1,
      [readProfiles],
    ),
  }),
  ...policies('token_transactions', { 'people read their own, admins all': entry }),
  ...policies('orders', {
    'people read their own, admins all': order,
    'people place their own': notInserted('insert into orders (user_id) values (:other)', [
      'orders',
      'orders_insert',
    ]),
  }),
  mutant(
    'policy: people place orders',
    dropPolicy('orders', 'orders: people place their own'),
    me(`insert into orders (user_id, benefit_id, redemption_email) values (:me, :benefit, 'a@b.test')`),
  ),
  mutant(
    'policy: admins set the status',
    dropPolicy('orders', 'orders: admins set the status'),
    admin(`update orders set status = 'processing' where id = :order`, 'done', {
      reads: ['select status from orders where id = :order', 'processing'],
    }),
  ),
  mutant(
    'policy: members read benefits',
    dropPolicy('benefits', 'benefits: members read active ones, admins all'),
    me(count('benefits where id = :benefit'), undefined, { returns: 1 }),
  ),
  ...policies('benefits', {
    'members read active ones, admins all': inactiveBenefit,
    'admins create': notInserted(
      `insert into benefits (name, description, token_value) values ('Mine', 'x', 1)`,
    ),
    'admins update': untouched(
      'update benefits set token_value = 1 where id = :benefit',
      'select token_value from benefits where id = :benefit',
      10,
    ),
    'admins delete': untouched(
      'delete from benefits where id = :benefit',
      count('benefits where id = :benefit'),
      1,
    ),
  }),
  ...policies('redeem_codes', {
    'admins read': tokenCode,
    'admins create': notInserted(`insert into redeem_codes (code, token_value) values ('MINE', 1000)`, [
      'redeem_codes',
      'redeem_codes_before',
    ]),
  }),
  ...policies('invite_codes', {
    'admins read': inviteCode,
    'admins create': notInserted(`insert into invite_codes (code) values ('MINE')`, [
      'invite_codes',
      'invite_codes_before',
    ]),
  }),
  ...policies('app_settings', {
    'members read': settingOfTheDeleted,
    'admins create': notInserted(setting),
    'admins update': untouched(
      `update app_settings set value = '/other.png' where key = 'email_logo_in_mails'`,
      `select value from app_settings where key = 'email_logo_in_mails'`,
      '/member.png',
      [setting],
    ),
  }),
  ...pictures('benefits', 'admins read pictures'),
  ...pictures('branding', 'admins read'),
  ...[
    'grant usage on schema private to authenticated',
    'grant select on public.benefits to anon',
    'grant update on public.profiles to authenticated',
    'grant update on public.redeem_codes to authenticated',
    'grant insert on public.token_transactions to authenticated',
    'grant update (used_by) on public.redeem_codes to authenticated',
    'grant execute on function private.post_tokens(uuid, text, integer, text, uuid, uuid, uuid, timestamptz, integer, text) to authenticated',
    'grant select on private.audit_log to authenticated',
    'grant execute on all functions in schema public to anon',
    'grant insert on public.orders to authenticated',
  ].map((grant) => mutant(`right: ${grant}`, undoRevoke(grant), hasNoUnneededGrant)),
]
