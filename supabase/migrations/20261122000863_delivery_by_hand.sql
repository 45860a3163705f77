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

create function private.keep_instructions()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.instruction_versions values (new.benefit_id, now(), new.instructions)
  on conflict (benefit_id, since) do update set instructions = excluded.instructions;
  return null;
end
$$;
comment on function private.keep_instructions() is 'Trigger: records the instructions of a benefit with the time from which they apply.';
create trigger benefit_delivery_instructions_set after insert on private.benefit_delivery
for each row when (new.instructions is not null) execute function private.keep_instructions();
create trigger benefit_delivery_instructions_changed after update on private.benefit_delivery
for each row when (new.instructions is distinct from old.instructions) execute function private.keep_instructions();

create function private.instructions_of(p_order public.orders)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select v.instructions from private.instruction_versions as v
    where v.benefit_id = p_order.benefit_id and v.since <= p_order.created_at order by v.since desc limit 1);
end
$$;
comment on function private.instructions_of(public.orders) is 'The instructions that the benefit of an order had when it was placed (D30).';

create function private.set_order_status(p_order_id uuid, p_status text)
returns timestamptz
language plpgsql set search_path = ''
as $$
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
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (auth.uid(), 'orders', p_order_id::text, 'update', jsonb_build_object('status', v_before),
      jsonb_build_object('status', p_status));
  end if;
  return v_updated_at;
end
$$;
comment on function private.set_order_status(uuid, text) is
  'Sets the status on behalf of the caller, with its line in the log, and returns the new time; for functions that have checked the caller.';

create function private.is_manual_delivery(p_kind text, p_content text, p_message text)
returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  v_content text := nullif(private.trim_text(p_content), '');
begin
  return (p_kind is null) = (v_content is null) and not coalesce(
    char_length(v_content) > 5000 or char_length(private.trim_text(p_message)) > 2000
      or p_kind not in ('text', 'link', 'key')
      or not private.has_visible(v_content)
      or (p_kind = 'link' and v_content !~* '^https?://[^/[:space:]][^[:space:]]*$'),
    false);
end
$$;
comment on function private.is_manual_delivery(text, text, text) is
  'Whether this can be delivered by hand: a text, link or key, which is not empty, and a message, each optional (D33, D52).';

create function private.replace_by_hand(p_order public.orders, p_kind text, p_content text, p_message text, p_by uuid default auth.uid())
returns void
language plpgsql set search_path = ''
as $$
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
    private.instructions_of(p_order), p_by);
end
$$;
comment on function private.replace_by_hand(public.orders, text, text, text, uuid) is
  'Delivers a text, link or key and a message, each optional, in place of what was delivered before; a message alone goes with that '
  'content. Raises invalid_delivery (D33).';

create function private.deliver_order(
  p_order_id uuid, p_updated_at timestamptz, p_kind text, p_content text, p_message text
)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.deliver_order(uuid, timestamptz, text, text, text) is 'The delivery behind public.deliver_order().';

create function public.deliver_order(
  p_order_id uuid, p_updated_at timestamptz, p_kind text default null, p_content text default null,
  p_message text default null
)
returns timestamptz
language sql set search_path = ''
begin atomic
  select private.deliver_order(p_order_id, p_updated_at, p_kind, p_content, p_message);
end;
comment on function public.deliver_order(uuid, timestamptz, text, text, text) is
  'Sets an order that is unchanged since `p_updated_at` to delivered, with what is delivered (a text, link or key) and a message, and '
  'returns its new time. A message alone has no kind. Raises order_changed, invalid_delivery. Admins only (D33, D52).';
