
-- The statuses of orders, in the order in which an order has them.
create function private.order_statuses() returns text[]
language sql immutable set search_path = ''
return '{pending,processing,completed,delivered,cancelled}'::text[];

-- Whether somebody still has to do something for an order of this status. Without a search_path, so that Postgres inlines it and conditions match
-- the partial indexes.
create function private.is_open(p_status text) returns boolean
language sql immutable
return p_status in ('pending', 'processing');

-- Whether a member has received what was ordered.
create function private.is_fulfilled(p_status text) returns boolean
language sql immutable
return p_status in ('completed', 'delivered');

-- What the columns of an order may hold. One function, because Postgres parses each CHECK again for each statement.
create function private.is_order(p_status text, p_method text, p_unit text, p_price integer, p_email text) returns boolean
language plpgsql immutable security definer set search_path = '' as $$
begin
  return p_status = any (private.order_statuses())
    and p_method in ('manual', 'key', 'link', 'file')
    and p_unit in ('held', 'returned', 'spent')
    and (p_price is null or p_price >= 0)
    and (p_email is null or char_length(p_email) <= 254 and private.is_email(p_email));
end
$$;
grant execute on function private.is_order to authenticated, service_role;

-- The state of an order's unit after a status change: spent permanently by delivery, returned by a cancellation before it (D38).
create function private.order_unit(p_unit text, p_status text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case when p_unit = 'spent' or p_status = 'delivered' then 'spent'
    when p_status = 'cancelled' then 'returned' else 'held' end;
end
$$;

-- Locks the stock of a benefit, if it still has one, and takes one from it; raises sold_out (D38).
create function private.take_stock(p_benefit uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update private.benefit_stock set stock = stock - 1 where benefit_id = p_benefit and stock > 0;
  if not found and exists (select from private.benefit_stock where benefit_id = p_benefit) then
    raise exception 'sold_out' using errcode = 'PT409';
  end if;
end
$$;

-- Orders: the snapshot of a redemption and its status. An order, its debit and its refunds are one statement
-- for the client (D1, D3, D6).

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number text unique,
  user_id uuid,
  account_id uuid not null default auth.uid(),
  benefit_id uuid,
  redemption_email text,
  status text not null default 'pending',
  benefit_name text,
  benefit_token_value integer,
  benefit_image_url text,
  benefit_description text,
  customer_name text,
  customer_email text,
  delivery_method text not null default 'manual',
  due_at timestamptz,
  credit_rate integer not null default 0,
  credit_cap integer not null default 0,
  late_credit integer,
  fulfilled_at timestamptz,
  from_stock boolean not null default false,
  unit text not null default 'held',
  cancel_reason text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (lower(coalesce(order_number, '') || E'\n' || coalesce(customer_name, '') || E'\n'
    || coalesce(customer_email, '') || E'\n' || coalesce(benefit_name, ''))) stored,
  constraint orders_valid check (private.is_order(status, delivery_method, unit, benefit_token_value, redemption_email))
);
comment on table public.orders is
  'A redeemed benefit. `id` comes from the client and is the idempotency key (D3); rows outlive person and benefit (D12, D13).';
comment on column public.orders.from_stock is 'Whether it took one from the stock of its benefit (D38).';
comment on column public.orders.unit is
  'What it took from the stock and from the limit of its member: held until the delivery, then spent; returned by a cancellation '
  'before that (D38).';
comment on column public.orders.credit_rate is 'Tokens for each full hour of delay up to credit_cap, by the settings when it was placed (D36).';
comment on column public.orders.late_credit is
  'Tokens owed for the delay, set when the order is first closed; the ledger records how many were actually credited (D36).';
comment on column public.orders.cancel_reason is 'Why an admin cancelled it, as its member reads it; erased with the person (D12).';
comment on column public.orders.fulfilled_at is 'When it was first completed or delivered.';
create index orders_created_at_idx on public.orders (created_at, id);
create index orders_status_idx on public.orders (status, created_at, id);
create index orders_due_idx on public.orders (due_at, id) where status in ('pending', 'processing');
create index orders_benefit_due_idx on public.orders (benefit_id, due_at, id) where status in ('pending', 'processing');
create index orders_user_idx on public.orders (user_id, created_at, id);
create index orders_member_idx on public.orders (user_id, benefit_id) where unit <> 'returned';
create index orders_benefit_idx on public.orders (benefit_id, created_at, id);
create index orders_unnamed_idx on public.orders (benefit_id) where benefit_name is null;
create index orders_search_idx on public.orders using gin (search_text extensions.gin_trgm_ops);
alter table public.orders enable row level security;
create policy "orders: people read their own, admins all" on public.orders
for select to authenticated using ((select private.is_admin()) or user_id = (select private.actor()));
create policy "orders: people place their own" on public.orders
for insert to authenticated with check (user_id = (select private.actor()));
create policy "orders: admins set the status" on public.orders
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
grant select,
  insert (id, user_id, benefit_id, redemption_email, status,
    benefit_name, benefit_token_value, benefit_image_url, benefit_description),
  update (status, updated_at)
on public.orders to authenticated;

create sequence private.order_numbers;
comment on sequence private.order_numbers is 'The number of the newest order; a refused order leaves a gap (D8).';

-- An unused order number, from ORD-000001 (D8).
create function private.next_order_number() returns text
language plpgsql set search_path = '' as $$
declare
  v_number text := nextval('private.order_numbers');
begin
  -- lpad() would truncate numbers of more than six digits.
  return 'ORD-' || lpad(v_number, greatest(6, length(v_number)), '0');
end
$$;

-- Fills a client's new order; the client sends only id, buyer, benefit and delivery email (D1, D3, D8, D25, D38).
create function private.order_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_benefit public.benefits;
  -- Of this statement.
  v_orders integer;
  v_others integer;
  v_unpaid text;
begin
  if new.user_id is distinct from private.actor() then
    raise exception 'permission denied: an order is placed for oneself' using errcode = '42501';
  end if;
  select count(*), count(*) filter (where o.benefit_id is distinct from new.benefit_id) into v_orders, v_others
  from public.orders as o where o.user_id = new.user_id and o.created_at = now();
  -- The person may be deleted, or the benefit repriced, by a concurrent transaction.
  select p.name, p.email into new.customer_name, new.customer_email
  from public.profiles as p where p.id = new.user_id for key share;
  select * into v_benefit from public.benefits where id = new.benefit_id for share;
  -- A stock is locked as late as possible, by order_after(), because its orders wait for each other.
  new.from_stock := exists (select from private.benefit_stock where benefit_id = new.benefit_id);
  if v_benefit.per_member_limit is not null and v_others = 0 then
    perform pg_advisory_xact_lock(hashtextextended('private.order_limit:' || new.user_id || v_benefit.id, 0));
  end if;
  -- A replay must end in the conflict on `id`, whatever today's price or balance is.
  if exists (select from public.orders where id = new.id) then
    return new;
  end if;

  -- A long statement would hold locks that others wait for.
  -- And two that lock the same stocks or limits in different orders would wait for each other.
  if v_orders >= 100 or (v_others > 0 and (new.from_stock or v_benefit.per_member_limit is not null)) then
    raise exception 'too_many_orders' using errcode = 'PT413';
  end if;
  if new.customer_email is null then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  new.redemption_email := private.trim_text(new.redemption_email);
  if not coalesce(char_length(new.redemption_email) <= 254 and private.is_email(new.redemption_email), false) then
    raise exception 'invalid_redemption_email' using errcode = 'PT422';
  end if;
  v_unpaid := private.unpaid_state(new.user_id);
  if v_unpaid = 'inactive' then
    raise exception 'membership_inactive' using errcode = 'PT402';
  elsif v_unpaid = 'ended' then
    raise exception 'membership_ended' using errcode = 'PT402';
  elsif v_benefit.id is null or not v_benefit.is_active then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  elsif v_benefit.opens_at > now() then
    raise exception 'not_open_yet' using errcode = 'PT409';
  elsif v_benefit.closes_at <= now() then
    raise exception 'closed' using errcode = 'PT410';
  elsif new.benefit_token_value <> v_benefit.token_value then
    raise exception 'price_changed' using errcode = 'PT409', detail = v_benefit.token_value::text;
  elsif v_benefit.per_member_limit is not null and v_benefit.per_member_limit <= (
    select count(*) from public.orders as o
    where o.user_id = new.user_id and o.benefit_id = new.benefit_id and o.unit <> 'returned')
  then
    raise exception 'limit_reached' using errcode = 'PT409';
  end if;

  -- An instant order is inserted as it will be committed: a second version of the row would cost as much as the first (D30).
  new.status := case v_benefit.delivery_method when 'manual' then 'pending' else 'delivered' end;
  new.unit := private.order_unit('held', new.status);
  new.delivery_method := v_benefit.delivery_method;
  if new.delivery_method = 'manual' then
    new.credit_rate := private.setting_number('sla_credit_rate');
    new.credit_cap := private.setting_number('sla_credit_cap');
  else
    new.fulfilled_at := now();
  end if;
  new.benefit_name := v_benefit.name;
  new.benefit_token_value := v_benefit.token_value;
  new.benefit_image_url := v_benefit.image_url;
  new.benefit_description := v_benefit.description;
  new.order_number := private.next_order_number();
  new.due_at := now() + interval '48 hours';
  return new;
end
$$;
create trigger orders_insert before insert on public.orders
for each row when (current_user <> 'postgres'::text) execute function private.order_insert();

-- Defaults of orders that the owner of the database inserts.
create function private.order_defaults() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.account_id := coalesce(new.account_id, new.user_id);
  new.due_at := coalesce(new.due_at, new.created_at + interval '48 hours');
  new.unit := private.order_unit(new.unit, new.status);
  if private.is_fulfilled(new.status) then
    new.fulfilled_at := coalesce(new.fulfilled_at, new.updated_at);
  end if;
  return new;
end
$$;
create trigger orders_defaults before insert on public.orders
for each row when (current_user = 'postgres'::text) execute function private.order_defaults();

-- A client, who must be an admin, sets the status and nothing else; the server sets the time (D1). The first admin who closes a waiting
-- order decides what its delay is worth (D36). A cancellation before the delivery returns the unit to stock and limit; leaving cancelled
-- takes it again, or raises sold_out (D38).
create function private.order_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- Generated columns are computed after this trigger.
  v_may_change text[] := '{status,updated_at,search_text}';
begin
  if tg_argv[0] = 'client' then
    if to_jsonb(new) - v_may_change <> to_jsonb(old) - v_may_change then
      raise exception 'order_is_immutable' using errcode = 'PT403';
    end if;
    perform private.require_admin();
    -- A new time alone would be a change that the log does not show (D29).
    new.updated_at := case when new.status = old.status then old.updated_at else now() end;
  elsif new.updated_at = old.updated_at then
    new.updated_at := now();
  end if;
  if new.status = old.status then
    return new;
  end if;
  if private.is_fulfilled(new.status) then
    new.fulfilled_at := coalesce(new.fulfilled_at, new.updated_at);
  end if;
  -- What the delay is worth is decided once, by the admin who closes the order: not by the member, nor by time. An operation decides it
  -- when it settles.
  if private.is_open(old.status) and not private.is_open(new.status) and new.late_credit is null
    and new.credit_rate > 0 and private.current_operation() is null
  then
    new.late_credit := case
      when auth.uid() is null or (new.status = 'cancelled' and auth.uid() = new.user_id) then 0
      else private.calculate_late_credit(new, now()) end;
  end if;
  -- An operation has set its reason; other cancellations have none.
  if new.status = 'cancelled' and private.current_operation() is null then
    new.cancel_reason := null;
  end if;
  -- The undo of an operation restores the unit itself.
  if new.unit = old.unit then
    new.unit := private.order_unit(old.unit, new.status);
  end if;
  -- The stock is locked before the profile, which order_after() locks.
  if new.from_stock and new.unit <> old.unit then
    if new.unit = 'returned' then
      update private.benefit_stock set stock = least(stock + 1, 1000000) where benefit_id = new.benefit_id;
    elsif old.unit = 'returned' then
      perform private.take_stock(new.benefit_id);
    end if;
  end if;
  return new;
end
$$;
create trigger orders_change_by_client before update on public.orders
for each row when (current_user <> 'postgres') execute function private.order_change('client');
create trigger orders_change_by_owner before update of status on public.orders
for each row when (current_user = 'postgres') execute function private.order_change();

-- Everything that follows from a new order or status, in a fixed sequence. Its redemptions and refunds sum to 0 if it is cancelled and to minus
-- its price otherwise: debit, refund and second debit in one rule (D6). A new one takes its unit of stock before that (D38), and is delivered at
-- once after it, or raises sold_out, if its benefit is not delivered by hand (D30); its delay is credited (D36), and its member is notified
-- (D37, D40).
create function private.order_after() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_target integer := case when new.status = 'cancelled' then 0 else -new.benefit_token_value end;
  v_move integer := v_target;
begin
  if tg_op = 'UPDATE' and (old.status = 'cancelled') = (new.status = 'cancelled') then
    v_move := 0;
  elsif tg_op = 'UPDATE' then
    select v_target - coalesce(sum(t.amount), 0) into v_move
    from public.token_transactions as t where t.order_id = new.id and t.transaction_type in ('redemption', 'refund');
  else
    -- Before the stock is locked, for which other orders wait. Imported history, with times of its own, sends none.
    if new.status = 'pending' and new.created_at >= now() and new.user_id is not null then
      perform private.queue_email('order_placed', new.id, new.user_id, now());
    end if;
    -- Before the profile is locked.
    if new.from_stock and tg_argv[0] = 'client' then
      perform private.take_stock(new.benefit_id);
    end if;
  end if;
  -- A deleted person has no balance (D12).
  if new.user_id is not null and v_move <> 0 then
    perform private.post_tokens(
      p_account => new.user_id,
      p_type => case when v_move < 0 then 'redemption' else 'refund' end,
      p_amount => v_move,
      p_description => case when v_move < 0 then 'Redeemed: ' else 'Refund: ' end || new.benefit_name,
      p_order => new.id,
      -- Imported history keeps its dates; the ledger sets the time of anything that happens now.
      p_at => nullif(case tg_op when 'INSERT' then new.created_at else new.updated_at end, now())
    );
  end if;
  if tg_op = 'INSERT' then
    if new.delivery_method <> 'manual' and tg_argv[0] = 'client' then
      if not private.add_delivery(new, null, true) then
        raise exception 'sold_out' using errcode = 'PT409';
      end if;
    end if;
    return null;
  end if;
  if old.late_credit is null and new.late_credit > 0 then
    perform private.post_late_credit(new, now());
  end if;
  -- An operation notifies once its undo has closed (D46).
  if new.status <> old.status and new.status <> 'pending' and new.updated_at >= now() and new.user_id is not null
    and private.current_operation() is null
  then
    perform private.notify_status(new);
  end if;
  return null;
end
$$;

-- After, not before: a replayed insert that conflicts charges nobody, and takes nothing (D3).
create trigger orders_placed_by_client after insert on public.orders
for each row when (current_user <> 'postgres') execute function private.order_after('client');
create trigger orders_placed_by_owner after insert on public.orders
for each row when (current_user = 'postgres') execute function private.order_after();
create trigger orders_after after update of status on public.orders
for each row execute function private.order_after();
create trigger orders_refuse_writes before delete on public.orders
for each row execute function private.refuse_write();
create trigger orders_no_truncate before truncate on public.orders
for each statement execute function private.refuse_write();
create trigger orders_serialize before update of status on public.orders
for each statement execute function private.serialize_deletions();

create trigger orders_audit after update on public.orders
for each row when (current_user <> 'postgres' and old.status <> new.status) execute function private.audit();

-- Members cancel their own orders before anybody works on them (D35).

create function public.cancel_my_order(p_order_id uuid) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform from public.orders as o where o.id = p_order_id and o.user_id = private.actor();
  if found then
    -- Read again once locked: the caller may be deleted while waiting (D12).
    perform private.wait_for_deletions();
    select * into v_order from public.orders as o where o.id = p_order_id and o.user_id = private.actor() for update;
  end if;
  if not found then
    raise exception 'order_not_found' using errcode = 'PT404';
  elsif v_order.status = 'cancelled' then
    return v_order.updated_at;
  elsif v_order.status <> 'pending' then
    raise exception 'order_not_pending' using errcode = 'PT409', detail = v_order.status;
  end if;
  -- Each order and each cancellation queues an email, and costs nothing.
  perform private.check_uses('cancel_order', 30);
  perform private.count_attempt('cancel_order', private.actor()::text);
  return private.set_order_status(p_order_id, 'cancelled');
end
$$;
comment on function public.cancel_my_order is
  'Cancels the caller''s own pending order, which refunds it (D6), and returns its new time; a cancelled one stays as it is, so a retry is '
  'safe. Raises order_not_found, order_not_pending, whose detail is the status, and rate_limited beyond 30 an hour (D35).';
grant execute on function public.cancel_my_order to authenticated;

-- The credit for a late delivery by hand (D36), and when orders were fulfilled.

-- The only adjustments that name an order.
create unique index token_transactions_one_credit on public.token_transactions (order_id)
where transaction_type = 'adjustment' and order_id is not null;
create index token_transactions_credit_idx on public.token_transactions (account_id, created_at)
where transaction_type = 'adjustment' and order_id is not null;

-- The full hours from the due time of an order to a time.
create function private.hours_late(p_order public.orders, p_at timestamptz) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  return greatest(0, coalesce(floor(extract(epoch from p_at - p_order.due_at) / 3600), 0));
end
$$;

-- What the delay of an order up to a time is worth: the rate for each full hour, up to the cap and the price; only for orders delivered by
-- hand whose customer still has an account (D36).
create function private.calculate_late_credit(p_order public.orders, p_at timestamptz) returns integer
language plpgsql immutable set search_path = '' as $$
begin
  if p_order.delivery_method <> 'manual' or p_order.user_id is null then
    return 0;
  end if;
  return least(p_order.credit_rate::bigint * private.hours_late(p_order, p_at), p_order.credit_cap,
    coalesce(p_order.benefit_token_value, 0));
end
$$;

-- How many tokens a member can still be credited for delays: 20 in 30 days (D36).
create function private.remaining_late_credit(p_account uuid, p_at timestamptz) returns integer
language sql stable set search_path = ''
begin atomic
  select greatest(0, 20 - coalesce(sum(t.amount), 0))::integer from public.token_transactions as t
  where t.account_id = p_account and t.transaction_type = 'adjustment' and t.order_id is not null
    and t.created_at > p_at - interval '30 days';
end;

create function public.late_credit_left() returns integer
language sql stable security definer set search_path = ''
return private.remaining_late_credit(private.actor(), now());
comment on function public.late_credit_left is 'How many tokens the caller can still be credited for late orders: 20 in 30 days (D36).';
grant execute on function public.late_credit_left to authenticated;

-- Credits what the delay of an order is worth, within what the member can still be credited; returns the tokens (D36).
create function private.post_late_credit(p_order public.orders, p_at timestamptz) returns integer
language plpgsql set search_path = '' as $$
declare
  v_tokens integer;
begin
  -- Two orders of one member are credited one after the other.
  perform from public.profiles as p where p.id = p_order.user_id for no key update;
  v_tokens := least(p_order.late_credit, private.remaining_late_credit(p_order.user_id, p_at));
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

-- Credits the delay of an order that an operation closed at `p_at`, unless its credit was decided before; returns the tokens. Members who
-- cancelled their own order get nothing (D36, D46).
create function private.credit_late_order(p_order_id uuid, p_at timestamptz default now(), p_cancelled_by uuid default null) returns integer
language plpgsql set search_path = '' as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders as o
  where o.id = p_order_id and o.late_credit is null and o.credit_rate > 0 and not private.is_open(o.status)
  for no key update;
  if not found then
    return 0;
  end if;
  update public.orders as o
  set late_credit = case when p_cancelled_by = v_order.user_id then 0 else private.calculate_late_credit(v_order, p_at) end
  where o.id = p_order_id
  returning * into v_order;
  return private.post_late_credit(v_order, p_at);
end
$$;

-- What credit_late_order() would credit at `p_at` for those of these orders that are open, in the order of their ids; no row where it is nothing.
create function private.preview_late_credits(p_ids uuid[], p_at timestamptz) returns table (order_id uuid, tokens integer)
language sql stable set search_path = ''
begin atomic
  with late as (
    select o.id, o.user_id, private.calculate_late_credit(o, p_at) as worth
    from public.orders as o where o.id = any (p_ids) and o.late_credit is null and o.credit_rate > 0 and o.due_at < p_at
  ),
  members as (
    select m.user_id, private.remaining_late_credit(m.user_id, p_at) as room
    from (select distinct l.user_id from late as l where l.worth > 0) as m
  ),
  running as (
    select l.id, l.worth, m.room, sum(l.worth) over (partition by l.user_id order by l.id) as total
    from late as l join members as m using (user_id)
  )
  select r.id, (least(r.total, r.room) - least(r.total - r.worth, r.room))::integer from running as r
  where least(r.total, r.room) > least(r.total - r.worth, r.room);
end;

-- Searching and counting all orders, for admins.

-- Orders keep the customer's name at the time; the list also shows and finds today's name. A table of its own, small where
-- orders are many; it records every rename, because the person may be placing an order at the same moment.
create table private.renamed_people (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  search_text text not null
);
comment on table private.renamed_people is
  'Today''s name and email, in lower case, of everybody who ever changed one of them, for the search of orders.';
create index renamed_people_search_idx on private.renamed_people using gin (search_text extensions.gin_trgm_ops);

-- Lets the search find a person's orders by the new name as well.
create function private.record_rename() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.renamed_people (user_id, search_text) values (new.id, lower(new.name || E'\n' || new.email))
  on conflict (user_id) do update set search_text = excluded.search_text;
  return null;
end
$$;
create trigger profiles_record_rename after update of name, email on public.profiles
for each row when (old.name <> new.name or old.email <> new.email) execute function private.record_rename();

-- The condition of the orders `r` that a list shows, counts, exports or changes. Filters, each optional: search, in the order's text, the
-- customer's name of today and, of an order without a benefit name, that of its benefit; status, also waiting
-- (pending or processing); from and to (exclusive); due: late, which is waiting past the due time (D56), or soon (within six hours);
-- assigned: me, nobody or an id; benefit; noted: true. Raises unknown_filter for anything else.
create function private.order_filter(p_filter jsonb) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_waiting text := 'private.is_open(r.status)';
  v_key text;
  v_value jsonb;
  v_text text;
  v_condition text;
  v_conditions text[] := '{true}';
  v_pattern text;
  v_people uuid[];
  v_benefits uuid[];
begin
  if jsonb_typeof(p_filter) is distinct from 'object' then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  for v_key, v_value in select f.key, f.value from jsonb_each(p_filter) as f loop
    v_text := v_value #>> '{}';
    v_condition := null;
    if v_key = 'noted' and v_value = 'true' then
      v_condition := 'r.id in (select d.order_id from public.order_desk as d where d.notes > 0)';
    elsif v_key = 'search' and v_value = '""' then
      v_condition := 'true';
    elsif v_key = 'search' and jsonb_typeof(v_value) = 'string' then
      v_pattern := private.like_pattern(v_text);
      v_people := array(select p.user_id from private.renamed_people as p where p.search_text like v_pattern);
      v_benefits := array(select b.id from public.benefits as b where lower(b.name) like v_pattern);
      v_condition := '(' || concat_ws(' or ', format('r.search_text like %L', v_pattern),
        case when v_people <> '{}' then format('r.user_id = any (%L::uuid[])', v_people) end,
        case when v_benefits <> '{}' then format('(r.benefit_name is null and r.benefit_id = any (%L::uuid[]))', v_benefits) end) || ')';
    elsif jsonb_typeof(v_value) = 'string' then
      v_condition := case v_key
        when 'from' then format('r.created_at >= %L::timestamptz', v_text::timestamptz)
        when 'to' then format('r.created_at < %L::timestamptz', v_text::timestamptz)
        when 'benefit' then format('r.benefit_id = %L::uuid', v_text::uuid)
        when 'status' then case
          when v_text = 'waiting' then v_waiting
          when v_text = any (private.order_statuses()) then format('r.status = %L', v_text) end
        when 'due' then case v_text
          when 'late' then v_waiting || ' and r.due_at <= now()'
          when 'soon' then v_waiting || ' and r.due_at > now() and r.due_at < now() + interval ''6 hours''' end
        when 'assigned' then case v_text
          when 'nobody' then
            'not exists (select from public.order_desk as d where d.order_id = r.id and d.assignee_id is not null)'
          else format('r.id in (select d.order_id from public.order_desk as d where d.assignee_id = %L::uuid)',
            case v_text when 'me' then auth.uid() else v_text::uuid end) end
        end;
    end if;
    if v_condition is null then
      raise exception 'unknown_filter' using errcode = 'PT400', detail = v_key;
    end if;
    v_conditions := v_conditions || v_condition;
  end loop;
  return array_to_string(v_conditions, ' and ');
exception when data_exception then
  raise exception 'unknown_filter' using errcode = 'PT400', detail = v_key;
end
$$;

create function public.search_orders(
  p_filter jsonb default '{}', p_sort text default 'newest', p_key_value timestamptz default null, p_key_id uuid default null,
  p_reverse boolean default false, p_limit integer default 26
) returns setof public.orders
language plpgsql stable rows 26 security definer set search_path = '' as $$
declare
  v_where text;
  v_match text;
  v_ids uuid[];
begin
  perform private.require_admin();
  v_where := private.order_filter(p_filter - 'search');
  if p_filter ->> 'search' <> '' then
    v_match := private.order_filter(jsonb_build_object('search', p_filter -> 'search'));
  end if;
  -- The index of due times has only open orders.
  if p_sort is null or p_sort not in ('newest', 'due')
    or (p_sort = 'due' and not p_filter ? 'due'
      and coalesce(p_filter ->> 'status', '') not in ('pending', 'processing', 'waiting'))
  then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    -- Open orders are merged from two ranges of one index, which has no order for two statuses at once.
    p_from => case when p_sort = 'newest' and (p_filter ? 'due' or p_filter ->> 'status' = 'waiting') then format(
      '((select * from public.orders where status = ''pending'' order by created_at %1$s, id %1$s)
        union all (select * from public.orders where status = ''processing'' order by created_at %1$s, id %1$s)) as r',
      case when coalesce(p_reverse, false) then 'asc' else 'desc' end) else 'public.orders as r' end,
    p_where => v_where,
    p_sort => case p_sort when 'due' then 'r.due_at' else 'r.created_at' end,
    p_descending => (p_sort = 'newest') <> coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_match => v_match,
    p_limit => private.page_size(p_limit),
    -- Rows in the order of time are stored next to each other.
    p_scan => 8000
  );
  return query
  select o.* from unnest(v_ids) with ordinality as page (id, position) join public.orders as o using (id)
  order by page.position;
end
$$;
comment on function public.search_orders is
  'Orders that meet the filters of private.order_filter(), after a key (D20), the newest first or, of those that wait, the first due. '
  '`p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_orders to authenticated;

create function public.count_orders(p_filter jsonb default '{}') returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_count integer;
begin
  perform private.require_admin();
  execute format('select count(*) from (select from public.orders as r where %s limit %s) as found',
    private.order_filter(p_filter), case when p_filter ->> 'search' <> '' then '10001' else 'all' end)
  into v_count;
  return v_count;
end
$$;
comment on function public.count_orders is
  'How many orders meet the filters of search_orders(); with a search, 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_orders to authenticated;

create function public.order_counts() returns table (status text, count bigint)
language plpgsql stable rows 5 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select s.status, coalesce(c.count, 0)
  from unnest(private.order_statuses()) with ordinality as s (status, position)
  left join (select o.status, count(*) as count from public.orders as o group by o.status) as c using (status)
  order by s.position;
end
$$;
comment on function public.order_counts is 'How many orders have each status. Admins only.';
grant execute on function public.order_counts to authenticated;

-- The desk of the admins: who works on an order, their notes about it, and their saved views.

create table public.order_desk (
  order_id uuid primary key,
  assignee_id uuid,
  assigned_at timestamptz,
  notes integer not null default 0 check (notes >= 0),
  constraint order_desk_assigned check ((assignee_id is null) = (assigned_at is null))
);
comment on table public.order_desk is
  'What admins keep about an order: who works on it, and the number of notes. No row: nobody, and none.';
create index order_desk_assignee_idx on public.order_desk (assignee_id, order_id) where assignee_id is not null;
create index order_desk_noted_idx on public.order_desk (order_id) where notes > 0;
alter table public.order_desk enable row level security;
create policy "order_desk: admins read" on public.order_desk
for select to authenticated using ((select private.is_admin()));
grant select on public.order_desk to authenticated;

create function public.assign_orders(p_ids uuid[], p_assign boolean) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_assigned integer;
begin
  perform private.begin_admin_write();
  if cardinality(p_ids) > 500 then
    raise exception 'too_many_orders' using errcode = 'PT413';
  end if;
  -- In the order of their ids, so that two calls never wait for each other.
  insert into public.order_desk as d (order_id, assignee_id, assigned_at)
  select o.id, case when p_assign then auth.uid() end, case when p_assign then now() end
  from public.orders as o
  where o.id = any (p_ids) and (p_assign or exists (select from public.order_desk as e where e.order_id = o.id))
  order by o.id
  on conflict (order_id) do update set assignee_id = excluded.assignee_id, assigned_at = excluded.assigned_at
  where d.assignee_id is distinct from excluded.assignee_id;
  get diagnostics v_assigned = row_count;
  return v_assigned;
end
$$;
comment on function public.assign_orders is
  'Assigns up to 500 orders to the caller, also those of another admin, or releases them from whoever has them; returns how many changed. '
  'Admins only.';
grant execute on function public.assign_orders to authenticated;

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  author_id uuid not null default auth.uid(),
  body text check (char_length(body) <= 2000 and private.has_visible(body)),
  -- The bulk operation that wrote it.
  operation_id uuid,
  created_at timestamptz not null default now()
);
comment on table public.order_notes is
  'What admins wrote about an order, for each other; nobody changes it. The text is erased with the customer (D12).';
create index order_notes_order_idx on public.order_notes (order_id, created_at, id);
create index order_notes_operation_idx on public.order_notes (operation_id) where operation_id is not null;
alter table public.order_notes enable row level security;
create policy "order_notes: admins read" on public.order_notes
for select to authenticated using ((select private.is_admin()));
create policy "order_notes: admins write" on public.order_notes
for insert to authenticated with check ((select private.is_admin()));
grant select, insert (id, order_id, body) on public.order_notes to authenticated;

-- Requires an existing order, and trims the note; the defaults set author and time.
create function private.note_before() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.orders as o where o.id = new.order_id) then
    raise exception 'order_not_found' using errcode = 'PT404';
  end if;
  new.body := private.trim_text(new.body);
  return new;
end
$$;
create trigger order_notes_serialize before insert on public.order_notes
for each statement execute function private.serialize_deletions();
create trigger order_notes_before before insert on public.order_notes
for each row when (current_user <> 'postgres') execute function private.note_before();

-- Counts the notes of an order; only the undo of an operation deletes some.
create function private.count_notes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into public.order_desk as d (order_id, notes) values (new.order_id, 1)
    on conflict (order_id) do update set notes = d.notes + 1;
  else
    update public.order_desk set notes = notes - 1 where order_id = old.order_id;
  end if;
  return null;
end
$$;
create trigger order_notes_count after insert or delete on public.order_notes
for each row execute function private.count_notes();

create table public.admin_views (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  name text not null check (char_length(name) <= 40 and name = private.trim_text(name) and private.is_plain_text(name)),
  position integer not null default 0,
  filter jsonb not null default '{}' check (char_length(filter::text) <= 2000),
  sort text not null default 'newest' check (sort in ('newest', 'due')),
  created_at timestamptz not null default now()
);
comment on table public.admin_views is 'Filters of the order list that an admin saved under a name; up to 20 each.';
create unique index admin_views_name_key on public.admin_views (admin_id, lower(name));
alter table public.admin_views enable row level security;
create policy "admin_views: admins read their own" on public.admin_views
for select to authenticated using ((select private.is_admin()) and admin_id = (select private.actor()));
create policy "admin_views: admins save their own" on public.admin_views
for insert to authenticated with check ((select private.is_admin()) and admin_id = (select private.actor()));
create policy "admin_views: admins change their own" on public.admin_views
for update to authenticated using ((select private.is_admin()) and admin_id = (select private.actor()))
with check ((select private.is_admin()) and admin_id = (select private.actor()));
create policy "admin_views: admins delete their own" on public.admin_views
for delete to authenticated using ((select private.is_admin()) and admin_id = (select private.actor()));
grant select, delete, insert (id, name, position, filter, sort), update (name, position, filter, sort)
on public.admin_views to authenticated;

-- A view has filters that exist; raises unknown_filter, too_many_views.
create function private.view_before() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  new.name := normalize(private.trim_text(new.name), nfc);
  perform private.order_filter(new.filter);
  if tg_op = 'INSERT' then
    -- One at a time per admin, or two would both be the last that fits.
    perform pg_advisory_xact_lock(hashtextextended('private.admin_views:' || new.admin_id, 0));
    if (select count(*) from public.admin_views as v where v.admin_id = new.admin_id) >= 20 then
      raise exception 'too_many_views' using errcode = 'PT413';
    end if;
  end if;
  return new;
end
$$;
create trigger admin_views_serialize before insert or update on public.admin_views
for each statement execute function private.serialize_deletions();
create trigger admin_views_before before insert or update on public.admin_views
for each row when (current_user <> 'postgres') execute function private.view_before();

create function public.view_counts(p_filters jsonb[]) returns integer[]
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if cardinality(p_filters) > 40 then
    raise exception 'too_many_views' using errcode = 'PT413';
  end if;
  return array(select public.count_orders(f.filter) from unnest(p_filters) with ordinality as f (filter, n) order by f.n);
end
$$;
comment on function public.view_counts is 'How many orders meet each of up to 40 filters, as count_orders() counts them. Admins only.';
grant execute on function public.view_counts to authenticated;
