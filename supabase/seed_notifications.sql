-- What people were told of the demo data, as it would have been written when it happened: recent ones are unread.

-- Of what this very transaction did.
delete from public.notifications where true;

insert into public.notifications (id, user_id, kind, order_id, benefit_id, data, created_at, read_at)
select private.event_id(t.kind, t.cause, t.user_id, t.at), t.user_id, t.kind, t.order_id, t.benefit_id,
  jsonb_strip_nulls(t.data), t.at, case when t.at < now() - interval '10 days' then t.at + interval '2 hours' end
from (
  select case when o.status in ('delivered', 'cancelled') then 'order_' || o.status else 'order_status' end as kind, o.id as cause,
    o.user_id, o.id as order_id, o.benefit_id,
    jsonb_build_object(
      'order_number', o.order_number, 'benefit', o.benefit_name,
      'status', case when o.status in ('processing', 'completed') then o.status end,
      'tokens', case when o.status = 'cancelled' then o.benefit_token_value end) as data,
    o.updated_at as at
  from public.orders as o where o.delivery_method = 'manual' and o.status <> 'pending'
  union all
  select 'tokens_adjusted', e.id, e.user_id, null, null, jsonb_build_object('tokens', e.amount, 'reason', e.reason), e.created_at
  from public.token_transactions as e
  where e.transaction_type in ('adjustment', 'purchase', 'referral_bonus') and e.actor_id is distinct from e.user_id
) as t
where t.user_id is not null;

insert into public.notifications (id, user_id, kind, order_id, benefit_id, data, count, created_at)
select gen_random_uuid(), p.id, t.kind, t.order_id, t.benefit_id, t.data, t.count, t.at
from public.profiles as p, (
  select distinct on (s.kind) s.*, count(*) over (partition by s.kind)::integer as count
  from (
    select 'pool_low' as kind, null::uuid as order_id, b.id as benefit_id,
      jsonb_build_object('benefit', b.name, 'left', private.keys_left(b.id, 100)) as data, d.low_since as at
    from private.benefit_delivery as d join public.benefits as b on b.id = d.benefit_id where d.low_since is not null
    union all
    select 'stock_low', null, b.id, jsonb_build_object('benefit', b.name, 'left', s.stock), now() - interval '1 day'
    from private.benefit_stock as s join public.benefits as b on b.id = s.benefit_id where s.stock between 1 and 9
    union all
    select 'reports_open', o.id, o.benefit_id, jsonb_build_object('order_number', o.order_number, 'benefit', o.benefit_name),
      r.created_at
    from private.reports as r join public.orders as o on o.id = r.order_id where r.outcome = 'open' and r.answer is null
  ) as s
  order by s.kind, s.at desc
) as t
where p.role = 'admin';

select private.due_late(now());

insert into public.waitlist (email, mailbox, requested_at, declined_at)
select w.email, private.mailbox_of(w.email), now() - w.days * interval '1 day', case when w.declined then now() - interval '1 day' end
from (values
  ('elif@demir.example', 0, false), ('oskar@nyberg.example', 1, false), ('grace@mwangi.example', 2, false),
  ('luca@ferri.example', 3, false), ('ana@duarte.example', 5, false), ('hugo@perrin.example', 6, false),
  ('offers@cheap-seats.example', 9, true)
) as w (email, days, declined);
select private.due_waitlist(now());
