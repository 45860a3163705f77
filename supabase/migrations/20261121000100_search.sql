-- Searching a long list: the same rows through row rules would take a look at every one of them (D20).

-- What the planner should take a page out of order to cost. Its default is for disks that turn, and makes it walk all
-- orders for those of one status.
do $$
begin
  execute format('alter database %I set random_page_cost = 1.1', current_database());
end
$$;

create function private.like_pattern(p_term text)
returns text
language sql immutable set search_path = ''
begin atomic
  select '%' || regexp_replace(lower(p_term), '([\\%_])', '\\\1', 'g') || '%';
end;
comment on function private.like_pattern(text) is
  'The LIKE pattern of what contains a term, whatever stands in it; for text that is lower case already.';

create function private.page_size(p_limit integer)
returns integer
language sql immutable set search_path = ''
begin atomic
  select least(greatest(coalesce(p_limit, 26), 1), 1000);
end;
comment on function private.page_size(integer) is 'How many rows a client gets at once: 1 to 1,000.';

-- Text of SQL because the sort column, the direction and each filter need a plan of their own. Callers hand in
-- nothing of a client's that is not quoted.
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
-- Statistics may take a rare term for a common one, for which reading the whole table would be right.
language plpgsql stable set search_path = '' set enable_seqscan = off
as $$
declare
  v_where text := p_where;
  v_way text := case when p_descending then 'desc' else 'asc' end;
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
      p_text, p_from, v_where, p_sort, v_way, v_walk, private.like_pattern(p_term), p_limit
    ) into v_ids;
    if p_term = '' or cardinality(v_ids) = p_limit then
      return v_ids;
    end if;
    -- There may be no more rows than it walked over.
    execute format('select count(*) from (select from %s where %s limit %s) as n', p_from, v_where, v_walk) into v_walked;
    if v_walked < v_walk then
      return v_ids;
    end if;
    -- Less than a quarter of the page: walking on would take longer than the index.
    exit when 4 * cardinality(v_ids) < p_limit;
  end loop;
  if char_length(p_term) < 3 then
    -- There is no trigram of one or two letters: the whole table it is. The setting ends with the call.
    perform set_config('enable_seqscan', 'on', true);
  end if;
  -- `offset 0` keeps the other conditions from the index: it would read all the orders of a status to spare a few rows.
  execute format(
    'with hits as materialized (
       select r.id, %1$s as sort from (select r.* from %2$s where %3$s offset 0) as r where %4$s)
     select array(select h.id from hits as h order by h.sort %5$s, h.id %5$s limit %6$s)',
    p_sort, p_from, format(p_hit, private.like_pattern(p_term)), v_where, v_way, p_limit
  ) into v_ids;
  return v_ids;
end
$$;
comment on function private.page_ids(text, text, text, boolean, text, uuid, text, text, text, integer, integer) is
  'The ids of one page of the rows `r` of a list whose text contains a term, beyond a key: among the next `p_walk` rows, or '
  'five times as many, which ends the common terms; if those do not fill the page, by the trigram index. Keep the answer '
  'in a variable before using it: the planner would call it a second time to learn how long the array is.';
