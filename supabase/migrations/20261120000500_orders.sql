-- Orders: the snapshot of a redemption, and its status.

-- Not a sequence: what a refused order took from a sequence would be lost.
create table private.free_order_numbers (number bigint primary key);
comment on table private.free_order_numbers is
  'Order numbers that no order has yet. A transaction deletes the one it uses, so a refused order gives it back (D8).';
create table private.order_number_counter (last bigint primary key);
comment on table private.order_number_counter is 'One row: the highest order number that was ever made available.';
insert into private.order_number_counter (last) values (0);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  order_number text unique,
  user_id uuid,
  -- The trigger fills it; the default only lets clients leave it out.
  account_id uuid not null default auth.uid(),
  benefit_id uuid,
  redemption_email text check (
    char_length(redemption_email) <= 254 and private.is_email(redemption_email)
  ),
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'delivered', 'cancelled')),
  benefit_name text,
  benefit_token_value integer check (benefit_token_value >= 0),
  benefit_image_url text,
  benefit_description text,
  customer_name text,
  customer_email text,
  due_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text not null generated always as (
    lower(
      coalesce(order_number, '') || E'\n' || coalesce(customer_name, '') || E'\n'
      || coalesce(customer_email, '') || E'\n' || coalesce(benefit_name, '')
    )
  ) stored
);
comment on table public.orders is
  'A redeemed benefit. `id` comes from the client and is the idempotency key (D3); rows outlive person and benefit (D12, D13).';
create index orders_created_at_idx on public.orders (created_at, id);
create index orders_status_idx on public.orders (status, created_at, id);
create index orders_user_idx on public.orders (user_id, created_at, id);
create index orders_benefit_idx on public.orders (benefit_id);
create index orders_search_idx on public.orders using gin (search_text extensions.gin_trgm_ops);

alter table public.orders enable row level security;
create policy "orders: people read their own, admins all" on public.orders
for select to authenticated using ((select private.is_admin()) or user_id = (select auth.uid()));
create policy "orders: people place their own" on public.orders
for insert to authenticated with check (user_id = (select auth.uid()));
create policy "orders: admins set the status" on public.orders
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));

create function private.next_order_number()
returns text
language plpgsql set search_path = ''
as $$
declare
  v_number text;
  v_locked boolean := false;
begin
  loop
    -- Skips what other transactions are about to use, so that orders do not wait for each other.
    delete from private.free_order_numbers
    where number = (select number from private.free_order_numbers order by number limit 1 for update skip locked)
    returning number::text into v_number;
    exit when found;
    if v_locked then
      with counter as (update private.order_number_counter set last = last + 1000 returning last)
      insert into private.free_order_numbers (number)
      select n from counter, generate_series(counter.last - 999, counter.last) as n;
    else
      -- Whoever waited here finds the numbers that the one before has added.
      perform from private.order_number_counter for update;
      v_locked := true;
    end if;
  end loop;
  -- lpad() would cut a number that has outgrown six digits.
  return 'ORD-' || lpad(v_number, greatest(6, length(v_number)), '0');
end
$$;
comment on function private.next_order_number() is
  'The lowest free order number, ORD-000001 and on. It is free again if the transaction fails (D8).';
