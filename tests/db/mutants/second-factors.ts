import { admin, me, owner } from '../support/attempt'
import { changePolicy } from '../support/mutation'
import { conditions, mutant, refusals, type SchemaMutant, triggers } from './mutant'

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
export const secondFactorMutants: SchemaMutant[] = [
  ...refusals('writes_as_admin', {
    second_factor_required: weak(`update orders set status = 'processing' where id = :order`),
  }),
  ...conditions('lacks_second_factor', {
    'the level is that of the session': [
      ` <> 'aal2'`,
      ` = 'none'`,
      weak(`update orders set status = 'processing' where id = :order`),
    ],
    'a second factor is needed only when it is required': [
      `s\\.value = '1'`,
      'true',
      admin(`update orders set status = 'processing' where id = :order`, 'done', {
        before: [`insert into app_settings (key, value) values ('require_second_factor', '0')`],
      }),
    ],
  }),
  ...conditions('require_admin_to_read', {
    'lists can be read without': [
      'private\\.is_admin',
      'private.writes_as_admin',
      admin('select pending_orders()', 'done', { before: required }),
    ],
  }),
  ...Object.entries(writes).map(([name, sql]) =>
    mutant(
      `second factor: ${name}`,
      changePolicy(name, 'private\\.writes_as_admin', 'private.is_admin'),
      weak(sql, 'second_factor_required', rowsToWrite),
    ),
  ),
  ...['benefits', 'branding'].map((bucket) =>
    mutant(
      `second factor: upload to ${bucket}`,
      changePolicy(`${bucket}: admins upload`, '\\(NOT .*lacks_second_factor\\)\\)', 'true'),
      weak(picture(bucket), '42501'),
    ),
  ),
  ...['benefits', 'branding'].map((bucket) =>
    mutant(
      `second factor: removal from ${bucket}`,
      changePolicy(`${bucket}: admins remove`, '\\(NOT .*lacks_second_factor\\)\\)', 'true'),
      admin('delete from storage.objects', 'done', {
        before: [...required, `delete from storage.objects where bucket_id = '${bucket}'`, picture(bucket)],
        reads: [stored(bucket), 1],
      }),
    ),
  ),
  ...refusals('profile_guard', { not_admin: weak(`update profiles set role = 'admin' where id = :me`) }),
  ...conditions('profile_guard', {
    'an admin changes other people with the second factor': [
      'old\\.id IS DISTINCT FROM auth\\.uid\\(\\) or|old\\.id is distinct from auth\\.uid\\(\\) or',
      '',
      weak(`update profiles set name = 'Taken' where id = :me`),
    ],
    'an admin changes their own balance with the second factor': [
      ' or to_jsonb\\(new\\) - v_free <> to_jsonb\\(old\\) - v_free then',
      ' then',
      weak(`update profiles set current_tokens = 999, adjustment_reason = 'Mine' where id = :admin`),
    ],
  }),
  ...conditions('send_invitations', {
    'an admin invites with the second factor': [
      'private\\.writes_as_admin',
      'private.is_admin',
      weak(`select send_invitations('[{"email": "n@x.test"}]', null, true, true, 30)`),
    ],
  }),
  ...conditions('lock_invitation', {
    'an admin resends with the second factor': [
      'p_admins and private\\.writes_as_admin',
      'p_admins and private.is_admin',
      weak(`select resend_invitation(id) from invite_codes where code = :invite`, 'second_factor_required', [
        `insert into invitations (code_id, source) select id, 'member' from invite_codes where code = :invite`,
      ]),
    ],
    'an admin revokes what they sent as admin with the second factor': [
      'or private\\.writes_as_admin\\(\\)\\)',
      'or private.is_admin())',
      weak(`select revoke_invitation(id) from invite_codes where code = :invite`, 'second_factor_required', [
        `insert into invitations (code_id, source, inviter_id)
         select id, 'admin', :admin from invite_codes where code = :invite`,
      ]),
    ],
    'and without it what they sent as a member': [
      `v_invitation\\.source in \\('member', 'link'\\)`,
      'false',
      weak(`select revoke_invitation(id) from invite_codes where code = :invite`, 'done', [
        `insert into invitations (code_id, source, inviter_id)
         select id, 'member', :admin from invite_codes where code = :invite`,
      ]),
    ],
  }),
  ...refusals('second_factor_setting', {
    second_factor_required: admin([
      REQUIRED,
      `${REQUIRED.replace(`'1'`, `'0'`)} on conflict (key) do update set value = excluded.value`,
    ]),
  }),
  ...triggers('app_settings', {
    app_settings_second_factor: admin(REQUIRED, 'second_factor_required'),
    app_settings_key_fixed: owner(
      `update app_settings set key = 'require_second_factor', value = '1' where key = 'sla_credit_cap'`,
      '42501',
      { before: rowsToWrite },
    ),
  }),
  ...refusals('reset_second_factor', {
    not_admin: me(reset(':other'), undefined, { before: [factor(':other')] }),
    cannot_reset_own_factor: admin(reset(':admin'), undefined, { before: [factor(':admin')] }),
    profile_not_found: admin(reset('gen_random_uuid()')),
    no_second_factor: admin(reset(':me'), undefined, { before: [factor(':me', 'unverified')] }),
  }),
  ...conditions('reset_second_factor', {
    'a reset ends the sessions': [
      'delete from auth\\.sessions as s where s\\.user_id = p_person;',
      '',
      owner([asAdmin('aal2'), reset(':me')], 'done', {
        before: [factor(':me'), 'insert into auth.sessions (id, user_id) values (gen_random_uuid(), :me)'],
        reads: ['select count(*)::int from auth.sessions where user_id = :me', 0],
      }),
    ],
    'a reset is logged': [
      'insert into private\\.audit_log[^;]*;',
      '',
      owner([asAdmin('aal2'), reset(':me')], 'done', {
        before: [factor(':me')],
        reads: [
          `select count(*)::int from private.audit_log
           where actor_id = :admin and row_id = (:me)::text and after = '{"second_factors": 0}'`,
          1,
        ],
      }),
    ],
    'a reset is told by email': [
      'perform private\\.queue_email[^;]*;',
      '',
      owner([asAdmin('aal2'), reset(':me')], 'done', {
        before: [factor(':me')],
        reads: [
          `select count(*)::int from private.outbox where recipient_id = :me and kind = 'second_factor_reset'`,
          1,
        ],
      }),
    ],
  }),
]
