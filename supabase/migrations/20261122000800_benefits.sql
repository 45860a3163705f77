-- Benefits: the price list, and its pictures.

create table public.benefits (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text not null check (char_length(btrim(description)) between 1 and 2000),
  token_value integer not null check (token_value between 1 and 1000000),
  image_url text check (char_length(image_url) <= 2048),
  is_active boolean not null default true,
  delivery_method text not null default 'manual' check (delivery_method in ('manual', 'key', 'link', 'file')),
  category_id uuid,
  per_member_limit integer check (per_member_limit between 1 and 1000),
  opens_at timestamptz check (opens_at between '2000-01-01' and '2199-12-31'),
  closes_at timestamptz check (closes_at between '2000-01-01' and '2199-12-31'),
  estimated_value numeric(9, 2) check (estimated_value > 0),
  what_you_get text check (char_length(what_you_get) <= 2000),
  conditions text check (char_length(conditions) <= 2000),
  maker text check (char_length(maker) <= 300),
  maker_link text check (char_length(maker_link) <= 2048),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint benefits_times check (closes_at > opens_at),
  -- The rule of src/entities/benefits/schemas.ts: a path of this site or a web address. Browsers drop control characters,
  -- which would leave another address.
  constraint benefits_image_url_valid check (
    image_url ~* '^(/(?![/\\])|https?://[^/])' and image_url !~ '[\u0001-\u001f\u007f-\u009f]'
  ),
  constraint benefits_maker_link_valid check (maker_link ~* '^https?://[^/]' and maker_link !~ '[[:space:][:cntrl:]]')
);
comment on table public.benefits is
  'What members can redeem, and today''s price in tokens. Members see the active ones that have not closed (D38).';
comment on column public.benefits.estimated_value is 'What the benefit is worth, in dollars.';
comment on column public.benefits.what_you_get is 'One thing a line, as `conditions`.';
comment on column public.benefits.maker is 'Who makes it: the name, and on the next line a sentence about them.';
create index benefits_price_idx on public.benefits (is_active, token_value, id);
create index benefits_created_at_idx on public.benefits (created_at, id);
create index benefits_name_idx on public.benefits (lower(name), id);
create index benefits_closes_at_idx on public.benefits (coalesce(closes_at, 'infinity'), id);
create index benefits_category_idx on public.benefits (category_id, token_value, id);
create index benefits_search_idx on public.benefits using gin (lower(name || E'\n' || description) extensions.gin_trgm_ops);

create table private.benefit_stock (
  benefit_id uuid primary key references public.benefits on delete cascade,
  stock integer not null check (stock between 0 and 1000000)
);
comment on table private.benefit_stock is
  'How many orders of a benefit can still be placed; without a row any number. An order takes one (D38). Members learn what is left up to 20.';
alter table public.benefits enable row level security;
create policy "benefits: members read active ones, admins all" on public.benefits
for select to authenticated
using (
  (select private.is_admin())
  or (is_active and (closes_at is null or closes_at > now()) and (select private.is_member()))
);
create policy "benefits: admins create" on public.benefits
for insert to authenticated with check ((select private.is_admin()));
create policy "benefits: admins update" on public.benefits
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "benefits: admins delete" on public.benefits
for delete to authenticated using ((select private.is_admin()));
grant select, delete,
  insert (id, name, description, token_value, image_url, is_active, delivery_method,
    category_id, per_member_limit, opens_at, closes_at, estimated_value, what_you_get, conditions, maker, maker_link),
  update (name, description, token_value, image_url, is_active, delivery_method,
    category_id, per_member_limit, opens_at, closes_at, estimated_value, what_you_get, conditions, maker, maker_link)
on public.benefits to authenticated;

-- Trims the text, checks the category and sets the time; no two changes of a benefit have the same time. Keys are their own stock (D38).
create function private.benefit_before() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := normalize(btrim(new.name), nfc);
  new.description := normalize(btrim(new.description), nfc);
  new.image_url := nullif(btrim(new.image_url), '');
  new.what_you_get := nullif(private.trim_text(new.what_you_get), '');
  new.conditions := nullif(private.trim_text(new.conditions), '');
  new.maker := nullif(private.trim_text(new.maker), '');
  new.maker_link := nullif(private.trim_text(new.maker_link), '');
  if new.category_id is not null and not exists (select from public.categories where id = new.category_id) then
    raise exception 'category_deleted' using errcode = 'PT409';
  end if;
  if tg_op = 'UPDATE' then
    -- Updates are conditional on the time that was read, so two within one microsecond must differ.
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
    if new.delivery_method = 'key' then
      delete from private.benefit_stock where benefit_id = new.id;
    end if;
  end if;
  return new;
end
$$;
create trigger benefits_before_insert before insert on public.benefits
for each row when (current_user <> 'postgres') execute function private.benefit_before();
create trigger benefits_before_update before update on public.benefits
for each row execute function private.benefit_before();

-- Orders of a deleted benefit stay, without the link (D13), and benefits of a deleted category, without one.
create function private.unlink_deleted() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'benefits' then
    -- An order being placed holds a lock on the benefit until it commits, so this update sees it.
    update public.orders set benefit_id = null where benefit_id = old.id;
  else
    update public.benefits set category_id = null where category_id = old.id;
  end if;
  return null;
end
$$;
create trigger benefits_after_delete after delete on public.benefits
for each row execute function private.unlink_deleted();
create trigger benefits_serialize before delete on public.benefits
for each statement execute function private.serialize_deletions();
create trigger benefits_serialize_category before insert or update of category_id on public.benefits
for each statement execute function private.serialize_deletions();
create trigger benefits_audit after insert or update or delete on public.benefits
for each row when (current_user <> 'postgres') execute function private.audit();

create function public.stock(public.benefits) returns integer
language sql stable security definer set search_path = ''
begin atomic
  select s.stock from private.benefit_stock as s where s.benefit_id = $1.id and (select private.is_admin());
end;
comment on function public.stock is
  'Column for the REST layer: how many orders of a benefit can still be placed, to admins; null if any number, and to everybody else (D38).';
grant execute on function public.stock to authenticated;

-- The pictures of benefits, and the logo of the emails (D24). No SVG: it can contain script, and the buckets are public.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values ('branding', 'branding', true, 524288, array['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
  ('benefits', 'benefits', true, 1048576, array['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
on conflict (id) do update set
  public = excluded.public,
  file_size_limit = excluded.file_size_limit,
  allowed_mime_types = excluded.allowed_mime_types;
create policy "pictures: admins read" on storage.objects
for select to authenticated using (bucket_id in ('branding', 'benefits') and (select private.is_admin()));
create policy "pictures: admins upload" on storage.objects
for insert to authenticated with check (bucket_id in ('branding', 'benefits') and (select private.is_admin()));
create policy "pictures: admins replace" on storage.objects
for update to authenticated using (bucket_id in ('branding', 'benefits') and (select private.is_admin()))
with check (bucket_id in ('branding', 'benefits') and (select private.is_admin()));
create policy "pictures: admins remove" on storage.objects
for delete to authenticated using (bucket_id in ('branding', 'benefits') and (select private.is_admin()));

-- Records uploads, replacements, moves and deletions of pictures, logos and delivery files by admins (D29).
create function private.audit_picture() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- As json, because the columns belong to storage.
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  -- The logged fields, which are not the content; none in other buckets than the product's.
  v_logged jsonb := (
    select jsonb_object_agg(o.side, jsonb_build_object('path', concat(o.row ->> 'bucket_id', '/', o.row ->> 'name'),
      'type', o.row #> '{metadata,mimetype}', 'size', o.row #> '{metadata,size}'))
    from (values ('before', v_old), ('after', v_new)) as o (side, row) where o.row ->> 'bucket_id' in ('benefits', 'branding', 'deliveries'));
  v_path text := coalesce(v_logged -> 'after', v_logged -> 'before') ->> 'path';
  -- Storage writes uploads with its own role and stores the sender as the owner.
  v_actor uuid := coalesce(auth.uid()::text, v_new ->> 'owner_id', v_new ->> 'owner');
begin
  if v_actor is not null and v_path is not null and coalesce(v_old - 'last_accessed_at' <> v_new - 'last_accessed_at', true) then
    perform private.log_change(case when v_path like 'deliveries/%' then 'files' else 'pictures' end, v_path, v_logged -> 'after',
      v_logged -> 'before', lower(tg_op), v_actor);
  end if;
  return null;
end
$$;
create trigger guildhall_pictures_audit after insert or update or delete on storage.objects
for each row execute function private.audit_picture();

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
grant select, delete, insert (id, name), update (name) on public.categories to authenticated;

-- Trims the name and sets the times; a new category is the last one.
create function private.category_before() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.name := normalize(private.trim_text(new.name), nfc);
  if tg_op = 'INSERT' then
    new.position := coalesce((select max(c.position) from public.categories as c) + 1, 1);
  else
    new.updated_at := greatest(now(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;
create trigger categories_before_insert before insert on public.categories
for each row when (current_user <> 'postgres') execute function private.category_before();
create trigger categories_before_update before update on public.categories
for each row execute function private.category_before();

create trigger categories_after_delete after delete on public.categories
for each row execute function private.unlink_deleted();
create trigger categories_serialize before delete on public.categories
for each statement execute function private.serialize_deletions();
create trigger categories_audit after insert or update or delete on public.categories
for each row when (current_user <> 'postgres') execute function private.audit();

create function public.order_categories(p_ids uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  -- One at a time, and not while one is deleted: two would lock the rows in different orders.
  perform private.wait_for_deletions();
  perform pg_advisory_xact_lock(hashtextextended('public.order_categories', 0));
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
comment on function public.order_categories is
  'Puts the categories into the given order; those that are not given follow. Admins only (D38).';
grant execute on function public.order_categories to authenticated;
