import { GONE, type Refusal } from './refusal'

export const codeRefusals: Refusal[] = [
  [
    'check_attempts(text,text)',
    'cannot check a code in a read-only transaction',
    {
      before: ['set transaction read only'],
      say: `select private.check_attempts('invite_code', 'x')`,
      comes: '25006',
    },
  ],
  [
    'check_attempts(text,text)',
    'rate_limited',
    {
      before: [
        `insert into private.attempts (kind, caller) select 'invite_code', 'x' from generate_series(1, 10)`,
      ],
      say: `select private.check_attempts('invite_code', 'x')`,
      comes: 'rate_limited',
    },
  ],
  [
    'refuse_undoable()',
    'undoable_guess',
    {
      before: [`select set_config('request.headers', '{"prefer": "max-affected=0"}', true)`],
      say: `select private.check_attempts('invite_code', 'x')`,
      comes: 'undoable_guess',
    },
  ],
  [
    'code_before()',
    'permission denied: codes are made by admins',
    {
      by: 'service',
      say: `insert into redeem_codes (code, token_value) values ('MINE', 1)`,
      comes: '42501',
    },
  ],
  [
    'redeem_code(text,uuid)',
    'not_signed_in',
    { before: [GONE], by: 'me', say: 'select redeem_code(:token)', comes: 'not_signed_in' },
  ],
  [
    'redeem_code(text,uuid)',
    'request_id_reused',
    {
      before: [
        `insert into private.redemption_requests (user_id, request_id, redeem_code_id, balance)
           select :me, '00000000-0000-4000-8000-0000000000c1', id, 1 from redeem_codes where code = :token`,
      ],
      by: 'me',
      say: `select redeem_code('ANOTHER', '00000000-0000-4000-8000-0000000000c1')`,
      comes: 'request_id_reused',
    },
  ],
  ['code_table(text)', 'unknown_kind', { say: `select private.code_table('gift')`, comes: 'unknown_kind' }],
]
