-- The audit log as admins read it: newest first, searchable (D29).

create function private.with_reason(p_entry private.audit_log)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if p_entry.table_name <> 'profiles' or p_entry.action <> 'update' or not p_entry.after ? 'current_tokens' then
    return p_entry.after;
  end if;
  return p_entry.after || coalesce((
    select jsonb_build_object('adjustment_type', t.transaction_type, 'adjustment_reason', t.reason)
    from public.token_transactions as t
    where t.account_id = p_entry.row_id::uuid and t.actor_id = p_entry.actor_id and t.transaction_type in ('purchase', 'adjustment')
      and t.balance_after = (p_entry.after ->> 'current_tokens')::integer and t.created_at <= p_entry.at
      and t.reason is not null
    order by t.seq desc limit 1
  ), '{}');
end
$$;
comment on function private.with_reason(private.audit_log) is
  'The new values of an entry; for an edited balance with type and reason, which only the ledger stores.';

-- A custom plan per call: the best plan depends on the search.
create function private.activity(p_search text, p_table text, p_key_id bigint, p_reverse boolean, p_limit integer)
returns table (
  id bigint, at timestamptz, actor_id uuid, actor_name text, table_name text, row_id text, subject text, action text,
  before jsonb, after jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
begin
  perform private.require_admin();
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
  end if;
  return query
  with entries as materialized (
    select l as entry, l.* from private.audit_log as l
    where (p_table is null or l.table_name = p_table)
      and (p_key_id is null or case when p_reverse then l.id > p_key_id else l.id < p_key_id end)
      and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
        or (l.table_name = 'profiles' and l.row_id = any (v_people::text[])))
    order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc
    limit private.page_size(p_limit)
  )
  select l.id, l.at, l.actor_id, actor.name, l.table_name, l.row_id, coalesce(l.subject, person.name), l.action, l.before,
    private.with_reason(l.entry)
  from entries as l
  left join public.profiles as actor on actor.id = l.actor_id
  left join public.profiles as person on person.id = case when l.table_name = 'profiles' then l.row_id::uuid end
  order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc;
end
$$;
comment on function private.activity(text, text, bigint, boolean, integer) is
  'The entries behind public.activity(); raises not_admin for everybody else.';

create function public.activity(
  p_search text default null, p_table text default null, p_key_id bigint default null,
  p_reverse boolean default false, p_limit integer default 26
)
returns table (
  id bigint, at timestamptz, actor_id uuid, actor_name text, table_name text, row_id text, subject text, action text,
  before jsonb, after jsonb
)
language sql stable set search_path = ''
begin atomic
  select a.id, a.at, a.actor_id, a.actor_name, a.table_name, a.row_id, a.subject, a.action, a.before, a.after
  from private.activity(p_search, p_table, p_key_id, p_reverse, p_limit) as a;
end;
comment on function public.activity(text, text, bigint, boolean, integer) is
  'Audit log entries by actor, subject or content, newest first (oldest first in reverse), after the entry p_key_id (D29). '
  'Admins only.';

create function private.count_activity(p_search text, p_table text)
returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
begin
  perform private.require_admin();
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
  end if;
  return (
    select count(*) from (
      select from private.audit_log as l
      where (p_table is null or l.table_name = p_table)
        and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
          or (l.table_name = 'profiles' and l.row_id = any (v_people::text[])))
      limit 10001
    ) as found
  );
end
$$;
comment on function private.count_activity(text, text) is 'The count behind public.count_activity(); raises not_admin for everybody else.';

create function public.count_activity(p_search text default null, p_table text default null)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_activity(p_search, p_table);
end;
comment on function public.count_activity(text, text) is 'How many entries activity() finds; 10,001 means more than 10,000. Admins only.';

create function private.order_history(p_order_id uuid)
returns table (
  at timestamptz, actor_id uuid, actor_name text, from_status text, to_status text, operation_id uuid, is_undo boolean
)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select h.at, h.actor_id, p.name, h.from_status, h.to_status, h.operation_id, h.is_undo
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
comment on function private.order_history(uuid) is 'The history behind public.order_history(); raises not_admin for everybody else.';

create function public.order_history(p_order_id uuid)
returns table (
  at timestamptz, actor_id uuid, actor_name text, from_status text, to_status text, operation_id uuid, is_undo boolean
)
language sql stable set search_path = ''
begin atomic
  select h.at, h.actor_id, h.actor_name, h.from_status, h.to_status, h.operation_id, h.is_undo from private.order_history(p_order_id) as h;
end;
comment on function public.order_history(uuid) is
  'The status changes of one order, oldest first; without an actor, by the system (D29); by an operation or its undo (D46). Admins only.';
