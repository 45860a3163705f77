-- How admins set what a benefit delivers, and how well it is delivered (D30, D34).

create function private.delivery_settings(p_benefit_id uuid)
returns table (
  method text, instructions text, message text, link text, file_path text, file_name text, file_size bigint, file_type text,
  low_stock integer, updated_at timestamptz
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- It reveals the link.
  perform private.require_admin();
  return query
  select b.delivery_method, d.instructions, d.message, d.link, d.file_path, d.file_name, d.file_size, d.file_type,
    coalesce(d.low_stock, 10), coalesce(d.updated_at, b.created_at)
  from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id
  where b.id = p_benefit_id;
end
$$;
comment on function private.delivery_settings(uuid) is 'The settings behind public.delivery_settings().';

create function public.delivery_settings(p_benefit_id uuid)
returns table (
  method text, instructions text, message text, link text, file_path text, file_name text, file_size bigint, file_type text,
  low_stock integer, updated_at timestamptz
)
language sql stable rows 1 set search_path = ''
begin atomic
  select s.method, s.instructions, s.message, s.link, s.file_path, s.file_name, s.file_size, s.file_type, s.low_stock, s.updated_at
  from private.delivery_settings(p_benefit_id) as s;
end;
comment on function public.delivery_settings(uuid) is
  'What a benefit delivers, with the time that save_delivery_settings() expects. Admins only (D30).';

create function private.save_delivery_settings(
  p_benefit_id uuid, p_updated_at timestamptz, p_method text, p_instructions text, p_link text, p_file jsonb,
  p_low_stock integer, p_message text
)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  v_old record;
  v_new private.benefit_delivery;
  v_changed text[];
begin
  perform private.require_admin();
  perform from public.benefits as b where b.id = p_benefit_id for no key update;
  select b.delivery_method as method, d.instructions, d.message, d.link, d.file_path, coalesce(d.low_stock, 10) as low_stock,
    coalesce(d.updated_at, b.created_at) as updated_at
  into v_old
  from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id where b.id = p_benefit_id;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  elsif v_old.updated_at <> p_updated_at then
    raise exception 'settings_changed' using errcode = 'PT409';
  end if;
  v_new := row(p_benefit_id, nullif(private.trim_text(p_instructions), ''), nullif(private.trim_text(p_message), ''),
    nullif(private.trim_text(p_link), ''), p_file ->> 'path', p_file ->> 'name', (p_file ->> 'size')::bigint, p_file ->> 'type', p_low_stock, null,
    greatest(now(), v_old.updated_at + interval '1 microsecond'));
  if (p_method = 'link' and v_new.link is null) or (p_method = 'file' and v_new.file_path is null)
    or v_new.file_path not like p_benefit_id || '/%'
    -- It may have been removed in the meantime: removing one locks the benefit as well.
    or (v_new.file_path is not null and not exists (
      select from storage.objects as o where o.bucket_id = 'deliveries' and o.name = v_new.file_path))
  then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  end if;
  insert into private.benefit_delivery select v_new.*
  on conflict (benefit_id) do update set
    instructions = excluded.instructions, message = excluded.message, link = excluded.link, file_path = excluded.file_path,
    file_name = excluded.file_name, file_size = excluded.file_size, file_type = excluded.file_type,
    low_stock = excluded.low_stock, updated_at = excluded.updated_at,
    -- A lower mark may not have been reached yet.
    low_since = case when private.keys_left(p_benefit_id, excluded.low_stock) < excluded.low_stock then benefit_delivery.low_since end;
  if v_old.method <> p_method then
    update public.benefits set delivery_method = p_method where id = p_benefit_id;
  end if;
  -- Names of settings only: a link or an instruction may be a secret (D29).
  v_changed := array_remove(array[
    case when v_old.instructions is distinct from v_new.instructions then 'instructions' end,
    case when v_old.message is distinct from v_new.message then 'message' end,
    case when v_old.link is distinct from v_new.link then 'link' end,
    case when v_old.file_path is distinct from v_new.file_path then 'file' end,
    case when v_old.low_stock <> v_new.low_stock then 'low stock' end], null);
  if v_old.method <> p_method or v_changed <> '{}' then
    insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
    values (auth.uid(), 'benefits', p_benefit_id::text, 'update', jsonb_build_object('delivery_method', v_old.method),
      jsonb_build_object('delivery_method', p_method, 'delivery_changed', to_jsonb(v_changed)));
  end if;
  return v_new.updated_at;
end
$$;
comment on function private.save_delivery_settings(uuid, timestamptz, text, text, text, jsonb, integer, text) is
  'The change behind public.save_delivery_settings().';

create function public.save_delivery_settings(
  p_benefit_id uuid, p_updated_at timestamptz, p_method text, p_instructions text default null, p_link text default null,
  p_file jsonb default null, p_low_stock integer default 10, p_message text default null
)
returns timestamptz
language sql set search_path = ''
begin atomic
  select private.save_delivery_settings(p_benefit_id, p_updated_at, p_method, p_instructions, p_link, p_file, p_low_stock, p_message);
end;
comment on function public.save_delivery_settings(uuid, timestamptz, text, text, text, jsonb, integer, text) is
  'Sets what future orders of a benefit deliver and returns the new time; `p_file` has path, name, size (bytes) and type of an upload, '
  '`p_message` is the message that an admin''s delivery by hand begins with (D52). Raises settings_changed, invalid_delivery. Admins only (D30).';

create function private.benefit_delivery_after_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- What was delivered was copied; keys of orders and their batches stay (D13).
  delete from private.benefit_delivery where benefit_id = old.id;
  return null;
end
$$;
comment on function private.benefit_delivery_after_delete() is 'Trigger: a deleted benefit delivers nothing more.';
create trigger benefits_delete_delivery after delete on public.benefits
for each row execute function private.benefit_delivery_after_delete();

create function private.delivery_figures(p_benefit_id uuid)
returns table (
  orders bigint, tokens bigint, due bigint, on_time bigint, delivered bigint, reported bigint, replaced bigint, reports bigint
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  with recent as (
    select o.status <> 'cancelled' as stands, o.benefit_token_value, o.due_at, o.fulfilled_at,
      (select p.outcome from private.reports as p where p.order_id = o.id order by p.created_at desc limit 1) as report
    from public.orders as o
    where o.benefit_id = p_benefit_id and o.created_at > now() - interval '30 days'
      and (o.status <> 'cancelled' or o.fulfilled_at is not null)
  )
  select count(*) filter (where r.stands), coalesce(sum(r.benefit_token_value) filter (where r.stands), 0)::bigint,
    count(*) filter (where r.fulfilled_at is not null or r.due_at < now()),
    count(*) filter (where r.fulfilled_at <= r.due_at),
    count(*) filter (where r.fulfilled_at is not null),
    count(*) filter (where r.report is not null),
    count(*) filter (where r.report = 'replaced'),
    (select count(*) from private.reports as p join public.orders as o on o.id = p.order_id where o.benefit_id = p_benefit_id)
  from recent as r;
end
$$;
comment on function private.delivery_figures(uuid) is 'The figures behind public.delivery_figures().';

create function public.delivery_figures(p_benefit_id uuid)
returns table (
  orders bigint, tokens bigint, due bigint, on_time bigint, delivered bigint, reported bigint, replaced bigint, reports bigint
)
language sql stable rows 1 set search_path = ''
begin atomic
  select f.orders, f.tokens, f.due, f.on_time, f.delivered, f.reported, f.replaced, f.reports
  from private.delivery_figures(p_benefit_id) as f;
end;
comment on function public.delivery_figures(uuid) is
  'A benefit''s orders of 30 days: number and tokens of those that are not cancelled; and with those that were delivered before they were '
  'cancelled: delivered or due, delivered in time, delivered, reported, and last replaced at once; its reports of all time. Admins only (D34).';

create function private.on_time_figures()
returns table (due bigint, on_time bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select count(*) filter (where o.fulfilled_at is not null or o.due_at < now() and o.status <> 'cancelled'),
    count(*) filter (where o.fulfilled_at <= o.due_at)
  from public.orders as o where o.created_at > now() - interval '30 days';
end
$$;
comment on function private.on_time_figures() is 'The figures behind public.on_time_figures().';

create function public.on_time_figures()
returns table (due bigint, on_time bigint)
language sql stable rows 1 set search_path = ''
begin atomic
  select f.due, f.on_time from private.on_time_figures() as f;
end;
comment on function public.on_time_figures() is
  'All orders of 30 days, as delivery_figures() counts those of a benefit: completed, delivered or due, and in time. Admins only (D36).';
