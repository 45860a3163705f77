import { admin, me, owner } from '../support/attempt'
import { type Rule, refusals, rules } from './rule'

const REQUIRED = `insert into app_settings (key, value) values ('require_second_factor', '1')`
const required = [REQUIRED]
/** An admin's session without the second factor, which is required. */
const weak = (sql: string | string[], result = 'second_factor_required', before: string[] = []) =>
  admin(sql, result, { before: [...required, ...before] })
const asAdmin = (aal: string) =>
  `select set_config('request.jwt.claims', json_build_object('sub', :admin, 'aal', '${aal}')::text, true)`
const factor = (person: string, status = 'verified') =>
  `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
   values (gen_random_uuid(), ${person}, '${status}', 'totp', '${status}', now(), now())`
const reset = (person: string) => `select reset_second_factor(${person})`
const picture = (bucket: string) =>
  `insert into storage.objects (bucket_id, name) values ('${bucket}', 'x.png')`
const stored = (bucket: string) => `select count(*)::int from storage.objects where bucket_id = '${bucket}'`
/** The policies by which admins write rows, and a write that nothing else refuses. */
const writes: Record<string, string> = {
  'benefits: admins create': `insert into benefits (name, description, token_value) values ('Mine', 'x', 1)`,
  'benefits: admins update': 'update benefits set token_value = 1 where id = :benefit',
  'benefits: admins delete': 'delete from benefits where id = :benefit',
  'redeem_codes: admins create': `insert into redeem_codes (code, token_value) values ('MINE', 1000)`,
  'invite_codes: admins create': `insert into invite_codes (code) values ('MINE')`,
  'categories: admins create': `insert into categories (name) values ('Mine')`,
  'categories: admins update': `update categories set name = 'Mine'`,
  'categories: admins delete': 'delete from categories',
  'app_settings: admins create': `insert into app_settings (key, value) values ('sla_credit_rate', '7')`,
  'app_settings: admins update': `update app_settings set value = '7' where key = 'sla_credit_cap'`,
}
const rowsToWrite = [
  `insert into categories (name) values ('Here')`,
  `insert into app_settings (key, value) values ('sla_credit_cap', '1') on conflict (key) do nothing`,
  `delete from app_settings where key = 'sla_credit_rate'`,
]
/** The second factor of admins. */
export const secondFactorRules: Rule[] = [
  ...refusals({
    second_factor_required: weak(`update orders set status = 'processing' where id = :order`),
  }),
  ...rules({
    'the level is that of the session': weak(`update orders set status = 'processing' where id = :order`),
    'a second factor is needed only when it is required': admin(
      `update orders set status = 'processing' where id = :order`,
      'done',
      {
        before: [`insert into app_settings (key, value) values ('require_second_factor', '0')`],
      },
    ),
    'lists can be read without': admin('select pending_orders()', 'done', { before: required }),
  }),
  ...Object.entries(writes).map(
    ([name, sql]): Rule => [`second factor: ${name}`, weak(sql, 'second_factor_required', rowsToWrite)],
  ),
  ...['benefits', 'branding'].flatMap((bucket): Rule[] => [
    [`second factor: upload to ${bucket}`, weak(picture(bucket), '42501')],
    [
      `second factor: removal from ${bucket}`,
      admin('delete from storage.objects', 'done', {
        before: [...required, `delete from storage.objects where bucket_id = '${bucket}'`, picture(bucket)],
        reads: [stored(bucket), 1],
      }),
    ],
  ]),
  ...refusals({
    not_admin: weak(`update profiles set role = 'admin' where id = :me`),
  }),
  ...rules({
    'an admin changes other people with the second factor': weak(
      `update profiles set name = 'Taken' where id = :me`,
    ),
    'an admin changes their own balance with the second factor': weak(
      `update profiles set current_tokens = 999, adjustment_reason = 'Mine' where id = :admin`,
    ),
    'an admin invites with the second factor': weak(
      `select send_invitations('[{"email": "n@x.test"}]', null, true, true, 30)`,
    ),
    'an admin resends with the second factor': weak(
      `select resend_invitation(id) from invite_codes where code = :invite`,
      'second_factor_required',
      [
        `insert into invitations (code_id, source) select id, 'member' from invite_codes where code = :invite`,
      ],
    ),
    'an admin revokes what they sent as admin with the second factor': weak(
      `select revoke_invitation(id) from invite_codes where code = :invite`,
      'second_factor_required',
      [
        `insert into invitations (code_id, source, inviter_id)
         select id, 'admin', :admin from invite_codes where code = :invite`,
      ],
    ),
    'and without it what they sent as a member': weak(
      `select revoke_invitation(id) from invite_codes where code = :invite`,
      'done',
      [
        `insert into invitations (code_id, source, inviter_id)
         select id, 'member', :admin from invite_codes where code = :invite`,
      ],
    ),
  }),
  ...refusals({
    second_factor_required: admin([
      REQUIRED,
      `${REQUIRED.replace(`'1'`, `'0'`)} on conflict (key) do update set value = excluded.value`,
    ]),
  }),
  ...rules({
    app_settings_second_factor: admin(REQUIRED, 'second_factor_required'),
    app_settings_key_fixed: owner(
      `update app_settings set key = 'require_second_factor', value = '1' where key = 'sla_credit_cap'`,
      '42501',
      { before: rowsToWrite },
    ),
  }),
  ...refusals({
    not_admin: me(reset(':other'), undefined, { before: [factor(':other')] }),
    cannot_reset_own_factor: admin(reset(':admin'), undefined, { before: [factor(':admin')] }),
    profile_not_found: admin(reset('gen_random_uuid()')),
    no_second_factor: admin(reset(':me'), undefined, { before: [factor(':me', 'unverified')] }),
  }),
  ...rules({
    'a reset ends the sessions': owner([asAdmin('aal2'), reset(':me')], 'done', {
      before: [factor(':me'), 'insert into auth.sessions (id, user_id) values (gen_random_uuid(), :me)'],
      reads: ['select count(*)::int from auth.sessions where user_id = :me', 0],
    }),
    'a reset is logged': owner([asAdmin('aal2'), reset(':me')], 'done', {
      before: [factor(':me')],
      reads: [
        `select count(*)::int from private.audit_log
           where actor_id = :admin and row_id = (:me)::text and after = '{"second_factors": 0}'`,
        1,
      ],
    }),
    'a reset is told by email': owner([asAdmin('aal2'), reset(':me')], 'done', {
      before: [factor(':me')],
      reads: [
        `select count(*)::int from private.outbox where recipient_id = :me and kind = 'second_factor_reset'`,
        1,
      ],
    }),
  }),
]
