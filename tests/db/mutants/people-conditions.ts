import { erasesPersonalData } from '../probes/activity'
import { uploadsAreLimited } from '../probes/pictures'
import { everyFunctionHasASearchPath } from '../probes/rights'
import { admin, me, other, owner } from '../support/attempt'
import { conditions, LEAVE, mutant, REVOKED, type SchemaMutant } from './mutant'

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
export const peopleConditionMutants: SchemaMutant[] = [
  ...conditions('is_admin', {
    'an admin is one by role': [
      ` and p.role = 'admin'`,
      '',
      other('select count(*)::int from profiles where id = :me', undefined, { returns: 0 }),
    ],
  }),
  ...conditions('is_member', {
    'a member has a profile': [
      'p.id = auth.uid\\(\\)',
      'true',
      me('select count(*)::int from benefits', undefined, { returns: 0, before: [LEAVE] }),
    ],
  }),
  ...conditions('handle_new_user', {
    'an invite works once': [
      ' and not c.is_used',
      '',
      signUp(`'n@x.test'`, 'update invite_codes set uses = 1, used_at = now() where code = :invite'),
    ],
    'a revoked invite is refused': [
      ' and not c.is_revoked',
      '',
      signUp(`'n@x.test'`, `update invite_codes set ${REVOKED} where code = :invite`),
    ],
    'an account has an email': ['new.email is null or ', '', signUp('null')],
  }),
  ...conditions('is_email', {
    'an email is printable ASCII': [
      '!-;=\\?A-~',
      '^ <>@',
      owner(`update auth.users set email = 'n\u0430@x.test' where id = :me`, 'invalid_email'),
    ],
  }),
  ...conditions('is_plain_text', {
    'a name has nothing hidden': ['not private.has_hidden\\(p_text\\)', 'true', hiddenName('No\u00adra')],
    'a name has something visible': ['private.has_visible\\(p_text\\)', 'true', hiddenName('\u2800')],
  }),
  ...conditions('audit_log_guard', {
    'the log of the living stays': [
      'and not exists \\([^;]*old.row_id::uuid\\)',
      '',
      owner(erase, 'audit_log_is_immutable', {
        before: [
          `insert into private.audit_log (table_name, row_id, action, before) values ('profiles', :me, 'update', '{"phone": "1"}')`,
        ],
      }),
    ],
  }),
  ...conditions('profile_after_delete', {
    'the login goes too': [
      'delete from auth.users where id = old.id;',
      '',
      owner(LEAVE, 'done', { reads: ['select count(*)::int from auth.users where id = :me', 0] }),
    ],
    'a reason goes with the person it is about': [
      ', reason = null',
      '',
      owner(LEAVE, 'done', {
        before: [reason],
        reads: ['select count(reason)::int from token_transactions where account_id = :me', 0],
      }),
    ],
  }),
  ...conditions('profile_before_delete', {
    'the customer leaves the orders': [
      'customer_name = null, ',
      '',
      owner(LEAVE, 'done', {
        reads: [
          'select concat(customer_name, customer_email, redemption_email) from orders where id = :order',
          '',
        ],
      }),
    ],
  }),
  ...conditions('audit', {
    'the erased leave the log': [
      'v_before := v_before - private.personal_columns\\(\\);',
      'null;',
      erasesPersonalData,
    ],
  }),
  ...conditions('profile_guard', {
    'a reason is trimmed': ['p_reason => v_reason', 'p_reason => new.name', adjust('reason', 'Why')],
    'an adjustment states its amount': [
      'new.current_tokens - old.current_tokens',
      'old.current_tokens - new.current_tokens',
      adjust('amount', 5),
    ],
  }),
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
