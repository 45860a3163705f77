-- The log of D29 as admins read it: by id, newest first, and by what it says.

create function private.audit_subject(p_table text, p_row_id text, p_before jsonb, p_after jsonb)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return case p_table
    when 'orders' then (select o.order_number from public.orders as o where o.id = p_row_id::uuid)
    when 'benefits' then coalesce(
      p_after ->> 'name', p_before ->> 'name', (select b.name from public.benefits as b where b.id = p_row_id::uuid))
    when 'app_settings' then p_row_id
    when 'profiles' then null
    when 'pictures' then p_row_id
    else coalesce(p_after ->> 'code', p_after ->> 'note')
  end;
end
$$;
comment on function private.audit_subject(text, text, jsonb, jsonb) is
  'What a line of the log calls its row: order number, benefit, setting, picture, code, note of a batch. A person has a name only while '
  'there is a profile (D12).';

create function private.audit_text(p_subject text, p_before jsonb, p_after jsonb)
returns text
language sql immutable set search_path = ''
begin atomic
  -- Of ids and times nobody remembers a part, but every number would be found in them.
  select lower(coalesce(p_subject, '') || E'\n' || coalesce(string_agg(v.value #>> '{}', E'\n'), ''))
  from (
    select b.key, b.value from jsonb_each(p_before) as b
    union all
    select a.key, a.value from jsonb_each(p_after) as a
  ) as v
  where v.key !~ '(^|_)(id|at|by|date)$';
end;
comment on function private.audit_text(text, jsonb, jsonb) is 'What the search of the log looks through, in lower case.';

create function private.audit_log_subject()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.subject := private.audit_subject(new.table_name, new.row_id, new.before, new.after);
  return new;
end
$$;
comment on function private.audit_log_subject() is 'Trigger: a new line says what its row is called.';

alter table private.audit_log disable trigger audit_log_guard;
alter table private.audit_log add column subject text;
update private.audit_log set subject = private.audit_subject(table_name, row_id, before, after);
alter table private.audit_log enable trigger audit_log_guard;
alter table private.audit_log
add column search_text text not null generated always as (private.audit_text(subject, before, after)) stored;

create trigger audit_log_subject before insert on private.audit_log
for each row execute function private.audit_log_subject();

create or replace function private.audit_log_guard()
returns trigger
language plpgsql set search_path = ''
as $$
declare
  -- Generated columns are not computed yet when this runs.
  v_free text[] := '{before,after,search_text}';
begin
  if tg_op = 'UPDATE' and old.table_name = 'profiles'
    and to_jsonb(new) - v_free = to_jsonb(old) - v_free
    and new.before is not distinct from old.before - private.personal_keys()
    and new.after is not distinct from old.after - private.personal_keys()
    and not exists (select from public.profiles where id = old.row_id::uuid)
  then
    return new;
  end if;
  raise exception 'audit_log_is_immutable' using errcode = 'PT403';
end
$$;

create index audit_log_table_idx on private.audit_log (table_name, id);
create index audit_log_actor_idx on private.audit_log (actor_id, id);
create index audit_log_search_idx on private.audit_log using gin (search_text extensions.gin_trgm_ops);
-- Lists go by id, which follows the time.
drop index private.audit_log_at_idx;

create function private.with_reason(p_entry private.audit_log)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  if p_entry.table_name <> 'profiles' or p_entry.action <> 'update' or not p_entry.after ? 'current_tokens' then
    return p_entry.after;
  end if;
  return p_entry.after || coalesce((
    select jsonb_build_object('adjustment_reason', t.reason)
    from public.token_transactions as t
    where t.account_id = p_entry.row_id::uuid and t.actor_id = p_entry.actor_id and t.transaction_type = 'adjustment'
      and t.balance_after = (p_entry.after ->> 'current_tokens')::integer and t.created_at <= p_entry.at
      and t.reason is not null
    order by t.seq desc limit 1
  ), '{}');
end
$$;
comment on function private.with_reason(private.audit_log) is
  'What a line of the log says a row became; of an adjusted balance also the reason, which only the ledger stores.';

-- Planned anew each time: the best plan depends on what is searched for.
create function private.activity(p_search text, p_table text, p_key_id bigint, p_reverse boolean, p_limit integer)
returns table (
  id bigint, at timestamptz, actor_id uuid, actor_name text, table_name text, row_id text, subject text, action text,
  before jsonb, after jsonb
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
  end if;
  return query
  with lines as materialized (
    select l as entry, l.* from private.audit_log as l
    where (p_table is null or l.table_name = p_table)
      and (p_key_id is null or case when p_reverse then l.id > p_key_id else l.id < p_key_id end)
      and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
        or (l.table_name = 'profiles' and l.row_id = any (v_people::text[])))
    order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc
    limit private.page_size(p_limit)
  )
  select l.id, l.at, l.actor_id, actor.name, l.table_name, l.row_id, coalesce(l.subject, person.name), l.action, l.before,
    private.with_reason(l.entry)
  from lines as l
  left join public.profiles as actor on actor.id = l.actor_id
  left join public.profiles as person on person.id = case when l.table_name = 'profiles' then l.row_id::uuid end
  order by case when p_reverse then l.id end, case when not p_reverse then l.id end desc;
end
$$;
comment on function private.activity(text, text, bigint, boolean, integer) is
  'Lines of the log beyond a key, found by actor, subject or content; admins only (D29).';

create function public.activity(
  p_search text default null, p_table text default null, p_key_id bigint default null,
  p_reverse boolean default false, p_limit integer default 26
)
returns table (
  id bigint, at timestamptz, actor_id uuid, actor_name text, table_name text, row_id text, subject text, action text,
  before jsonb, after jsonb
)
language sql stable set search_path = ''
begin atomic
  select a.id, a.at, a.actor_id, a.actor_name, a.table_name, a.row_id, a.subject, a.action, a.before, a.after
  from private.activity(p_search, p_table, p_key_id, p_reverse, p_limit) as a;
end;
comment on function public.activity(text, text, bigint, boolean, integer) is
  'What admins changed, newest first (oldest first in reverse), beyond the line p_key_id; admins only (D29).';

create function private.count_activity(p_search text, p_table text)
returns integer
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan'
as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_people uuid[];
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  if v_pattern is not null then
    v_people := array(select p.id from public.profiles as p where lower(p.name || E'\n' || p.email) like v_pattern);
  end if;
  return (
    select count(*) from (
      select from private.audit_log as l
      where (p_table is null or l.table_name = p_table)
        and (v_pattern is null or l.search_text like v_pattern or l.actor_id = any (v_people)
          or (l.table_name = 'profiles' and l.row_id = any (v_people::text[])))
      limit 10001
    ) as found
  );
end
$$;
comment on function private.count_activity(text, text) is 'How many lines activity() finds, at most 10,001; admins only.';

create function public.count_activity(p_search text default null, p_table text default null)
returns integer
language sql stable set search_path = ''
begin atomic
  select private.count_activity(p_search, p_table);
end;
comment on function public.count_activity(text, text) is 'How many lines activity() finds; 10,001 means more than 10,000; admins only.';
