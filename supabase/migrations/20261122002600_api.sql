-- What the API offers beside tables and functions: embedding, live updates, and the check before each request.

-- What a list shows of another table is a computed relationship for the REST layer to embed. Each leads to one row and none
-- leads back: a foreign key would be followed in both directions, and the result would double with every level (C12). They
-- run as their caller, so RLS policies apply. Without a search_path of their own and as text, so that Postgres inlines them: a
-- list joins its relationships instead of calling a function for each row (P7).
create function public.customer(public.orders)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.user_id';
comment on function public.customer(public.orders) is 'Relationship: the person who placed an order.';
grant execute on function public.customer(public.orders) to authenticated;

create function public.benefit(public.orders)
returns setof public.benefits
language sql stable rows 1
as 'select * from public.benefits where id = $1.benefit_id';
comment on function public.benefit(public.orders) is 'Relationship: the benefit of an order, as it is today.';
grant execute on function public.benefit(public.orders) to authenticated;

create function public.desk(public.orders)
returns setof public.order_desk
language sql stable rows 1
as 'select * from public.order_desk where order_id = $1.id';
comment on function public.desk(public.orders) is 'Relationship: what admins keep about an order.';
grant execute on function public.desk(public.orders) to authenticated;

create function public.assignee(public.order_desk)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.assignee_id';
comment on function public.assignee(public.order_desk) is 'Relationship: the admin who works on an order.';
grant execute on function public.assignee(public.order_desk) to authenticated;

create function public.author(public.order_notes)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.author_id';
comment on function public.author(public.order_notes) is 'Relationship: the admin who wrote a note.';
grant execute on function public.author(public.order_notes) to authenticated;

create function public.related_order(public.token_transactions)
returns setof public.orders
language sql stable rows 1
as 'select * from public.orders where id = $1.order_id';
comment on function public.related_order(public.token_transactions) is 'Relationship: the order of a ledger entry.';
grant execute on function public.related_order(public.token_transactions) to authenticated;

create function public.redeemed_code(public.token_transactions)
returns setof public.redeem_codes
language sql stable rows 1
as 'select * from public.redeem_codes where id = $1.redeem_code_id';
comment on function public.redeemed_code(public.token_transactions) is 'Relationship: the token code of a ledger entry.';
grant execute on function public.redeemed_code(public.token_transactions) to authenticated;

create function public.redeemer(public.redeem_codes)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.used_by';
comment on function public.redeemer(public.redeem_codes) is 'Relationship: the person who used a token code.';
grant execute on function public.redeemer(public.redeem_codes) to authenticated;

create function public.redeemer(public.invite_codes)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.used_by';
comment on function public.redeemer(public.invite_codes) is 'Relationship: the person who used an invite code.';
grant execute on function public.redeemer(public.invite_codes) to authenticated;

create function public.actor(public.operations)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.actor_id';
comment on function public.actor(public.operations) is 'Relationship: the admin who ran an operation.';
grant execute on function public.actor(public.operations) to authenticated;

create function public.creator(public.redeem_codes)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.created_by';
comment on function public.creator(public.redeem_codes) is 'Relationship: the admin who created a token code.';
grant execute on function public.creator(public.redeem_codes) to authenticated;

create function public.creator(public.invite_codes)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.created_by';
comment on function public.creator(public.invite_codes) is 'Relationship: who created an invite code.';
grant execute on function public.creator(public.invite_codes) to authenticated;

create function public.person(public.code_uses)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.user_id';
comment on function public.person(public.code_uses) is 'Relationship: the person who used a code.';
grant execute on function public.person(public.code_uses) to authenticated;

create function public.revoker(public.redeem_codes)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.revoked_by';
comment on function public.revoker(public.redeem_codes) is 'Relationship: the admin who revoked a token code.';
grant execute on function public.revoker(public.redeem_codes) to authenticated;

create function public.revoker(public.invite_codes)
returns setof public.profiles
language sql stable rows 1
as 'select * from public.profiles where id = $1.revoked_by';
comment on function public.revoker(public.invite_codes) is 'Relationship: the admin who revoked an invite code.';
grant execute on function public.revoker(public.invite_codes) to authenticated;

-- Live updates: tables of which people may read their own rows, never the tables of codes.
do $$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
end
$$;

alter publication supabase_realtime add table
  public.profiles, public.token_transactions, public.orders, public.order_desk, public.order_notes,
  public.notifications, public.operations;

-- The REST layer calls api_guard.before_request() in the transaction of each request, as the role of its caller
-- (db_pre_request). A schema of its own, because that role must be able to name it; it is not exposed.
create schema api_guard;
comment on schema api_guard is 'The function that the REST layer calls before each request.';
grant usage on schema api_guard to anon, authenticated, service_role;

create function private.refuse_estimates()
returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
begin
  -- Anywhere in the header: the words have no other meaning there.
  if v_headers ->> 'prefer' ~* 'planned|estimated' and not private.is_admin() then
    raise exception 'estimate_forbidden' using errcode = 'PT403';
  end if;
end
$$;
comment on function private.refuse_estimates() is
  'Raises estimate_forbidden for count=planned and count=estimated: the planner counts rows that the caller may not read.';
grant execute on function private.refuse_estimates() to anon, authenticated, service_role;

create function private.refuse_without_code()
returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_called text := substring(current_setting('request.path', true) from '/rpc/([a-z_]+)$');
begin
  if private.awaits_code() and not coalesce(
    v_called = 'use_recovery_code' or has_function_privilege('anon', to_regproc('public.' || v_called), 'execute'), false)
  then
    raise exception 'second_factor_required' using errcode = 'PT403';
  end if;
end
$$;
comment on function private.refuse_without_code() is
  'Raises second_factor_required for a session that has not presented the second factor of its account, except to present a recovery code '
  'and to what everybody may call. Rules of their own refuse it as well (private.actor()), as live updates and files do not come this way (D54).';
grant execute on function private.refuse_without_code() to anon, authenticated, service_role;

create function api_guard.before_request()
returns void
language sql stable set search_path = ''
begin atomic
  select private.refuse_without_code(), private.refuse_estimates();
end;
comment on function api_guard.before_request() is 'Called by the REST layer before each request; raises to refuse it.';
grant execute on function api_guard.before_request() to anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'api_guard.before_request';
    notify pgrst, 'reload config';
  end if;
end
$$;

grant select on all tables in schema public to service_role;

create function private.disable_statistics()
returns void
language plpgsql set search_path = ''
as $$
declare
  v_column record;
begin
  for v_column in
    select c.relkind, a.attnum, a.attname, c.oid::regclass as relation
    from pg_catalog.pg_attribute as a join pg_catalog.pg_class as c on c.oid = a.attrelid
    left join pg_catalog.pg_index as i on i.indexrelid = c.oid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
      and (c.relkind = 'r' or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0)
  loop
    if v_column.relkind = 'r' then
      execute format('alter table %s alter column %I set statistics 0', v_column.relation, v_column.attname);
    else
      execute format('alter index %s alter column %s set statistics 0', v_column.relation, v_column.attnum);
    end if;
  end loop;
end
$$;
comment on function private.disable_statistics() is
  'Keeps the planner from collecting statistics of any value. With `Prefer: count=planned` anyone who may read one row of a '
  'table can query them, RLS policies or not, and refuse_estimates() sees only the last Prefer header; they would also keep '
  'names and emails of deleted people. Lists are read by index, in an order that needs no statistics. Run it again after '
  'adding a column or an index.';

select private.disable_statistics();
