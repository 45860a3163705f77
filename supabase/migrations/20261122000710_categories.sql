-- Categories of benefits, in the order that admins gave them (D38).

create table public.categories (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) <= 60 and private.is_plain_text(name)),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.categories is 'Categories of benefits, by `position`; benefits refer to them without a foreign key (C12).';
create unique index categories_name_key on public.categories (lower(name));

alter table public.categories enable row level security;
create policy "categories: members read" on public.categories
for select to authenticated using ((select private.is_member()));
create policy "categories: admins create" on public.categories
for insert to authenticated with check ((select private.is_admin()));
create policy "categories: admins update" on public.categories
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "categories: admins delete" on public.categories
for delete to authenticated using ((select private.is_admin()));

create function private.category_before()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.name := private.trim_text(new.name);
  if tg_op = 'INSERT' then
    new.position := coalesce((select max(c.position) from public.categories as c) + 1, 1);
    new.created_at := now();
    new.updated_at := now();
  else
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
comment on function private.category_before() is 'Trigger: trims the name and sets the times; a new category is the last one.';
create trigger categories_before_insert before insert on public.categories
for each row when (current_user <> 'postgres') execute function private.category_before();
create trigger categories_before_update before update on public.categories
for each row execute function private.category_before();

create function private.category_after_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.benefits set category_id = null where category_id = old.id;
  return null;
end
$$;
comment on function private.category_after_delete() is 'Trigger: benefits of a deleted category stay, without one.';
create trigger categories_after_delete after delete on public.categories
for each row execute function private.category_after_delete();
create trigger categories_serialize before delete on public.categories
for each statement execute function private.serialize_deletions();
create trigger categories_audit after insert or update or delete on public.categories
for each row when (current_user <> 'postgres') execute function private.audit();

create function private.order_categories(p_ids uuid[])
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  -- One at a time, and not while one is deleted: two would lock the rows in different orders.
  perform private.wait_for_deletions();
  perform pg_advisory_xact_lock(hashtextextended('private.order_categories', 0));
  with given as (
    select g.id, min(g.position)::integer as position from unnest(p_ids) with ordinality as g (id, position) group by g.id
  ),
  before as (
    select c.id, c.position as old_position, row_number() over (order by g.position, c.position, c.id)::integer as position
    from public.categories as c left join given as g using (id)
  ),
  moved as (
    update public.categories as c set position = b.position
    from before as b where b.id = c.id and b.position <> b.old_position
    returning c.id, b.old_position, c.position
  )
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  select auth.uid(), 'categories', m.id::text, 'update', jsonb_build_object('position', m.old_position),
    jsonb_build_object('position', m.position)
  from moved as m order by m.position;
end
$$;
comment on function private.order_categories(uuid[]) is 'The change behind public.order_categories().';

create function public.order_categories(p_ids uuid[])
returns void
language sql set search_path = ''
begin atomic
  select private.order_categories(p_ids);
end;
comment on function public.order_categories(uuid[]) is
  'Puts the categories into the given order; those that are not given follow. Admins only (D38).';
