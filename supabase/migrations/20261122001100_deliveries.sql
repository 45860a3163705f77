-- Deliveries: how benefits are delivered, and what the owner of an order received (D30 to D33).

create table private.benefit_delivery (
  benefit_id uuid primary key references public.benefits (id) on delete cascade,
  instructions text check (char_length(instructions) between 1 and 2000),
  message text check (char_length(message) between 1 and 2000),
  link text check (char_length(link) <= 2048 and link ~* '^https?://[^/]' and link !~ '[[:space:][:cntrl:]]'),
  file_path text,
  file_name text check (char_length(file_name) between 1 and 255),
  file_size bigint check (file_size between 1 and 52428800),
  file_type text check (char_length(file_type) <= 255),
  low_stock integer not null default 10 check (low_stock between 0 and 10000),
  low_since timestamptz,
  constraint benefit_delivery_file check (num_nulls(file_path, file_name, file_size, file_type) in (0, 4))
);
comment on table private.benefit_delivery is
  'What a benefit delivers; the method is a column of benefits. A table of its own, because members read benefits, and must not '
  'read a link before they order it (D30). `message`: what an admin''s message begins with, the same for everybody (D52). `low_since`: '
  'since when fewer keys than `low_stock` are left.';

-- After keys have left the pool of a benefit: notes once, until end_shortage(), that fewer than its low mark are left (D31).
create function private.begin_shortage(p_benefit uuid) returns void
language plpgsql set search_path = '' as $$
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

-- After keys have come into the pool of a benefit: ends the shortage if enough are left (D31).
create function private.end_shortage(p_benefit uuid) returns void
language sql set search_path = ''
begin atomic
  update private.benefit_delivery as d set low_since = null
  where d.benefit_id = p_benefit and d.low_since is not null and private.keys_left(p_benefit, d.low_stock) >= d.low_stock;
end;

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
  constraint deliveries_valid check (
    method in ('manual', 'key', 'link', 'file')
    and (kind is null or kind in ('text', 'link', 'key', 'file'))
    and (content is null or char_length(content) between 1 and 5000)
    and (message is null or char_length(message) between 1 and 2000)
    and case kind
      when 'file' then file_path is not null and content is null and key_id is null
      when 'key' then (key_id is null) <> (content is null) and file_path is null
      else (kind is null) = (content is null) and key_id is null and file_path is null
    end)
);
comment on table private.deliveries is
  'What was delivered with an order, copied from its benefit; a replacement is a new row, and withdraws the one before (D30, D34).';
create unique index deliveries_current_idx on private.deliveries (order_id) where withdrawn_at is null;
create index deliveries_order_idx on private.deliveries (order_id, id);

-- The delivered keys of a benefit, in the order of its list.
create index deliveries_key_idx on private.deliveries (benefit_id, key_id) where key_id is not null;
create index deliveries_file_idx on private.deliveries (file_path) where file_path is not null and withdrawn_at is null;

-- A delivery stays with its order, and so does its key (D31).
create function private.guard_delivery() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or new.order_id <> old.order_id or new.key_id is distinct from old.key_id then
    raise exception 'delivery_is_immutable' using errcode = 'PT403';
  end if;
  return new;
end
$$;
create trigger deliveries_guard before update or delete on private.deliveries
for each row execute function private.guard_delivery();

-- Delivers what the order's benefit offers now, withdrawing any previous delivery; returns false if there is nothing to deliver (D30, D31).
create function private.add_delivery(p_order public.orders, p_avoid_batch uuid default null, p_first boolean default false) returns boolean
language plpgsql set search_path = '' as $$
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
  if v_method = 'key' and v_source.low_since is null then
    perform private.begin_shortage(p_order.benefit_id);
  end if;
  return true;
end
$$;

-- What an order has received: all null before the delivery, and without an id if it was set to delivered with nothing attached (D33) and that can
-- no longer be undone.
create function private.current_delivery(p_order public.orders) returns private.deliveries
language plpgsql stable set search_path = '' as $$
declare
  v_delivery private.deliveries;
begin
  select * into v_delivery from private.deliveries as d where d.order_id = p_order.id and d.withdrawn_at is null;
  -- An operation delivers its content when its undo has closed (D46).
  if not found and p_order.status = 'delivered' and not exists (
    select from private.operation_rows as r join public.operations as n on n.id = r.operation_id
    where r.row_id = p_order.id::text and r.changed_at is not null and r.state = 'changed' and n.settled_at is null
      and r.version::timestamptz = p_order.updated_at)
  then
    v_delivery.order_id := p_order.id;
    v_delivery.benefit_id := p_order.benefit_id;
    v_delivery.method := 'manual';
    v_delivery.instructions := private.order_instructions(p_order);
    v_delivery.delivered_at := p_order.updated_at;
  end if;
  return v_delivery;
end
$$;

create function public.delivery_kind(public.orders) returns text
language sql stable security definer set search_path = ''
begin atomic
  select coalesce(d.kind, 'message') from public.orders as o cross join lateral private.current_delivery(o) as d
  where o.id = $1.id and o.user_id = (select private.actor()) and o.status <> 'cancelled' and d.order_id is not null;
end;
comment on function public.delivery_kind is
  'Column for the REST layer: what the caller''s own order has received: key, link, file, text, or message if nothing is attached; null '
  'before the delivery and after a cancellation (D32).';
grant execute on function public.delivery_kind to authenticated;

create function public.is_unopened(public.orders) returns boolean
language sql stable security definer set search_path = ''
return coalesce((
  select d.kind is not null and d.read_at is null from public.orders as o cross join lateral private.current_delivery(o) as d
  where o.id = $1.id and o.user_id = (select private.actor()) and o.status <> 'cancelled'), false);
comment on function public.is_unopened is
  'Column for the REST layer: whether the caller''s own order has received something that was never opened.';
grant execute on function public.is_unopened to authenticated;

create function public.open_delivery(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
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
comment on function public.open_delivery is
  'Records that the caller reads what was delivered with their own order; then order_delivery() returns it (D34, D53).';
grant execute on function public.open_delivery to authenticated;

create function public.order_delivery(p_order_id uuid)
returns table (
  method text, kind text, content text, message text, instructions text, delivered_at timestamptz, path text, name text,
  size bigint, type text
)
language sql stable rows 1 security definer set search_path = ''
begin atomic
  select d.method, d.kind, coalesce(k.secret, d.content), d.message, d.instructions, d.delivered_at, d.file_path, d.file_name,
    d.file_size, d.file_type
  from public.orders as o
  cross join lateral private.current_delivery(o) as d
  left join private.delivery_keys as k on k.id = d.key_id
  where o.id = p_order_id and o.user_id = private.actor() and o.status <> 'cancelled' and d.order_id is not null
    -- A delivery without a row has nothing to read.
    and (d.id is null or d.read_at is not null and pg_current_xact_id_if_assigned() is null);
end;
comment on function public.order_delivery is
  'What was delivered with the caller''s own order, once open_delivery() has recorded that it is read: whatever becomes of this request, '
  'it counts as read. No row for any other order, before the delivery or after a cancellation (D32, D34, D53).';
grant execute on function public.order_delivery to authenticated;

-- What was delivered, as admins see it: masked, and in full once the log has its line (D53).

create function public.reveal_delivery(p_order_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.check_uses('reveal_key', 30);
  perform private.count_attempt('reveal_key', auth.uid()::text);
  if exists (select from private.deliveries as d where d.order_id = p_order_id and d.withdrawn_at is null) then
    perform private.log_change('orders', p_order_id::text, '{"revealed": true}');
  end if;
end
$$;
comment on function public.reveal_delivery is
  'Logs that the caller reveals what an order received, at most 30 an hour with reveal_key() (rate_limited); then revealed_delivery() '
  'returns it. Admins only (D53).';
grant execute on function public.reveal_delivery to authenticated;

create function public.revealed_delivery(p_order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (
    select coalesce(k.secret, d.content) from private.deliveries as d left join private.delivery_keys as k on k.id = d.key_id
    where d.order_id = p_order_id and d.withdrawn_at is null and pg_current_xact_id_if_assigned() is null and exists (
      select from private.audit_log as l
      where l.table_name = 'orders' and l.row_id = p_order_id::text and l.at > greatest(now() - interval '5 minutes', d.delivered_at)
        and l.actor_id = auth.uid() and l.after ? 'revealed'));
end
$$;
comment on function public.revealed_delivery is
  'What an order received in full, if the caller revealed it with reveal_delivery() in the last five minutes, else null: whatever becomes '
  'of this request, the log has its line. Admins only (D53).';
grant execute on function public.revealed_delivery to authenticated;

create function public.resend_delivery(p_order_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.begin_admin_write();
  perform private.check_uses('resend_delivery', 30);
  perform private.count_attempt('resend_delivery', auth.uid()::text);
  select * into v_order from public.orders as o where o.id = p_order_id and o.user_id is not null for no key update;
  if not found or private.order_email_data('order_delivered', p_order_id) is null or exists (
    select from private.operation_rows as r join public.operations as n on n.id = r.operation_id
    where r.row_id = p_order_id::text and r.changed_at is not null and r.state = 'changed' and n.settled_at is null)
  then
    raise exception 'order_changed' using errcode = 'PT409';
  end if;
  perform private.log_change('orders', p_order_id::text, '{"resent": true}');
  return private.queue_email('order_delivered', v_order.id, v_order.user_id, now(), v_order.redemption_email);
end
$$;
comment on function public.resend_delivery is
  'Queues the email of a delivery once more, for the address of the order, and returns whether it did; at most 30 an hour (rate_limited). '
  'Raises order_changed if there is nothing to send. Admins only.';
grant execute on function public.resend_delivery to authenticated;

-- Deliveries by admins: instructions, content and a message for an order that is delivered by hand (D30, D33).

create table private.instruction_versions (
  benefit_id uuid not null,
  since timestamptz not null,
  instructions text,
  primary key (benefit_id, since)
);
comment on table private.instruction_versions is
  'The instructions of a benefit over time: an order that is delivered by hand has those of when it was placed, also once the benefit is '
  'deleted (D13, D30). An instant delivery has its own copy.';

-- Records the instructions of a benefit with the time from which they apply.
create function private.record_instructions() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Of an insert, `old` is null.
  if new.instructions is distinct from old.instructions then
    insert into private.instruction_versions values (new.benefit_id, now(), new.instructions)
    on conflict (benefit_id, since) do update set instructions = excluded.instructions;
  end if;
  return null;
end
$$;
create trigger benefit_delivery_instructions after insert or update on private.benefit_delivery
for each row execute function private.record_instructions();

-- The instructions that the benefit of an order had when it was placed (D30).
create function private.order_instructions(p_order public.orders) returns text
language plpgsql stable set search_path = '' as $$
begin
  return (
    select v.instructions from private.instruction_versions as v
    where v.benefit_id = p_order.benefit_id and v.since <= p_order.created_at order by v.since desc limit 1);
end
$$;

-- Sets the status on behalf of the caller, with its line in the log, and returns the new time; for functions that have checked the caller.
create function private.set_order_status(p_order_id uuid, p_status text) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  v_before text;
  v_updated_at timestamptz;
begin
  select o.status into v_before from public.orders as o where o.id = p_order_id for update;
  -- The time always changes, so that open pages read the order again.
  update public.orders set status = p_status, updated_at = greatest(now(), updated_at + interval '1 microsecond')
  where id = p_order_id
  returning updated_at into v_updated_at;
  if v_before <> p_status then
    perform private.log_change('orders', p_order_id::text, jsonb_build_object('status', p_status), jsonb_build_object('status', v_before));
  end if;
  return v_updated_at;
end
$$;

-- Whether this can be delivered by hand: a text, link or key, which is not empty, and a message, each optional (D33, D52).
create function private.is_manual_delivery(p_kind text, p_content text, p_message text) returns boolean
language plpgsql immutable set search_path = '' as $$
declare
  v_content text := nullif(private.trim_text(p_content), '');
begin
  return (p_kind is null) = (v_content is null) and not coalesce(
    char_length(v_content) > 5000 or char_length(private.trim_text(p_message)) > 2000
      or p_kind not in ('text', 'link', 'key')
      or not private.has_visible(v_content)
      or (p_kind = 'key' and private.spreadsheet_flaw(v_content) is not null)
      or (p_kind = 'link' and v_content !~* '^https?://[^/[:space:]][^[:space:]]*$'),
    false);
end
$$;

-- Delivers a text, link or key and a message, each optional, in place of what was delivered before; a message alone goes with that content.
-- Raises invalid_delivery (D33).
create function private.replace_by_hand(p_order public.orders, p_kind text, p_content text, p_message text, p_by uuid default auth.uid())
returns void
language plpgsql set search_path = '' as $$
declare
  v_content text := nullif(private.trim_text(p_content), '');
  v_message text := nullif(private.trim_text(p_message), '');
begin
  if not private.is_manual_delivery(p_kind, v_content, v_message) then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  if v_content is null and v_message is null then
    return;
  end if;
  if v_content is null then
    update private.deliveries set message = v_message, message_at = clock_timestamp()
    where order_id = p_order.id and withdrawn_at is null and kind is not null;
    if found then
      return;
    end if;
  end if;
  update private.deliveries set withdrawn_at = clock_timestamp() where order_id = p_order.id and withdrawn_at is null;
  insert into private.deliveries (order_id, benefit_id, method, kind, content, message, instructions, delivered_by)
  values (p_order.id, p_order.benefit_id, 'manual', case when v_content is not null then p_kind end, v_content, v_message,
    private.order_instructions(p_order), p_by);
end
$$;

create function public.deliver_order(
  p_order_id uuid, p_updated_at timestamptz, p_kind text default null, p_content text default null,
  p_message text default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_order public.orders;
begin
  perform private.begin_admin_write();
  select * into v_order from public.orders where id = p_order_id for update;
  if not found or v_order.updated_at <> p_updated_at then
    raise exception 'order_changed' using errcode = 'PT409';
  end if;
  perform private.replace_by_hand(v_order, p_kind, p_content, p_message);
  return private.set_order_status(p_order_id, 'delivered');
end
$$;
comment on function public.deliver_order is
  'Sets an order that is unchanged since `p_updated_at` to delivered, with what is delivered (a text, link or key) and a message, and '
  'returns its new time. A message alone has no kind. Raises order_changed, invalid_delivery. Admins only (D33, D52).';
grant execute on function public.deliver_order to authenticated;

-- How admins set what a benefit delivers, and how well it is delivered (D30, D34).

create function public.delivery_settings(p_benefit_id uuid)
returns table (
  method text, instructions text, message text, link text, file_path text, file_name text, file_size bigint, file_type text,
  low_stock integer
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  -- It reveals the link.
  perform private.require_admin();
  return query
  select b.delivery_method, d.instructions, d.message, d.link, d.file_path, d.file_name, d.file_size, d.file_type,
    coalesce(d.low_stock, 10)
  from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id
  where b.id = p_benefit_id;
end
$$;
comment on function public.delivery_settings is 'What a benefit delivers. Admins only (D30).';
grant execute on function public.delivery_settings to authenticated;

-- All that admins set of a benefit, by the names that save_benefit() takes.
create function private.benefit_settings(p_benefit uuid) returns jsonb
language sql stable set search_path = ''
begin atomic
  select to_jsonb(b) || jsonb_build_object(
    'stock', (select s.stock from private.benefit_stock as s where s.benefit_id = b.id),
    'instructions', d.instructions, 'message', d.message, 'link', d.link,
    'file', case when d.file_path is not null then
      jsonb_build_object('path', d.file_path, 'name', d.file_name, 'size', d.file_size, 'type', d.file_type) end,
    'low_stock', coalesce(d.low_stock, 10))
  from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id where b.id = p_benefit;
end;

create function public.save_benefit(p_benefit_id uuid, p_opened jsonb, p_values jsonb) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_delivers constant text[] := array['instructions', 'message', 'link', 'file', 'low_stock'];
  v_before jsonb;
  v_after jsonb;
  v_benefit public.benefits;
  v_opened jsonb;
  v_wanted jsonb;
  v_lost text;
  v_changed text[];
begin
  perform private.begin_admin_write();
  -- Waits for the orders being placed, which lock the benefit before its stock.
  select * into v_benefit from public.benefits as b where b.id = p_benefit_id for no key update;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;
  perform from private.benefit_stock as s where s.benefit_id = p_benefit_id for update;
  v_before := private.benefit_settings(p_benefit_id);
  v_after := v_before || p_values;
  -- As columns, because a time can be written in several ways.
  v_opened := to_jsonb(jsonb_populate_record(v_benefit, p_opened));
  v_wanted := to_jsonb(jsonb_populate_record(v_benefit, p_values));
  select string_agg(v.key, ',' order by v.key) into v_lost from jsonb_each(p_values) as v
  where not p_opened ? v.key
    or v_before -> v.key not in (coalesce(v_opened -> v.key, p_opened -> v.key), coalesce(v_wanted -> v.key, v.value));
  if v_lost is not null then
    raise exception 'row_changed' using errcode = 'PT409', detail = v_lost;
  elsif p_values ?| array['delivery_method', 'link', 'file'] and (
    (v_after ->> 'delivery_method' = 'link' and coalesce(private.trim_text(v_after ->> 'link'), '') = '')
    or (v_after ->> 'delivery_method' = 'file' and v_after #>> '{file,path}' is null)
    or v_after #>> '{file,path}' not like p_benefit_id || '/%'
    -- It may have been removed in the meantime: removing one locks the benefit as well.
    or (v_after #>> '{file,path}' is not null and not exists (
      select from storage.objects as o where o.bucket_id = 'deliveries' and o.name = v_after #>> '{file,path}')))
  then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  update public.benefits as b set (name, description, token_value, image_url, is_active, delivery_method, category_id, per_member_limit,
    opens_at, closes_at, estimated_value, what_you_get, conditions, maker, maker_link) = (
    select n.name, n.description, n.token_value, n.image_url, n.is_active, n.delivery_method, n.category_id, n.per_member_limit,
      n.opens_at, n.closes_at, n.estimated_value, n.what_you_get, n.conditions, n.maker, n.maker_link
    from jsonb_populate_record(b, p_values) as n)
  where b.id = p_benefit_id;
  if p_values ->> 'stock' is not null and v_after ->> 'delivery_method' <> 'key' then
    insert into private.benefit_stock values (p_benefit_id, (p_values ->> 'stock')::integer)
    on conflict (benefit_id) do update set stock = excluded.stock;
  elsif p_values ? 'stock' then
    delete from private.benefit_stock as s where s.benefit_id = p_benefit_id;
  end if;
  if p_values ?| v_delivers then
    insert into private.benefit_delivery as d
      (benefit_id, instructions, message, link, file_path, file_name, file_size, file_type, low_stock)
    values (p_benefit_id, nullif(private.trim_text(v_after ->> 'instructions'), ''),
      nullif(private.trim_text(v_after ->> 'message'), ''), nullif(private.trim_text(v_after ->> 'link'), ''), v_after #>> '{file,path}',
      v_after #>> '{file,name}', (v_after #>> '{file,size}')::bigint, v_after #>> '{file,type}', (v_after ->> 'low_stock')::integer)
    on conflict (benefit_id) do update set
      instructions = excluded.instructions, message = excluded.message, link = excluded.link, file_path = excluded.file_path,
      file_name = excluded.file_name, file_size = excluded.file_size, file_type = excluded.file_type, low_stock = excluded.low_stock,
      -- A lower mark may not have been reached yet.
      low_since = case when private.keys_left(p_benefit_id, excluded.low_stock) < excluded.low_stock then d.low_since end;
  end if;
  v_after := private.benefit_settings(p_benefit_id);
  perform private.log_change(
    'benefits', p_benefit_id::text, jsonb_object_agg(k.key, v_after -> k.key), jsonb_object_agg(k.key, v_before -> k.key))
  from jsonb_object_keys(p_values) as k (key)
  where k.key <> 'delivery_method' and k.key <> all (v_delivers) and v_after -> k.key is distinct from v_before -> k.key
  having count(*) > 0;
  -- Names of settings only: a link or an instruction may be a secret (D29).
  v_changed := array(
    select replace(k.key, '_', ' ') from unnest(v_delivers) as k (key) where v_after -> k.key is distinct from v_before -> k.key);
  if v_changed <> '{}' or v_after -> 'delivery_method' <> v_before -> 'delivery_method' then
    perform private.log_change('benefits', p_benefit_id::text,
      jsonb_build_object('delivery_method', v_after -> 'delivery_method', 'delivery_changed', to_jsonb(v_changed)),
      jsonb_build_object('delivery_method', v_before -> 'delivery_method'));
  end if;
end
$$;
comment on function public.save_benefit is
  'Saves what an admin changed of a benefit, all or nothing: values by name (columns of benefits, stock, instructions, message, link, low_stock, '
  'and file with path, name, size and type of an upload), with those that the page opened with. Raises row_changed, with the names, if somebody '
  'has changed one meanwhile (D7), benefit_unavailable, category_deleted, invalid_delivery. Admins only (D30, D38, D52).';
grant execute on function public.save_benefit to authenticated;

create function public.delivery_figures(p_benefit_id uuid)
returns table (
  orders bigint, tokens bigint, due bigint, on_time bigint, delivered bigint, reported bigint, replaced bigint, reports bigint
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  with recent as (
    select o.status <> 'cancelled' as is_live, o.benefit_token_value, o.due_at, o.fulfilled_at,
      (select p.outcome from private.reports as p where p.order_id = o.id order by p.created_at desc limit 1) as report
    from public.orders as o
    where o.benefit_id = p_benefit_id and o.created_at > now() - interval '30 days'
      and (o.status <> 'cancelled' or o.fulfilled_at is not null)
  )
  select count(*) filter (where r.is_live), coalesce(sum(r.benefit_token_value) filter (where r.is_live), 0)::bigint,
    count(*) filter (where r.fulfilled_at is not null or r.due_at < now()),
    count(*) filter (where r.fulfilled_at <= r.due_at),
    count(*) filter (where r.fulfilled_at is not null),
    count(*) filter (where r.report is not null),
    count(*) filter (where r.report = 'replaced'),
    (select count(*) from private.reports as p join public.orders as o on o.id = p.order_id where o.benefit_id = p_benefit_id)
  from recent as r;
end
$$;
comment on function public.delivery_figures is
  'A benefit''s orders of 30 days: number and tokens of those that are not cancelled; and with those that were delivered before they were '
  'cancelled: delivered or due, delivered in time, delivered, reported, and last replaced at once; its reports of all time. Admins only '
  '(D34).';
grant execute on function public.delivery_figures to authenticated;

create function public.on_time_figures() returns table (due bigint, on_time bigint)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select count(*) filter (where o.fulfilled_at is not null or o.due_at < now() and o.status <> 'cancelled'),
    count(*) filter (where o.fulfilled_at <= o.due_at)
  from public.orders as o where o.created_at > now() - interval '30 days';
end
$$;
comment on function public.on_time_figures is
  'All orders of 30 days, as delivery_figures() counts those of a benefit: completed, delivered or due, and in time. Admins only (D36).';
grant execute on function public.on_time_figures to authenticated;

-- The files that orders deliver, in a private bucket (D32).

-- Any type, because browsers save these files and never show them.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('deliveries', 'deliveries', false, 52428800, null)
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;

-- Whether the caller has a live order whose current delivery is this file (D32). Orders of a deleted member have no owner (D12).
create function private.may_download(p_path text) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from private.deliveries as d join public.orders as o on o.id = d.order_id
  where d.file_path = p_path and d.withdrawn_at is null and o.user_id = (select private.actor()) and o.status <> 'cancelled');
grant execute on function private.may_download to authenticated;

-- Whether the caller is an admin, and no benefit and no order needs this file; a cancelled order does, because it can be reopened.
create function private.may_remove_file(p_path text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  -- Waits for a change of the benefit's settings, which itself waits for orders.
  perform from public.benefits as b where b.id::text = split_part(p_path, '/', 1) for share;
  return private.is_admin()
    and not exists (select from private.benefit_delivery as s where s.file_path = p_path)
    and not exists (select from private.deliveries as d where d.file_path = p_path and d.withdrawn_at is null);
end
$$;
grant execute on function private.may_remove_file to authenticated;

-- No policy for updates, and no signed upload, which could replace: an order's file never changes.
create policy "deliveries: admins upload" on storage.objects
for insert to authenticated
with check (
  bucket_id = 'deliveries' and (select private.is_admin()) and (select storage.operation()) = 'storage.object.upload'
  -- The benefit, an id of the upload, and a name.
  and name ~ '^[0-9a-f]{8}-[0-9a-f-]{27}/[0-9a-f]{8}-[0-9a-f-]{27}/[^/]+$'
);

-- Not to copy: to a public bucket, that would publish the file.
create policy "deliveries: admins read" on storage.objects
for select to authenticated
using (
  bucket_id = 'deliveries' and (select private.is_admin())
  and coalesce((select storage.operation()), '') !~ 'copy$'
);

-- Nothing but the download: no list, no details, no copy, and no signed address, which would outlive a cancellation.
create policy "deliveries: members download" on storage.objects
for select to authenticated
using (
  bucket_id = 'deliveries' and (select storage.operation()) = 'storage.object.get_authenticated'
  and private.may_download(name)
);
create policy "deliveries: admins remove unused ones" on storage.objects
for delete to authenticated using (bucket_id = 'deliveries' and private.may_remove_file(name));
