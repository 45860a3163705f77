-- The key pool as admins see it: masked, but for one key at a time, which is logged (D31).

create function private.search_keys(
  p_benefit_id uuid, p_search text, p_state text, p_key_id bigint, p_reverse boolean, p_limit integer
)
returns table (
  id bigint, mask text, state text, batch integer, order_id uuid, order_number text, customer_name text,
  changed_at timestamptz
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_term text := lower(coalesce(private.trim_text(p_search), ''));
  v_from bigint := case when p_reverse then coalesce(p_key_id + 1, 0) else 0 end;
  v_to bigint := case when p_reverse then 9e18 else coalesce(p_key_id - 1, 9e18) end;
  v_limit integer := private.page_size(p_limit);
  v_held uuid[];
  v_ids bigint[];
begin
  perform private.require_admin();
  -- A statement for each way to find keys: to plan them all takes longer than to run one.
  if v_term <> '' then
    v_ids := array(
      select k.id from private.delivery_keys as k
      where k.benefit_id = p_benefit_id and lower(right(k.secret, 4)) = v_term and private.key_ending(k.secret) = right(k.secret, 4)
      union all
      select k.id from private.delivery_keys as k
      where k.benefit_id = p_benefit_id and private.key_ending(k.secret) <> right(k.secret, 4)
        and lower(private.key_ending(k.secret)) = v_term
      union all
      select d.key_id from private.deliveries as d
      where d.key_id is not null and d.order_id in (
        -- By order or member: of the newest orders that match; each has few keys.
        select o.id from public.orders as o
        where o.benefit_id = p_benefit_id and o.search_text like private.like_pattern(v_term)
        order by o.created_at desc limit 200));
  elsif p_state is null then
    v_ids := array(
      select k.id from private.delivery_keys as k where k.benefit_id = p_benefit_id and k.id between v_from and v_to
      order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit);
  elsif p_state = 'available' then
    v_held := private.quarantined_batches(p_benefit_id);
    v_ids := array(
      select a.key_id from private.available_keys as a
      where a.benefit_id = p_benefit_id and a.key_id between v_from and v_to and a.batch_id <> all (v_held)
      order by case when p_reverse then a.key_id end, case when not p_reverse then a.key_id end desc limit v_limit);
  elsif p_state = 'delivered' then
    v_ids := array(
      select d.key_id from private.deliveries as d
      where d.benefit_id = p_benefit_id and d.key_id between v_from and v_to
        and (select k.quarantined_at from private.delivery_keys as k where k.id = d.key_id) is null
      order by case when p_reverse then d.key_id end, case when not p_reverse then d.key_id end desc limit v_limit);
  elsif p_state = 'quarantined' then
    v_held := private.quarantined_batches(p_benefit_id);
    v_ids := array(
      (select k.id from private.delivery_keys as k
        where k.benefit_id = p_benefit_id and k.quarantined_at is not null and k.id between v_from and v_to
        order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit)
      union all
      select held.key_id from unnest(v_held) as batch (id) cross join lateral (
        select k.id as key_id from private.delivery_keys as k
        where k.batch_id = batch.id and k.id between v_from and v_to
          and exists (select from private.available_keys as a where a.benefit_id = p_benefit_id and a.key_id = k.id)
        order by case when p_reverse then k.id end, case when not p_reverse then k.id end desc limit v_limit) as held);
  end if;
  return query
  select f.id, private.mask_key(f.secret), f.state, f.number, f.order_id, o.order_number, o.customer_name, f.changed_at
  from (
    select k.id, k.secret, b.number, d.order_id,
      case
        when k.quarantined_at is not null or (b.quarantined_at is not null and d.id is null) then 'quarantined'
        when d.id is not null then 'delivered'
        else 'available'
      end as state,
      coalesce(k.quarantined_at, d.delivered_at, b.created_at) as changed_at
    from private.delivery_keys as k
    join private.key_batches as b on b.id = k.batch_id
    left join private.deliveries as d on d.key_id = k.id
    where k.id = any (v_ids) and k.id between v_from and v_to
  ) as f left join public.orders as o on o.id = f.order_id
  where p_state is null or f.state = p_state
  order by case when p_reverse then f.id end, case when not p_reverse then f.id end desc
  limit v_limit;
end
$$;
comment on function private.search_keys(uuid, text, text, bigint, boolean, integer) is 'The keys behind public.search_keys().';

create function public.search_keys(
  p_benefit_id uuid, p_search text default null, p_state text default null, p_key_id bigint default null,
  p_reverse boolean default false, p_limit integer default 26
)
returns table (
  id bigint, mask text, state text, batch integer, order_id uuid, order_number text, customer_name text,
  changed_at timestamptz
)
language sql stable set search_path = ''
begin atomic
  select k.id, k.mask, k.state, k.batch, k.order_id, k.order_number, k.customer_name, k.changed_at
  from private.search_keys(p_benefit_id, p_search, p_state, p_key_id, p_reverse, p_limit) as k;
end;
comment on function public.search_keys(uuid, text, text, bigint, boolean, integer) is
  'The keys of a benefit, masked, newest first, after the key p_key_id; found by the end that the '
  'mask shows, order or member. Admins only (D31).';

create function private.key_counts(p_benefit_id uuid)
returns table (available bigint, delivered bigint, quarantined bigint, delivered_in_30_days bigint)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  with pool as (
    select count(*) as keys, count(*) filter (where a.batch_id = any ((select private.quarantined_batches(p_benefit_id))::uuid[])) as held
    from private.available_keys as a where a.benefit_id = p_benefit_id
  ),
  aside as (
    select count(*) as keys, count(d.id) as delivered
    from private.delivery_keys as k left join private.deliveries as d on d.key_id = k.id
    where k.benefit_id = p_benefit_id and k.quarantined_at is not null
  ),
  delivered as (
    select count(*) as keys, count(*) filter (where d.delivered_at > now() - interval '30 days') as recent
    from private.deliveries as d where d.benefit_id = p_benefit_id and d.key_id is not null
  )
  select pool.keys - pool.held, delivered.keys - aside.delivered, aside.keys + pool.held, delivered.recent
  from pool, aside, delivered;
end
$$;
comment on function private.key_counts(uuid) is 'The counts behind public.key_counts().';

create function public.key_counts(p_benefit_id uuid)
returns table (available bigint, delivered bigint, quarantined bigint, delivered_in_30_days bigint)
language sql stable rows 1 set search_path = ''
begin atomic
  select c.available, c.delivered, c.quarantined, c.delivered_in_30_days from private.key_counts(p_benefit_id) as c;
end;
comment on function public.key_counts(uuid) is
  'How many keys of a benefit can be delivered, were delivered and are quarantined, and how many were delivered in 30 days. Admins only.';

create function private.log_key(p_key private.delivery_keys, p_after jsonb)
returns void
language sql set search_path = ''
begin atomic
  insert into private.audit_log (actor_id, table_name, row_id, action, after)
  values (auth.uid(), 'delivery_keys', p_key.id::text, 'update',
    jsonb_build_object('benefit_id', p_key.benefit_id, 'key', private.mask_key(p_key.secret)) || p_after);
end;
comment on function private.log_key(private.delivery_keys, jsonb) is 'Logs what an admin did with a key, which is masked (D29, D31).';

create function private.reveal_key(p_key_id bigint)
returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_key private.delivery_keys;
begin
  perform private.require_admin();
  perform private.check_hourly('reveal_key', 30);
  perform private.count_attempt('reveal_key', auth.uid()::text);
  select * into v_key from private.delivery_keys as k where k.id = p_key_id;
  if found then
    perform private.log_key(v_key, '{"revealed": true}');
  end if;
end
$$;
comment on function private.reveal_key(bigint) is 'The note behind public.reveal_key().';

create function public.reveal_key(p_key_id bigint)
returns void
language sql set search_path = ''
begin atomic
  select private.reveal_key(p_key_id);
end;
comment on function public.reveal_key(bigint) is
  'Logs that the caller reveals a key, at most 30 an hour for each admin (rate_limited); then revealed_key() returns it. Admins only (D31, D53).';

create function private.revealed_key(p_key_id bigint)
returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select k.secret from private.delivery_keys as k
    where k.id = p_key_id and pg_current_xact_id_if_assigned() is null and exists (
      select from private.audit_log as l
      where l.table_name = 'delivery_keys' and l.row_id = p_key_id::text and l.at > now() - interval '5 minutes'
        and l.actor_id = auth.uid() and l.after ? 'revealed'));
end
$$;
comment on function private.revealed_key(bigint) is 'The key behind public.revealed_key().';

create function public.revealed_key(p_key_id bigint)
returns text
language sql stable set search_path = ''
begin atomic
  select private.revealed_key(p_key_id);
end;
comment on function public.revealed_key(bigint) is
  'A key in full that the caller revealed with reveal_key() in the last five minutes, null for any other: whatever becomes of this request, the '
  'log has its line. Admins only (D31, D53).';

create function private.set_key_aside(p_key_id bigint, p_aside boolean)
returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_key private.delivery_keys;
  v_state text := 'quarantined';
begin
  perform private.require_admin();
  select * into v_key from private.delivery_keys as k where k.id = p_key_id for no key update;
  if not found then
    return null;
  end if;
  if p_aside then
    -- Waits for an order that is taking it.
    delete from private.available_keys as a where a.benefit_id = v_key.benefit_id and a.key_id = p_key_id;
    perform private.begin_shortage(v_key.benefit_id);
  elsif exists (select from private.deliveries as d where d.key_id = p_key_id) then
    v_state := 'delivered';
  else
    v_state := case when v_key.batch_id = any (private.quarantined_batches(v_key.benefit_id)) then 'quarantined' else 'available' end;
    -- A key that is not set aside is in the pool, or an order is taking it.
    if v_key.quarantined_at is not null then
      insert into private.available_keys (benefit_id, key_id, batch_id)
      values (v_key.benefit_id, p_key_id, v_key.batch_id) on conflict do nothing;
      perform private.end_shortage(v_key.benefit_id);
    end if;
  end if;
  if p_aside <> (v_key.quarantined_at is not null) then
    update private.delivery_keys as k set quarantined_at = case when p_aside then now() end where k.id = p_key_id;
    perform private.log_key(v_key, jsonb_build_object('state', v_state));
  end if;
  return v_state;
end
$$;
comment on function private.set_key_aside(bigint, boolean) is 'The change behind public.set_key_aside().';

create function public.set_key_aside(p_key_id bigint, p_aside boolean)
returns text
language sql set search_path = ''
begin atomic
  select private.set_key_aside(p_key_id, p_aside);
end;
comment on function public.set_key_aside(bigint, boolean) is
  'Quarantines a key, or restores it to the pool or, if it has one, to its order; returns its state, which stays quarantined while its '
  'batch is, or null if there is no such key. Logged. Admins only (D31).';
