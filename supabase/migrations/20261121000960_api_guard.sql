-- What is asked of every request before it runs. The REST layer calls api_guard.before_request() in the transaction of each
-- request, as the role of its caller (db_pre_request); the schema is its own, because that role has to name it, and not exposed.

create schema api_guard;
comment on schema api_guard is 'The function that the REST layer calls before each request.';

create function private.refuse_estimates()
returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- However it is written: the words mean nothing else in this header.
  if v_headers ->> 'prefer' ~* 'planned|estimated' and not private.is_admin() then
    raise exception 'estimate_forbidden' using errcode = 'PT403';
  end if;
end
$$;
comment on function private.refuse_estimates() is
  'Raises estimate_forbidden for count=planned and count=estimated: the planner counts rows that the caller may not read.';

create function api_guard.before_request()
returns void
language sql stable set search_path = ''
begin atomic
  select private.refuse_estimates();
end;
comment on function api_guard.before_request() is 'Called by the REST layer before each request; raises what refuses it.';

do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'api_guard.before_request';
    notify pgrst, 'reload config';
  end if;
end
$$;
