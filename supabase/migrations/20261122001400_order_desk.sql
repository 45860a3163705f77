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
  v_waiting text := 'private.is_open(r.status)';
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
        when v_text = any (private.order_statuses()) then format('r.status = %L', v_text) end
      when 'due' then case v_text
        when 'late' then v_waiting || ' and r.due_at <= now()'
        when 'soon' then v_waiting || ' and r.due_at > now() and r.due_at < now() + interval ''6 hours''' end
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
  '(pending or processing); from and to (exclusive); due: late, which is waiting past the due time (D56), or soon (within six hours); assigned: me, nobody or an id; '
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

create function public.search_orders(
  p_filter jsonb default '{}',
  p_sort text default 'newest',
  p_key_value timestamptz default null,
  p_key_id uuid default null,
  p_reverse boolean default false,
  p_limit integer default 26
)
returns setof public.orders
language plpgsql stable rows 26 security definer set search_path = ''
as $$
declare
  v_where text;
  v_match text;
  v_ids uuid[];
begin
  perform private.require_admin();
  v_where := private.order_filter(p_filter - 'search');
  if p_filter ->> 'search' <> '' then
    v_match := private.order_condition('search', p_filter -> 'search');
  end if;
  -- What is closed has no due time any more; the index has only what waits.
  if p_sort is null or p_sort not in ('newest', 'due')
    or (p_sort = 'due' and not p_filter ? 'due'
      and coalesce(p_filter ->> 'status', '') not in ('pending', 'processing', 'waiting'))
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
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_hit => v_match,
    p_limit => private.page_size(p_limit),
    -- Rows in the order of time are stored next to each other.
    p_walk => 8000
  );
  return query
  select o.* from unnest(v_ids) with ordinality as page (id, position) join public.orders as o using (id)
  order by page.position;
end
$$;
comment on function public.search_orders(jsonb, text, timestamptz, uuid, boolean, integer) is
  'Orders that meet the filters of private.order_filter(), after a key (D20), the newest first or, of those that wait, the first due. '
  '`p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_orders(jsonb, text, timestamptz, uuid, boolean, integer) to authenticated;

create function public.count_orders(p_filter jsonb default '{}')
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
comment on function public.count_orders(jsonb) is
  'How many orders meet the filters of search_orders(); with a search, 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_orders(jsonb) to authenticated;

create function public.order_counts()
returns table (status text, count bigint)
language plpgsql stable rows 5 security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select s.status, coalesce(c.count, 0)
  from unnest(private.order_statuses()) with ordinality as s (status, position)
  left join (select o.status, count(*) as count from public.orders as o group by o.status) as c using (status)
  order by s.position;
end
$$;
comment on function public.order_counts() is
  'How many orders have each status. Admins only.';
grant execute on function public.order_counts() to authenticated;

-- The desk of the admins: who works on an order, their notes about it, and their saved views.

create table public.order_desk (
  order_id uuid primary key,
  assignee_id uuid,
  assigned_at timestamptz,
  notes integer not null default 0 check (notes >= 0),
  constraint order_desk_assigned check ((assignee_id is null) = (assigned_at is null))
);
comment on table public.order_desk is
  'What admins keep about an order: who works on it, and the number of notes. No row: nobody, and none.';
create index order_desk_assignee_idx on public.order_desk (assignee_id, order_id) where assignee_id is not null;
create index order_desk_noted_idx on public.order_desk (order_id) where notes > 0;
alter table public.order_desk enable row level security;
create policy "order_desk: admins read" on public.order_desk
for select to authenticated using ((select private.is_admin()));
grant select on public.order_desk to authenticated;

create function public.assign_orders(p_ids uuid[], p_assign boolean)
returns integer
language plpgsql security definer set search_path = ''
as $$
declare
  v_assigned integer;
begin
  perform private.begin_admin_write();
  if cardinality(p_ids) > 500 then
    raise exception 'too_many_orders' using errcode = 'PT413';
  end if;
  -- In the order of their ids, so that two calls never wait for each other.
  insert into public.order_desk as d (order_id, assignee_id, assigned_at)
  select o.id, case when p_assign then auth.uid() end, case when p_assign then now() end
  from public.orders as o
  where o.id = any (p_ids) and (p_assign or exists (select from public.order_desk as e where e.order_id = o.id))
  order by o.id
  on conflict (order_id) do update set assignee_id = excluded.assignee_id, assigned_at = excluded.assigned_at
  where d.assignee_id is distinct from excluded.assignee_id;
  get diagnostics v_assigned = row_count;
  return v_assigned;
end
$$;
comment on function public.assign_orders(uuid[], boolean) is
  'Assigns up to 500 orders to the caller, also those of another admin, or releases them from whoever has them; returns how many '
  'changed. Admins only.';
grant execute on function public.assign_orders(uuid[], boolean) to authenticated;

create table public.order_notes (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null,
  author_id uuid not null default auth.uid(),
  body text check (char_length(body) <= 2000 and private.has_visible(body)),
  -- The bulk operation that wrote it.
  operation_id uuid,
  created_at timestamptz not null default now()
);
comment on table public.order_notes is
  'What admins wrote about an order, for each other; nobody changes it. The text is erased with the customer (D12).';
create index order_notes_order_idx on public.order_notes (order_id, created_at, id);
create index order_notes_operation_idx on public.order_notes (operation_id) where operation_id is not null;
alter table public.order_notes enable row level security;
create policy "order_notes: admins read" on public.order_notes
for select to authenticated using ((select private.is_admin()));
create policy "order_notes: admins write" on public.order_notes
for insert to authenticated with check ((select private.is_admin()));
grant select, insert (id, order_id, body) on public.order_notes to authenticated;

create function private.note_before()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select from public.orders as o where o.id = new.order_id) then
    raise exception 'order_not_found' using errcode = 'PT404';
  end if;
  new.author_id := auth.uid();
  new.body := private.trim_text(new.body);
  new.operation_id := null;
  new.created_at := now();
  return new;
end
$$;
comment on function private.note_before() is 'Trigger: the server sets author and time of a note.';
create trigger order_notes_serialize before insert on public.order_notes
for each statement execute function private.serialize_deletions();
create trigger order_notes_before before insert on public.order_notes
for each row when (current_user <> 'postgres') execute function private.note_before();

create function private.note_count()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.order_desk as d (order_id, notes) values (new.order_id, 1)
    on conflict (order_id) do update set notes = d.notes + 1;
  else
    update public.order_desk set notes = notes - 1 where order_id = old.order_id;
  end if;
  return null;
end
$$;
comment on function private.note_count() is 'Trigger: counts the notes of an order; only the undo of an operation deletes some.';
create trigger order_notes_count after insert or delete on public.order_notes
for each row execute function private.note_count();

create table public.admin_views (
  id uuid primary key default gen_random_uuid(),
  admin_id uuid not null default auth.uid(),
  name text not null check (char_length(name) <= 40 and name = private.trim_text(name) and private.is_plain_text(name)),
  position integer not null default 0,
  filter jsonb not null default '{}' check (char_length(filter::text) <= 2000),
  sort text not null default 'newest' check (sort in ('newest', 'due')),
  created_at timestamptz not null default now()
);
comment on table public.admin_views is 'Filters of the order list that an admin saved under a name; up to 20 each.';
create unique index admin_views_name_key on public.admin_views (admin_id, lower(name));
alter table public.admin_views enable row level security;
create policy "admin_views: admins read their own" on public.admin_views
for select to authenticated using ((select private.is_admin()) and admin_id = (select private.actor()));
create policy "admin_views: admins save their own" on public.admin_views
for insert to authenticated with check ((select private.is_admin()) and admin_id = (select private.actor()));
create policy "admin_views: admins change their own" on public.admin_views
for update to authenticated using ((select private.is_admin()) and admin_id = (select private.actor()))
with check ((select private.is_admin()) and admin_id = (select private.actor()));
create policy "admin_views: admins delete their own" on public.admin_views
for delete to authenticated using ((select private.is_admin()) and admin_id = (select private.actor()));
grant select, delete, insert (id, name, position, filter, sort), update (name, position, filter, sort)
on public.admin_views to authenticated;

create function private.view_before()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  new.name := normalize(private.trim_text(new.name), nfc);
  perform private.order_filter(new.filter);
  if tg_op = 'INSERT' then
    -- One at a time per admin, or two would both be the last that fits.
    perform pg_advisory_xact_lock(hashtextextended('private.admin_views:' || new.admin_id, 0));
    if (select count(*) from public.admin_views as v where v.admin_id = new.admin_id) >= 20 then
      raise exception 'too_many_views' using errcode = 'PT413';
    end if;
    new.created_at := now();
  end if;
  return new;
end
$$;
comment on function private.view_before() is 'Trigger: a view has filters that exist; raises unknown_filter, too_many_views.';
create trigger admin_views_serialize before insert or update on public.admin_views
for each statement execute function private.serialize_deletions();
create trigger admin_views_before before insert or update on public.admin_views
for each row when (current_user <> 'postgres') execute function private.view_before();

create function private.desk_before_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.admin_views where admin_id = old.id;
  update public.order_desk set assignee_id = null, assigned_at = null where assignee_id = old.id;
  update public.order_notes as n set body = null from public.orders as o where o.user_id = old.id and n.order_id = o.id;
  -- What somebody searched for may be the person.
  update public.admin_views as v set filter = v.filter - 'search'
  where lower(old.name || E'\n' || old.email) like private.like_pattern(v.filter ->> 'search');
  return old;
end
$$;
comment on function private.desk_before_delete() is
  'Trigger: a deleted admin leaves the desk; notes about a deleted person lose their text, views their search for one (D12).';

-- Fires before the person's orders lose them (alphabetical order).
create trigger profiles_before_clear_desk before delete on public.profiles
for each row execute function private.desk_before_delete();

create function public.view_counts(p_filters jsonb[])
returns integer[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(p_filters) > 40 then
    raise exception 'too_many_views' using errcode = 'PT413';
  end if;
  return array(select public.count_orders(f.filter) from unnest(p_filters) with ordinality as f (filter, n) order by f.n);
end
$$;
comment on function public.view_counts(jsonb[]) is 'How many orders meet each of up to 40 filters, as count_orders() counts them. Admins only.';
grant execute on function public.view_counts(jsonb[]) to authenticated;
