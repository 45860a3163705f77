-- Searching long lists (D20). RLS policies would be evaluated for every row and keep a pattern from using an index, so a
-- search is a function that checks its caller once.

create function private.page_size(p_limit integer)
returns integer
language sql immutable set search_path = ''
begin atomic
  select least(greatest(coalesce(p_limit, 26), 1), 1000);
end;
comment on function private.page_size(integer) is 'How many rows a client gets per request: 1 to 1,000.';

-- Dynamic SQL, because sort column, direction and filters each need their own plan. Callers quote every value of a client.
create function private.page_ids(
  p_from text,
  p_where text,
  p_sort text,
  p_descending boolean,
  p_key text,
  p_key_id uuid,
  p_term text,
  p_text text,
  p_hit text,
  p_walk integer,
  p_limit integer
)
returns uuid[]
-- Statistics may take a rare term for a common one, for which a sequential scan would be right.
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  v_where text := p_where;
  v_order text := case when p_descending then 'desc' else 'asc' end;
  v_walk integer;
  v_walked integer;
  v_ids uuid[];
begin
  if p_key is not null and p_key_id is not null then
    v_where := format(
      '%s and (%s, r.id) %s (%s, %L::uuid)', p_where, p_sort, case when p_descending then '<' else '>' end, p_key, p_key_id);
  end if;
  foreach v_walk in array case when p_term = '' then array[p_limit] else array[p_walk, 5 * p_walk] end loop
    execute format(
      'select array(select n.id from (
         select r.id, %1$s as text from %2$s where %3$s order by %4$s %5$s, r.id %5$s limit %6$s) as n
         where n.text like %7$L limit %8$s)',
      p_text, p_from, v_where, p_sort, v_order, v_walk, private.like_pattern(p_term), p_limit
    ) into v_ids;
    if p_term = '' or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
    -- The walk may have reached the end of the list.
    execute format('select count(*) from (select from %s where %s limit %s) as n', p_from, v_where, v_walk) into v_walked;
    if v_walked < v_walk then
      return v_ids;
    end if;
    -- Less than a quarter of the page: the index is faster than walking on.
    exit when 4 * cardinality(v_ids) < p_limit;
  end loop;
  if char_length(p_term) < 3 then
    -- One or two letters have no trigram, so the whole table is read. The setting ends with the call.
    perform set_config('enable_seqscan', 'on', true);
  end if;
  -- `offset 0` keeps the other conditions from using an index, which would read all orders of a status to skip a few rows.
  execute format(
    'with hits as materialized (
       select r.id, %1$s as sort from (select r.* from %2$s where %3$s offset 0) as r where %4$s)
     select array(select h.id from hits as h order by h.sort %5$s, h.id %5$s limit %6$s)',
    p_sort, p_from, format(p_hit, private.like_pattern(p_term)), v_where, v_order, p_limit
  ) into v_ids;
  return v_ids;
end
$$;
comment on function private.page_ids(text, text, text, boolean, text, uuid, text, text, text, integer, integer) is
  'The ids of one page of the rows `r` of a list whose text contains a term, after a key: found among the next `p_walk` rows, '
  'or five times as many, which is enough for common terms; else by the trigram index. Assign the result to a variable '
  'before using it: the planner would call the function again to estimate the length of the array.';

-- An index on profiles itself would make every movement of tokens write to all indexes of its profile.
create table private.sorted_balances (
  -- No foreign key: with another such table it would relate profiles to themselves in the API (C12).
  user_id uuid not null,
  tokens integer not null,
  -- The only index, because each movement of tokens writes to it.
  primary key (tokens, user_id)
);
comment on table private.sorted_balances is 'Each person''s balance again, for the list of people sorted by it.';
insert into private.sorted_balances (user_id, tokens) select p.id, p.current_tokens from public.profiles as p;

create function private.sort_balance()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.sorted_balances (user_id, tokens) values (new.id, new.current_tokens);
  elsif tg_op = 'DELETE' then
    delete from private.sorted_balances where tokens = old.current_tokens and user_id = old.id;
  else
    update private.sorted_balances set tokens = new.current_tokens where tokens = old.current_tokens and user_id = new.id;
  end if;
  return null;
end
$$;
comment on function private.sort_balance() is 'Trigger: keeps private.sorted_balances.';
create trigger profiles_sort_balance after insert or delete or update of current_tokens on public.profiles
for each row execute function private.sort_balance();

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
  perform private.require_admin();
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => case
      when p_sort <> 'current_tokens' then 'public.profiles as r'
      when coalesce(p_search, '') = '' then
        $from$(select b.user_id as id, b.tokens as current_tokens, '' as name, '' as email from private.sorted_balances as b) as r$from$
      else
        '(select b.user_id as id, b.tokens as current_tokens, p.name, p.email
          from private.sorted_balances as b join public.profiles as p on p.id = b.user_id) as r'
    end,
    p_where => 'true',
    p_sort => format(v_form, 'r.' || p_sort),
    p_descending => coalesce(p_ascending, false) = coalesce(p_reverse, false),
    p_key => format(v_form, quote_literal(p_key_value)),
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_term => coalesce(p_search, ''),
    p_text => $text$lower(r.name || E'\n' || r.email)$text$,
    p_hit => $hit$lower(r.name || E'\n' || r.email) like %L$hit$,
    -- Fewer than of orders: rows sorted by name are not stored next to each other.
    p_walk => 1000,
    p_limit => private.page_size(p_limit)
  );
  return query
  select p.* from unnest(v_ids) with ordinality as page (id, position) join public.profiles as p using (id)
  order by page.position;
end
$$;
comment on function private.search_profiles(text, text, boolean, text, uuid, boolean, integer) is
  'The search behind public.search_profiles(); raises not_admin for everybody else.';

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
  'People whose name or email contains a term, sorted by created_at, name, email or current_tokens, after a key (D20). '
  '`p_reverse` reads from the other end. Admins only.';

create function private.count_profiles(p_search text)
returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin();
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
  'The count behind public.count_profiles(); raises not_admin for everybody else.';

create function public.count_profiles(p_search text default null)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_profiles(p_search);
end;
comment on function public.count_profiles(text) is
  'How many people there are; with a search, 10,001 means more than 10,000. Admins only.';
