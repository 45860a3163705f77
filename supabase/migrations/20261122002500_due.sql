-- The full reconciliation, for tests and admins; commits check balances in constant time.

-- Every account whose balance, ledger, orders, codes or login disagree; no rows means consistent (D2).
create function private.reconcile() returns table (account_id uuid, problem text)
language sql stable set search_path = ''
begin atomic
  with chain as (
    select t.account_id, t.amount, t.balance_after,
      coalesce(lag(t.balance_after) over (partition by t.account_id order by t.seq), 0) as balance_before
    from public.token_transactions as t
  ),
  paid as (
    select t.order_id, sum(t.amount) as amount from public.token_transactions as t
    where t.order_id is not null and t.transaction_type in ('redemption', 'refund') group by t.order_id
  )
  select p.id, 'balance ' || p.current_tokens || ' is not the ledger''s sum ' || coalesce(sum(t.amount), 0)
  from public.profiles as p left join public.token_transactions as t on t.account_id = p.id
  group by p.id having p.current_tokens <> coalesce(sum(t.amount), 0)
  union all
  select coalesce(p.id, b.user_id), 'balance ' || coalesce(p.current_tokens::text, 'none') || ' is sorted as ' || coalesce(b.tokens::text, 'none')
  from public.profiles as p full join private.sorted_balances as b on b.user_id = p.id where b.tokens is distinct from p.current_tokens
  union all
  select c.account_id, 'ledger row does not follow from the row before it'
  from chain as c where c.balance_after <> c.balance_before + c.amount
  union all
  -- As ledger_apply() chains them (D47).
  select c.account_id, 'ledger row ' || c.id || ' is not the one that was chained'
  from (
    select t.account_id, t.id, t.reason is not null
      and (t.reason_digest is null or t.reason_digest is distinct from private.reason_digest(t.reason_salt, t.reason))
      -- Erased with the person only (D12).
      or t.reason is null and t.reason_digest is not null and p.id is not null
      or not isfinite(t.created_at)
      or t.hash <> private.ledger_hash(lag(t.hash) over (partition by t.account_id order by t.seq), t) as broken
    from public.token_transactions as t left join public.profiles as p on p.id = t.account_id
  ) as c
  where c.broken
  union all
  select p.id, 'ledger row ' || t.id || ' is hidden from its member'
  from public.token_transactions as t join public.profiles as p on p.id = t.account_id
  where t.user_id is distinct from p.id
  union all
  select o.account_id, 'order ' || o.id || ' moved ' || coalesce(paid.amount, 0) || ' tokens'
  from public.orders as o left join paid on paid.order_id = o.id
  where o.user_id is not null
    and coalesce(paid.amount, 0) <> case when o.status = 'cancelled' then 0 else -coalesce(o.benefit_token_value, 0) end
  union all
  select coalesce(c.used_by, t.account_id), 'token code ' || c.id || ' and the ledger disagree'
  from public.redeem_codes as c left join public.token_transactions as t on t.redeem_code_id = c.id
  where (c.uses > 0) <> (t.id is not null)
    or t.amount <> c.token_value or (c.max_uses = 1 and c.used_by is not null and c.used_by <> t.account_id)
  union all
  select c.used_by, c.kind || ' code ' || c.id || ' and its uses disagree'
  from (
    select 'token' as kind, r.id, r.used_by, r.uses, r.max_uses,
      (select count(*) from public.token_transactions as t where t.redeem_code_id = r.id) as entries from public.redeem_codes as r
    union all
    select 'invite', i.id, i.used_by, i.uses, i.max_uses, i.uses from public.invite_codes as i
  ) as c
  where c.max_uses > 1
    and (c.uses <> c.entries or c.uses <> (select count(*) from public.code_uses as u where u.code_id = c.id))
  union all
  select t.account_id, 'ledger row ' || t.id || ' names an order that does not exist' from public.token_transactions as t
  where t.order_id is not null and not exists (select from public.orders as o where o.id = t.order_id)
  union all
  select t.account_id, 'ledger row ' || t.id || ' names a token code that does not exist' from public.token_transactions as t
  where t.redeem_code_id is not null and not exists (select from public.redeem_codes as c where c.id = t.redeem_code_id)
  union all
  select o.account_id, 'order ' || o.id || ' names a benefit that does not exist' from public.orders as o
  where o.benefit_id is not null and not exists (select from public.benefits as b where b.id = o.benefit_id)
  union all
  select l.user_id, l.what || ' ' || l.id || ' names a person that does not exist'
  from (
    select 'order' as what, o.id, o.user_id from public.orders as o
    union all
    select 'ledger row', t.id, t.user_id from public.token_transactions as t
    union all
    select 'payment', y.id, y.user_id from public.payments as y
  ) as l
  where l.user_id is not null and not exists (select from public.profiles as p where p.id = l.user_id)
  union all
  select b.account_id, 'the ledger''s referral bonuses are ' || sum(b.amount) || ' tokens off'
  from (
    select t.account_id, t.amount from public.token_transactions as t where t.transaction_type = 'referral_bonus'
    union all
    select r.invited_id, -r.invited_received from private.referrals as r
    union all
    select r.referrer_id, -r.referrer_received from private.referrals as r
  ) as b
  group by b.account_id having sum(b.amount) <> 0
  union all
  -- Payments whose state, tokens or year do not follow from what Stripe said.
  select p.account_id, 'payment ' || p.id || ' is ' || p.state || ' against its facts'
  from public.payments as p left join private.payment_facts as f on f.payment_id = p.id
  where p.state <> private.payment_state(p, f)
  union all
  select p.account_id, 'payment ' || p.id || ' and the ledger disagree'
  from public.payments as p join public.profiles as m on m.id = p.user_id
  left join private.payment_facts as f on f.payment_id = p.id
  left join public.token_transactions as t on t.id = f.entry_id
  left join public.token_transactions as r on r.id = f.return_entry_id
  where p.kind = 'tokens' and (
    (p.paid_at is not null) <> (t.id is not null)
    or t.account_id <> p.account_id or t.amount <> p.tokens or t.transaction_type <> 'purchase'
    or (p.state = 'refunded') <> (p.tokens_returned is not null)
    or coalesce(-r.amount, 0) <> coalesce(p.tokens_returned, 0) or r.account_id <> p.account_id)
  union all
  -- What an admin granted as a purchase names the admin.
  select t.account_id, 'ledger row ' || t.id || ' is a purchase without a payment'
  from public.token_transactions as t
  where t.transaction_type = 'purchase' and t.actor_id is null
    and not exists (select from private.payment_facts as f where f.entry_id = t.id)
  union all
  select m.id, 'the dates of the membership do not follow from its payments'
  from public.profiles as m
  cross join lateral (
    select s.member_from, s.member_until from private.membership_steps(m.id) with ordinality as s order by s.ordinality desc limit 1) as s
  where exists (select from private.membership_changes as c where c.account_id = m.id)
    and (m.membership_start_date, m.membership_end_date) is distinct from (s.member_from, s.member_until)
  union all
  select p.account_id, 'payment ' || p.id || ' gave no year'
  from public.payments as p join public.profiles as m on m.id = p.user_id
  where p.kind = 'membership' and p.paid_at is not null and p.ends_at is null
    and (m.membership_end_date is not null or m.membership_start_date is null)
  union all
  select p.id, 'account without its signup bonus' from public.profiles as p
  where not exists (
    select from public.token_transactions as t where t.account_id = p.id and t.transaction_type = 'signup_bonus')
  union all
  select u.id, 'login without a profile' from auth.users as u
  where not exists (select from public.profiles as p where p.id = u.id);
end;

create function public.reconcile() returns table (account_id uuid, problem text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select r.account_id, r.problem from private.reconcile() as r;
end
$$;
comment on function public.reconcile is 'Every inconsistent account; no rows means consistent (D2). Admins only.';
grant execute on function public.reconcile to authenticated;

-- What happens because time passes: one function, invoked every minute with the sender of emails (D39, D40).

create table private.due_items (
  item text primary key,
  -- Up to when this item has been looked at.
  done_until timestamptz not null default now(),
  -- Accounts with discrepancies at the last reconcile().
  found integer not null default 0
);
comment on table private.due_items is 'One row for each item of run_due() that remembers when it ran.';

insert into private.due_items (item, done_until)
values ('payments', now()), ('memberships', '-infinity'), ('late', '-infinity'), ('waitlist', '-infinity'), ('retention', now()), ('reconcile', now());

-- Notifies members that their membership ends in 30 and in 7 days and, where it can be renewed, on the day: once for each end (D40, D62).
create function private.due_memberships(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update private.due_items set done_until = p_now where item = 'memberships' and done_until <= p_now - interval '1 hour';
  if not found then
    return;
  end if;
  with ending as materialized (
    select p.id, p.membership_end_date as ends_at, w.days, coalesce(n.in_app, true) as in_app, coalesce(n.by_email, true) as by_email
    from public.profiles as p
    cross join lateral (
      select case when p.membership_end_date <= p_now then 0 when p.membership_end_date <= p_now + interval '7 days' then 7 else 30 end as days
    ) as w
    left join public.notification_preferences as n on n.user_id = p.id and n.kind = 'membership'
    -- On the day as well where it can be renewed (D62).
    where p.membership_end_date > p_now - case private.payment_mode() when 'live' then interval '1 day' else interval '0' end
      and p.membership_end_date <= p_now + interval '30 days'
    order by p.id for key share of p skip locked
  ),
  -- One event for each end and each warning, whenever this runs.
  notices as (
    insert into public.notifications (id, user_id, kind, data, created_at)
    select private.event_id('membership_ending ' || e.days, null, e.id, e.ends_at), e.id, 'membership_ending',
      jsonb_build_object('days', e.days, 'ends_at', e.ends_at), p_now
    from ending as e where e.in_app
    on conflict (id) do nothing
  )
  insert into private.outbox (id, kind, recipient_id)
  select private.event_id('membership_ending', null, e.id, e.ends_at - e.days * interval '1 day'), 'membership_ending', e.id
  from ending as e where e.by_email
  on conflict (id) do nothing;
end
$$;

-- Notifies admins of the orders that became late since the last run (D40).
create function private.due_late(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_until timestamptz;
  v_orders integer;
  v_newest uuid;
begin
  select i.done_until into v_until from private.due_items as i where i.item = 'late' and i.done_until < p_now;
  if not found then
    return;
  end if;
  update private.due_items set done_until = p_now where item = 'late';
  select count(*), (array_agg(o.id order by o.due_at desc))[1] into v_orders, v_newest
  from public.orders as o
  where private.is_open(o.status) and o.due_at > v_until and o.due_at <= p_now;
  if v_orders > 0 then
    perform private.notify_admins('orders_late', v_orders, o.id, o.benefit_id,
      jsonb_build_object('order_number', o.order_number, 'benefit', o.benefit_name))
    from public.orders as o where o.id = v_newest;
    -- At most one an hour: it says how many are late when it is sent.
    perform private.queue_admin_email('orders_late', null, date_trunc('hour', p_now));
  end if;
end
$$;

-- Deletes notifications after 180 days, finished emails after 90, who was notified of a benefit after a week, and old requests.
create function private.due_retention(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  update private.due_items set done_until = p_now where item = 'retention' and done_until <= p_now - interval '1 hour';
  if not found then
    return;
  end if;
  delete from public.notifications as n where n.created_at < p_now - interval '180 days';
  delete from private.outbox as o where o.created_at < p_now - interval '90 days' and o.outcome is not null;
  delete from private.notified_members as t where t.notified_at < p_now - interval '7 days';
  perform private.delete_old_requests(p_now);
end
$$;

-- Recomputes everything once a night, and notifies admins of discrepancies, also that the check failed (D40).
create function private.due_reconcile(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_found integer;
begin
  -- At three at night, or as soon as possible afterwards.
  update private.due_items set done_until = p_now
  where item = 'reconcile' and done_until < date_trunc('day', p_now - interval '3 hours', 'UTC') + interval '3 hours';
  if not found then
    return;
  end if;
  begin
    select count(*) into v_found from private.reconcile();
  exception when query_canceled or others then
    -- Found, and not tried again in a minute: a ledger too long for the timeout is checked outside this function (docs/performance.md).
    raise warning 'reconcile() failed: %', sqlerrm;
    v_found := 1;
  end;
  update private.due_items set found = v_found where item = 'reconcile';
  if v_found > 0 then
    perform private.notify_admins('reconcile_found', v_found, null, null, '{}');
    perform private.queue_admin_email('reconcile_found', null, p_now);
  end if;
end
$$;

-- Does what is due at a time, each item by itself, and returns those that failed and are tried again by the next call. Calling it again
-- does nothing more; after a day without calls it catches up (D40).
create function private.run_due(p_now timestamptz default now()) returns text[]
language plpgsql security definer set search_path = '' as $$
declare
  v_item text;
  v_failed text[] := '{}';
  v_reconciled timestamptz := (select i.done_until from private.due_items as i where i.item = 'reconcile');
begin
  -- One at a time; what another one does need not be done again.
  if not pg_try_advisory_xact_lock(hashtextextended('private.run_due', 0)) then
    return v_failed;
  end if;
  -- What one item locks is locked until the last is done. The reconcile, which may take minutes, therefore comes first.
  -- Then deletions: they wait for others who change an order or a person, who must not wait for what is locked here.
  -- The admins' notifications last, as others wait for them (notify_admins).
  foreach v_item in array array[
    'due_reconcile', 'due_deletions', 'due_benefits', 'due_memberships', 'due_retention', 'due_operations', 'due_referrals',
    'due_shortages', 'due_late', 'due_waitlist', 'due_payments', 'due_announcements'] loop
    -- It has notified the admins; the next call does the others.
    exit when v_item = 'due_deletions' and exists (
      select from private.due_items as i where i.item = 'reconcile' and i.done_until <> v_reconciled and i.found > 0);
    begin
      execute format('select private.%I($1)', v_item) using p_now;
    exception when query_canceled or others then
      -- `others` does not include a statement that took too long.
      raise warning '% failed: %', v_item, sqlerrm;
      v_failed := v_failed || v_item;
    end;
  end loop;
  return v_failed;
end
$$;

create function public.run_due() returns text[]
-- The nightly reconcile reads everything.
language sql security definer set search_path = '' set statement_timeout = '2min'
return private.run_due();
comment on function public.run_due is
  'Does what is due, such as notifying of benefits that are available again, and returns the items that failed. For service_role alone.';
grant execute on function public.run_due to service_role;
