-- The key pool: licence keys and voucher codes, one for each order (D31).

create table private.key_batches (
  id uuid primary key default gen_random_uuid(),
  benefit_id uuid not null,
  number integer not null check (number > 0),
  created_by uuid,
  created_at timestamptz not null default now(),
  quarantined_at timestamptz,
  released_at timestamptz,
  unique (benefit_id, number)
);
comment on table private.key_batches is
  'Keys that were imported together. `quarantined_at`: since when none is delivered, because of reports, until an admin decides; '
  '`released_at`: the last decision, after which only later reports count (D34).';
create index key_batches_quarantined_idx on private.key_batches (benefit_id) where quarantined_at is not null;

create table private.delivery_keys (
  id bigint generated always as identity primary key,
  benefit_id uuid not null,
  batch_id uuid not null references private.key_batches (id),
  secret text not null check (char_length(secret) >= 4 and char_length(secret) <= 200 and secret !~ '[[:cntrl:]]'),
  quarantined_at timestamptz,
  -- In this order, because an import looks for a key in every pool.
  unique (secret, benefit_id)
);
comment on table private.delivery_keys is
  'Keys, which no client can read: order_delivery() returns one to the owner of its order, revealed_key() one to an admin. A row '
  'never changes, but for `quarantined_at`: the order of a key is that of its delivery (D31).';
create index delivery_keys_list_idx on private.delivery_keys (benefit_id, id);
create index delivery_keys_batch_idx on private.delivery_keys (batch_id, id);
create index delivery_keys_tail_idx on private.delivery_keys (benefit_id, lower(right(secret, 4)), id);
create index delivery_keys_quarantined_idx on private.delivery_keys (benefit_id, id) where quarantined_at is not null;

-- A table of its own, because updating a key would cost an entry in each of its indexes for every order.
create table private.available_keys (
  benefit_id uuid not null,
  key_id bigint not null,
  batch_id uuid not null,
  primary key (benefit_id, key_id) include (batch_id)
);
comment on table private.available_keys is
  'The keys that can be delivered, unless their batch is quarantined. A transaction deletes the one it takes, so a refused order '
  'gives it back (D31).';

-- The end of a key that its mask shows: at most four characters, and at most a quarter of it (D31).
create function private.key_ending(p_secret text) returns text
language sql immutable strict set search_path = ''
return ltrim(right(p_secret, least(4, char_length(p_secret) / 4)), '-');

-- Where it differs from the last four characters, which find a key as well.
create index delivery_keys_ending_idx on private.delivery_keys (benefit_id, lower(private.key_ending(secret)), id)
where private.key_ending(secret) <> right(secret, 4);

-- What lists show of a key: at most the first and last four characters, and never more than half of it (D31).
create function private.mask_key(p_secret text) returns text
language sql immutable strict set search_path = ''
return ltrim(
  case when char_length(p_secret) >= 12 then rtrim(left(p_secret, least(4, char_length(p_secret) / 4)), '-') else '' end
  || case when position('-' in p_secret) > 0 then '-••••-' else '••••' end, '-')
  || private.key_ending(p_secret);

-- A key never changes and is never deleted, it is only quarantined and restored (D31).
create function private.guard_key() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - 'quarantined_at' <> to_jsonb(old) - 'quarantined_at' then
    raise exception 'key_is_immutable' using errcode = 'PT403';
  end if;
  return new;
end
$$;
create trigger delivery_keys_guard before update or delete on private.delivery_keys
for each row execute function private.guard_key();
create trigger delivery_keys_no_truncate before truncate on private.delivery_keys
for each statement execute function private.refuse_write();

-- The batches of a benefit of which no key is delivered, because of reports (D34).
create function private.quarantined_batches(p_benefit uuid) returns uuid[]
-- Not SQL, whose plan would be made again for every order.
language plpgsql stable set search_path = ''
as $$
begin
  return array(select b.id from private.key_batches as b where b.benefit_id = p_benefit and b.quarantined_at is not null);
end
$$;

-- Takes the oldest available key of a benefit and returns its id, null when there is none. Orders do not wait for each other (D31).
create function private.claim_key(p_benefit uuid, p_avoid_batch uuid default null) returns bigint
language plpgsql set search_path = '' as $$
declare
  v_key bigint;
begin
  delete from private.available_keys as a
  where (a.benefit_id, a.key_id) = (
    select n.benefit_id, n.key_id from private.available_keys as n
    where n.benefit_id = p_benefit and n.batch_id is distinct from p_avoid_batch
      and n.batch_id <> all ((select private.quarantined_batches(p_benefit))::uuid[])
    order by n.benefit_id, n.key_id limit 1 for update skip locked)
  returning a.key_id into v_key;
  -- The batch to be avoided last: a bad key rarely comes alone (D34).
  if v_key is null and p_avoid_batch is not null then
    v_key := private.claim_key(p_benefit);
  end if;
  return v_key;
end
$$;

-- How many keys can be delivered, counted up to a limit.
create function private.keys_left(p_benefit uuid, p_limit integer) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return (
    select count(*) from (
      select from private.available_keys as a
      where a.benefit_id = p_benefit and a.batch_id <> all ((select private.quarantined_batches(p_benefit))::uuid[])
      limit p_limit
    ) as counted);
end
$$;

-- What a spreadsheet has left in place of a key; the rules of src/lib/spreadsheet-flaw.ts (D59).
create function private.spreadsheet_flaw(p_key text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_key text := normalize(p_key, nfkc);
begin
  return case
    when v_key ~* ('^(#([¡¿]?[[:alpha:]/_. ]+(/0)?[!?]|N/A|NV|N/D|N/B|Н/Д|I/T|YOK|HIÁNYZIK|NEDOSTUPNÝ|#+)|'
      '(Err|Error|Erreur|Errore|Erro|Fehler|Fout|Fel|Fejl|Feil|Virhe|Błąd|Chyba|Hiba|Hata|Ошибка|Помилка|エラー|错误|錯誤|오류) ?: ?[0-9]{3})$')
      collate "und-x-icu" then 'spreadsheet_error'
    when v_key ~ '^#[[:upper:]]+([/_][[:upper:]]+)+$' collate "und-x-icu" then 'spreadsheet_error'
    when v_key ~* '^[+-]?([0-9][.,][0-9]+E[+-]?[0-9]{1,3}|[0-9]E[+-][0-9]{1,3})$' then 'rounded_number'
  end;
end
$$;

create table private.key_imports (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid not null,
  batch integer not null,
  added integer not null,
  problems jsonb not null,
  created_at timestamptz not null default now()
);
comment on table private.key_imports is
  'What imports and their dry runs found, for who ran them, for a day. A duplicate confirms a guess, so it is counted before it is reported (D53).';
create index key_imports_time_idx on private.key_imports (created_at);

create function public.import_keys(p_benefit_id uuid, p_keys text[], p_dry_run boolean default true) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_batch uuid;
  v_import private.key_imports;
begin
  perform private.require_admin();
  -- Before the keys are looked up: a key that a pool has confirms a guess.
  perform private.check_uses('import_duplicates', 30);
  if cardinality(p_keys) > 10000 or octet_length(array_to_string(p_keys, '', '')) > 2000000 then
    raise exception 'import_too_large' using errcode = 'PT413';
  end if;
  -- One import at a time: batches are numbered, and keys are compared with those of every import before.
  if p_dry_run is false then
    perform pg_advisory_xact_lock(hashtextextended('public.import_keys', 0));
  end if;
  perform from public.benefits where id = p_benefit_id for key share;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;

  -- The lines that cannot be added: malformed, given twice, or already in a pool. A key that was left when its benefit was deleted can
  -- be added to another (D31).
  with marked as (
    select l.line::integer as line, l.key, private.spreadsheet_flaw(l.key) as flaw, min(l.line) over (partition by l.key)::integer as first_line
    from (
      select given.line, coalesce(private.trim_text(given.key), '') as key
      from unnest(p_keys) with ordinality as given (key, line)
    ) as l
  ),
  judged as (
    select m.line, m.first_line,
      case
        when m.key = '' then 'empty'
        when m.flaw is not null then m.flaw
        when char_length(m.key) < 4 then 'too_short'
        when char_length(m.key) > 200 then 'too_long'
        when m.key ~ '[[:space:][:cntrl:]]' or private.has_hidden(m.key) then 'unprintable'
        when m.first_line < m.line then 'duplicate_line'
        when exists (
          select from private.delivery_keys as k
          where k.secret = m.key and (
            exists (select from public.benefits as b where b.id = k.benefit_id)
            or not exists (select from private.available_keys as a where a.benefit_id = k.benefit_id and a.key_id = k.id))
        ) then 'duplicate_key'
      end as problem
    from marked as m
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'line', j.line, 'problem', j.problem, 'first_line', case when j.problem = 'duplicate_line' then j.first_line end) order by j.line), '[]')
  into v_import.problems from judged as j where j.problem is not null;
  if v_import.problems @> '[{"problem": "duplicate_key"}]' then
    perform private.count_attempt('import_duplicates', auth.uid()::text);
  end if;
  v_import.added := coalesce(cardinality(p_keys), 0) - jsonb_array_length(v_import.problems);
  select coalesce(max(b.number), 0) + 1 into v_import.batch from private.key_batches as b where b.benefit_id = p_benefit_id;
  delete from private.key_imports as i where i.created_at < now() - interval '1 day';
  insert into private.key_imports (actor_id, batch, added, problems)
  values (auth.uid(), v_import.batch, v_import.added, v_import.problems) returning id into v_import.id;

  if v_import.added > 0 and p_dry_run is false then
    insert into private.key_batches (benefit_id, number, created_by) values (p_benefit_id, v_import.batch, auth.uid())
    returning id into v_batch;
    with imported as (
      insert into private.delivery_keys (benefit_id, batch_id, secret)
      select p_benefit_id, v_batch, private.trim_text(l.key)
      from unnest(p_keys) with ordinality as l (key, line)
      left join jsonb_to_recordset(v_import.problems) as p (line integer) on p.line = l.line
      where p.line is null
      order by l.line
      returning id
    )
    insert into private.available_keys (benefit_id, key_id, batch_id) select p_benefit_id, i.id, v_batch from imported as i;
    perform private.end_shortage(p_benefit_id);
    perform private.log_change('key_batches', v_batch::text, jsonb_build_object(
      'benefit_id', p_benefit_id, 'number', v_import.batch, 'count', v_import.added), p_action => 'insert');
  end if;
  return v_import.id;
end
$$;
comment on function public.import_keys is
  'Adds keys to the pool of a benefit as a new batch, at most 10,000 and 2 MB; malformed and duplicate lines are left out. A dry run, the '
  'default, adds nothing. Returns the id by which key_import() returns what it found (D53). Admins only (D31).';
grant execute on function public.import_keys to authenticated;

create function public.key_import(p_id uuid) returns table (batch integer, added integer, problems jsonb)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select i.batch, i.added, i.problems from private.key_imports as i
  where i.id = p_id and i.actor_id = auth.uid() and pg_current_xact_id_if_assigned() is null;
end
$$;
comment on function public.key_import is
  'What an import of the caller, or its dry run, found within the last day: the number of its batch, how many keys were or would be added, '
  'and the lines that were left out, by number. Admins only (D31, D53).';
grant execute on function public.key_import to authenticated;

-- The key pool as admins see it: masked, but for one key at a time, which is logged (D31).

create function public.search_keys(
  p_benefit_id uuid, p_search text default null, p_state text default null, p_key_id bigint default null,
  p_reverse boolean default false, p_limit integer default 26
)
returns table (
  id bigint, mask text, state text, batch integer, order_id uuid, order_number text, customer_name text,
  changed_at timestamptz
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_term text := lower(private.trim_text(private.remove_hidden(p_search)));
  v_from bigint := case when p_reverse then coalesce(p_key_id + 1, 0) else 0 end;
  v_to bigint := case when p_reverse then 9e18 else coalesce(p_key_id - 1, 9e18) end;
  v_limit integer := private.page_size(p_limit);
  v_held uuid[];
  v_ids bigint[];
begin
  perform private.require_admin();
  -- One statement for each kind of search, because planning all of them takes longer than running one.
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
        where o.benefit_id = p_benefit_id and o.search_text like private.like_pattern(p_search)
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
comment on function public.search_keys is
  'The keys of a benefit, masked, newest first, after the key p_key_id; found by the end that the mask shows, order or member. Admins only '
  '(D31).';
grant execute on function public.search_keys to authenticated;

create function public.key_counts(p_benefit_id uuid)
returns table (available bigint, delivered bigint, quarantined bigint, delivered_in_30_days bigint)
language plpgsql stable rows 1 security definer set search_path = '' as $$
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
comment on function public.key_counts is
  'How many keys of a benefit can be delivered, were delivered and are quarantined, and how many were delivered in 30 days. Admins only.';
grant execute on function public.key_counts to authenticated;

create function public.reveal_key(p_key_id bigint) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_key private.delivery_keys;
begin
  perform private.require_admin();
  perform private.check_uses('reveal_key', 30);
  perform private.count_attempt('reveal_key', auth.uid()::text);
  select * into v_key from private.delivery_keys as k where k.id = p_key_id;
  if found then
    perform private.log_change('delivery_keys', p_key_id::text, jsonb_build_object(
      'benefit_id', v_key.benefit_id, 'key', private.mask_key(v_key.secret), 'revealed', true));
  end if;
end
$$;
comment on function public.reveal_key is
  'Logs that the caller reveals a key, at most 30 an hour for each admin (rate_limited); then revealed_key() returns it. Admins only (D31, '
  'D53).';
grant execute on function public.reveal_key to authenticated;

create function public.revealed_key(p_key_id bigint) returns text
language plpgsql stable security definer set search_path = '' as $$
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
comment on function public.revealed_key is
  'A key in full that the caller revealed with reveal_key() in the last five minutes, null for any other: whatever becomes of this '
  'request, the log has its line. Admins only (D31, D53).';
grant execute on function public.revealed_key to authenticated;

create function public.set_key_aside(p_key_id bigint, p_aside boolean) returns text
language plpgsql security definer set search_path = '' as $$
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
    perform private.log_change('delivery_keys', p_key_id::text, jsonb_build_object(
      'benefit_id', v_key.benefit_id, 'key', private.mask_key(v_key.secret), 'state', v_state));
  end if;
  return v_state;
end
$$;
comment on function public.set_key_aside is
  'Quarantines a key, or restores it to the pool or, if it has one, to its order; returns its state, which stays quarantined while its '
  'batch is, or null if there is no such key. Logged. Admins only (D31).';
grant execute on function public.set_key_aside to authenticated;
