-- The audit log: every change by an admin (D29).

create function private.personal_columns()
returns text[]
language sql immutable set search_path = ''
begin atomic
  select array['name', 'email', 'phone', 'invite_code_used'];
end;
comment on function private.personal_columns() is 'The columns of a profile that are erased with the person (D12).';

create function private.audit_text(p_subject text, p_before jsonb, p_after jsonb)
returns text
language sql immutable set search_path = ''
begin atomic
  -- Without ids and times, in which every number would be found.
  select lower(coalesce(p_subject, '') || E'\n' || coalesce(string_agg(v.value #>> '{}', E'\n'), ''))
  from (
    select b.key, b.value from jsonb_each(p_before) as b
    union all
    select a.key, a.value from jsonb_each(p_after) as a
  ) as v
  where v.key !~ '(^|_)(id|at|by|date)$';
end;
comment on function private.audit_text(text, jsonb, jsonb) is 'The searchable text of an entry, in lower case.';

create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb,
  subject text,
  search_text text not null generated always as (private.audit_text(subject, before, after)) stored
);
comment on table private.audit_log is
  'Who changed what, when, with the values before and after; immutable. Only a deleted person''s own data is erased from it '
  '(D12, D29). Lists are sorted by `id`, which follows the time.';
create index audit_log_row_idx on private.audit_log (table_name, row_id, at);
create index audit_log_table_idx on private.audit_log (table_name, id);
create index audit_log_actor_idx on private.audit_log (actor_id, id);
create index audit_log_search_idx on private.audit_log using gin (search_text extensions.gin_trgm_ops);

create function private.audit_subject(p_table text, p_row_id text, p_before jsonb, p_after jsonb)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case p_table
    when 'orders' then (select o.order_number from public.orders as o where o.id = p_row_id::uuid)
    when 'benefits' then coalesce(
      p_after ->> 'name', p_before ->> 'name', (select b.name from public.benefits as b where b.id = p_row_id::uuid))
    when 'categories' then coalesce(
      p_after ->> 'name', p_before ->> 'name', (select c.name from public.categories as c where c.id = p_row_id::uuid))
    when 'app_settings' then p_row_id
    when 'profiles' then null
    when 'pictures' then p_row_id
    -- The bucket, the benefit, the upload, the name.
    when 'files' then split_part(p_row_id, '/', 4)
    when 'key_batches' then (select b.name from public.benefits as b where b.id = (p_after ->> 'benefit_id')::uuid)
    when 'reports' then (
      select 'R-' || lpad(r.number::text, greatest(4, length(r.number::text)), '0') from private.reports as r where r.id = p_row_id::uuid)
    when 'delivery_keys' then p_after ->> 'key'
    else coalesce(p_after ->> 'code', p_after ->> 'note')
  end;
end
$$;
comment on function private.audit_subject(text, text, jsonb, jsonb) is
  'The display name of an entry''s row: order number, benefit, category, setting, picture, file, code or note of a batch. None for a person, '
  'whose name is read from the profile while there is one (D12).';

create function private.audit_log_subject()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.subject := private.audit_subject(new.table_name, new.row_id, new.before, new.after);
  return new;
end
$$;
comment on function private.audit_log_subject() is 'Trigger: stores the display name of the row.';
create trigger audit_log_subject before insert on private.audit_log
for each row execute function private.audit_log_subject();

create function private.audit_log_guard()
returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Generated columns are computed after this trigger.
  v_free text[] := '{before,after,search_text}';
begin
  if tg_op = 'UPDATE' and old.table_name = 'profiles'
    and to_jsonb(new) - v_free = to_jsonb(old) - v_free
    and new.before is not distinct from old.before - private.personal_columns()
    and new.after is not distinct from old.after - private.personal_columns()
    and not exists (select from public.profiles where id = old.row_id::uuid)
  then
    return new;
  end if;
  raise exception 'audit_log_is_immutable' using errcode = 'PT403';
end
$$;
comment on function private.audit_log_guard() is
  'Trigger: the log is append-only, except for erasing a deleted person''s own data (D12, D29).';
create trigger audit_log_guard before update or delete on private.audit_log
for each row execute function private.audit_log_guard();
create trigger audit_log_no_truncate before truncate on private.audit_log
for each statement execute function private.audit_log_guard();

create function private.audit()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb;
  v_row jsonb;
begin
  -- Not in the trigger's condition: it would be parsed at each movement of tokens.
  if tg_argv[0] = 'others' then
    if old.role <> 'admin' and old.id = auth.uid() then
      return null;
    end if;
  end if;
  if tg_op <> 'INSERT' then
    v_before := to_jsonb(old);
    v_row := v_before;
  end if;
  if tg_op <> 'DELETE' then
    v_after := to_jsonb(new);
    v_row := v_after;
  end if;
  if tg_op = 'UPDATE' then
    select jsonb_object_agg(b.key, b.value), jsonb_object_agg(b.key, a.value)
    into v_before, v_after
    from jsonb_each(to_jsonb(old)) as b
    join jsonb_each(to_jsonb(new)) as a using (key)
    -- What follows from the status of an order.
    where a.value is distinct from b.value and key not in ('unit', 'late_credit', 'fulfilled_at');
  elsif tg_op = 'DELETE' and tg_table_name = 'profiles' then
    v_before := v_before - private.personal_columns();
  end if;
  if v_before is null and v_after is null then
    return null;
  end if;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), tg_table_name, coalesce(v_row ->> 'id', v_row ->> 'key'), lower(tg_op), v_before, v_after);
  return null;
end
$$;
comment on function private.audit() is 'Trigger: records one change; of an update only the changed columns (D29). With the argument `others`, not '
  'what members change of themselves.';
