import { admin, me, owner } from '../support/attempt'
import { BALANCE, REVOKED, type Rule, rules } from './rule'

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
export const conditionRules: Rule[] = [
  ...rules({
    'a setting that is saved unchanged keeps its author, and is not logged': admin(
      `update app_settings set value = '/logo.png ' where key = 'email_logo_in_mails'`,
      'done',
      {
        before: [`insert into app_settings (key, value) values ('email_logo_in_mails', '/logo.png')`],
        reads: [
          `select count(*)::int from private.audit_log where row_id = 'email_logo_in_mails' and actor_id = :admin`,
          0,
        ],
      },
    ),
    'a token code works once': me('select redeem_code(:token)', 'done', {
      before: ['update redeem_codes set uses = 1, used_at = now() where code = :token'],
      reads: [BALANCE, 15],
    }),
    'a revoked token code is refused': me('select redeem_code(:token)', 'done', {
      before: [`update redeem_codes set ${REVOKED} where code = :token`],
      reads: [BALANCE, 15],
    }),
    'ten guesses a minute': guessAfter(10, '1 second'),
    'fifty guesses a day': guessAfter(50, '2 minutes'),
    'a code has at most 64 characters': owner(
      `insert into invite_codes (code) values (repeat('X', 65))`,
      '23514',
    ),
    'a replay ends in its conflict': me(order(1, ':order'), '23505'),
    'a new order is pending': me(
      `insert into orders (user_id, benefit_id, redemption_email, status)
        values (:me, :benefit, 'a@b.test', 'delivered')`,
      'done',
      {
        reads: [`select count(*)::int from orders where user_id = :me and status = 'delivered'`, 0],
      },
    ),
    'a time alone does not change an order': admin(
      'update orders set updated_at = now(), status = status where id = :order',
      'done',
      {
        before: [`update orders set updated_at = '2026-01-01' where id = :order`],
        reads: [`select updated_at = '2026-01-01' from orders where id = :order`, true],
      },
    ),
    'a reason does not change': owner(
      'update token_transactions set reason = null, reason_salt = null where account_id = :me and reason is not null',
      'ledger_is_append_only',
      { before: [reason] },
    ),
    'an entry whose content changed is found': owner('select', 'done', {
      before: [reason, REPLICA, 'update token_transactions set actor_id = :other where account_id = :me'],
      reads: [BROKEN, true],
    }),
    'a reason that changed is found': owner('select', 'done', {
      before: [
        reason,
        REPLICA,
        `update token_transactions set reason = 'x' where account_id = :me and reason is not null`,
      ],
      reads: [BROKEN, true],
    }),
    'a reason that was taken from a living account is found': owner('select', 'done', {
      before: [
        reason,
        REPLICA,
        'update token_transactions set reason = null, reason_salt = null where account_id = :me',
      ],
      reads: [BROKEN, true],
    }),
    'a reason that was added is found': owner('select', 'done', {
      before: [
        `select private.post_tokens(:me, 'adjustment', 1, 'Adjustment')`,
        REPLICA,
        `update token_transactions set reason = 'x' where account_id = :me and transaction_type = 'adjustment'`,
      ],
      reads: [BROKEN, true],
    }),
    'an entry hidden from its member is found': owner('select', 'done', {
      before: [REPLICA, 'update token_transactions set user_id = null where account_id = :me'],
      reads: [BROKEN, true],
    }),
    'a time that is none is found, also in a chain computed anew': owner('select', 'done', {
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
  }),
]
