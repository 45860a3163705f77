import { type Attempt, me, owner } from '../support/attempt'
import { constraints, LEAVE, type Rule, refusals, rules } from './rule'

const ID = '00000000-0000-4000-8000-0000000000e1'
const setting = (key: string, value: number) =>
  `insert into app_settings (key, value) values ('${key}', '${value}') on conflict (key) do update set value = excluded.value`
const quota = (value: number) => setting('invitations_per_member', value)
const link = (uses = 0) => `
  update profiles set membership_start_date = now() - interval '1 day' where id = :me;
  insert into invite_codes (id, code, max_uses, uses, used_at, expires_at)
  values ('${ID}', 'MYLINK', 3, ${uses}, case when ${uses} > 0 then now() end, now() + interval '1 day');
  insert into invitations (code_id, source, inviter_id) values ('${ID}', 'link', :me)`
const revoke = `update invite_codes set revoked_at = now(), revoked_by = :me, revoked_reason = 'Lost' where id = '${ID}'`
const OTHER = ID.replace('e1', 'e2')
const over = (...more: string[]): Attempt =>
  owner(`select private.is_over_link('${ID}')`, undefined, {
    before: [quota(3), link(), revoke, ...more],
    returns: true,
  })
const revoked: [string, unknown] = [`select is_revoked from invite_codes where id = '${ID}'`, true]
const add = (values = `15, now(), null, 0, 0`) => `
  insert into private.referrals (
    invited_id, referrer_id, code_id, bonus, joined_at, settled_at, invited_received, referrer_received)
  values (:me, :other, '${ID}', ${values})`
const delivered = (days: number) =>
  `update orders set status = 'delivered', updated_at = now() - interval '${days} days' where id = :order`
const pay = 'select private.pay_referral(:me, :order, now())'
const phones = (phone: string) => `update profiles set phone = '${phone}' where id in (:me, :other)`
const unpaid = (...before: string[]): Attempt =>
  owner(pay, 'done', {
    before,
    reads: [
      `select count(*)::int from token_transactions where transaction_type = 'referral_bonus' and account_id = :me`,
      0,
    ],
  })
const invited = (source: string) =>
  `insert into invitations (code_id, source, inviter_id) values ('${ID}', '${source}', :other)`
const recorded = (bonus: number | null, ...before: string[]): Attempt =>
  owner(`select private.record_referral(:me, '${ID}', now())`, 'done', {
    before: [setting('referral_bonus', 15), ...before],
    reads: ['select max(bonus) from private.referrals where invited_id = :me', bonus],
  })
/** Referrals (D43). */
export const referralRules: Rule[] = [
  ...constraints({
    referrals_settled: add('15, now(), null, 15, 0'),
    referrals_bonus_check: add('1000, now(), null, 0, 0'),
    referrals_check: add('15, now(), now(), 14, 0'),
    referrals_check1: add('15, now(), now(), 0, 14'),
  }),
  ...rules({
    invitations_use_link: owner(
      `insert into invitations (code_id, source, inviter_id) values ('${OTHER}', 'member', :me)`,
      'done',
      {
        before: [quota(1), link(), `insert into invite_codes (id, code) values ('${OTHER}', 'MAILED')`],
        reads: revoked,
      },
    ),
    app_settings_quota: owner(quota(0), 'done', { before: [quota(3), link()], reads: revoked }),
    'a referral is paid once': unpaid(add('15, now(), now(), 0, 0'), delivered(8)),
    'an order pays after seven days': unpaid(add(), delivered(6)),
    'an order that is not delivered pays nothing': unpaid(
      add(),
      `update orders set status = 'processing', updated_at = now() - interval '8 days' where id = :order`,
    ),
    'nobody is paid who became the same person': unpaid(add(), delivered(8), phones('020 7946 0318')),
    'whom the waitlist admitted has no referrer': recorded(null, invited('waitlist')),
    'one mailbox is one person': recorded(
      0,
      invited('member'),
      `update profiles set email = replace((select o.email from profiles as o where o.id = :other), '@', '+2@') where id = :me`,
    ),
    'one telephone is one person': recorded(0, invited('member'), phones('020 7946 0318')),
    'an extension is no telephone': recorded(15, invited('member'), phones('112')),
    'who joined by the link was invited': owner('select private.invitations_left(:me)', undefined, {
      before: [quota(3), link(1)],
      returns: 2,
    }),
    'the link of who has left admits nobody': over(
      `update invitations set inviter_id = null where code_id = '${ID}'`,
    ),
    'a member has one link': over(
      `insert into invite_codes (id, code, expires_at) values ('${OTHER}', 'NEWLINK', now() + interval '1 day')`,
      `insert into invitations (code_id, source, inviter_id) values ('${OTHER}', 'link', :me)`,
    ),
    'a link admits nobody when no invitation is left': over(quota(0)),
  }),
  ...refusals({
    not_signed_in: me('select * from my_invitations()', undefined, { before: [LEAVE] }),
  }),
]
