-- Codes made many at once: one note, one batch, one line in the log.

alter table public.redeem_codes
add column note text check (char_length(btrim(note)) between 1 and 200),
add column batch_id uuid;
alter table public.invite_codes
add column note text check (char_length(btrim(note)) between 1 and 200),
add column batch_id uuid;
comment on column public.redeem_codes.note is 'What the admin wrote on the code, for admins only.';
comment on column public.invite_codes.note is 'What the admin wrote on the code, for admins only.';
comment on column public.redeem_codes.batch_id is 'The codes that were made together; from the client, null for a code made alone.';
comment on column public.invite_codes.batch_id is 'The codes that were made together; from the client, null for a code made alone.';
create index redeem_codes_batch_idx on public.redeem_codes (batch_id, created_at, id) where batch_id is not null;
create index invite_codes_batch_idx on public.invite_codes (batch_id, created_at, id) where batch_id is not null;

create or replace function private.code_before()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'permission denied: codes are made by admins' using errcode = '42501';
  end if;
  new.code := private.norm_code(new.code);
  new.note := nullif(btrim(new.note), '');
  new.is_used := false;
  new.used_by := null;
  new.used_at := null;
  new.created_by := auth.uid();
  new.created_at := now();
  return new;
end
$$;

create function private.audit_codes()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor_id, table_name, row_id, action, after)
  select
    auth.uid(), tg_table_name,
    case when count(*) > 1 then coalesce(b.batch_id, min(b.id)) else min(b.id) end,
    'insert',
    case when count(*) > 1 then
      jsonb_build_object(
        'batch_id', b.batch_id, 'count', count(*), 'token_value', b.token_value, 'note', b.note,
        'codes', jsonb_agg(b.code order by b.code))
    else (jsonb_agg(b.whole) -> 0) end
  from (
    select a.batch_id::text, a.id::text, a.code, a.note, to_jsonb(a) as whole, to_jsonb(a) -> 'token_value' as token_value
    from added as a
  ) as b
  group by b.batch_id, b.token_value, b.note;
  return null;
end
$$;
comment on function private.audit_codes() is
  'Trigger: records the codes that one statement made, those of one batch, value and note as one line (D29).';

drop trigger redeem_codes_audit on public.redeem_codes;
drop trigger invite_codes_audit on public.invite_codes;
create trigger redeem_codes_audit after insert on public.redeem_codes
referencing new table as added
for each statement when (current_user <> 'postgres') execute function private.audit_codes();
create trigger invite_codes_audit after insert on public.invite_codes
referencing new table as added
for each statement when (current_user <> 'postgres') execute function private.audit_codes();
