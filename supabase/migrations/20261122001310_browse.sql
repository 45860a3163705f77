-- Browsing the catalogue: filters, search, sort and pages (D38, D39).

create function private.catalogue_filter(p_search text)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_categories uuid[];
  v_filter text := 'r.is_active and (r.closes_at is null or r.closes_at > now())';
begin
  if v_pattern is null then
    return v_filter;
  end if;
  v_categories := array(select c.id from public.categories as c where lower(c.name) like v_pattern);
  return format('%s and (lower(r.name || E''\n'' || r.description) like %L or r.category_id = any (%L::uuid[]))', v_filter, v_pattern, v_categories);
end
$$;
comment on function private.catalogue_filter(text) is
  'The condition of the benefits `r` in the catalogue whose category, name or description contains a term.';

create function private.redeemable_filter(p_balance integer)
returns text
language sql immutable set search_path = ''
begin atomic
  select format(
    'r.token_value <= %s and (r.opens_at is null or r.opens_at <= now()) and r.is_left '
    'and (r.per_member_limit is null or r.own_orders < r.per_member_limit)', p_balance);
end;
comment on function private.redeemable_filter(integer) is
  'The condition of the benefits `r` of private.catalogue that the caller can redeem now with a balance.';

create function private.browse_benefits(
  p_search text, p_category uuid, p_favourites boolean, p_affordable boolean, p_sort text, p_key_value text, p_key_id uuid,
  p_limit integer
)
returns table (
  id uuid, name text, description text, token_value integer, image_url text, delivery_method text, category_id uuid,
  per_member_limit integer, opens_at timestamptz, closes_at timestamptz, estimated_value numeric, created_at timestamptz,
  units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, is_open boolean
)
language plpgsql stable security definer rows 48 set search_path = ''
as $$
declare
  -- How a column is compared, in the list and in its key.
  v_form text := case p_sort
    when 'price' then '%s::integer'
    when 'price-down' then '%s::integer'
    when 'newest' then '%s::timestamptz'
    when 'leaving' then 'coalesce(%s, ''infinity'')::timestamptz'
    when 'name' then 'lower(%s)'
  end;
  v_column text := case p_sort when 'newest' then 'created_at' when 'leaving' then 'closes_at' when 'name' then 'name' else 'token_value' end;
  v_balance integer := (select p.current_tokens from public.profiles as p where p.id = (select private.actor()));
  v_ids uuid[];
begin
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  elsif v_balance is null then
    return;
  end if;
  v_ids := private.page_ids(
    p_from => 'private.catalogue as r',
    p_where => concat_ws(' and ', private.catalogue_filter(p_search), 'r.category_id = ' || quote_literal(p_category),
      case when p_favourites then format('r.id = any (%L::uuid[])', array(
        select f.benefit_id from private.favourites as f where f.user_id = (select private.actor()))) end,
      case when p_affordable then private.redeemable_filter(v_balance) end),
    p_sort => format(v_form, 'r.' || v_column),
    p_descending => p_sort in ('price-down', 'newest'),
    p_key => case when p_key_id is not null then format(v_form, quote_nullable(p_key_value)) end,
    p_key_id => p_key_id,
    -- The condition holds the search.
    p_term => '', p_text => '''''', p_hit => 'true', p_walk => 0,
    p_limit => least(private.page_size(p_limit), 200)
  );
  return query
  select s.id, s.name, s.description, s.token_value, s.image_url, s.delivery_method, s.category_id, s.per_member_limit,
    s.opens_at, s.closes_at, s.estimated_value, s.created_at, s.units_left, s.own_orders, s.is_favourite, s.awaited_since is not null,
    coalesce(s.opens_at <= now(), true)
  from unnest(v_ids) with ordinality as page (id, position) join private.catalogue as s on s.id = page.id
  order by page.position;
end
$$;
comment on function private.browse_benefits(text, uuid, boolean, boolean, text, text, uuid, integer) is
  'The page behind public.browse_benefits().';

create function public.browse_benefits(
  p_search text default '', p_category uuid default null, p_favourites boolean default false, p_affordable boolean default false,
  p_sort text default 'price', p_key_value text default null, p_key_id uuid default null, p_limit integer default 48
)
returns table (
  id uuid, name text, description text, token_value integer, image_url text, delivery_method text, category_id uuid,
  per_member_limit integer, opens_at timestamptz, closes_at timestamptz, estimated_value numeric, created_at timestamptz,
  units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, is_open boolean
)
language sql stable rows 48 set search_path = ''
begin atomic
  select b.id, b.name, b.description, b.token_value, b.image_url, b.delivery_method, b.category_id, b.per_member_limit,
    b.opens_at, b.closes_at, b.estimated_value, b.created_at, b.units_left, b.own_orders, b.is_favourite, b.is_awaited, b.is_open
  from private.browse_benefits(
    p_search, p_category, p_favourites, p_affordable, p_sort, p_key_value, p_key_id, p_limit) as b;
end;
comment on function public.browse_benefits(text, uuid, boolean, boolean, text, text, uuid, integer) is
  'A page of at most 200 benefits of the catalogue, by price, price-down, newest, leaving or name, after a key, with the facts of '
  'benefit_facts(). `p_affordable`: only what the caller can redeem now (D38, D39).';

create function private.browse_counts(p_search text, p_category uuid, p_favourites boolean, p_affordable boolean)
returns table (filter text, category_id uuid, name text, benefits integer)
language plpgsql stable security definer rows 10 set search_path = ''
as $$
declare
  v_balance integer := (select p.current_tokens from public.profiles as p where p.id = (select private.actor()));
  v_redeemable text := private.redeemable_filter(v_balance);
  v_shown text := nullif(concat_ws(' and ', 'r.category_id = ' || quote_literal(p_category),
    case when p_favourites then 'r.is_favourite' end, case when p_affordable then v_redeemable end), '');
begin
  if v_balance is null then
    return;
  end if;
  return query execute format(
    'with counted as (
       select r.category_id, count(*) as benefits, count(*) filter (where r.is_favourite) as favourites,
         count(*) filter (where %s) as redeemable, count(*) filter (where %s) as shown
       from private.catalogue as r where %s group by r.category_id
     ),
     total as (select coalesce(sum(c.benefits), 0) as benefits, coalesce(sum(c.favourites), 0) as favourites,
       coalesce(sum(c.redeemable), 0) as redeemable, coalesce(sum(c.shown), 0) as shown from counted as c)
     select ''all'', null::uuid, null::text, t.benefits::integer from total as t
     union all
     (select ''category'', c.id, c.name, n.benefits::integer
       from public.categories as c join counted as n on n.category_id = c.id order by c.position, c.id)
     union all select ''shown'', null, null, t.shown::integer from total as t where $1
     union all select ''favourites'', null, null, t.favourites::integer from total as t
     union all select ''affordable'', null, null, t.redeemable::integer from total as t',
    v_redeemable, coalesce(v_shown, 'false'), private.catalogue_filter(p_search)) using v_shown is not null;
end
$$;
comment on function private.browse_counts(text, uuid, boolean, boolean) is 'The counts behind public.browse_counts().';

create function public.browse_counts(
  p_search text default '', p_category uuid default null, p_favourites boolean default false, p_affordable boolean default false
)
returns table (filter text, category_id uuid, name text, benefits integer)
language sql stable rows 10 set search_path = ''
begin atomic
  select c.filter, c.category_id, c.name, c.benefits
  from private.browse_counts(p_search, p_category, p_favourites, p_affordable) as c;
end;
comment on function public.browse_counts(text, uuid, boolean, boolean) is
  'How many benefits of a search each filter of the catalogue shows, in the order of the filters: all, the categories that have any, '
  'shown (with the given filters together, if there are any), favourites, affordable.';
