import { admin, me, other, owner } from '../support/attempt'
import { LEAVE, REVOKED, type Rule, rules } from './rule'

const signUp = (email: string, before = 'select') =>
  owner(
    `insert into auth.users (id, email, raw_user_meta_data)
     values (gen_random_uuid(), ${email}, jsonb_build_object('invite_code', :invite, 'name', 'N'))`,
    'invalid_invite_code',
    { before: [before] },
  )
const reason = `select private.post_tokens(:me, 'adjustment', 1, 'Adjustment', p_reason => 'Why')`
const adjust = (query: string, value: unknown) =>
  admin(`update profiles set current_tokens = 20, adjustment_reason = ' Why ' where id = :me`, 'done', {
    reads: [
      `select ${query} from token_transactions where account_id = :me order by seq desc limit 1`,
      value,
    ],
  })
const hiddenName = (name: string) =>
  owner(`update profiles set name = '${name}' where id = :me`, 'invalid_profile')
const erase = `update private.audit_log set before = before - private.personal_columns(),
  after = after - private.personal_columns() where table_name = 'profiles' and row_id = :me`
/** Conditions about people, their log and their rights. */
export const peopleConditionRules: Rule[] = [
  ...rules({
    'an admin is one by role': other('select count(*)::int from profiles where id = :me', undefined, {
      returns: 0,
    }),
    'a member has a profile': me('select count(*)::int from benefits', undefined, {
      returns: 0,
      before: [LEAVE],
    }),
    'an invite works once': signUp(
      `'n@x.test'`,
      'update invite_codes set uses = 1, used_at = now() where code = :invite',
    ),
    'a revoked invite is refused': signUp(
      `'n@x.test'`,
      `update invite_codes set ${REVOKED} where code = :invite`,
    ),
    'an account has an email': signUp('null'),
    'an email is printable ASCII': owner(
      `update auth.users set email = 'n\u0430@x.test' where id = :me`,
      'invalid_email',
    ),
    'a name has nothing hidden': hiddenName('No\u00adra'),
    'a name has something visible': hiddenName('\u2800'),
    'the log of the living stays': owner(erase, 'audit_log_is_immutable', {
      before: [
        `insert into private.audit_log (table_name, row_id, action, before) values ('profiles', :me, 'update', '{"phone": "1"}')`,
      ],
    }),
    'the login goes too': owner(LEAVE, 'done', {
      reads: ['select count(*)::int from auth.users where id = :me', 0],
    }),
    'a reason goes with the person it is about': owner(LEAVE, 'done', {
      before: [reason],
      reads: ['select count(reason)::int from token_transactions where account_id = :me', 0],
    }),
    'the customer leaves the orders': owner(LEAVE, 'done', {
      reads: [
        'select concat(customer_name, customer_email, redemption_email) from orders where id = :order',
        '',
      ],
    }),
    'a reason is trimmed': adjust('reason', 'Why'),
    'an adjustment states its amount': adjust('amount', 5),
  }),
]
