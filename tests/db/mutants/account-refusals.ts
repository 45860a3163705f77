import type { Refusal } from './refusal'

export const accountRefusals: Refusal[] = [
  [
    'profile_guard()',
    'profile_column_forbidden',
    {
      by: 'me',
      say: `update profiles set role = 'admin' where id = :me`,
      comes: 'profile_column_forbidden',
    },
  ],
  [
    'profile_guard()',
    'insufficient_tokens',
    {
      by: 'admin',
      say: 'update profiles set current_tokens = -1 where id = :me',
      comes: 'insufficient_tokens',
    },
  ],
  [
    'profile_guard()',
    'reason_required',
    {
      by: 'admin',
      say: 'update profiles set current_tokens = 1 where id = :me',
      comes: 'reason_required',
    },
  ],
  [
    'keep_last_admin()',
    'last_admin',
    { say: `update profiles set role = 'user' where role = 'admin'`, comes: 'last_admin' },
  ],
  [
    'make_first_admin(text)',
    'admin_exists',
    { say: `select private.make_first_admin('nobody@x.test')`, comes: 'admin_exists' },
  ],
  [
    'make_first_admin(text)',
    'profile_not_found',
    {
      before: [
        'set local session_replication_role = replica',
        `update profiles set role = 'user' where role = 'admin'`,
      ],
      say: `select private.make_first_admin('nobody@x.test')`,
      comes: 'profile_not_found',
    },
  ],
  [
    'profile_before_delete()',
    'not_admin',
    {
      before: [`select set_config('request.jwt.claims', '{"sub": "' || :me || '"}', true)`],
      say: 'delete from profiles where id = :other',
      comes: 'not_admin',
    },
  ],
  [
    'profile_before_delete()',
    'cannot_delete_self',
    { by: 'admin', say: 'delete from profiles where id = :admin', comes: 'cannot_delete_self' },
  ],
  [
    'check_login_email()',
    'invalid_email',
    { say: `update auth.users set email_change = 'a@\u200bb' where id = :me`, comes: 'invalid_email' },
  ],
  [
    'handle_new_user()',
    'invalid_invite_code',
    {
      say: `insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'n@x.test', '{"name": "N"}')`,
      comes: 'invalid_invite_code',
    },
  ],
  [
    'handle_new_user()',
    'invalid_profile',
    {
      say: `insert into auth.users (id, email, raw_user_meta_data)
        values (gen_random_uuid(), 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', ' '))`,
      comes: 'invalid_profile',
    },
  ],
]
