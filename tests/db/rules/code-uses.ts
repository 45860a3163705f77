import { admin, me, owner, service } from '../support/attempt'
import { BALANCE, type Rule, refusals, rules } from './rule'

const SEVERAL = 'update redeem_codes set max_uses = 3 where code = :token'
const EXPIRED = (table: string, code: string) => `update ${table} set expires_at = now() where code = ${code}`
const used = `insert into code_uses (code_id, account_id, user_id, used_at)
  select id, :me, :me, now() from redeem_codes where code = :token`
const signUp = (before: string) =>
  owner(
    `insert into auth.users (id, email, raw_user_meta_data)
     values (gen_random_uuid(), 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', 'N'))`,
    'invalid_invite_code',
    { before: [before] },
  )
const redeems = (...before: string[]) =>
  me('select redeem_code(:token)', 'done', { before, reads: [BALANCE, 15] })
const extend = (code = ':token', until = `now() + interval '1 day'`) =>
  `select extend_code('token', (select id from redeem_codes where code = ${code}), ${until})`
const bound = `update invite_codes set email = 'other@x.test' where code = :invite`
/** Codes with an expiry, several uses or an address (D41, D42). */
export const codeUseRules: Rule[] = [
  ...rules({
    code_uses_refuse_writes: service(used, '42501'),
    'a code is used once by each account': owner(used, '23505', { before: [used] }),
  }),
  ...refusals({
    too_many_rows: admin(`select taken_codes('token', array_fill('A'::text, '{10001}'))`),
  }),
  ...rules({
    'an expired token code is refused': redeems(EXPIRED('redeem_codes', ':token')),
    'a person uses a code once': redeems(SEVERAL, used),
    'an expired invite is not valid': owner(
      `select private.check_invite_code(:invite, 'caller')`,
      undefined,
      {
        before: [EXPIRED('invite_codes', ':invite')],
        returns: false,
      },
    ),
    'an expired invite is refused': signUp(EXPIRED('invite_codes', ':invite')),
    'an invite of another address is refused': signUp(bound),
  }),
  ...refusals({
    expiry_past: admin(`insert into redeem_codes (code, token_value, expires_at) values ('GONE', 1, now())`),
  }),
  ...refusals({
    expiry_past: admin(extend(':token', 'now()')),
    code_not_extendable: admin(extend(`'NO SUCH CODE'`)),
  }),
  ...rules({
    'a code that is used up is not extended': admin(extend(), 'code_not_extendable', {
      before: ['update redeem_codes set uses = 1, used_at = now() where code = :token'],
    }),
    'an invitation whose address was erased admits nobody': admin(
      `select extend_code('invite', (select id from invite_codes where code = :invite), now() + interval '1 day')`,
      'code_not_extendable',
      {
        before: [
          `insert into invitations (code_id, source) select id, 'admin' from invite_codes where code = :invite`,
        ],
      },
    ),
  }),
]
