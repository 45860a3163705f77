-- Who invited whom in the demo data, and an invitation that is on its way (D43).

update public.invite_codes as c
set email = p.email, created_by = r.id, batch_id = null, note = null
from public.profiles as p, public.profiles as r
where p.invite_code_used = c.code
  and (p.name, r.name) in (('Jonas Lindahl', 'Tamsin Ferreira'), ('Yuki Tanabe', 'Jonas Lindahl'));

insert into public.invitations (
  code_id, source, inviter_id, email, addressed_at, sends, queued_at, email_state, last_sent_at, opened_at, opens, created_at)
select c.id, 'member', c.created_by, c.email, c.created_at, 1, c.created_at, 'sent', c.created_at, c.used_at, 1, c.created_at
from public.invite_codes as c where c.email in ('jonas@lindahl-co.example', 'yuki@tanabe.example');

insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at, settled_at, referrer_received)
select c.used_by, c.created_by, c.id, t.amount, c.used_at, t.created_at, t.amount
from public.invite_codes as c
join public.token_transactions as t on t.account_id = c.created_by and t.transaction_type = 'referral_bonus'
where c.email in ('jonas@lindahl-co.example', 'yuki@tanabe.example');

with made as (
  insert into public.invite_codes (code, email, expires_at, created_by, created_at)
  select 'QK7MW3TXPD', 'mira@osei.example', now() + interval '27 days', p.id, now() - interval '3 days'
  from public.profiles as p where p.name = 'Tamsin Ferreira'
  returning id, email, created_by, created_at
)
insert into public.invitations (
  code_id, source, inviter_id, email, addressed_at, sends, queued_at, email_state, last_sent_at, opened_at, opens, created_at)
select m.id, 'member', m.created_by, m.email, m.created_at, 1, m.created_at, 'sent', m.created_at, now() - interval '1 day', 1, m.created_at
from made as m;
