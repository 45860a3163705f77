-- The credit for a late delivery by hand (D36), and when orders were fulfilled.

-- The only adjustments that name an order.
create unique index token_transactions_one_credit on public.token_transactions (order_id)
where transaction_type = 'adjustment' and order_id is not null;
create index token_transactions_credit_idx on public.token_transactions (account_id, created_at)
where transaction_type = 'adjustment' and order_id is not null;

create function private.hours_late(p_order public.orders, p_at timestamptz)
returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  return greatest(0, coalesce(floor(extract(epoch from p_at - p_order.due_at) / 3600), 0));
end
$$;
comment on function private.hours_late(public.orders, timestamptz) is 'The full hours from the due time of an order to a time.';

create function private.delay_worth(p_order public.orders, p_at timestamptz)
returns integer
language plpgsql immutable set search_path = ''
as $$
begin
  if p_order.delivery_method <> 'manual' or p_order.user_id is null then
    return 0;
  end if;
  return least(p_order.credit_rate::bigint * private.hours_late(p_order, p_at), p_order.credit_cap,
    coalesce(p_order.benefit_token_value, 0));
end
$$;
comment on function private.delay_worth(public.orders, timestamptz) is
  'What the delay of an order up to a time is worth: the rate for each full hour, up to the cap and the price; only for orders '
  'delivered by hand whose customer still has an account (D36).';

create function private.credit_left(p_account uuid, p_at timestamptz)
returns integer
language sql stable set search_path = ''
begin atomic
  select greatest(0, 20 - coalesce(sum(t.amount), 0))::integer from public.token_transactions as t
  where t.account_id = p_account and t.transaction_type = 'adjustment' and t.order_id is not null
    and t.created_at > p_at - interval '30 days';
end;
comment on function private.credit_left(uuid, timestamptz) is
  'How many tokens a member can still be credited for delays: 20 in 30 days (D36).';

create function public.late_credit_left()
returns integer
language sql stable set search_path = ''
begin atomic
  select greatest(0, 20 - coalesce(sum(t.amount), 0))::integer from public.token_transactions as t
  where t.account_id = (select private.actor()) and t.transaction_type = 'adjustment' and t.order_id is not null
    and t.created_at > now() - interval '30 days';
end;
comment on function public.late_credit_left() is
  'How many tokens the caller can still be credited for late orders: 20 in 30 days (D36).';

create function private.post_credit(p_order public.orders, p_at timestamptz)
returns integer
language plpgsql set search_path = ''
as $$
declare
  v_tokens integer;
begin
  -- Two orders of one member are credited one after the other.
  perform from public.profiles as p where p.id = p_order.user_id for no key update;
  v_tokens := least(p_order.late_credit, private.credit_left(p_order.user_id, p_at));
  if v_tokens > 0 then
    perform private.post_tokens(
      p_account => p_order.user_id, p_type => 'adjustment', p_amount => v_tokens,
      p_description => 'Late credit: ' || p_order.benefit_name, p_order => p_order.id,
      p_reason => 'Late by ' || private.hours_late(p_order, p_at)
        || case when private.hours_late(p_order, p_at) = 1 then ' hour' else ' hours' end
    );
  end if;
  return v_tokens;
end
$$;
comment on function private.post_credit(public.orders, timestamptz) is
  'Credits what the delay of an order is worth, within what the member can still be credited; returns the tokens (D36).';

create function private.order_close()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.status in ('completed', 'delivered') then
    new.fulfilled_at := coalesce(new.fulfilled_at, new.updated_at);
  end if;
  -- By an admin: not by the member, nor by time.
  if old.status in ('pending', 'processing') and new.late_credit is null and new.credit_rate > 0
    -- It decides when it settles.
    and private.current_operation() is null
  then
    new.late_credit := case
      when auth.uid() is null or (new.status = 'cancelled' and auth.uid() = new.user_id) then 0
      else private.delay_worth(new, now()) end;
  end if;
  return new;
end
$$;
comment on function private.order_close() is
  'Trigger: the first admin who completes, delivers or cancels a waiting order decides what its delay is worth, once and for all; a '
  'member who cancels, that it is worth nothing (D36).';
-- Fires after orders_update: triggers of one event fire in alphabetical order.
create trigger orders_update_close before update of status on public.orders
for each row when (new.status in ('completed', 'delivered', 'cancelled') and old.status <> new.status)
execute function private.order_close();

create function private.order_credit()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.post_credit(new, now());
  return null;
end
$$;
comment on function private.order_credit() is 'Trigger: credits the delay of an order when it is closed (D36).';
create trigger orders_credit after update of status on public.orders
for each row when (old.late_credit is null and new.late_credit > 0) execute function private.order_credit();

create function private.credit_order(p_order_id uuid, p_at timestamptz default now(), p_cancelled_by uuid default null)
returns integer
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders as o
  where o.id = p_order_id and o.late_credit is null and o.credit_rate > 0 and o.status not in ('pending', 'processing')
  for no key update;
  if not found then
    return 0;
  end if;
  update public.orders as o
  set late_credit = case when p_cancelled_by = v_order.user_id then 0 else private.delay_worth(v_order, p_at) end
  where o.id = p_order_id
  returning * into v_order;
  return private.post_credit(v_order, p_at);
end
$$;
comment on function private.credit_order(uuid, timestamptz, uuid) is
  'Credits the delay of an order that an operation closed at a time, unless that has been decided; returns the tokens. To who '
  'cancelled their own order the delay is worth nothing (D36, D46).';

create function private.credit_due(p_ids uuid[], p_at timestamptz)
returns table (order_id uuid, tokens integer)
language sql stable set search_path = ''
begin atomic
  with late as (
    select o.id, o.user_id, private.delay_worth(o, p_at) as worth
    from public.orders as o where o.id = any (p_ids) and o.late_credit is null and o.credit_rate > 0 and o.due_at < p_at
  ),
  members as (
    select m.user_id, private.credit_left(m.user_id, p_at) as room
    from (select distinct l.user_id from late as l where l.worth > 0) as m
  ),
  running as (
    select l.id, l.worth, m.room, sum(l.worth) over (partition by l.user_id order by l.id) as total
    from late as l join members as m using (user_id)
  )
  select r.id, (least(r.total, r.room) - least(r.total - r.worth, r.room))::integer from running as r
  where least(r.total, r.room) > least(r.total - r.worth, r.room);
end;
comment on function private.credit_due(uuid[], timestamptz) is
  'What credit_order() would credit at a time for those of these orders that wait, in the order of their ids; no row for nothing.';
