-- Every change by an admin, for good (D29).

create table private.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  before jsonb,
  after jsonb
);
comment on table private.audit_log is
  'Who changed what, from what, to what, when; nobody can edit it. Only a deleted person''s own data leaves it (D12, D29).';
create index audit_log_row_idx on private.audit_log (table_name, row_id, at);
create index audit_log_at_idx on private.audit_log (at, id);

create function private.audit()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_after jsonb;
  v_row jsonb;
begin
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
    where a.value is distinct from b.value;
  elsif tg_op = 'DELETE' and tg_table_name = 'profiles' then
    v_before := v_before - private.personal_keys();
  end if;
  if v_before is null and v_after is null then
    return null;
  end if;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (auth.uid(), tg_table_name, coalesce(v_row ->> 'id', v_row ->> 'key'), lower(tg_op), v_before, v_after);
  return null;
end
$$;
comment on function private.audit() is 'Trigger: records one change by a client, of an update only the columns that changed (D29).';

create function private.personal_keys()
returns text[]
language sql immutable set search_path = ''
begin atomic
  select array['name', 'email', 'phone', 'invite_code_used'];
end;
comment on function private.personal_keys() is 'The columns of a profile that go when the person goes (D12).';

create function private.audit_log_guard()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and old.table_name = 'profiles'
    and to_jsonb(new) - '{before,after}'::text[] = to_jsonb(old) - '{before,after}'::text[]
    and new.before is not distinct from old.before - private.personal_keys()
    and new.after is not distinct from old.after - private.personal_keys()
    and not exists (select from public.profiles where id = old.row_id::uuid)
  then
    return new;
  end if;
  raise exception 'audit_log_is_immutable' using errcode = 'PT403';
end
$$;
comment on function private.audit_log_guard() is
  'Trigger: the log only grows; the single exception erases a deleted person''s own data (D12, D29).';

create trigger audit_log_guard before update or delete on private.audit_log
for each row execute function private.audit_log_guard();
create trigger audit_log_keep before truncate on private.audit_log
for each statement execute function private.audit_log_guard();
