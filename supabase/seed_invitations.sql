-- Codes in every state, and invitations that an admin sent (D41, D42).

update public.invite_codes as c set is_plain = false
where exists (select from public.invitations as i where i.code_id = c.id);

insert into public.redeem_codes (code, token_value, note, max_uses, expires_at, created_by, created_at, revoked_at, revoked_by, revoked_reason)
select v.code, v.tokens, v.note, v.uses, now() + v.expires * interval '1 day', p.id, now() - v.days * interval '1 day',
  case when v.why is not null then now() - interval '9 days' end, case when v.why is not null then p.id end, v.why
from (values
  ('LAUNCH27', 25, 'Launch party', 10, 60, 2, null), ('SUMMER26', 25, 'Summer letter', 20, -21, 70, null),
  ('PRESS100', 100, 'Journalists', 10, 90, 30, 'Posted on a public forum')
) as v (code, tokens, note, uses, expires, days, why)
join public.profiles as p on p.name = 'Henrik Vos';

update public.redeem_codes set max_uses = 3, expires_at = now() + interval '5 days' where code = 'ZW4BH7FS';

-- One that a member has used, of five.
with shared as (
  update public.redeem_codes set max_uses = 5, expires_at = now() + interval '40 days'
  where id = (
    select c.id from public.redeem_codes as c join public.profiles as p on p.id = c.used_by
    where p.email <> 'member@guildhall.test' and c.batch_id is null order by c.used_at desc limit 1)
  returning id, used_by, used_at
)
insert into public.code_uses (code_id, account_id, user_id, used_at) select s.id, s.used_by, s.used_by, s.used_at from shared as s;

insert into public.invite_codes (code, note, max_uses, expires_at, created_by, created_at, revoked_at, revoked_by, revoked_reason)
select v.code, v.note, v.uses, now() + v.expires * interval '1 day', p.id, now() - v.days * interval '1 day',
  case when v.why is not null then now() - interval '2 days' end, case when v.why is not null then p.id end, v.why
from (values
  ('PARTNERS26', 'Partner studios', 5, 45, 6, null), ('FAIR2026', 'Design fair', 20, -12, 50, null),
  ('NEWSLETTER', 'November letter', 50, 60, 20, 'Sent to the wrong list')
) as v (code, note, uses, expires, days, why)
join public.profiles as p on p.name = 'Henrik Vos';

-- Sent, opened, expired; and the newest member whom nobody else invited has joined by one.
with invited as (
  insert into public.invite_codes (code, email, is_plain, expires_at, created_by, created_at)
  select v.code, v.email, false, now() + (30 - v.days) * interval '1 day', p.id, now() - v.days * interval '1 day'
  from (values
    ('NH6RW3KXQD', 'noor@halim.example', 4), ('CA7TM2VPYE', 'cecile.aubert@aubert.example', 25), ('BD4WK8ZSHJ', 'bram@dewit.example', 2),
    ('HM5QX9GUNF', 'hello@marlow.example', 48)
  ) as v (code, email, days)
  join public.profiles as p on p.name = 'Henrik Vos'
  returning id, email, created_by, created_at
),
joined as (
  update public.invite_codes as c
  set email = p.email, is_plain = false, batch_id = null, note = null, expires_at = c.created_at + interval '30 days'
  from public.profiles as p
  where p.id = c.used_by and c.id = (
    select o.id from public.invite_codes as o join public.profiles as m on m.id = o.used_by
    where o.is_plain and o.used_at <= o.created_at + interval '30 days' and m.email <> 'member@guildhall.test' and m.role = 'user'
    order by o.used_at desc limit 1)
  returning c.id, p.email, c.created_by, c.created_at, c.used_at
)
insert into public.invitations (
  code_id, source, inviter_id, email, addressed_at, sends, queued_at, email_state, last_sent_at, opened_at, opens, created_at)
select i.id, 'admin', i.created_by, i.email, i.created_at, 1, i.created_at, 'sent', i.created_at,
  case i.email when 'noor@halim.example' then now() - interval '9 hours' when 'bram@dewit.example' then now() - interval '1 day' end,
  case i.email when 'noor@halim.example' then 2 when 'bram@dewit.example' then 1 else 0 end, i.created_at
from invited as i
union all
select j.id, 'admin', j.created_by, j.email, j.created_at, 1, j.created_at, 'sent', j.created_at, j.used_at, 1, j.created_at
from joined as j;

insert into private.invited_mailboxes (mailbox_key, code_id, invited_at)
select distinct on (k.key) k.key, i.code_id, i.created_at
from public.invitations as i cross join lateral (select private.mailbox_key(i.email) as key) as k
where i.created_at > now() - interval '30 days'
order by k.key, i.created_at desc;
