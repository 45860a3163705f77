import * as activity from '../probes/activity'
import * as audit from '../probes/audit'
import * as codes from '../probes/codes'
import { theDeletedReadNothing } from '../probes/deleted'
import * as gate from '../probes/gate'
import * as guesses from '../probes/guesses'
import * as ledger from '../probes/ledger'
import * as orders from '../probes/orders'
import * as profiles from '../probes/profiles'
import * as rights from '../probes/rights'
import * as visibility from '../probes/visibility'
import { attempt } from '../support/attempt'
import { changeFunction, undoRevoke } from '../support/mutation'
import type { SchemaMutant } from './mutant'

const REPLAY = `insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value)
  values (:order, :me, :benefit, 'a@b.test', 1)`

/** Conditions in functions that refuse nothing by a word of their own, and rights that nobody was given. */
export const conditionMutants: SchemaMutant[] = [
  [
    'an admin is one by role',
    changeFunction('private.is_admin()', ` and p.role = 'admin'`, ''),
    visibility.profilesAreOnesOwn,
  ],
  [
    'a member has a profile',
    changeFunction('private.is_member()', 'p.id = auth.uid\\(\\)', 'true'),
    theDeletedReadNothing,
  ],
  [
    'a token code works once',
    changeFunction('private.redeem_code(text,uuid)', ' and not c.is_used', ''),
    attempt({
      by: 'me',
      before: ['update redeem_codes set is_used = true, used_at = now() where code = :token'],
      say: 'select redeem_code(:token)',
      comes: 'done',
      reads: [
        `select count(*)::int from token_transactions where description = 'Redeemed code ' || :token`,
        0,
      ],
    }),
  ],
  ...[
    ['a request id belongs to one person', 'r.user_id = v_user and r.request_id', 'r.request_id'],
    ['a request is about one code', ' and c.code = private.normalize_code\\(p_code\\);', ';'],
    ['a retry returns the first success', 'r.request_id = p_request_id', 'false'],
    ['redemptions of one person are serialized', 'for no key update', 'for key share'],
  ].map(
    ([name = '', from = '', to = '']): SchemaMutant => [
      `redemption: ${name}`,
      changeFunction('private.redeem_code(text,uuid)', from, to),
      codes.redemptionIsIdempotent,
    ],
  ),
  [
    'an invite works once',
    changeFunction('private.handle_new_user()', ' and not is_used', ''),
    gate.noCodeNoAccount,
  ],
  [
    'an account has an email',
    changeFunction('private.handle_new_user()', 'new.email is null or ', ''),
    gate.noCodeNoAccount,
  ],
  [
    'ten guesses a minute',
    changeFunction('private.check_attempts(text,text)', 'offset 9 ', 'offset 10 '),
    codes.guessingIsLimited,
  ],
  [
    'fifty guesses a day',
    changeFunction('private.check_attempts(text,text)', 'offset 49 ', 'offset 99 '),
    codes.guessingIsLimited,
  ],
  [
    'the fiftieth guess of a day is remembered for a day',
    changeFunction('private.count_attempt(text,text)', '1 day', '01:00:00'),
    guesses.dayIsADay,
  ],
  [
    'a used invite is a miss like any other',
    changeFunction(
      'private.check_invite_code(text,text)',
      `private.count_attempt\\('invite_code'`,
      `private.count_attempt(case when exists (select from public.invite_codes as c where c.code = private.normalize_code(p_code))
         then 'used_invite_code' else 'invite_code' end`,
    ),
    guesses.missesOfTheHookAreAlike,
  ],
  [
    'a caller is the last hop',
    changeFunction('private.caller_address()', `',', -1`, `',', 1`),
    guesses.callerIsTheLastHop,
  ],
  [
    'a caller has at most 50 rows',
    changeFunction('private.count_attempt(text,text)', 'attempts.caller = [a-z_.]*p_caller', 'false'),
    guesses.rowsAreBounded,
  ],
  [
    'an email is printable ASCII',
    changeFunction('private.is_email(text)', '!-;=\\?A-~', '^ <>@'),
    gate.emailsArePlain,
  ],
  [
    'a name has nothing hidden',
    changeFunction('private.is_plain_text(text)', 'NOT private.has_hidden\\(p_text\\)', 'true'),
    gate.namesAreVisible,
  ],
  [
    'a name has something visible',
    changeFunction('private.is_plain_text(text)', 'private.has_visible\\(p_text\\)', 'true'),
    gate.namesAreVisible,
  ],
  [
    'a code has at most 64 characters',
    changeFunction('private.is_code(text)', 'char_length\\(p_text\\) <= 64', 'true'),
    codes.codesAreCanonical,
  ],
  [
    'a benefit that is being repriced is waited for',
    changeFunction('private.order_insert()', 'new.benefit_id for share', 'new.benefit_id'),
    orders.repricingIsWaitedFor,
  ],
  [
    'the log of the living stays',
    changeFunction('private.audit_log_guard()', 'and not exists \\([^;]*old.row_id::uuid\\)', ''),
    audit.logOfTheLivingStays,
  ],
  [
    'every function has a search path',
    {
      takes: 'private.like_pattern(text)',
      definition: `select pg_get_functiondef('private.like_pattern(text)'::regprocedure) as text`,
      apply: 'alter function private.like_pattern(text) reset search_path',
      restore: (definition) => definition,
    },
    rights.everyFunctionHasASearchPath,
  ],
  [
    'a cancelled order costs nothing',
    changeFunction('private.order_after()', `when new.status = 'cancelled' then 0`, `when false then 0`),
    orders.cancellingGivesTheTokensBack,
  ],
  [
    'a replay ends in its conflict',
    changeFunction(
      'private.order_insert()',
      'if exists \\(select from public.orders where id = new.id\\)',
      'if false',
    ),
    attempt({ by: 'me', say: REPLAY, comes: '23505' }),
  ],
  [
    'a new order is pending',
    changeFunction('private.order_insert()', `new.status := 'pending';`, ''),
    orders.serverWritesTheOrder,
  ],
  [
    'an inactive benefit is not for sale',
    changeFunction('private.order_insert()', ' or not v_benefit.is_active', ''),
    attempt({
      by: 'me',
      before: ['update benefits set is_active = false where id = :benefit'],
      say: REPLAY.replace(':order', 'gen_random_uuid()').replace(', 1)', ', 10)'),
      comes: 'benefit_unavailable',
    }),
  ],
  [
    'no debit below 0',
    changeFunction('private.ledger_apply()', ' and current_tokens \\+ new.amount >= 0', ''),
    ledger.balanceNeverGoesBelowZero,
  ],
  [
    'no amount of the ledger changes',
    changeFunction(
      'private.ledger_guard()',
      '\\{user_id,description,reason\\}',
      '{user_id,description,reason,amount}',
    ),
    ledger.ledgerOnlyGrows,
  ],
  [
    'the login goes too',
    changeFunction('private.profile_after_delete()', 'delete from auth.users where id = old.id;', ''),
    profiles.loginGoesWithTheProfile,
  ],
  [
    'a reason goes with the person it is about',
    changeFunction('private.profile_after_delete()', ', reason = null', ''),
    profiles.personalDataGoes,
  ],
  [
    'a reason does not change',
    changeFunction(
      'private.ledger_guard()',
      'new.reason is null and not exists \\(select from public.profiles where id = old.account_id\\)',
      'true',
    ),
    profiles.adjustmentsHaveAReason,
  ],
  [
    'a reason is trimmed',
    changeFunction('private.profile_guard()', 'p_reason => v_reason', `p_reason => new.name`),
    profiles.editsBecomeAdjustments,
  ],
  [
    'the customer leaves the orders',
    changeFunction('private.profile_before_delete()', 'customer_name = null, ', ''),
    profiles.personalDataGoes,
  ],
  [
    'the erased leave the log',
    changeFunction('private.audit()', 'v_before := v_before - private.personal_columns\\(\\);', 'null;'),
    activity.theErasedAreNotFound,
  ],
  [
    'an adjustment states its balance',
    changeFunction(
      'private.profile_guard()',
      'new.current_tokens - old.current_tokens',
      'old.current_tokens - new.current_tokens',
    ),
    attempt({
      by: 'admin',
      say: `update profiles set current_tokens = 20, adjustment_reason = 'Why' where id = :me`,
      comes: 'done',
      reads: ['select amount from token_transactions where account_id = :me order by seq desc limit 1', 5],
    }),
  ],
  ...[
    'grant insert on public.token_transactions to authenticated',
    'grant update (used_by) on public.redeem_codes to authenticated',
    'grant execute on function private.post_tokens(uuid, text, integer, text, uuid, uuid, uuid, timestamptz, integer, text) to authenticated',
    'grant select on private.audit_log to authenticated',
    'grant execute on all functions in schema public to anon',
    'grant insert on public.orders to authenticated',
  ].map((grant): SchemaMutant => [`right: ${grant}`, undoRevoke(grant), rights.everyRightIsOnPurpose]),
]
