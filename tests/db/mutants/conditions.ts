import { redemptionIsIdempotent } from '../probes/codes'
import * as guesses from '../probes/guesses'
import { waitsForRepricing } from '../probes/orders'
import { admin, me, owner } from '../support/attempt'
import { emptyFunction } from '../support/mutation'
import { BALANCE, CANCEL, conditions, mutant, REVOKED, type SchemaMutant } from './mutant'

const order = (price: number, id = 'gen_random_uuid()') =>
  `insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value)
   values (${id}, :me, :benefit, 'a@b.test', ${price})`
const guessAfter = (count: number, every: string) =>
  owner(`select private.check_attempts('invite_code', 'x')`, 'rate_limited', {
    before: [
      `insert into private.attempts (kind, caller, at)
       select 'invite_code', 'x', now() - n * interval '${every}' from generate_series(1, ${count}) as n`,
    ],
  })
const reason = `select private.post_tokens(:me, 'adjustment', 1, 'Adjustment', p_reason => 'Why')`

const REPLICA = 'set local session_replication_role = replica'
const BROKEN = 'select exists (select from private.broken_chains() where account_id = :me)'

/** Conditions about orders, tokens and codes, in functions that refuse nothing by a word of their own. */
export const conditionMutants: SchemaMutant[] = [
  ...conditions('setting_before', {
    'a setting that is saved unchanged keeps its author, and is not logged': [
      'new.value = old.value',
      'false',
      admin(`update app_settings set value = '/logo.png ' where key = 'email_logo_in_mails'`, 'done', {
        before: [`insert into app_settings (key, value) values ('email_logo_in_mails', '/logo.png')`],
        reads: [
          `select count(*)::int from private.audit_log where row_id = 'email_logo_in_mails' and actor_id = :admin`,
          0,
        ],
      }),
    ],
  }),
  ...conditions('redeem_code', {
    'a token code works once': [
      ' and not c.is_used',
      '',
      me('select redeem_code(:token)', 'done', {
        before: ['update redeem_codes set uses = 1, used_at = now() where code = :token'],
        reads: [BALANCE, 15],
      }),
    ],
    'a revoked token code is refused': [
      ' and not c.is_revoked',
      '',
      me('select redeem_code(:token)', 'done', {
        before: [`update redeem_codes set ${REVOKED} where code = :token`],
        reads: [BALANCE, 15],
      }),
    ],
    'a request id belongs to one person': [
      'r.user_id = v_user and r.request_id',
      'r.request_id',
      redemptionIsIdempotent,
    ],
    'a request is about one code': [
      ' and c.code = private.normalize_code\\(p_code\\);',
      ';',
      redemptionIsIdempotent,
    ],
    'a retry returns the first success': ['r.request_id = p_request_id', 'false', redemptionIsIdempotent],
    'redemptions of one person are serialized': [
      'for no key update',
      'for key share',
      redemptionIsIdempotent,
    ],
  }),
  ...conditions('check_attempts', {
    'ten guesses a minute': ['offset 9 ', 'offset 10 ', guessAfter(10, '1 second')],
    'fifty guesses a day': ['offset 49 ', 'offset 99 ', guessAfter(50, '2 minutes')],
  }),
  mutant(
    'guesses are limited',
    emptyFunction(
      'private.check_attempts',
      'private.check_attempts(p_kind text, p_caller text) returns void language plpgsql',
    ),
    guesses.aRefusalSaysHowLongToWait,
  ),
  ...conditions('count_attempt', {
    'the fiftieth guess of a day counts for a day': ['1 day', '01:00:00', guesses.limitsMissesPerDay],
    'a caller has at most 50 rows': ['attempts.caller = [a-z_.]*p_caller', 'false', guesses.rowsAreBounded],
  }),
  ...conditions('check_invite_code', {
    'a revoked invite code is a miss': [' and not c.is_revoked', '', guesses.missesOfTheHookAreAlike],
    'a used invite is a miss like any other': [
      `private.count_attempt\\('invite_code'`,
      `private.count_attempt(case when exists (select from public.invite_codes as c where c.code = private.normalize_code(p_code))
         then 'used_invite_code' else 'invite_code' end`,
      guesses.missesOfTheHookAreAlike,
    ],
  }),
  ...conditions('caller_address', {
    'a caller is the last hop': [`',', -1`, `',', 1`, guesses.callerIsTheLastHop],
  }),
  ...conditions('is_code', {
    'a code has at most 64 characters': [
      'char_length\\(p_text\\) <= 64',
      'true',
      owner(`insert into invite_codes (code) values (repeat('X', 65))`, '23514'),
    ],
  }),
  ...conditions('order_insert', {
    'a benefit that is being repriced is waited for': [
      'new.benefit_id and stock is null for share',
      'new.benefit_id and stock is null',
      waitsForRepricing,
    ],
    'a replay ends in its conflict': [
      'if exists \\(select from public.orders where id = new.id\\)',
      'if false',
      me(order(1, ':order'), '23505'),
    ],
    'a new order is pending': [
      `new.status := case v_benefit.delivery_method when 'manual' then 'pending' else 'delivered' end;`,
      '',
      me(
        `insert into orders (user_id, benefit_id, redemption_email, status)
        values (:me, :benefit, 'a@b.test', 'delivered')`,
        'done',
        {
          reads: [`select count(*)::int from orders where user_id = :me and status = 'delivered'`, 0],
        },
      ),
    ],
  }),
  ...conditions('order_update', {
    'a time alone does not change an order': [
      'case when new.status = old.status then old.updated_at else now\\(\\) end',
      'now()',
      admin('update orders set updated_at = now(), status = status where id = :order', 'done', {
        before: [`update orders set updated_at = '2026-01-01' where id = :order`],
        reads: [`select updated_at = '2026-01-01' from orders where id = :order`, true],
      }),
    ],
  }),
  ...conditions('order_after', {
    'a cancelled order costs nothing': [
      `when new.status = 'cancelled' then 0`,
      'when false then 0',
      admin(CANCEL, 'done', { reads: [BALANCE, 25] }),
    ],
  }),
  ...conditions('ledger_apply', {
    'no debit below 0': [
      ' and current_tokens \\+ new.amount >= 0',
      '',
      owner(`select private.post_tokens(:me, 'redemption', -16, 'Too much')`, 'insufficient_tokens'),
    ],
  }),
  ...conditions('ledger_guard', {
    'no amount of the ledger changes': [
      '\\{user_id,description,reason,reason_salt\\}',
      '{user_id,description,reason,reason_salt,amount}',
      owner('update token_transactions set amount = 26 where account_id = :me', 'ledger_is_append_only'),
    ],
    'a reason does not change': [
      'new.reason is null and new.reason_salt is null and not exists \\(select from public.profiles where id = old.account_id\\)',
      'true',
      owner(
        'update token_transactions set reason = null, reason_salt = null where account_id = :me and reason is not null',
        'ledger_is_append_only',
        { before: [reason] },
      ),
    ],
  }),
  ...conditions('broken_chains', {
    'an entry whose content changed is found': [
      't.hash <> private.ledger_hash\\(.*, t.\\*\\)',
      'false',
      owner('select', 'done', {
        before: [reason, REPLICA, 'update token_transactions set actor_id = :other where account_id = :me'],
        reads: [BROKEN, true],
      }),
    ],
    'a reason that changed is found': [
      't.reason_digest IS DISTINCT FROM private.reason_digest\\(t.reason_salt, t.reason\\)',
      'false',
      owner('select', 'done', {
        before: [
          reason,
          REPLICA,
          `update token_transactions set reason = 'x' where account_id = :me and reason is not null`,
        ],
        reads: [BROKEN, true],
      }),
    ],
    'a reason that was taken from a living account is found': [
      'p.id IS NOT NULL',
      'false',
      owner('select', 'done', {
        before: [
          reason,
          REPLICA,
          'update token_transactions set reason = null, reason_salt = null where account_id = :me',
        ],
        reads: [BROKEN, true],
      }),
    ],
    'a reason that was added is found': [
      't.reason_digest IS NULL',
      'false',
      owner('select', 'done', {
        before: [
          `select private.post_tokens(:me, 'adjustment', 1, 'Adjustment')`,
          REPLICA,
          `update token_transactions set reason = 'x' where account_id = :me and transaction_type = 'adjustment'`,
        ],
        reads: [BROKEN, true],
      }),
    ],
    'an entry hidden from its member is found': [
      't.user_id IS DISTINCT FROM p.id',
      'false',
      owner('select', 'done', {
        before: [REPLICA, 'update token_transactions set user_id = null where account_id = :me'],
        reads: [BROKEN, true],
      }),
    ],
    'a time that is none is found, also in a chain computed anew': [
      'NOT isfinite\\(t.created_at\\)',
      'false',
      owner('select', 'done', {
        before: [
          reason,
          REPLICA,
          `update token_transactions set created_at = 'infinity' where account_id = :me and reason is not null`,
          `update token_transactions as t set hash = private.ledger_hash(
             (select p.hash from token_transactions as p where p.account_id = :me and p.seq < t.seq order by p.seq desc limit 1), t)
           where account_id = :me and reason is not null`,
        ],
        reads: [BROKEN, true],
      }),
    ],
  }),
]
