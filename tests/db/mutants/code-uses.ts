import { type Attempt, admin, me, owner, service } from '../support/attempt'
import { dropConstraint } from '../support/mutation'
import { BALANCE, conditions, mutant, refusals, type SchemaMutant, triggers } from './mutant'
import { policies, rlsMutants } from './policies'

const SEVERAL = 'update redeem_codes set max_uses = 3 where code = :token'
const EXPIRED = (table: string, code: string) => `update ${table} set expires_at = now() where code = ${code}`
const used = `insert into code_uses (code_id, account_id, user_id, used_at)
  select id, :me, :me, now() from redeem_codes where code = :token`
const rows = 'select count(*)::int from code_uses'
const signUp = (before: string) =>
  owner(
    `insert into auth.users (id, email, raw_user_meta_data)
     values (gen_random_uuid(), 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', 'N'))`,
    'invalid_invite_code',
    { before: [before] },
  )
const seen: Attempt = me(rows, undefined, { before: [used], returns: 0 })
const redeems = (...before: string[]) =>
  me('select redeem_code(:token)', 'done', { before, reads: [BALANCE, 15] })
const extend = (code = ':token', until = `now() + interval '1 day'`) =>
  `select extend_code('token', (select id from redeem_codes where code = ${code}), ${until})`
const bound = `update invite_codes set email = 'other@x.test' where code = :invite`
const check = (email: string) => `select private.check_invite_code(:invite, 'caller', ${email})`

/** Codes with an expiry, several uses or an address (D41, D42). */
export const codeUseMutants: SchemaMutant[] = [
  ...rlsMutants({ code_uses: seen }),
  ...policies('code_uses', { 'admins read': seen }),
  ...triggers('code_uses', { code_uses_refuse_writes: service(used, '42501') }),
  mutant(
    'key: code_uses_pkey',
    dropConstraint('code_uses', 'code_uses_pkey'),
    owner(used, '23505', { before: [used] }),
  ),
  ...refusals('taken_codes', {
    too_many_rows: admin(`select taken_codes('token', array_fill('A'::text, '{10001}'))`),
  }),
  ...conditions('redeem_code', {
    'an expired token code is refused': [
      ' and coalesce\\(c.expires_at > now\\(\\), true\\)',
      '',
      redeems(EXPIRED('redeem_codes', ':token')),
    ],
    'a person uses a code once': [
      'u.code_id = c.id and u.account_id = v_user',
      'false',
      redeems(SEVERAL, used),
    ],
  }),
  ...conditions('check_invite_code', {
    'an expired invite is not valid': [
      ' and coalesce\\(c.expires_at > now\\(\\), true\\)',
      '',
      owner(check('null'), undefined, { before: [EXPIRED('invite_codes', ':invite')], returns: false }),
    ],
    'the hook refuses another address': [
      'coalesce\\(c.email = lower\\(p_email\\), true\\)',
      'true',
      owner(check(`'n@x.test'`), undefined, { before: [bound], returns: false }),
    ],
  }),
  ...conditions('handle_new_user', {
    'an expired invite is refused': [
      ' and coalesce\\(c.expires_at > now\\(\\), true\\)',
      '',
      signUp(EXPIRED('invite_codes', ':invite')),
    ],
    'an invite of another address is refused': [
      'and coalesce\\(c.email = lower\\(new.email\\), true\\)',
      '',
      signUp(bound),
    ],
  }),
  ...refusals('code_before', {
    expiry_past: admin(`insert into redeem_codes (code, token_value, expires_at) values ('GONE', 1, now())`),
  }),
  ...refusals('extend_code', {
    expiry_past: admin(extend(':token', 'now()')),
    code_not_extendable: admin(extend(`'NO SUCH CODE'`)),
    not_admin: me(`select extend_code('token', gen_random_uuid())`),
  }),
  ...conditions('extend_code', {
    'a code that is used up is not extended': [
      ' and not c.is_used',
      '',
      admin(extend(), 'code_not_extendable', {
        before: ['update redeem_codes set uses = 1, used_at = now() where code = :token'],
      }),
    ],
    'an invitation whose address was erased admits nobody': [
      'i.email is null',
      'false',
      admin(
        `select extend_code('invite', (select id from invite_codes where code = :invite), now() + interval '1 day')`,
        'code_not_extendable',
        {
          before: [
            `insert into invitations (code_id, source) select id, 'admin' from invite_codes where code = :invite`,
          ],
        },
      ),
    ],
  }),
]
