-- Benefits: the price list.

create table public.benefits (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  description text not null check (char_length(btrim(description)) between 1 and 2000),
  token_value integer not null check (token_value between 1 and 1000000),
  image_url text check (char_length(image_url) <= 2048),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on table public.benefits is 'What members can redeem, and today''s price in tokens. Members see the active ones.';
create index benefits_price_idx on public.benefits (is_active, token_value, id);
create index benefits_created_at_idx on public.benefits (created_at, id);

alter table public.benefits enable row level security;
create policy "benefits: members read active ones, admins all" on public.benefits
for select to authenticated
using ((select private.is_admin()) or (is_active and (select private.is_member())));
create policy "benefits: admins create" on public.benefits
for insert to authenticated with check ((select private.is_admin()));
create policy "benefits: admins update" on public.benefits
for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "benefits: admins delete" on public.benefits
for delete to authenticated using ((select private.is_admin()));

create function private.benefit_before()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.name := btrim(new.name);
  new.description := btrim(new.description);
  new.image_url := nullif(btrim(new.image_url), '');
  new.created_at := case tg_op when 'INSERT' then now() else old.created_at end;
  new.updated_at := now();
  return new;
end
$$;
comment on function private.benefit_before() is 'Trigger: trims what was typed; the server keeps the times.';
create trigger benefits_before_insert before insert on public.benefits
for each row when (current_user <> 'postgres') execute function private.benefit_before();
create trigger benefits_before_update before update on public.benefits
for each row execute function private.benefit_before();
create trigger benefits_audit after insert or update or delete on public.benefits
for each row when (current_user <> 'postgres') execute function private.audit();
