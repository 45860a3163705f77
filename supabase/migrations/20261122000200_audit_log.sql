-- The audit log: every change by an admin (D29).

-- The columns of a profile that are erased with the person (D12).
create function private.personal_columns() returns text[]
language sql immutable set search_path = ''
return array['name', 'email', 'phone', 'invite_code_used'];

-- The searchable text of an entry, in lower case.
create function private.audit_text(p_subject text, p_before jsonb, p_after jsonb) returns text
language sql immutable set search_path = ''
begin atomic
  -- Without ids and times, in which every number would be found.
  select normalize(lower(coalesce(p_subject, '') || E'\n' || coalesce(string_agg(v.value #>> '{}', E'\n'), '')), nfc)
  from (
    select b.key, b.value from jsonb_each(p_before) as b
    union all
    select a.key, a.value from jsonb_each(p_after) as a
  ) as v
  where v.key !~ '(^|_)(id|at|by|date)$';
end;

create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb,
  subject text,
  search_text text not null generated always as (private.audit_text(subject, before, after)) stored
);
comment on table private.audit_log is
  'Who changed what, when, with the values before and after; immutable. Only a deleted person''s own data is erased from it '
  '(D12, D29). Lists are sorted by `id`, which follows the time.';
create index audit_log_row_idx on private.audit_log (table_name, row_id, at);
create index audit_log_table_idx on private.audit_log (table_name, id);
create index audit_log_actor_idx on private.audit_log (actor_id, id);
create index audit_log_search_idx on private.audit_log using gin (search_text extensions.gin_trgm_ops);

-- Stores the display name of the row: order number, benefit, category, setting, picture, file, code or note of a batch. None for a person,
-- whose name is read from the profile while there is one (D12).
create function private.audit_log_subject() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.subject := case new.table_name
    when 'orders' then (select o.order_number from public.orders as o where o.id = new.row_id::uuid)
    when 'benefits' then coalesce(
      new.after ->> 'name', new.before ->> 'name', (select b.name from public.benefits as b where b.id = new.row_id::uuid))
    when 'categories' then coalesce(
      new.after ->> 'name', new.before ->> 'name', (select c.name from public.categories as c where c.id = new.row_id::uuid))
    when 'announcements' then coalesce(
      new.after ->> 'title', (select a.title from public.announcements as a where a.id = new.row_id::uuid))
    when 'token_packs' then coalesce(
      new.after ->> 'tokens', new.before ->> 'tokens', (select p.tokens::text from public.token_packs as p where p.id = new.row_id::uuid))
    when 'app_settings' then new.row_id
    when 'pictures' then new.row_id
    -- The bucket, the benefit, the upload, the name.
    when 'files' then split_part(new.row_id, '/', 4)
    when 'key_batches' then (select b.name from public.benefits as b where b.id = (new.after ->> 'benefit_id')::uuid)
    when 'reports' then (
      select 'R-' || lpad(r.number::text, greatest(4, length(r.number::text)), '0') from private.reports as r where r.id = new.row_id::uuid)
    when 'delivery_keys' then new.after ->> 'key'
    else coalesce(new.after ->> 'code', new.after ->> 'note')
  end;
  return new;
end
$$;
create trigger audit_log_subject before insert on private.audit_log
for each row execute function private.audit_log_subject();

-- The log is append-only, except for erasing a deleted person's own data (D12, D29).
create function private.audit_log_guard() returns trigger
language plpgsql set search_path = '' as $$
declare
  -- Generated columns are computed after this trigger.
  v_may_change text[] := '{before,after,search_text}';
begin
  if tg_op = 'UPDATE' and old.table_name = 'profiles'
    and to_jsonb(new) - v_may_change = to_jsonb(old) - v_may_change
    and new.before is not distinct from old.before - private.personal_columns()
    and new.after is not distinct from old.after - private.personal_columns()
    and not exists (select from public.profiles where id = old.row_id::uuid)
  then
    return new;
  end if;
  raise exception 'audit_log_is_immutable' using errcode = 'PT403';
end
$$;
create trigger audit_log_guard before update or delete on private.audit_log
for each row execute function private.audit_log_guard();
create trigger audit_log_no_truncate before truncate on private.audit_log
for each statement execute function private.audit_log_guard();

-- Records one change; of an update only the changed columns (D29). With the argument `others`, not what members change of themselves.
create function private.audit() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_before jsonb;
  v_after jsonb;
  v_row jsonb;
begin
  -- Not in the trigger's condition: it would be parsed at each movement of tokens.
  if tg_argv[0] = 'others' then
    if old.role <> 'admin' and old.id = auth.uid() then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    v_before := to_jsonb(old);
    v_row := v_before;
  end if;
  if tg_op <> 'DELETE' then
    v_after := to_jsonb(new);
    v_row := v_after;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, a.value)
    into v_before, v_after
    from jsonb_each(to_jsonb(old)) as b
    join jsonb_each(to_jsonb(new)) as a using (key)
    -- What follows from the status of an order.
    where a.value is distinct from b.value and key not in ('unit', 'late_credit', 'fulfilled_at');
  elsif tg_op = 'DELETE' and tg_table_name = 'profiles' then
    v_before := v_before - private.personal_columns();
  end if;
  if v_before is null and v_after is null then
    return null;
  end if;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), tg_table_name, coalesce(v_row ->> 'id', v_row ->> 'key'), lower(tg_op), v_before, v_after);
  return null;
end
$$;

-- Logs what a function did for the caller, whom it has checked (D29).
create function private.log_change(
  p_table text, p_row text, p_after jsonb, p_before jsonb default null, p_action text default 'update', p_actor uuid default auth.uid()
) returns void
language sql set search_path = ''
begin atomic
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (p_actor, p_table, p_row, p_action, p_before, p_after);
end;

-- The audit log as admins read it: newest first, searchable (D29).

-- A custom plan per call: the best plan depends on the search.
create function public.activity(
  p_search text default null, p_table text default null, p_key_id bigint default null,
  p_reverse boolean default false, p_limit integer default 26, p_actor uuid default null, p_from timestamptz default null,
  p_to timestamptz default null
)
returns table (
  id bigint, at timestamptz, actor_id uuid, actor_name text, table_name text, row_id text, subject text, action text,
  before jsonb, after jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
  v_orders text[];
begin
  perform private.require_admin();
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
    v_orders := array(select o.id from public.orders as o where o.user_id = any (v_people) order by o.created_at desc limit 1000);
  end if;
  return query
  with entries as materialized (
    select l.* from private.audit_log as l
    where (p_table is null or l.table_name = p_table) and (p_actor is null or l.actor_id = p_actor)
      and (p_from is null or l.at >= p_from) and (p_to is null or l.at < p_to)
      and (p_key_id is null or case when p_reverse then l.id > p_key_id else l.id < p_key_id end)
      and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
        or (l.table_name = 'profiles' and l.row_id = any (v_people::text[]))
        or (l.table_name = 'orders' and l.row_id = any (v_orders)))
    order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc
    limit private.page_size(p_limit)
  )
  select l.id, l.at, l.actor_id, actor.name, l.table_name, l.row_id, coalesce(l.subject, person.name), l.action, l.before,
    l.after || coalesce(entry.reason, '{}')
  from entries as l
  left join public.profiles as actor on actor.id = l.actor_id
  left join public.profiles as person on person.id = case when l.table_name = 'profiles' then l.row_id::uuid end
  -- Type and reason of an edited balance, which only the ledger stores.
  left join lateral (
    select jsonb_build_object('adjustment_type', t.transaction_type, 'adjustment_reason', t.reason) as reason
    from public.token_transactions as t
    where l.action = 'update' and t.account_id = person.id and t.actor_id = l.actor_id
      and t.balance_after = (l.after ->> 'current_tokens')::integer and t.created_at <= l.at and t.reason is not null
    order by t.seq desc limit 1
  ) as entry on true
  order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc;
end
$$;
comment on function public.activity is
  'Audit log entries whose actor, subject, content or customer matches a term, of an actor and a period (without its end), newest first '
  '(oldest first in reverse), after the entry p_key_id (D29). Admins only.';
grant execute on function public.activity to authenticated;

create function public.count_activity(
  p_search text default null, p_table text default null, p_actor uuid default null, p_from timestamptz default null,
  p_to timestamptz default null
) returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
  v_orders text[];
begin
  perform private.require_admin();
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
    v_orders := array(select o.id from public.orders as o where o.user_id = any (v_people) order by o.created_at desc limit 1000);
  end if;
  return (
    select count(*) from (
      select from private.audit_log as l
      where (p_table is null or l.table_name = p_table) and (p_actor is null or l.actor_id = p_actor)
        and (p_from is null or l.at >= p_from) and (p_to is null or l.at < p_to)
        and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
          or (l.table_name = 'profiles' and l.row_id = any (v_people::text[]))
        or (l.table_name = 'orders' and l.row_id = any (v_orders)))
      limit 10001
    ) as found
  );
end
$$;
comment on function public.count_activity is 'How many entries activity() finds; 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_activity to authenticated;

create function public.order_history(p_order_id uuid)
returns table (
  at timestamptz, actor_id uuid, actor_name text, from_status text, to_status text, operation_id uuid, is_undo boolean
)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select h.at, h.actor_id, p.name, h.from_status, h.to_status,
    (select n.id from public.operations as n where n.id = h.operation_id and not n.parameters ? 'single'), h.is_undo
  from (
    select c.at, c.actor_id, c.from_status, c.to_status, c.operation_id, c.is_undo
    from private.status_changes as c where c.order_id = p_order_id::text
    union all
    -- The log has what people did; an instant order was delivered by the system when it was placed (D30).
    select o.created_at, null, 'pending', 'delivered', null, false
    from public.orders as o where o.id = p_order_id and o.delivery_method <> 'manual'
  ) as h
  left join public.profiles as p on p.id = h.actor_id
  order by h.at, h.is_undo;
end
$$;
comment on function public.order_history is
  'The status changes of one order, oldest first; without an actor, by the system (D29); by an operation or its undo (D46). Admins only.';
grant execute on function public.order_history to authenticated;
