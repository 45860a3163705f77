import { BALANCE, LEAVE, queued, REVOKED } from './scene'
import { table } from './table'

const insertUse = `insert into code_uses (code_id, account_id, user_id, used_at) select id, :me, :me, now() from redeem_codes where code = :token`
const MISS = `select private.check_invite_code('NO-SUCH-CODE', 'x')`
const missed = (caller: string, count: number, age: string) =>
  `insert into private.attempts (kind, caller, at) select 'invite_code', ${caller}, now() - interval '${age}' from generate_series(1, ${count}) as n`
const addressed = `insert into private.addressed_mailboxes (mailbox_key, code_id) values (private.mailbox_key('guest@example.test'), :xc1)`
const claim = `insert into private.invited_mailboxes (mailbox_key, code_id) values (private.mailbox_key('guest@example.test'), :xc1)`
const isEmailOmitted = `select private.invitation_email_data(:xc1) is null as hidden`
const resend = `select resend_invitation(:xc1)`
const revoke = `update invite_codes set revoked_at = now(), revoked_by = :me, revoked_reason = 'Lost' where id = :xe1`
const paid = `select count(*)::int from token_transactions where transaction_type = 'referral_bonus' and account_id = :me`
const pay = `select private.pay_referral(:me, :order, now())`
const forget = `select private.delete_old_requests(now())`
const rows = `select count(*)::int from waitlist`
const BEGAN = `update profiles set membership_start_date = '2024-02-29 00:00+00' where id = :me`
const YEAR = (at: string) =>
  `select concat_ws(' ', (starts_at at time zone 'UTC')::date, (ends_at at time zone 'UTC')::date) from private.membership_year(:me, ${at})`
/** One of the admin's, sent an hour ago. */
const invitation = (columns: Record<string, string> = {}) => {
  const values = {
    code_id: ':xc1',
    source: `'admin'`,
    inviter_id: ':admin',
    email: `'guest@example.test'`,
    sends: '1',
    queued_at: `now() - interval '1 hour'`,
    email_id: ':xc2',
    email_state: `'waiting'`,
    ...columns,
  }
  return `insert into public.invitations (${Object.keys(values)}) values (${Object.values(values)})`
}
const code = (more = '') =>
  `insert into public.invite_codes (id, code, email${more && ', expires_at'}) values (:xc1, 'INVITED001', 'guest@example.test'${more})`
const setting = (key: string, value: number) =>
  `insert into app_settings (key, value) values ('${key}', '${value}') on conflict (key) do update set value = excluded.value`
const referral = (values: string) => `
    insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at, settled_at, invited_received, referrer_received)
      values (:me, :other, :xe1, ${values})`
const link = (uses = 0) => `
    update profiles set membership_start_date = now() - interval '1 day' where id = :me;
    insert into invite_codes (id, code, max_uses, uses, used_at, expires_at)
      values (:xe1, 'MYLINK', 3, ${uses}, case when ${uses} > 0 then now() end, now() + interval '1 day');
    insert into invitations (code_id, source, inviter_id) values (:xe1, 'link', :me)`
/** A code that is unbound. */
const UNBOUND = `insert into invite_codes (id, code) values (:xc1, 'INVITED001')`
const MINE = { inviter_id: ':me', source: `'member'` }
/** Ten emails of the member to others. */
const TEN = `insert into private.outbox (id, kind, recipient_id, cause_id, elsewhere) select gen_random_uuid(), 'order_delivered', :me, :order, true from generate_series(1, 10)`
/** An invitation, a later one of somebody who joined, and a link. */
const TWO = `${code()}; ${invitation()}; insert into invite_codes (id, code, uses, used_at) values (:xc3, 'INVITED003', 1, now());
    ${invitation({ code_id: ':xc3', email: `'late@x.test'`, created_at: `now() + interval '1 hour'` })}; ${link()}`
const waits = (email = `'wanda@x.test'`, more = 'null') =>
  `insert into waitlist (id, email, mailbox, declined_at) values (:xd1, ${email}, ${email}, ${more})`

export const codes = table(String.raw`
-- code-uses
  owner = "203.0.113.9" | select private.caller_address() from set_config('request.headers', [['{"x-forwarded-for": "203.0.113.9"}' ;; '{"x-forwarded-for": "198.51.100.1, 203.0.113.9"}' ;; '{"x-forwarded-for": "198.51.100.1,198.51.100.2,  203.0.113.9"}' ;;
      '{"x-forwarded-for": "unknown, 203.0.113.9"}' ;; '{"x-forwarded-for": "198.51.100.1", "x-real-ip": "203.0.113.9"}' ;; '{"x-forwarded-for": "198.51.100.1", "x-real-ip": "198.51.100.3", "cf-connecting-ip": "203.0.113.9"}']], true)
    | the last hop of a request is its caller: the others are its own word (D10)
  owner = "unknown" | select private.caller_of([['not an address' ;; null]]) | nobody is named (D10)
  owner = "unknown" | select private.caller_address() | no header, no address (D10) | select set_config('request.headers', '{}', true)
  owner = "2001:db8:1:2::/64" | select private.caller_of('2001:db8:1:2:3:4:5:6') | a network is one caller (D10)
  owner done | ${MISS} | fifty misses in a day (D10) | ${missed(`'x'`, 49, '23 hours')}
  owner rate_limited | ${MISS} | no more (D10) | ${missed(`'x'`, 50, '23 hours')}
  owner done | ${MISS} ;; ${MISS} ;; ${MISS} ;; ${MISS} | misses are forgotten after a day, some of others too (D10) | ${missed(`'x'`, 51, '25 hours')}; ${missed('n::text', 250, '9 days')} | select string_agg(caller, ' ') from private.attempts => "x x x x"
  admin = "2 4" | select string_agg(n::text, ' ') from taken_codes('token', array['NONE', E' ' || lower(:token) || E'\t', 'NEITHER', :token]) as n | codes that exist already, in any spelling (D10)
  admin = null | select string_agg(n::text, ' ') from taken_codes('invite', array[:token]) as n | those of the kind alone
  service 42501 | ${insertUse} | code_uses_refuse_writes
  owner 23505 | ${insertUse} | a code is used once by each account | ${insertUse}
  admin too_many_rows | select taken_codes('token', array_fill('A'::text, '{10001}'))
  me done | select redeem_code([[:token ;; 'LOST']]) | an expired or revoked token code is refused | update redeem_codes set expires_at = now() where code = :token; insert into redeem_codes (code, token_value, revoked_at, revoked_by, revoked_reason) values ('LOST', 1, now(), :me, 'Lost') | ${BALANCE} => 15
  me done | select redeem_code(:token) | a person uses a code once | update redeem_codes set max_uses = 3 where code = :token; ${insertUse} | ${BALANCE} => 15
  me done | select redeem_code(:token) | an entry says which code it was | - | select description = 'Redeemed code ' || :token from token_transactions where account_id = :me order by seq desc limit 1 => true
  admin done | select taken_codes('token', array_fill('A'::text, '{10000}')) | ten thousand codes are compared
  owner = false | select private.check_invite_code(:invite, 'caller') | an expired invite is not valid | update invite_codes set expires_at = now() where code = :invite
  owner invalid_invite_code | insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', 'N'))
    | an expired invite is refused | update invite_codes set expires_at = now() where code = :invite
  owner invalid_invite_code | insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'n@x.test', jsonb_build_object('invite_code', :invite, 'name', 'N'))
    | an invite of another address is refused | update invite_codes set email = 'other@x.test' where code = :invite
  owner = "expired" | select private.code_state(false, false, now()) | a code has expired from its time on
  admin expiry_past | insert into redeem_codes (code, token_value, expires_at) values ('GONE', 1, now())
  admin expiry_past | select extend_code('token', (select id from redeem_codes where code = :token), now())
  admin code_not_extendable | select extend_code('token', (select id from redeem_codes where code = 'NO SUCH CODE'), now() + interval '1 day')
  admin code_not_extendable | select extend_code('token', (select id from redeem_codes where code = :token), now() + interval '1 day') | a code that is used up is not extended
    | update redeem_codes set uses = 1, used_at = now() where code = :token
  admin code_not_extendable | select extend_code('invite', (select id from invite_codes where code = :invite), now() + interval '1 day') | an invitation whose address was erased admits nobody
    | insert into invitations (code_id, source) select id, 'admin' from invite_codes where code = :invite
  admin code_not_extendable | select extend_code('invite', (select id from invite_codes where code = :invite), now() + interval '1 day') | a link of a member is not extended
    | insert into invitations (code_id, source) select id, 'link' from invite_codes where code = :invite
  admin done | select extend_code('invite', (select id from invite_codes where code = :invite), now() + interval '1 day') | an invitation of an address is extended
    | insert into invitations (code_id, source, email) select id, 'admin', 'guest@example.test' from invite_codes where code = :invite
  admin code_not_extendable | select extend_code('token', (select id from redeem_codes where code = :token), now() + interval '1 day') | a revoked code is not extended | update redeem_codes set ${REVOKED} where code = :token
  admin done | select extend_code('token', (select id from redeem_codes where code = :token)) ;; select extend_code('token', (select id from redeem_codes where code = :token)) | a code may have no end, which is logged once
    | update redeem_codes set expires_at = '2199-01-01' where code = :token
    | select concat_ws(' ', count(*), bool_and(c.expires_at is null), bool_and(l.after = jsonb_build_object('code', c.code, 'expires_at', null)), bool_and(l.before ->> 'expires_at' like '2%')) from redeem_codes as c join private.audit_log as l on l.row_id = c.id::text where c.code = :token => "1 t t t"
  admin = true | select u.id = c.id and u.user_id is null from redeem_codes as c, code_users('token', c.id) as u where c.code = :token | a code that somebody used who has left | update redeem_codes set uses = 1, used_at = now() where code = :token
  admin = "link" | select concat_ws(' ', source, invitation_state, token_value) from code_details('invite', :xe1) | a link has no state of an email | ${link()}; ${revoke}
-- invitations
  owner = false | select private.has_link([['It was good to meet you. See you soon… or later...maybe' ;; 'At 10:30 on 12.11.2026, e.g. for 3.5 hours (p.s. bring U.S. size 9.5)' ;; 'I have news: the file: attached. Tel: 12, data: none' ;;
      'Great 🎉. Yes! 👨‍👩‍👧. Naïve café. Ölümsüz. مرحبا. 你好！再见']]) | ordinary text has no link (D42)
  me = [] | select invitations from my_invitations() | a former admin sees nothing of what they sent as an admin (D42) | ${code()}; ${invitation({ inviter_id: ':me' })}
  admin = 1 | select jsonb_array_length(invitations) from my_invitations() | an admin sees it | ${code()}; ${invitation()}
  owner done | ${invitation({ message: `repeat('x', 1000)`, sends: '6', name: `repeat('x', 120)`, membership_ends_at: `'2199-12-31'`, opening_balance: '1000000' })} | an invitation carries as much as it may | ${code()}
  owner invitations_source_check | ${invitation({ source: `'spam'` })} | - | ${code()}
  owner invitations_email_check | ${invitation({ email: `'a,b@x.test'` })} | - | ${code()}
  owner invitations_message_check | ${invitation({ message: `repeat('x', 1001)` })} | - | ${code()}
  owner invitations_sends_check | ${invitation({ sends: '7' })} | - | ${code()}
  owner invitations_email_state_check | ${invitation({ email_state: `'read'` })} | - | ${code()}
  owner invitations_opened | ${invitation({ opens: '1' })} | - | ${code()}
  owner invitations_name_check | ${invitation({ name: `repeat('x', 121)` })} | - | ${code()}
  owner invitations_membership_ends_at_check | ${invitation({ membership_ends_at: `'infinity'` })} | - | ${code()}
  owner invitations_opening_balance_check | ${invitation({ opening_balance: '24' })} | - | ${code()}
  owner invitations_carried | ${invitation({ source: `'member'`, name: `'Ann'` })} | - | ${code()}
  owner invitations_link | ${invitation({ source: `'link'` })} | - | ${code()}
  service 42501 | delete from invitations | invitations_refuse_writes | ${code()}; ${invitation()}; ${claim}; grant delete on public.invitations to service_role
  owner done | update private.outbox set outcome = 'sent', finished_at = now() where id = :xc2 | an invitation is called sent once its email was
    | ${code()}; ${invitation()}; ${claim}; insert into private.outbox (id, kind, cause_id) values (:xc2, 'invitation', :xc1)
    | select concat_ws(' ', email_state, last_sent_at = now()) from public.invitations where code_id = :xc1 => "sent t"
  owner done | update private.outbox set outcome = 'given_up', finished_at = now() where id = :xc2 ;; update private.outbox set outcome = 'sent', finished_at = now() where id = :xc3 | an invitation shows its newest email, and when one was sent
    | ${code()}; ${invitation({ last_sent_at: `now() - interval '1 day'` })}; insert into private.outbox (id, kind, cause_id) values (:xc2, 'invitation', :xc1), (:xc3, 'invitation', :xc1)
    | select concat_ws(' ', email_state, now() - last_sent_at) from invitations where code_id = :xc1 => "given_up 1 day"
  owner = true | select private.invitation_message(E' a\u000d\nb\u0009c\u000dd \u2764\ufe0f\u200d ', false) = E'a\nb c\nd \u2764\ufe0f\u200d' | a message keeps its lines and emoji
  me invalid_message | select state from send_invitations('[]', [['a\u202eb' ;; 'evil.\u200btest' ;; 'a\u0008b' ;; repeat('x', 301)]])
  me message_has_link | select state from send_invitations('[]', [['https://evil.test' ;; 'See evil.test/x' ;; 'ftp://evil' ;; 'Call tel:+15550100' ;; 'MAILTO:evil@localhost' ;; 'Open 203.0.113.9/x' ;; 'See 163.com']])
  me message_has_link | select state from send_invitations('[]', [['\u0435vil\u3002\u0442\u0435\u0441\u0442' ;; 'evil\uff0etest' ;; 'evil\u2024test' ;; 'evil\ufe52test' ;; '\u0661.\u0662.\u0663.\u0664' ;; 'See caf\u0065\u0301.test' ;; 'evil.t\u0301est' ;; '1\u20e3.ws' ;; 'See \ud83d\udca9.la' ;; 'See evil.\u200dtest']])
  admin invalid_rows | select state from send_invitations('{}')
  admin invalid_rows | select state from send_invitations([['[{"membership_ends_at":"31.13.2099"}]' ;; '[{"membership_ends_at":"2020-01-01"}]' ;; '[{"membership_ends_at":"infinity"}]' ;; '[{"opening_balance":24}]' ;; '[{"opening_balance":"1.000"}]' ;; '[{"opening_balance":1000001}]' ;; '[{"name":"=?utf-8?b?eA==?="}]' ;; jsonb_build_array(jsonb_build_object('name', repeat('x', 121)))]])
  me not_admin | select state from send_invitations([['[{"email":"a@x.test","opening_balance":100}]' ;; '[{"email":"a@x.test","name":"Ann"}]' ;; '[{"email":"a@x.test","membership_ends_at":null}]']])
  admin too_many_rows | select state from send_invitations((select jsonb_agg(jsonb_build_object('email', 'a@x.test')) from generate_series(1, 501)))
  me done | select state from send_invitations((select jsonb_agg(jsonb_build_object('email', 'a@x.test')) from generate_series(1, 10))) | a member invites ten at once
  me too_many_rows | select state from send_invitations((select jsonb_agg(jsonb_build_object('email', 'a@x.test')) from generate_series(1, 11)))
  me done | select state from send_invitations('[]', repeat('x', 300)) | a member writes much
  admin done | select state from send_invitations('[]', repeat('x', 1000), true, true, [[1 ;; 90]]) | an admin writes more
  admin invalid_message | select state from send_invitations('[]', repeat('x', 1001))
  admin done | ${resend} | what was sent before stays sent | ${code()}; ${invitation()}; insert into private.outbox (id, kind, cause_id, outcome, finished_at) values (:xc2, 'invitation', :xc1, 'sent', now())
    | select string_agg(coalesce(outcome, 'waits'), ' ' order by outcome) from private.outbox where cause_id = :xc1 => "sent waits"
  owner = "t t f f f" | select concat_ws(' ', private.has_invited('guest@example.test', :me), private.has_invited('other@example.test', :me), private.has_invited('old@example.test', :me), private.has_invited('guest@example.test', :other), private.has_invited('other@example.test', :other)) | an invitation, also one that was corrected, is the member's own for 30 days (D42)
    | ${code()}; ${invitation({ ...MINE, email: `'other@example.test'`, addressed_at: `now() - interval '719 hours'` })}; ${addressed}; update private.addressed_mailboxes set addressed_at = now() - interval '719 hours'; insert into private.addressed_mailboxes (mailbox_key, code_id, addressed_at) values (private.mailbox_key('old@example.test'), :xc1, now() - interval '30 days')
  owner = "invited suppressed member new invalid" | select string_agg(private.address_state(a), ' ' order by n) from unnest(array['guest@example.test', 'no@x.test', (select email from profiles where id = :me), 'old@x.test', 'x']) with ordinality as v (a, n) | whom nobody invites, for 30 days
    | ${claim}; update private.invited_mailboxes set invited_at = now() - interval '719 hours'; insert into private.invited_mailboxes (mailbox_key, code_id, invited_at) values (private.mailbox_key('old@x.test'), :xc2, now() - interval '30 days'); insert into private.suppressed_addresses values (private.mailbox_key('no@x.test'))
  admin done | ${resend} | a second sending is logged | ${code()}; ${invitation()}; ${claim} | select concat(l.after ->> 'sends', i.sends, i.queued_at = now()) from private.audit_log as l join invitations as i on l.row_id = i.code_id::text where i.code_id = :xc1 => "22t"
  admin done | select correct_invitation(:xc1, 'other@example.test') | a correction is logged without the address, and begins anew | ${code()}; ${invitation({ last_sent_at: 'now()', opened_at: 'now()', opens: '1' })}; ${claim}
    | select concat_ws(' ', l.after, i.last_sent_at, i.opened_at, i.opens) from private.audit_log as l, invitations as i where l.row_id = :xc1 and i.code_id = :xc1 => "{\\"corrected\\": true} 0"
  admin done | select correct_invitation(:xc1, 'other@example.test') | a code that is unbound stays so | ${UNBOUND}; ${invitation()} | select email from invite_codes where id = :xc1 => null
  admin done | select correct_invitation(:xc1, 'guest+work@example.test') | the same mailbox in another spelling is no other one | ${code()}; ${invitation()}; insert into private.invited_mailboxes (mailbox_key, code_id) values (private.mailbox_key('guest@example.test'), :xc3)
  admin done | ${resend} | whom somebody else invited long ago is invited again | ${code()}; ${invitation()}; ${claim}; ${addressed}; update private.invited_mailboxes set code_id = :xc3, invited_at = now() - interval '30 days'; update private.addressed_mailboxes set addressed_at = now() - interval '1 day'
    | select concat_ws(' ', m.code_id = :xc1, m.invited_at = now(), a.addressed_at = now()) from private.invited_mailboxes as m, private.addressed_mailboxes as a => "t t t"
  me done | ${resend} ;; select revoke_invitation(:xc1) | what members do with theirs is not logged | ${code()}; ${invitation(MINE)} | select count(*)::int from private.audit_log where row_id = :xc1 => 0
  me rate_limited (86400) | ${resend} | a member emails ten others in a day | ${code()}; ${invitation(MINE)}; ${TEN}
  me = "over_quota" | select state from send_invitations('[{"email":"new@x.test"}]') | emails to others leave none for invitations | ${setting('invitations_per_member', 3)}; ${TEN}
  me = "invalid" | select state from send_invitations('["new@x.test"]') | a line that is no object has no address
  me done | select state from send_invitations('[{"email":"new@x.test"}]', null, false, false, 90) | a member's are bound and for 30 days | ${setting('invitations_per_member', 3)}
    | select concat_ws(' ', i.source, c.email, c.expires_at = now() + interval '30 days') from invitations as i join invite_codes as c on c.id = i.code_id where i.email = 'new@x.test' => "member new@x.test t"
  admin done | select state from send_invitations('[{"email":"a@x.test"},{"email":"b@x.test"}]', null, false, false, 90) | what admins send is logged | -
    | select concat_ws(' ', action, after - 'expires_at', (after ->> 'expires_at')::timestamptz = now() + interval '90 days') from private.audit_log where table_name = 'invitations' and actor_id = :admin => "insert {\\"bound\\": false, \\"count\\": 2} t"
  admin done | select state from send_invitations('[{"email":"a@x.test","opening_balance":100},{"email":"b@x.test"}]', null, false, false) | with the balances that it carries, and bound | -
    | select after - 'expires_at' from private.audit_log where table_name = 'invitations' and actor_id = :admin => {"bound": true, "count": 2, "opening_balances": 100}
  admin invitation_not_found | select revoke_invitation(:xc1) | an admin does not revoke it as its inviter | ${code()}; ${invitation(MINE)}
  admin invitation_closed | ${resend} | who has joined is not invited again | ${code()}; ${invitation()}; update invite_codes set uses = 1, used_at = now() where id = :xc1
  admin invitation_closed | ${resend} | what was revoked is not sent again | ${code()}; ${invitation()}; update invite_codes set ${REVOKED} where id = :xc1
  owner = null | select inviter from open_invitation('INVITED001') | who approved a request is not named | ${code()}; ${invitation({ source: `'waitlist'` })}
  owner = false | select bound from open_invitation('INVITED001', private.invitation_token(:xc1, 'guest@example.test')) | an invitation that is unbound | ${UNBOUND}; ${invitation()}
  owner = "expired revoked" | select concat_ws(' ', private.invitation_stage(i, c), private.invitation_stage(i, jsonb_populate_record(c, '{"is_revoked": true}'))) from invitations as i join invite_codes as c on c.id = i.code_id where c.id = :xc1 | what was opened ends all the same | ${code(', now()')}; ${invitation({ opened_at: 'now()', opens: '1' })}
  admin = "late@x.test guest@example.test, guest@example.test late@x.test, guest@example.test" | select concat_ws(', ', (select string_agg(coalesce(email, '-'), ' ') from search_invitations()), (select string_agg(coalesce(email, '-'), ' ') from search_invitations(p_reverse => true)),
      (select string_agg(coalesce(email, '-'), ' ') from search_invitations(p_key_value => now() + interval '1 hour', p_key_id => :xc3))) | invitations by email, the newest first | ${TWO}
  admin = "2 0 1 1 0" | select concat_ws(' ', total, sent, opened, joined, (select total from invitation_counts('nobody'))) from invitation_counts() | whoever joined has opened the invitation, and a link is none by email | ${TWO}
  admin done | select revoke_invitation(:xc1) | a revocation is logged | ${code()}; ${invitation()}; ${claim} | select after::text from private.audit_log where row_id = :xc1::text => "{\\"revoked\\": true}"
  me not_signed_in | select state from send_invitations('[]') | - | delete from public.profiles where id = :me
  admin invalid_days | select state from send_invitations('[]', null, true, [[true, 91 ;; true, 0 ;; true, null ;; null, 30]])
  me invitation_not_found | ${resend} | - | ${code()}; ${invitation({ source: `'member'` })}; ${claim}
  admin invitation_closed | ${resend} | - | ${code(', now()')}; ${invitation()}; ${claim}
  admin invitation_not_found | ${resend} | - | ${code()}; ${invitation({ email: 'null' })}
  admin resent_too_often | ${resend} | - | ${code()}; ${invitation({ sends: '6' })}; ${claim}
  admin rate_limited | ${resend} | - | ${code()}; ${invitation({ queued_at: `now() - interval '59 seconds'` })}; ${claim}
  admin invalid_email | select correct_invitation(:xc1, 'a,b@x.test') | - | ${code()}; ${invitation()}; ${claim}
  admin cannot_invite | select correct_invitation(:xc1, 'taken@example.test') | -
    | ${code()}; ${invitation()}; ${claim}; insert into private.invited_mailboxes (mailbox_key, code_id) values (private.mailbox_key('taken@example.test'), gen_random_uuid())
  me invitation_not_found | select revoke_invitation(:xc1) | nobody revokes what they sent as an admin | ${code()}; ${invitation({ inviter_id: ':me' })}; ${claim}
  me done | select state from send_invitations('[{"email":"new@x.test"}]', null, false) | emails to others are counted one after the other | ${setting('invitations_per_member', 3)}
    | select xmax::text::bigint >= pg_current_xact_id()::text::bigint from profiles where id = :me => true
  me done | ${resend} | emails to others are counted one after the other, also when sent again | ${code()}; ${invitation({ inviter_id: ':me', source: `'member'`, email: `'other@example.test'` })}; ${addressed}
    | select xmax::text::bigint >= pg_current_xact_id()::text::bigint from profiles where id = :me => true
  owner = {"asked": false, "bound": true, "code": "INVITED001", "email": "guest@example.test", "expires_on": "January 5, 2199", "inviter": "Ada Admin", "message": "Hi"}
    | select private.invitation_email_data(:xc1) - 'token' | what an invitation shows | ${code(`, '2199-01-05 23:00+00'`)}; ${invitation({ message: `'Hi'` })}; ${claim}
  owner = "false" | select private.invitation_email_data(:xc1) ->> 'bound' | one that anybody may use says so | ${UNBOUND}; ${invitation()}; ${claim}
  owner = "true" | select concat(d ->> 'inviter', d ->> 'asked') from private.invitation_email_data(:xc1) as d | one from the waitlist names nobody | ${code()}; ${invitation({ source: `'waitlist'` })}; ${claim}
  owner = null | select private.invitation_email_data(:xc1) ->> 'inviter' | nor does one of somebody who has left | ${code()}; ${invitation({ inviter_id: ':xc3' })}; ${claim}
  owner = true | ${isEmailOmitted} | a used code is not sent | ${code()}; ${invitation()}; ${claim}; update public.invite_codes set uses = 1, used_at = now() where id = :xc1
  owner = true | ${isEmailOmitted} | nor one that has expired | ${code(', now()')}; ${invitation()}; ${claim}
  owner = true | ${isEmailOmitted} | a mailbox that somebody else invited gets no second email | ${code()}; ${invitation()}; ${claim}; update private.invited_mailboxes set code_id = gen_random_uuid()
  owner done | ${LEAVE} | codes forget who used them | update redeem_codes set uses = 1, used_at = now(), used_by = :me where code = :token
    | select count(*)::int from (select used_by from redeem_codes union all select used_by from invite_codes) as c where used_by = :me => 0
  owner done | ${LEAVE} | a code that forgets its address expires, also for a sign-up that has begun | ${code(`, now() + interval '1 day'`)}; ${invitation({ email: '(select email from profiles where id = :me)' })}
    | select email is null and expires_at < now() - interval '59 seconds' from invite_codes where id = :xc1 => true
  owner done | ${LEAVE} | and one that was used keeps its end | insert into invite_codes (id, code, email, uses, used_at, used_by, expires_at) values (:xc1, 'CAME', 'guest@example.test', 1, now(), :me, now() + interval '1 day'); ${invitation()}
    | select concat_ws(' ', email, expires_at - now()) from invite_codes where id = :xc1 => "1 day"
  admin done | select revoke_codes('invite', p_ids => array[:xc1::uuid], p_reason => 'x', p_dry_run => false) ;; select undo_operation(id) from operations where actor_id = :admin | an email that was sent is not sent again by an undo
    | ${code()}; ${invitation()}; ${claim}; insert into private.outbox (id, kind, cause_id, outcome, finished_at) values (:xc2, 'invitation', :xc1, 'sent', now()) | select outcome from private.outbox where id = :xc2 => "sent"
-- referrals
  owner = true | select private.same_phone(a, b) and private.same_phone(b, a) from (values ([['+44 20 7946 0318', '٠٢٠ ٧٩٤٦ ٠٣١٨' ;; '020 7946 0318', '０２０ ７９４６ ０３１８' ;; '020 7946 0318', '+44 20 7946 0318 ext. 12' ;; '020 7946 0318 x1', '020 7946 0318 #2' ;;
      '020 7946 0318;ext=7', '(020) 7946-0318, 44' ;; '020 7946 0318', '02079460318 12' ;; '794 6031', '794-6031']])) as v (a, b) | the same telephone, whatever its digits and extension (D43)
  owner = false | select private.same_phone(a, b) or private.same_phone(b, a) from (values ([['020 7946 0318', '020 7946 0319' ;; '020 7946 0318', '020 7946 1318' ;; '94 6031', '94-6031' ;; '12', '12' ;; 'none', 'none' ;; '', '']])) as v (a, b)
    | another telephone, or none (D43)
  owner referrals_settled | ${referral('15, now(), null, 15, 0')}
  owner referrals_bonus_check | ${referral('1000, now(), null, 0, 0')}
  owner referrals_check | ${referral('15, now(), now(), 14, 0')}
  owner referrals_check1 | ${referral('15, now(), now(), 0, 14')}
  owner done | insert into invitations (code_id, source, inviter_id) values (:xe2, 'member', :me) | invitations_use_link
    | ${setting('invitations_per_member', 1)}; ${link()}; insert into invite_codes (id, code) values (:xe2, 'MAILED') | select revoked_reason from invite_codes where id = :xe1 => "No invitations left"
  owner done | ${setting('invitations_per_member', 0)} | app_settings_quota | ${setting('invitations_per_member', 3)}; ${link()}
    | select concat_ws(' ', is_revoked, revoked_by = :me, max_uses) from invite_codes where id = :xe1 => "t t 1"
  owner done | ${setting('invitations_per_member', 5)} | a link admits as many as are left | ${setting('invitations_per_member', 3)}; ${link(1)}
    | select concat_ws(' ', is_revoked, max_uses) from invite_codes where id = :xe1 => "f 5"
  owner done | select private.due_referrals(now() + interval '1 day') | seven days after a delivery, whatever was undone since (D43) | ${referral('15, now(), null, 0, 0')}; update orders set status = 'delivered', updated_at = now() - interval '6 days' where id = :order;
    insert into operations (id, kind, actor_id) values (:xe1, 'order_status', :admin); insert into private.operation_rows (operation_id, position, row_id, changed_at, undone_at) values (:xe1, 1, :order, now() - interval '1 hour', now())
    | select concat_ws(' ', (${paid}), (settled_at - now())::text) from private.referrals where invited_id = :me => "1 1 day"
  owner done | ${pay} | nobody is paid who became the same person
    | ${referral('15, now(), null, 0, 0')}; update orders set status = 'delivered', updated_at = now() - interval '8 days' where id = :order; update profiles set phone = '020 7946 0318' where id in (:me, :other)
    | ${paid} => 0
  owner done | select private.record_referral(:me, :xe1, now()) | whom the waitlist admitted has no referrer
    | ${setting('referral_bonus', 15)}; insert into invitations (code_id, source, inviter_id) values (:xe1, 'waitlist', :other) | select max(bonus) from private.referrals where invited_id = :me => null
  owner done | select private.record_referral(:me, :xe1, now()) | one mailbox is one person
    | ${setting('referral_bonus', 15)}; insert into invitations (code_id, source, inviter_id) values (:xe1, 'member', :other); update profiles set email = replace((select o.email from profiles as o where o.id = :other), '@', '+2@') where id = :me
    | select max(bonus) from private.referrals where invited_id = :me => 0
  owner done | select private.record_referral(:me, :xe1, now()) | one telephone is one person
    | ${setting('referral_bonus', 15)}; insert into invitations (code_id, source, inviter_id) values (:xe1, 'member', :other); update profiles set phone = '020 7946 0318' where id in (:me, :other)
    | select max(bonus) from private.referrals where invited_id = :me => 0
  owner done | select private.record_referral(:me, :xe1, now()) | an extension is no telephone
    | ${setting('referral_bonus', 15)}; insert into invitations (code_id, source, inviter_id) values (:xe1, 'member', :other); update profiles set phone = '112' where id in (:me, :other)
    | select max(bonus) from private.referrals where invited_id = :me => 15
  owner done | select private.record_referral(:me, :xe1, now()) | who invited is emailed as well | insert into invitations (code_id, source, inviter_id) values (:xe1, 'member', :other) | ${queued('invitation_joined', ':other')} => [true]
  owner = 2 | select private.invitations_left(:me) | who joined by the link was invited
    | ${setting('invitations_per_member', 3)}; ${link(1)}; ${code()}; ${invitation({ inviter_id: ':me' })}; update invite_codes set uses = 1, used_at = now() where id = :xc1
  owner = 0 | select private.invitations_left(:me) | fewer invitations than were used leave none | ${setting('invitations_per_member', 3)}; ${link(2)}; ${setting('invitations_per_member', 1)}
  owner = null | select private.live_link(:me) | a link ends with its year | ${link()}; update invite_codes set expires_at = now() where id = :xe1
  owner = true | select y.starts_at = p.created_at from profiles as p, private.membership_year(p.id, now()) as y where p.id = :me | who has not paid began when they joined | update profiles set membership_start_date = null, membership_end_date = null where id = :me
  owner = true | select private.is_stale_link(:xe1) | the link of who has left admits nobody | ${setting('invitations_per_member', 3)}; ${link()}; ${revoke}; update invitations set inviter_id = null where code_id = :xe1
  owner = true | select private.is_stale_link(:xe1) | a member has one link
    | ${setting('invitations_per_member', 3)}; ${link()}; ${revoke}; insert into invite_codes (id, code, expires_at) values (:xe2, 'NEWLINK', now() + interval '1 day'); insert into invitations (code_id, source, inviter_id) values (:xe2, 'link', :me)
  owner = true | select private.is_stale_link(:xe1) | a link admits nobody when no invitation is left | ${setting('invitations_per_member', 3)}; ${link()}; ${revoke}; ${setting('invitations_per_member', 0)}
  owner done | ${LEAVE} | the link of who leaves is revoked, and no other | ${setting('invitations_per_member', 3)}; ${link()}; insert into invite_codes (id, code) values (:xe2, 'OTHER'); insert into invitations (code_id, source, inviter_id) values (:xe2, 'link', :other)
    | select string_agg(concat_ws(' ', code, revoked_reason), ', ' order by id) from invite_codes where id in (:xe1, :xe2) => "MYLINK Its member has left, OTHER"
  owner done | ${LEAVE} | a link that was revoked before keeps its reason | ${setting('invitations_per_member', 3)}; ${link()}; ${revoke} | select revoked_reason from invite_codes where id = :xe1 => "Lost"
  owner done | ${LEAVE} | and one that is used up stays so | ${link(3)} | select is_revoked from invite_codes where id = :xe1 => false
  me done | select revoke_invitation(:xe1) | a member revokes the own link | ${setting('invitations_per_member', 3)}; ${link()}
    | select concat(revoked_by = :me, revoked_reason) from invite_codes where id = :xe1 => "tRevoked by the inviter"
  owner done | ${pay} | both entries of a referral say why | ${referral('15, now(), null, 0, 0')}; update orders set status = 'delivered', updated_at = now() - interval '8 days' where id = :order
    | select string_agg(concat_ws(' ', account_id = :me, amount, description), ', ' order by seq) from token_transactions where transaction_type = 'referral_bonus'
      => "t 15 Referral bonus: you joined by invitation, f 15 Referral bonus: somebody joined by your invitation"
  owner = "2026-02-28 2027-02-28" | ${YEAR("'2026-02-28 00:00+00'")} | who began on 29 February begins a year on the 28th | ${BEGAN}
  owner = "2025-02-28 2026-02-28" | ${YEAR("'2026-02-27 23:59+00'")} | and not before | ${BEGAN}
  owner = "2028-02-29 2029-02-28" | ${YEAR("'2028-02-29 00:00+00'")} | but in a leap year | ${BEGAN}
  me not_signed_in | select * from my_invitations() | - | ${LEAVE}
  me = "revoked" | select invitations #>> '{0,state}' from my_invitations() | what was revoked does not expire | ${code(', now()')}; ${invitation({ inviter_id: ':me', source: `'member'` })}; update invite_codes set ${REVOKED} where id = :xc1
  me = "opened, expired, sent" | select string_agg(e ->> 'state', ', ') from my_invitations(), jsonb_array_elements(invitations) as e | a member's invitations, the last change first, without a link that nobody used | ${code(', now()')}; ${invitation(MINE)}; ${link()};
    insert into invite_codes (id, code) values (:xc3, 'INVITED003'), (:xc4, 'INVITED004'); ${invitation({ ...MINE, code_id: ':xc3', opened_at: 'now()', opens: '1' })}; ${invitation({ ...MINE, code_id: ':xc4', queued_at: `now() - interval '2 hours'` })}
  me = "t 4 4 15" | select concat_ws(' ', until > now() + interval '300 days', quota, remaining, bonus) from my_invitations() | what a member may do and gets | ${setting('invitations_per_member', 4)}; ${setting('referral_bonus', 15)}
  me = "MYLINK" | select string_agg(e ->> 'code', ' ') from jsonb_array_elements(my_data('invitations')) as e | the archive has the code of a link alone | ${code()}; ${invitation(MINE)}; ${link()}
-- waitlist
  owner done | insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), 'Wanda@x.test', jsonb_build_object('invite_code', :invite, 'name', 'N')) | who joins leaves the waitlist (D44) | ${waits()} | ${rows} => 0
  me done | select correct_invitation(:xc1, 'wanda@x.test') | a member takes nobody off the waitlist | ${code()}; ${invitation(MINE)}; ${waits()} | ${rows} => 1
  owner waitlist_email_check | insert into waitlist (id, email, mailbox, declined_at) values (:xd1, [['a,b@c.test', 'a,b@c.test' ;; 'wanda', 'wanda' ;; repeat('a', 248) || '@x.test', 'long']], null)
  owner waitlist_mailbox_key | insert into waitlist (email, mailbox) values ('Wanda@x.test', 'wanda@x.test') | - | ${waits()}
  owner done | ${LEAVE} | who is deleted leaves the waitlist | ${waits('(select email from profiles where id = :me)')} | ${rows} => 0
  me invalid_email | select request_invitation([['a@b, c@d.test' ;; null]])
  me rate_limited | select request_invitation('wanda@x.test') | - | insert into private.attempts (kind, caller, at) select 'waitlist', 'unknown', now() - interval '59 minutes' from generate_series(1, 10)
  admin too_many_rows | select remove_from_waitlist(array(select gen_random_uuid() from generate_series(1, 501)))
  me done | select request_invitation('wanda@x.test') | ten requests in an hour | insert into private.attempts (kind, caller, at) select 'waitlist', 'unknown', now() - interval '61 minutes' from generate_series(1, 10)
  me done | select request_invitation('wanda@x.test') | the tenth request in an hour
    | insert into private.attempts (kind, caller, at) select 'waitlist', 'unknown', now() - interval '59 minutes' from generate_series(1, 9)
  admin done | select approve_waitlist(array(select gen_random_uuid() from generate_series(1, 500))) | five hundred requests are decided at once
  admin done | select approve_waitlist('{00000000-0000-4000-8000-0000000000d1}', false) | an approval is logged | ${waits()}
    | select concat(action, after) from private.audit_log where table_name = 'waitlist' and actor_id = :admin => "delete{\\"did\\": \\"approved\\", \\"count\\": 1}"
  me undoable_guess | select request_invitation('wanda@x.test') | nobody undoes the count of a request | set local request.headers = '{"prefer": "tx=rollback"}'
  admin = "gone" | select state from approve_waitlist('{00000000-0000-4000-8000-0000000000d1}', true) | a declined address is not approved | ${waits(undefined, 'now()')}
  owner done | select private.due_waitlist(now()) | admins are notified once
    | ${waits()}; update waitlist set requested_at = now() - interval '1 days'; update private.due_items set done_until = now() - interval '1 hour' where item = 'waitlist'
    | select count(*)::int from notifications where user_id = :admin and kind = 'waitlist' => 0
  owner done | select private.due_waitlist(now()) | nobody is notified of the declined | ${waits(undefined, 'now()')}; update private.due_items set done_until = now() - interval '1 hour' where item = 'waitlist'
    | select count(*)::int from notifications where user_id = :admin and kind = 'waitlist' => 0
  owner done | select private.due_waitlist(now()) | admins are notified how many wait
    | ${waits()}; insert into waitlist (email, mailbox, requested_at, declined_at) values ('b@x.test', 'b@x.test', now() - interval '1 day', null), ('c@x.test', 'c@x.test', now(), now()); update private.due_items set done_until = now() - interval '1 hour' where item = 'waitlist'
    | select count from notifications where user_id = :admin and kind = 'waitlist' => 2
  owner done | ${forget} | a request is kept for 180 days | ${waits()}; update waitlist set requested_at = now() - interval '180 days' | ${rows} => 1
  owner done | ${forget} | attempts are deleted after a day, requests after an hour
    | insert into private.attempts (kind, caller, at) select k, 'x', now() - t from (values ('redeem_code', '{23 hours,25 hours}'::interval[]), ('waitlist', '{59 minutes,61 minutes}')) as v (k, ages), unnest(ages) as t
    | select string_agg(concat_ws(' ', kind, now() - at), ', ' order by kind) from private.attempts where caller = 'x' => "redeem_code 23:00:00, waitlist 00:59:00"
  owner done | ${forget} | a code that forgets its address expires, also for a sign-up that has begun
    | select private.create_invitations(null, 'admin', array['wanda@x.test'], true, null, null, 1, null); update invitations set queued_at = now() - interval '4321 hours' where email = 'wanda@x.test'
    | select c.expires_at < now() - interval '59 seconds' from invite_codes as c join invitations as i on i.code_id = c.id where i.queued_at < now() - interval '180 days' => true
  owner done | ${forget} | who was invited is kept for 30 days
    | insert into private.invited_mailboxes (mailbox_key, code_id, invited_at) select 'm' || t, :xc1, now() - t from unnest('{30 days,30 days 1 second}'::interval[]) as t
    | select string_agg(mailbox_key, ' ') from private.invited_mailboxes where code_id = :xc1 => "m30 days"
  owner done | ${forget} | to whom an invitation went is kept for 30 days
    | insert into private.addressed_mailboxes (code_id, mailbox_key, addressed_at) select :xc1, 'm' || t, now() - t from unnest('{30 days,30 days 1 second}'::interval[]) as t
    | select string_agg(mailbox_key, ' ') from private.addressed_mailboxes where code_id = :xc1 => "m30 days"
`)
