-- Searching and counting all orders, for admins.

-- Orders keep the customer's name at the time; the list also shows and finds today's name. A table of its own, small where
-- orders are many; it records every rename, because the person may be placing an order at the same moment.
create table private.renamed_people (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  search_text text not null
);
comment on table private.renamed_people is
  'Today''s name and email, in lower case, of everybody who ever changed one of them, for the search of orders.';
create index renamed_people_search_idx on private.renamed_people using gin (search_text extensions.gin_trgm_ops);

create function private.record_rename()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.renamed_people (user_id, search_text) values (new.id, lower(new.name || E'\n' || new.email))
  on conflict (user_id) do update set search_text = excluded.search_text;
  return null;
end
$$;
comment on function private.record_rename() is 'Trigger: lets the search find a person''s orders by the new name as well.';
create trigger profiles_record_rename after update of name, email on public.profiles
for each row when (old.name <> new.name or old.email <> new.email) execute function private.record_rename();

create function private.order_match(p_pattern text)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_people uuid[];
  v_benefits uuid[];
begin
  if p_pattern is null then
    return null;
  end if;
  v_people := array(select p.user_id from private.renamed_people as p where p.search_text like p_pattern);
  v_benefits := array(select b.id from public.benefits as b where lower(b.name) like p_pattern);
  return concat_ws(' or ', format('r.search_text like %L', p_pattern),
    case when v_people <> '{}' then format('r.user_id = any (%L::uuid[])', v_people) end,
    case when v_benefits <> '{}' then
      format('(r.benefit_name is null and r.benefit_id = any (%L::uuid[]))', v_benefits) end);
end
$$;
comment on function private.order_match(text) is
  'The condition of an order `r` whose text contains a pattern, or whose customer''s name of today does, or, for an order '
  'without a benefit name, whose benefit''s; null without a pattern.';

create function private.order_condition(p_key text, p_value jsonb)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_text text := p_value #>> '{}';
  v_waiting text := 'r.status in (''pending'', ''processing'')';
  v_condition text;
begin
  if p_key = 'noted' and p_value = 'true' then
    return 'r.id in (select d.order_id from public.order_desk as d where d.notes > 0)';
  elsif jsonb_typeof(p_value) = 'string' then
    v_condition := case p_key
      when 'search' then coalesce('(' || private.order_match(private.like_pattern(nullif(v_text, ''))) || ')', 'true')
      when 'from' then format('r.created_at >= %L::timestamptz', v_text::timestamptz)
      when 'to' then format('r.created_at < %L::timestamptz', v_text::timestamptz)
      when 'benefit' then format('r.benefit_id = %L::uuid', v_text::uuid)
      when 'status' then case
        when v_text = 'waiting' then v_waiting
        when v_text = 'overdue' then 'r.status = ''pending'' and r.due_at < now()'
        when v_text in ('pending', 'processing', 'completed', 'delivered', 'cancelled') then format('r.status = %L', v_text) end
      when 'due' then case v_text
        when 'late' then v_waiting || ' and r.due_at < now()'
        when 'soon' then v_waiting || ' and r.due_at >= now() and r.due_at < now() + interval ''6 hours''' end
      when 'assigned' then case v_text
        when 'nobody' then
          'not exists (select from public.order_desk as d where d.order_id = r.id and d.assignee_id is not null)'
        else format('r.id in (select d.order_id from public.order_desk as d where d.assignee_id = %L::uuid)',
          case v_text when 'me' then auth.uid() else v_text::uuid end) end
      end;
  end if;
  if v_condition is null then
    raise exception 'unknown_filter' using errcode = 'PT400', detail = p_key;
  end if;
  return v_condition;
exception when data_exception then
  raise exception 'unknown_filter' using errcode = 'PT400', detail = p_key;
end
$$;
comment on function private.order_condition(text, jsonb) is
  'The condition of the orders `r` that one filter selects; raises unknown_filter.';

create function private.order_filter(p_filter jsonb)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  if jsonb_typeof(p_filter) is distinct from 'object' then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return (select concat_ws(' and ', 'true', string_agg(private.order_condition(f.key, f.value), ' and '))
    from jsonb_each(p_filter) as f);
end
$$;
comment on function private.order_filter(jsonb) is
  'The condition of the orders `r` that a list shows, counts, exports or changes. Filters, each optional: search; status, also waiting '
  '(pending or processing) and overdue; from and to (exclusive); due: late or soon (within six hours); assigned: me, nobody or an id; '
  'benefit; noted: true. Raises unknown_filter for anything else.';

create function private.waiting_orders(p_descending boolean)
returns text
language sql immutable set search_path = ''
begin atomic
  select format(
    '((select * from public.orders where status = ''pending'' order by created_at %1$s, id %1$s)
      union all (select * from public.orders where status = ''processing'' order by created_at %1$s, id %1$s)) as r',
    case when p_descending then 'desc' else 'asc' end);
end;
comment on function private.waiting_orders(boolean) is
  'The orders `r` that wait, merged from two ranges of one index: for two statuses at once it has no order.';

create function private.search_orders(
  p_filter jsonb, p_sort text, p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns setof public.orders
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_where text;
  v_match text;
  v_ids uuid[];
begin
  perform private.require_admin();
  v_where := private.order_filter(p_filter - 'search');
  v_match := private.order_condition('search', coalesce(p_filter -> 'search', '""'));
  -- What is closed has no due time any more; the index has only what waits.
  if p_sort is null or p_sort not in ('newest', 'due')
    or (p_sort = 'due' and not p_filter ? 'due'
      and coalesce(p_filter ->> 'status', '') not in ('pending', 'processing', 'waiting', 'overdue'))
  then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => case when p_sort = 'newest' and (p_filter ? 'due' or p_filter ->> 'status' = 'waiting')
      then private.waiting_orders(not coalesce(p_reverse, false)) else 'public.orders as r' end,
    p_where => v_where,
    p_sort => case p_sort when 'due' then 'r.due_at' else 'r.created_at' end,
    p_descending => (p_sort = 'newest') <> coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_filter ->> 'search', ''),
    -- Any match counts as containing the term.
    p_text => format('case when %s then %L end', v_match, lower(coalesce(p_filter ->> 'search', ''))),
    p_hit => replace(v_match, '%', '%%'),
    p_walk => 4000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select o.* from unnest(v_ids) with ordinality as page (id, position) join public.orders as o using (id)
  order by page.position;
end
$$;
comment on function private.search_orders(jsonb, text, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_orders(); raises not_admin for everybody else.';

create function public.search_orders(
  p_filter jsonb default '{}',
  p_sort text default 'newest',
  p_key_value timestamptz default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.orders
language sql stable rows 26 set search_path = ''
begin atomic
  select o from private.search_orders(p_filter, p_sort, p_key_value, p_key_id, p_reverse, p_limit) as o;
end;
comment on function public.search_orders(jsonb, text, timestamptz, uuid, boolean, integer) is
  'Orders that meet the filters of private.order_filter(), after a key (D20), the newest first or, of those that wait, the first due. '
  '`p_reverse` reads from the other end. Admins only.';

create function private.count_orders(p_filter jsonb)
returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_admin();
  execute format('select count(*) from (select from public.orders as r where %s limit %s) as found',
    private.order_filter(p_filter), case when p_filter ->> 'search' <> '' then '10001' else 'all' end)
  into v_count;
  return v_count;
end
$$;
comment on function private.count_orders(jsonb) is 'The count behind public.count_orders(); raises not_admin for everybody else.';

create function public.count_orders(p_filter jsonb default '{}')
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_orders(p_filter);
end;
comment on function public.count_orders(jsonb) is
  'How many orders meet the filters of search_orders(); with a search, 10,001 means more than 10,000. Admins only.';

create function private.order_counts()
returns table (status text, count bigint, overdue bigint)
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select s.status, coalesce(c.count, 0), case s.status when 'pending' then (
    select count(*) from public.orders as late where late.status = 'pending' and late.due_at < now()) else 0 end
  from unnest('{pending,processing,completed,delivered,cancelled}'::text[]) with ordinality as s (status, position)
  left join (select o.status, count(*) as count from public.orders as o group by o.status) as c using (status)
  order by s.position;
end
$$;
comment on function private.order_counts() is 'The counts behind public.order_counts(); raises not_admin for everybody else.';

create function public.order_counts()
returns table (status text, count bigint, overdue bigint)
language sql stable rows 5 set search_path = ''
begin atomic
  select c.status, c.count, c.overdue from private.order_counts() as c;
end;
comment on function public.order_counts() is
  'How many orders have each status, and how many of the pending are past their 48 hours (D25). Admins only.';
