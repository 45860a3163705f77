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

create function private.assign_orders(p_ids uuid[], p_assign boolean)
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
comment on function private.assign_orders(uuid[], boolean) is 'The change behind public.assign_orders().';

create function public.assign_orders(p_ids uuid[], p_assign boolean)
returns integer
language sql set search_path = ''
begin atomic
  select private.assign_orders(p_ids, p_assign);
end;
comment on function public.assign_orders(uuid[], boolean) is
  'Assigns up to 500 orders to the caller, also those of another admin, or releases them from whoever has them; returns how many '
  'changed. Admins only.';

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

create function private.view_before()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  new.name := private.trim_text(new.name);
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

create function private.view_counts(p_filters jsonb[])
returns integer[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if cardinality(p_filters) > 40 then
    raise exception 'too_many_views' using errcode = 'PT413';
  end if;
  return array(select private.count_orders(f.filter) from unnest(p_filters) with ordinality as f (filter, n) order by f.n);
end
$$;
comment on function private.view_counts(jsonb[]) is 'The counts behind public.view_counts(); raises not_admin for everybody else.';

create function public.view_counts(p_filters jsonb[])
returns integer[]
language sql stable set search_path = ''
begin atomic
  select private.view_counts(p_filters);
end;
comment on function public.view_counts(jsonb[]) is 'How many orders meet each of up to 40 filters, as count_orders() counts them. Admins only.';
