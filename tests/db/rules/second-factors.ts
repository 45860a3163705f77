import { admin, owner } from '../support/attempt'
import { type Rule, refusals, rules } from './rule'

const REQUIRED = `insert into app_settings (key, value) values ('require_second_factor', '1')`
const asAdmin = (aal: string) =>
  `select set_config('request.jwt.claims', json_build_object('sub', :admin, 'aal', '${aal}')::text, true)`
const factor = (person: string, status = 'verified') =>
  `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
   values (gen_random_uuid(), ${person}, '${status}', 'totp', '${status}', now(), now())`
const reset = (person: string) => `select reset_second_factor(${person})`
/** The second factor of admins. */
export const secondFactorRules: Rule[] = [
  ...rules({
    'a second factor is needed only when it is required': admin(
      `update orders set status = 'processing' where id = :order`,
      'done',
      { before: [`insert into app_settings (key, value) values ('require_second_factor', '0')`] },
    ),
  }),
  ...refusals({
    second_factor_required: admin([
      REQUIRED,
      `${REQUIRED.replace(`'1'`, `'0'`)} on conflict (key) do update set value = excluded.value`,
    ]),
  }),
  ...rules({
    app_settings_key_fixed: owner(
      `update app_settings set key = 'require_second_factor', value = '1' where key = 'sla_credit_cap'`,
      '42501',
      {
        before: [
          `insert into app_settings (key, value) values ('sla_credit_cap', '1') on conflict (key) do nothing`,
        ],
      },
    ),
  }),
  ...refusals({
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
