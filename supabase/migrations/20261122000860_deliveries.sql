-- Deliveries: how benefits are delivered, and what the owner of an order received (D30 to D33).

create table private.benefit_delivery (
  benefit_id uuid primary key,
  instructions text check (char_length(instructions) between 1 and 2000),
  message text check (char_length(message) between 1 and 2000),
  link text check (char_length(link) <= 2048 and link ~* '^https?://[^/]' and link !~ '[[:space:][:cntrl:]]'),
  file_path text,
  file_name text check (char_length(file_name) between 1 and 255),
  file_size bigint check (file_size between 1 and 52428800),
  file_type text check (char_length(file_type) <= 255),
  low_stock integer not null default 10 check (low_stock between 0 and 10000),
  low_since timestamptz,
  updated_at timestamptz not null default now(),
  constraint benefit_delivery_file check (num_nulls(file_path, file_name, file_size, file_type) in (0, 4))
);
comment on table private.benefit_delivery is
  'What a benefit delivers; the method is a column of benefits. A table of its own, because members read benefits, and must not '
  'read a link before they order it (D30). `message`: what an admin''s message begins with, the same for everybody (D52). `low_since`: '
  'since when fewer keys than `low_stock` are left.';

create function private.begin_shortage(p_benefit uuid)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_mark integer := coalesce((select d.low_stock from private.benefit_delivery as d where d.benefit_id = p_benefit), 10);
begin
  if private.keys_left(p_benefit, v_mark) < v_mark
    and exists (select from public.benefits as b where b.id = p_benefit and b.delivery_method = 'key')
  then
    insert into private.benefit_delivery as d (benefit_id, low_since) values (p_benefit, now())
    on conflict (benefit_id) do update set low_since = excluded.low_since where d.low_since is null;
  end if;
end
$$;
comment on function private.begin_shortage(uuid) is
  'After keys have left the pool of a benefit: notes once, until end_shortage(), that fewer than its low mark are left (D31).';

create function private.end_shortage(p_benefit uuid)
returns void
language sql set search_path = ''
begin atomic
  update private.benefit_delivery as d set low_since = null
  where d.benefit_id = p_benefit and d.low_since is not null and private.keys_left(p_benefit, d.low_stock) >= d.low_stock;
end;
comment on function private.end_shortage(uuid) is 'After keys have come into the pool of a benefit: ends the shortage if enough are left (D31).';

create function private.is_delivery_row(p_method text, p_kind text, p_key bigint, p_content text, p_message text, p_path text)
returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_method in ('manual', 'key', 'link', 'file')
    and (p_kind is null or p_kind in ('text', 'link', 'key', 'file'))
    and (p_content is null or char_length(p_content) between 1 and 5000)
    and (p_message is null or char_length(p_message) between 1 and 2000)
    and case p_kind
      when 'file' then p_path is not null and p_content is null and p_key is null
      when 'key' then (p_key is null) <> (p_content is null) and p_path is null
      else (p_kind is null) = (p_content is null) and p_key is null and p_path is null
    end;
end
$$;
comment on function private.is_delivery_row(text, text, bigint, text, text, text) is
  'What the columns of a delivery may hold; one function, as private.is_order().';

create table private.deliveries (
  id bigint generated always as identity primary key,
  order_id uuid not null,
  benefit_id uuid,
  method text not null,
  -- What `content` is; a key of the pool is not copied.
  kind text,
  key_id bigint unique references private.delivery_keys (id),
  content text,
  message text,
  -- When it was last changed without the content.
  message_at timestamptz,
  instructions text,
  file_path text,
  file_name text,
  file_size bigint,
  file_type text,
  delivered_by uuid,
  delivered_at timestamptz not null default clock_timestamp(),
  read_at timestamptz,
  withdrawn_at timestamptz,
  constraint deliveries_valid check (private.is_delivery_row(method, kind, key_id, content, message, file_path))
);
comment on table private.deliveries is
  'What was delivered with an order, copied from its benefit; a replacement is a new row, and withdraws the one before (D30, D34).';
create unique index deliveries_current_idx on private.deliveries (order_id) where withdrawn_at is null;
create index deliveries_order_idx on private.deliveries (order_id, id);
-- The delivered keys of a benefit, in the order of its list.
create index deliveries_key_idx on private.deliveries (benefit_id, key_id) where key_id is not null;
create index deliveries_file_idx on private.deliveries (file_path) where file_path is not null and withdrawn_at is null;

create function private.guard_delivery()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'DELETE' or new.order_id <> old.order_id or new.key_id is distinct from old.key_id then
    raise exception 'delivery_is_immutable' using errcode = 'PT403';
  end if;
  return new;
end
$$;
comment on function private.guard_delivery() is 'Trigger: a delivery stays with its order, and so does its key (D31).';
create trigger deliveries_guard before update or delete on private.deliveries
for each row execute function private.guard_delivery();

create function private.add_delivery(p_order public.orders, p_avoid_batch uuid default null, p_first boolean default false)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_source private.benefit_delivery;
  v_method text := p_order.delivery_method;
  v_key bigint;
begin
  select * into v_source from private.benefit_delivery where benefit_id = p_order.benefit_id;
  if v_method = 'key' then
    v_key := private.claim_key(p_order.benefit_id, p_avoid_batch);
  end if;
  if coalesce(case v_method when 'key' then v_key::text when 'link' then v_source.link else v_source.file_path end, '') = '' then
    return false;
  end if;
  if not p_first then
    update private.deliveries set withdrawn_at = clock_timestamp() where order_id = p_order.id and withdrawn_at is null;
  end if;
  if v_method <> 'file' then
    v_source.file_path := null;
    v_source.file_name := null;
    v_source.file_size := null;
    v_source.file_type := null;
  end if;
  insert into private.deliveries
    (order_id, benefit_id, method, kind, key_id, content, instructions, file_path, file_name, file_size, file_type)
  values (
    p_order.id, p_order.benefit_id, v_method, v_method, v_key, case v_method when 'link' then v_source.link end, v_source.instructions,
    v_source.file_path, v_source.file_name, v_source.file_size, v_source.file_type);
  if v_method = 'key' and v_source.low_since is null
    and private.keys_left(p_order.benefit_id, coalesce(v_source.low_stock, 10)) < coalesce(v_source.low_stock, 10)
  then
    perform private.begin_shortage(p_order.benefit_id);
  end if;
  return true;
end
$$;
comment on function private.add_delivery(public.orders, uuid, boolean) is
  'Delivers what the order''s benefit offers now, withdrawing any previous delivery; returns false if there is nothing to deliver '
  '(D30, D31).';

create function private.deliver_instantly()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.add_delivery(new, null, true) then
    raise exception 'sold_out' using errcode = 'PT409';
  end if;
  return null;
end
$$;
comment on function private.deliver_instantly() is
  'Trigger: delivers an order of an instant method in the transaction that places it; raises sold_out if there is nothing to '
  'deliver (D30, D31).';
-- After the insert and, by name, after the debit: a replayed insert that conflicts takes no key (D3).
create trigger orders_deliver after insert on public.orders
for each row when (new.delivery_method <> 'manual' and current_user <> 'postgres'::text) execute function private.deliver_instantly();

create function private.current_delivery(p_order public.orders)
returns private.deliveries
language plpgsql stable set search_path = ''
as $$
declare
  v_delivery private.deliveries;
begin
  select * into v_delivery from private.deliveries as d where d.order_id = p_order.id and d.withdrawn_at is null;
  -- An operation delivers its content when its undo has closed (D46).
  if not found and p_order.status = 'delivered' and not exists (
    select from private.operation_rows as r join public.operations as n on n.id = r.operation_id
    where r.row_id = p_order.id::text and r.changed_at is not null and r.state = 'changed' and n.settled_at is null
      and (r.after ->> 'updated_at')::timestamptz = p_order.updated_at)
  then
    v_delivery.order_id := p_order.id;
    v_delivery.benefit_id := p_order.benefit_id;
    v_delivery.method := 'manual';
    v_delivery.instructions := private.instructions_of(p_order);
    v_delivery.delivered_at := p_order.updated_at;
  end if;
  return v_delivery;
end
$$;
comment on function private.current_delivery(public.orders) is
  'What an order has received; without an id for an order that was set to delivered, for good, with nothing attached (D33), all null '
  'before the delivery.';

create function private.open_delivery(p_order_id uuid)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- One at a time with reports and cancellations, which change what there is to read.
  perform from public.orders as o
  where o.id = p_order_id and o.user_id = private.actor() and o.status <> 'cancelled' for no key update;
  if found then
    update private.deliveries as d set read_at = clock_timestamp()
    where d.order_id = p_order_id and d.withdrawn_at is null and d.read_at is null;
  end if;
end
$$;
comment on function private.open_delivery(uuid) is 'The note behind public.open_delivery().';

create function public.open_delivery(p_order_id uuid)
returns void
language sql set search_path = ''
begin atomic
  select private.open_delivery(p_order_id);
end;
comment on function public.open_delivery(uuid) is
  'Records that the caller reads what was delivered with their own order; then order_delivery() returns it (D34, D53).';

create function private.order_delivery(p_order_id uuid)
returns table (
  method text, kind text, content text, message text, instructions text, delivered_at timestamptz, path text, name text,
  size bigint, type text
)
language sql stable security definer set search_path = ''
begin atomic
  select d.method, d.kind, coalesce(k.secret, d.content), d.message, d.instructions, d.delivered_at, d.file_path, d.file_name,
    d.file_size, d.file_type
  from public.orders as o
  cross join lateral private.current_delivery(o) as d
  left join private.delivery_keys as k on k.id = d.key_id
  where o.id = p_order_id and o.user_id = private.actor() and o.status <> 'cancelled' and d.order_id is not null
    -- What has no row holds nothing to read.
    and (d.id is null or d.read_at is not null and pg_current_xact_id_if_assigned() is null);
end;
comment on function private.order_delivery(uuid) is 'The delivery behind public.order_delivery().';

create function public.order_delivery(p_order_id uuid)
returns table (
  method text, kind text, content text, message text, instructions text, delivered_at timestamptz, path text, name text,
  size bigint, type text
)
language sql stable rows 1 set search_path = ''
begin atomic
  select d.method, d.kind, d.content, d.message, d.instructions, d.delivered_at, d.path, d.name, d.size, d.type
  from private.order_delivery(p_order_id) as d;
end;
comment on function public.order_delivery(uuid) is
  'What was delivered with the caller''s own order, once open_delivery() has recorded that it is read: whatever becomes of this request, it '
  'counts as read. No row for any other order, before the delivery or after a cancellation (D32, D34, D53).';
