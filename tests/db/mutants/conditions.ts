import { theErasedAreNotFound } from '../probes/activity'
import { redemptionIsIdempotent } from '../probes/codes'
import * as guesses from '../probes/guesses'
import { repricingIsWaitedFor } from '../probes/orders'
import { uploadsAreLimited } from '../probes/pictures'
import { everyFunctionHasASearchPath } from '../probes/rights'
import { admin, me, other, owner } from '../support/attempt'
import { emptyFunction } from '../support/mutation'
import { BALANCE, CANCEL, conditions, LEAVE, mutant, type SchemaMutant } from './mutant'

const order = (price: number, id = 'gen_random_uuid()') =>
  `insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value)
   values (${id}, :me, :benefit, 'a@b.test', ${price})`
const signUp = (email: string) =>
  owner(
    `insert into auth.users (id, email, raw_user_meta_data)
     values (gen_random_uuid(), ${email}, jsonb_build_object('invite_code', :invite, 'name', 'N'))`,
    'invalid_invite_code',
    { before: [email === 'null' ? 'select' : 'update invite_codes set is_used = true, used_at = now()'] },
  )
const guessAfter = (count: number, every: string) =>
  owner(`select private.check_attempts('invite_code', 'x')`, 'rate_limited', {
    before: [
      `insert into private.attempts (kind, caller, at)
       select 'invite_code', 'x', now() - n * interval '${every}' from generate_series(1, ${count}) as n`,
    ],
  })
const reason = `select private.post_tokens(:me, 'adjustment', 1, 'Adjustment', p_reason => 'Why')`
const adjust = (query: string, value: unknown) =>
  admin(`update profiles set current_tokens = 20, adjustment_reason = ' Why ' where id = :me`, 'done', {
    reads: [
      `select ${query} from token_transactions where account_id = :me order by seq desc limit 1`,
      value,
    ],
  })
const hiddenName = (name: string) => owner(`update profiles set name = '${name}' where id = :me`, '23514')
const erase = `update private.audit_log set before = before - private.personal_columns(),
  after = after - private.personal_columns() where table_name = 'profiles' and row_id = :me`

/** Conditions in functions that refuse nothing by a word of their own. */
export const conditionMutants: SchemaMutant[] = [
  ...conditions('is_admin', [
    [
      'an admin is one by role',
      ` and p.role = 'admin'`,
      '',
      other('select count(*)::int from profiles where id = :me', undefined, { returns: 0 }),
    ],
  ]),
  ...conditions('is_member', [
    [
      'a member has a profile',
      'p.id = auth.uid\\(\\)',
      'true',
      me('select count(*)::int from benefits', undefined, { returns: 0, before: [LEAVE] }),
    ],
  ]),
  ...conditions('redeem_code', [
    [
      'a token code works once',
      ' and not c.is_used',
      '',
      me('select redeem_code(:token)', 'done', {
        before: ['update redeem_codes set is_used = true, used_at = now() where code = :token'],
        reads: [BALANCE, 15],
      }),
    ],
    [
      'a request id belongs to one person',
      'r.user_id = v_user and r.request_id',
      'r.request_id',
      redemptionIsIdempotent,
    ],
    [
      'a request is about one code',
      ' and c.code = private.normalize_code\\(p_code\\);',
      ';',
      redemptionIsIdempotent,
    ],
    ['a retry returns the first success', 'r.request_id = p_request_id', 'false', redemptionIsIdempotent],
    [
      'redemptions of one person are serialized',
      'for no key update',
      'for key share',
      redemptionIsIdempotent,
    ],
  ]),
  ...conditions('handle_new_user', [
    ['an invite works once', ' and not is_used', '', signUp(`'n@x.test'`)],
    ['an account has an email', 'new.email is null or ', '', signUp('null')],
  ]),
  ...conditions('check_attempts', [
    ['ten guesses a minute', 'offset 9 ', 'offset 10 ', guessAfter(10, '1 second')],
    ['fifty guesses a day', 'offset 49 ', 'offset 99 ', guessAfter(50, '2 minutes')],
  ]),
  mutant(
    'guesses are limited',
    emptyFunction(
      'private.check_attempts',
      'private.check_attempts(p_kind text, p_caller text) returns void language plpgsql',
    ),
    guesses.aRefusalSaysHowLongToWait,
  ),
  ...conditions('count_attempt', [
    ['the fiftieth guess of a day counts for a day', '1 day', '01:00:00', guesses.dayIsADay],
    ['a caller has at most 50 rows', 'attempts.caller = [a-z_.]*p_caller', 'false', guesses.rowsAreBounded],
  ]),
  ...conditions('check_invite_code', [
    [
      'a used invite is a miss like any other',
      `private.count_attempt\\('invite_code'`,
      `private.count_attempt(case when exists (select from public.invite_codes as c where c.code = private.normalize_code(p_code))
         then 'used_invite_code' else 'invite_code' end`,
      guesses.missesOfTheHookAreAlike,
    ],
  ]),
  ...conditions('caller_address', [
    ['a caller is the last hop', `',', -1`, `',', 1`, guesses.callerIsTheLastHop],
  ]),
  ...conditions('is_email', [
    [
      'an email is printable ASCII',
      '!-;=\\?A-~',
      '^ <>@',
      owner(`update auth.users set email = 'n\u0430@x.test' where id = :me`, 'invalid_email'),
    ],
  ]),
  ...conditions('is_plain_text', [
    ['a name has nothing hidden', 'NOT private.has_hidden\\(p_text\\)', 'true', hiddenName('No\u00adra')],
    ['a name has something visible', 'private.has_visible\\(p_text\\)', 'true', hiddenName('\u2800')],
  ]),
  ...conditions('is_code', [
    [
      'a code has at most 64 characters',
      'char_length\\(p_text\\) <= 64',
      'true',
      owner(`insert into invite_codes (code) values (repeat('X', 65))`, '23514'),
    ],
  ]),
  ...conditions('order_insert', [
    [
      'a benefit that is being repriced is waited for',
      'new.benefit_id for share',
      'new.benefit_id',
      repricingIsWaitedFor,
    ],
    [
      'a replay ends in its conflict',
      'if exists \\(select from public.orders where id = new.id\\)',
      'if false',
      me(order(1, ':order'), '23505'),
    ],
    [
      'a new order is pending',
      `new.status := 'pending';`,
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
    [
      'an inactive benefit is not for sale',
      ' or not v_benefit.is_active',
      '',
      me(order(10), 'benefit_unavailable', {
        before: ['update benefits set is_active = false where id = :benefit'],
      }),
    ],
  ]),
  ...conditions('order_update', [
    [
      'a time alone does not change an order',
      'case when new.status = old.status then old.updated_at else now\\(\\) end',
      'now()',
      admin('update orders set updated_at = now(), status = status where id = :order', 'done', {
        before: [`update orders set updated_at = '2026-01-01' where id = :order`],
        reads: [`select updated_at = '2026-01-01' from orders where id = :order`, true],
      }),
    ],
  ]),
  ...conditions('order_after', [
    [
      'a cancelled order costs nothing',
      `when new.status = 'cancelled' then 0`,
      'when false then 0',
      admin(CANCEL, 'done', { reads: [BALANCE, 25] }),
    ],
  ]),
  ...conditions('audit_log_guard', [
    [
      'the log of the living stays',
      'and not exists \\([^;]*old.row_id::uuid\\)',
      '',
      owner(erase, 'audit_log_is_immutable', {
        before: [
          `insert into private.audit_log (table_name, row_id, action, before) values ('profiles', :me, 'update', '{"phone": "1"}')`,
        ],
      }),
    ],
  ]),
  ...conditions('ledger_apply', [
    [
      'no debit below 0',
      ' and current_tokens \\+ new.amount >= 0',
      '',
      owner(`select private.post_tokens(:me, 'redemption', -16, 'Too much')`, 'insufficient_tokens'),
    ],
  ]),
  ...conditions('ledger_guard', [
    [
      'no amount of the ledger changes',
      '\\{user_id,description,reason\\}',
      '{user_id,description,reason,amount}',
      owner('update token_transactions set amount = 26 where account_id = :me', 'ledger_is_append_only'),
    ],
    [
      'a reason does not change',
      'new.reason is null and not exists \\(select from public.profiles where id = old.account_id\\)',
      'true',
      owner(
        'update token_transactions set reason = null where account_id = :me and reason is not null',
        'ledger_is_append_only',
        { before: [reason] },
      ),
    ],
  ]),
  ...conditions('profile_after_delete', [
    [
      'the login goes too',
      'delete from auth.users where id = old.id;',
      '',
      owner(LEAVE, 'done', { reads: ['select count(*)::int from auth.users where id = :me', 0] }),
    ],
    [
      'a reason goes with the person it is about',
      ', reason = null',
      '',
      owner(LEAVE, 'done', {
        before: [reason],
        reads: ['select count(reason)::int from token_transactions where account_id = :me', 0],
      }),
    ],
  ]),
  ...conditions('profile_before_delete', [
    [
      'the customer leaves the orders',
      'customer_name = null, ',
      '',
      owner(LEAVE, 'done', {
        reads: [
          'select concat(customer_name, customer_email, redemption_email) from orders where id = :order',
          '',
        ],
      }),
    ],
  ]),
  ...conditions('audit', [
    [
      'the erased leave the log',
      'v_before := v_before - private.personal_columns\\(\\);',
      'null;',
      theErasedAreNotFound,
    ],
  ]),
  ...conditions('profile_guard', [
    ['a reason is trimmed', 'p_reason => v_reason', 'p_reason => new.name', adjust('reason', 'Why')],
    [
      'an adjustment states its amount',
      'new.current_tokens - old.current_tokens',
      'old.current_tokens - new.current_tokens',
      adjust('amount', 5),
    ],
  ]),
  mutant(
    'every function has a search path',
    {
      takes: 'private.like_pattern',
      definition: `select pg_get_functiondef('private.like_pattern'::regproc) as text`,
      apply: 'alter function private.like_pattern(text) reset search_path',
      restore: (definition) => definition,
    },
    everyFunctionHasASearchPath,
  ),
  ...['file_size_limit', 'allowed_mime_types'].map((column) =>
    mutant(
      `pictures have a limit: ${column}`,
      {
        takes: column,
        definition: `
          select string_agg(format('update storage.buckets set ${column} = %L where id = %L', ${column}, id), ';') as text
          from storage.buckets`,
        apply: `update storage.buckets set ${column} = null`,
        restore: (text) => text,
      },
      uploadsAreLimited,
    ),
  ),
]
