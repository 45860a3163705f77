-- Orders: the snapshot of a redemption and its status. An order, its debit and its refunds are one statement
-- for the client (D1, D3, D6).

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number text unique,
  user_id uuid,
  -- Set by the trigger; the default only lets clients omit it.
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
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (private.order_text(order_number, customer_name, customer_email, benefit_name)) stored,
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

create sequence private.order_numbers;
comment on sequence private.order_numbers is 'The number of the newest order; a refused order leaves a gap (D8).';

create function private.next_order_number()
returns text
language plpgsql set search_path = ''
as $$
declare
  v_number text := nextval('private.order_numbers');
begin
  -- lpad() would truncate numbers of more than six digits.
  return 'ORD-' || lpad(v_number, greatest(6, length(v_number)), '0');
end
$$;
comment on function private.next_order_number() is 'An unused order number, from ORD-000001 (D8).';

create function private.order_insert()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_benefit public.benefits;
  v_offered boolean;
  -- Of this statement.
  v_orders integer;
  v_others integer;
begin
  if new.user_id is distinct from private.actor() then
    raise exception 'permission denied: an order is placed for oneself' using errcode = '42501';
  end if;
  new.account_id := new.user_id;
  select count(*), count(*) filter (where o.benefit_id is distinct from new.benefit_id) into v_orders, v_others
  from public.orders as o where o.user_id = new.user_id and o.created_at = now();
  -- The person may be deleted, or the benefit repriced, by a concurrent transaction.
  select p.name, p.email into new.customer_name, new.customer_email
  from public.profiles as p where p.id = new.user_id for key share;
  select * into v_benefit from public.benefits where id = new.benefit_id for share;
  -- A stock is locked as late as possible, by order_take_stock(), because its orders wait for each other.
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
  v_offered := private.check_offer(v_benefit, new.benefit_token_value);
  if v_benefit.per_member_limit is not null then
    perform private.check_limit(v_benefit, new.user_id);
  end if;

  -- An instant order is inserted as it will be committed: a second version of the row would cost as much as the first (D30).
  new.status := case v_benefit.delivery_method when 'manual' then 'pending' else 'delivered' end;
  new.unit := private.order_unit('held', new.status);
  new.delivery_method := v_benefit.delivery_method;
  if new.delivery_method = 'manual' then
    select coalesce(max(s.value::integer) filter (where s.key = 'sla_credit_rate'), 0),
      coalesce(max(s.value::integer) filter (where s.key = 'sla_credit_cap'), 0)
    into new.credit_rate, new.credit_cap
    from public.app_settings as s where s.key in ('sla_credit_rate', 'sla_credit_cap');
  else
    new.fulfilled_at := now();
  end if;
  new.benefit_name := v_benefit.name;
  new.benefit_token_value := v_benefit.token_value;
  new.benefit_image_url := v_benefit.image_url;
  new.benefit_description := v_benefit.description;
  new.order_number := private.next_order_number();
  new.created_at := now();
  new.updated_at := now();
  new.due_at := now() + interval '48 hours';
  return new;
end
$$;
comment on function private.order_insert() is
  'Trigger: fills a client''s new order; the client sends only id, buyer, benefit and delivery email (D1, D3, D8, D25, D38).';
create trigger orders_insert before insert on public.orders
for each row when (current_user <> 'postgres'::text) execute function private.order_insert();

create function private.order_fill()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.account_id := coalesce(new.account_id, new.user_id);
    new.due_at := coalesce(new.due_at, new.created_at + interval '48 hours');
    new.unit := private.order_unit(new.unit, new.status);
    if new.status in ('completed', 'delivered') then
      new.fulfilled_at := coalesce(new.fulfilled_at, new.updated_at);
    end if;
  elsif new.updated_at = old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.order_fill() is 'Trigger: defaults of inserts and status changes by the owner of the database.';
create trigger orders_fill before insert or update of status on public.orders
for each row when (current_user = 'postgres'::text) execute function private.order_fill();

create function private.order_update()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Generated columns are computed after this trigger.
  v_free text[] := '{status,updated_at,search_text}';
begin
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'order_is_immutable' using errcode = 'PT403';
  end if;
  perform private.require_admin();
  -- A new time alone would be a change that the log does not show (D29).
  new.updated_at := case when new.status = old.status then old.updated_at else now() end;
  return new;
end
$$;
comment on function private.order_update() is
  'Trigger: an admin sets the status and nothing else; the server sets the time of a change (D1).';
create trigger orders_update before update on public.orders
for each row when (current_user <> 'postgres') execute function private.order_update();

create trigger orders_refuse_writes before delete on public.orders
for each row execute function private.refuse_write();
create trigger orders_no_truncate before truncate on public.orders
for each statement execute function private.refuse_write();
create trigger orders_serialize before update of status on public.orders
for each statement execute function private.serialize_deletions();

create function private.order_after()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_target integer := case when new.status = 'cancelled' then 0 else -coalesce(new.benefit_token_value, 0) end;
  v_move integer;
  v_balance integer;
begin
  -- A deleted person has no balance (D12).
  if new.user_id is null then
    return null;
  end if;
  v_move := v_target;
  if tg_op = 'UPDATE' then
    select v_target - coalesce(sum(t.amount), 0) into v_move
    from public.token_transactions as t where t.order_id = new.id and t.transaction_type in ('redemption', 'refund');
  end if;
  if v_move <> 0 then
    v_balance := private.post_tokens(
      p_account => new.user_id,
      p_type => case when v_move < 0 then 'redemption' else 'refund' end,
      p_amount => v_move,
      p_description => case when v_move < 0 then 'Redeemed: ' else 'Refund: ' end || new.benefit_name,
      p_order => new.id,
      -- Imported history keeps its dates; the ledger sets the time of anything that happens now.
      p_at => nullif(case tg_op when 'INSERT' then new.created_at else new.updated_at end, now())
    );
  end if;
  return null;
end
$$;
comment on function private.order_after() is
  'Trigger: an order''s redemptions and refunds sum to 0 if it is cancelled and to minus its price otherwise: debit, refund and second '
  'debit in one rule (D6).';
-- After, not before: a replayed insert that conflicts charges nobody (D3).
create trigger orders_after after insert or update of status on public.orders
for each row execute function private.order_after();

create trigger orders_audit after update on public.orders
for each row when (current_user <> 'postgres' and old.status <> new.status) execute function private.audit();
