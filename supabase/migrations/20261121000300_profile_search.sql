-- The list of all people, as admins search, sort and count it.

create index profiles_name_idx on public.profiles (lower(name), id);
create index profiles_email_idx on public.profiles (lower(email), id);
create index profiles_tokens_idx on public.profiles (current_tokens, id);
create index profiles_search_idx on public.profiles using gin (lower(name || E'\n' || email) extensions.gin_trgm_ops);

create function private.search_profiles(
  p_search text, p_sort text, p_ascending boolean,
  p_key_value text, p_key_id uuid, p_reverse boolean, p_limit integer
)
returns setof public.profiles
language plpgsql stable security definer rows 26 set search_path = ''
as $$
declare
  -- How a column is compared, in the list and in its key.
  v_form text := case p_sort
    when 'created_at' then '%s::timestamptz'
    when 'current_tokens' then '%s::integer'
    when 'name' then 'lower(%s)'
    when 'email' then 'lower(%s)'
  end;
  v_ids uuid[];
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => 'public.profiles as r',
    p_where => 'true',
    p_sort => format(v_form, 'r.' || p_sort),
    p_descending => coalesce(p_ascending, false) = coalesce(p_reverse, false),
    p_key => format(v_form, quote_literal(p_key_value)),
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(r.name || E'\n' || r.email)$text$,
    p_hit => $hit$lower(r.name || E'\n' || r.email) like %L$hit$,
    -- Not as many as of orders: people who are sorted by name do not lie side by side.
    p_walk => 1000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select p.* from unnest(v_ids) with ordinality as page (id, position) join public.profiles as p using (id)
  order by page.position;
end
$$;
comment on function private.search_profiles(text, text, boolean, text, uuid, boolean, integer) is
  'The search behind public.search_profiles(); raises not_admin for anybody else.';

create function public.search_profiles(
  p_search text default null,
  p_sort text default 'created_at',
  p_ascending boolean default false,
  p_key_value text default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.profiles
language sql stable rows 26 set search_path = ''
begin atomic
  select p from private.search_profiles(p_search, p_sort, p_ascending, p_key_value, p_key_id, p_reverse, p_limit) as p;
end;
comment on function public.search_profiles(text, text, boolean, text, uuid, boolean, integer) is
  'People whose name or e-mail contains a term, sorted by created_at, name, email or current_tokens, beyond a key (D20). '
  '`p_reverse` reads from the other end. Admins only.';

create function private.count_profiles(p_search text)
returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  select count(*) into v_count
  from (
    select from public.profiles as p
    where v_pattern is null or lower(p.name || E'\n' || p.email) like v_pattern
    limit case when v_pattern is null then null else 10001 end
  ) as found;
  return v_count;
end
$$;
comment on function private.count_profiles(text) is
  'The count behind public.count_profiles(); raises not_admin for anybody else.';

create function public.count_profiles(p_search text default null)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_profiles(p_search);
end;
comment on function public.count_profiles(text) is
  'How many people there are; with a search 10,001 stands for more than 10,000. Admins only.';
