-- The list of all orders, as admins search and count it.

create function private.search_orders(
  p_search text, p_status text, p_from timestamptz, p_to timestamptz,
  p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns setof public.orders
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  v_ids := private.page_ids(
    p_from => 'public.orders as r',
    p_where => concat_ws(' and ', 'true',
      case p_status when 'overdue' then 'r.status = ''pending'' and r.due_at < now()'
        else 'r.status = ' || quote_literal(p_status) end,
      'r.created_at >= ' || quote_literal(p_from), 'r.created_at < ' || quote_literal(p_to)),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    p_text => 'r.search_text',
    p_hit => 'r.search_text like %L',
    p_walk => 4000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select o.* from unnest(v_ids) with ordinality as page (id, position) join public.orders as o using (id)
  order by page.position;
end
$$;
comment on function private.search_orders(text, text, timestamptz, timestamptz, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_orders(); raises not_admin for anybody else.';

create function public.search_orders(
  p_search text,
  p_status text default null,
  p_from timestamptz default null,
  p_to timestamptz default null,
  p_key_value timestamptz default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.orders
language sql stable rows 26 set search_path = ''
begin atomic
  select o from private.search_orders(p_search, p_status, p_from, p_to, p_key_value, p_key_id, p_reverse, p_limit) as o;
end;
comment on function public.search_orders(text, text, timestamptz, timestamptz, timestamptz, uuid, boolean, integer) is
  'Orders whose number, customer or benefit contains a term, newest first, beyond a key (D20); `p_to` is the first '
  'moment that is out. `p_status` ''overdue'' means pending and past the due time (D25). `p_reverse` reads from the oldest. '
  'Admins only.';

create function private.count_orders(p_search text, p_status text, p_from timestamptz, p_to timestamptz)
returns integer
-- The plan must know which of the filters there are.
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_status text := case p_status when 'overdue' then 'pending' else p_status end;
  v_due_before timestamptz := case p_status when 'overdue' then now() end;
  v_count integer;
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  select count(*) into v_count
  from (
    select from public.orders as o
    where (v_status is null or o.status = v_status)
      and (v_due_before is null or o.due_at < v_due_before)
      and (p_from is null or o.created_at >= p_from)
      and (p_to is null or o.created_at < p_to)
      and (v_pattern is null or o.search_text like v_pattern)
    limit case when v_pattern is null then null else 10001 end
  ) as found;
  return v_count;
end
$$;
comment on function private.count_orders(text, text, timestamptz, timestamptz) is
  'The count behind public.count_orders(); raises not_admin for anybody else.';

create function public.count_orders(
  p_search text default null, p_status text default null, p_from timestamptz default null, p_to timestamptz default null
)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_orders(p_search, p_status, p_from, p_to);
end;
comment on function public.count_orders(text, text, timestamptz, timestamptz) is
  'How many orders there are under the filters of search_orders(); with a search 10,001 stands for more than 10,000. '
  'Admins only.';

create function private.order_counts()
returns table (status text, count bigint, overdue bigint)
language plpgsql stable security definer rows 5 set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  return query
  select s.status, coalesce(c.count, 0), case s.status when 'pending' then (
    select count(*) from public.orders as late where late.status = 'pending' and late.due_at < now()) else 0 end
  from unnest('{pending,processing,completed,delivered,cancelled}'::text[]) with ordinality as s (status, position)
  left join (select o.status, count(*) as count from public.orders as o group by o.status) as c using (status)
  order by s.position;
end
$$;
comment on function private.order_counts() is 'The count behind public.order_counts(); raises not_admin for anybody else.';

create function public.order_counts()
returns table (status text, count bigint, overdue bigint)
language sql stable rows 5 set search_path = ''
begin atomic
  select c.status, c.count, c.overdue from private.order_counts() as c;
end;
comment on function public.order_counts() is
  'How many orders have each status, and how many of the pending are past their 48 hours (D25). Admins only.';
