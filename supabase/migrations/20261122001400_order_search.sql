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
create trigger profiles_record_rename after update on public.profiles
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

create function private.order_filter(p_search text, p_status text, p_from timestamptz, p_to timestamptz)
returns text
language sql stable set search_path = ''
begin atomic
  select concat_ws(' and ', 'true',
    case p_status when 'overdue' then 'r.status = ''pending'' and r.due_at < now()'
      else 'r.status = ' || quote_literal(p_status) end,
    'r.created_at >= ' || quote_literal(p_from), 'r.created_at < ' || quote_literal(p_to),
    '(' || private.order_match(private.like_pattern(nullif(p_search, ''))) || ')');
end;
comment on function private.order_filter(text, text, timestamptz, timestamptz) is
  'The condition of the orders `r` that a list shows; null arguments filter nothing.';

create function private.search_orders(
  p_search text, p_status text, p_from timestamptz, p_to timestamptz,
  p_key_value timestamptz, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns setof public.orders
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  v_match text;
  v_ids uuid[];
begin
  perform private.require_admin();
  v_match := coalesce(private.order_match(private.like_pattern(nullif(p_search, ''))), 'true');
  v_ids := private.page_ids(
    p_from => 'public.orders as r',
    p_where => private.order_filter(null, p_status, p_from, p_to),
    p_sort => 'r.created_at',
    p_descending => not coalesce(p_reverse, false),
    p_key => quote_literal(p_key_value) || '::timestamptz',
    p_key_id => p_key_id,
    p_term => coalesce(p_search, ''),
    -- Any match counts as containing the term.
    p_text => format('case when %s then %L end', v_match, lower(coalesce(p_search, ''))),
    p_hit => replace(v_match, '%', '%%'),
    p_walk => 4000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select o.* from unnest(v_ids) with ordinality as page (id, position) join public.orders as o using (id)
  order by page.position;
end
$$;
comment on function private.search_orders(text, text, timestamptz, timestamptz, timestamptz, uuid, boolean, integer) is
  'The search behind public.search_orders(); raises not_admin for everybody else.';

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
  'Orders whose number, customer or benefit contains a term, newest first, after a key (D20); `p_to` is exclusive. '
  '`p_status` ''overdue'' means pending and past the due time (D25). `p_reverse` reads from the oldest. Admins only.';

create function private.count_orders(p_search text, p_status text, p_from timestamptz, p_to timestamptz)
returns integer
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_count integer;
begin
  perform private.require_admin();
  execute format('select count(*) from (select from public.orders as r where %s limit %s) as found',
    private.order_filter(p_search, p_status, p_from, p_to), case when p_search <> '' then '10001' else 'all' end)
  into v_count;
  return v_count;
end
$$;
comment on function private.count_orders(text, text, timestamptz, timestamptz) is
  'The count behind public.count_orders(); raises not_admin for everybody else.';

create function public.count_orders(
  p_search text default null, p_status text default null, p_from timestamptz default null, p_to timestamptz default null
)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_orders(p_search, p_status, p_from, p_to);
end;
comment on function public.count_orders(text, text, timestamptz, timestamptz) is
  'How many orders match the filters of search_orders(); with a search, 10,001 means more than 10,000. Admins only.';

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
