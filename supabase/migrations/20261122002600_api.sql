-- What the API offers beside tables and functions: embedding, live updates, and the check before each request.

-- What a list shows of another table is a computed relationship for the REST layer to embed. Each leads to one row and none
-- leads back: a foreign key would be followed in both directions, and the result would double with every level (C12). They
-- run as their caller, so RLS policies apply. Without a search_path of their own and as text, so that Postgres inlines them: a
-- list joins its relationships instead of calling a function for each row (P7).
create function public.customer(public.orders) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.user_id';
comment on function public.customer is 'Relationship: the person who placed an order.';
grant execute on function public.customer to authenticated;
create function public.benefit(public.orders) returns setof public.benefits language sql stable rows 1
as 'select * from public.benefits where id = $1.benefit_id';
comment on function public.benefit is 'Relationship: the benefit of an order, as it is today.';
grant execute on function public.benefit to authenticated;
create function public.desk(public.orders) returns setof public.order_desk language sql stable rows 1
as 'select * from public.order_desk where order_id = $1.id';
comment on function public.desk is 'Relationship: what admins keep about an order.';
grant execute on function public.desk to authenticated;
create function public.assignee(public.order_desk) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.assignee_id';
comment on function public.assignee is 'Relationship: the admin who works on an order.';
grant execute on function public.assignee to authenticated;
create function public.author(public.order_notes) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.author_id';
comment on function public.author is 'Relationship: the admin who wrote a note.';
grant execute on function public.author to authenticated;
create function public.related_order(public.token_transactions) returns setof public.orders language sql stable rows 1
as 'select * from public.orders where id = $1.order_id';
comment on function public.related_order is 'Relationship: the order of a ledger entry.';
grant execute on function public.related_order to authenticated;
create function public.redeemed_code(public.token_transactions) returns setof public.redeem_codes language sql stable rows 1
as 'select * from public.redeem_codes where id = $1.redeem_code_id';
comment on function public.redeemed_code is 'Relationship: the token code of a ledger entry.';
grant execute on function public.redeemed_code to authenticated;
create function public.redeemer(public.redeem_codes) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.used_by';
comment on function public.redeemer(public.redeem_codes) is 'Relationship: the person who used a token code.';
grant execute on function public.redeemer(public.redeem_codes) to authenticated;
create function public.redeemer(public.invite_codes) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.used_by';
comment on function public.redeemer(public.invite_codes) is 'Relationship: the person who used an invite code.';
grant execute on function public.redeemer(public.invite_codes) to authenticated;
create function public.actor(public.operations) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.actor_id';
comment on function public.actor is 'Relationship: the admin who ran an operation.';
grant execute on function public.actor to authenticated;
create function public.creator(public.redeem_codes) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.created_by';
comment on function public.creator(public.redeem_codes) is 'Relationship: the admin who created a token code.';
grant execute on function public.creator(public.redeem_codes) to authenticated;
create function public.creator(public.invite_codes) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.created_by';
comment on function public.creator(public.invite_codes) is 'Relationship: who created an invite code.';
grant execute on function public.creator(public.invite_codes) to authenticated;
create function public.person(public.code_uses) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.user_id';
comment on function public.person is 'Relationship: the person who used a code.';
grant execute on function public.person to authenticated;
create function public.revoker(public.redeem_codes) returns setof public.profiles language sql stable rows 1
as 'select * from public.profiles where id = $1.revoked_by';
comment on function public.revoker(public.redeem_codes) is 'Relationship: the admin who revoked a token code.';
grant execute on function public.revoker(public.redeem_codes) to authenticated;
create function public.revoker(public.invite_codes) returns setof public.profiles language sql stable rows 1
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

create function api_guard.before_request() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_called text := substring(current_setting('request.path', true) from '/rpc/([a-z_]+)$');
begin
  -- Rules of their own refuse it as well (private.actor()), as live updates and files do not come this way.
  if private.awaits_second_factor() and not coalesce(
    v_called = 'use_recovery_code' or has_function_privilege('anon', to_regproc('public.' || v_called), 'execute'), false)
  then
    raise exception 'second_factor_required' using errcode = 'PT403';
  end if;
  -- Anywhere in the header: the words have no other meaning there. The planner counts rows that the caller may not read.
  if nullif(current_setting('request.headers', true), '')::jsonb ->> 'prefer' ~* 'planned|estimated' and not private.is_admin() then
    raise exception 'estimate_forbidden' using errcode = 'PT403';
  end if;
end
$$;
comment on function api_guard.before_request is
  'Called by the REST layer before each request. Raises second_factor_required for a session that has not presented the second factor of '
  'its account, except to present a recovery code and to what everybody may call (D54), and estimate_forbidden for count=planned and '
  'count=estimated.';
grant execute on function api_guard.before_request to anon, authenticated, service_role;

do $$
begin
  if exists (select from pg_catalog.pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'api_guard.before_request';
    notify pgrst, 'reload config';
  end if;
end
$$;

create function public.schema_digest() returns jsonb
language sql stable set search_path = '' as $$
  with own as (
    select oid, nspname, coalesce(nspacl, pg_catalog.acldefault('n', nspowner)) as acl from pg_catalog.pg_namespace
    where nspname in ('public', 'private', 'api_guard')
  ),
  relations as (
    select c.oid, c.relkind, c.relrowsecurity, c.reloptions, c.relacl as acl from pg_catalog.pg_class as c join own as o on o.oid = c.relnamespace
    where c.relkind in ('r', 'v', 'c')
  ),
  columns as (
    select a.* from pg_catalog.pg_attribute as a join relations as r on r.oid = a.attrelid where a.attnum > 0 and not a.attisdropped
  ),
  -- Neither those of extensions, nor event triggers: a hosted project may have one that enables row-level security.
  functions as (
    select p.*, l.lanname, coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner)) as acl
    from pg_catalog.pg_proc as p join own as o on o.oid = p.pronamespace join pg_catalog.pg_language as l on l.oid = p.prolang
    where p.prokind = 'f' and p.prorettype <> 'pg_catalog.event_trigger'::pg_catalog.regtype and not exists (
      select from pg_catalog.pg_depend as d
      where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objid = p.oid and d.deptype = 'e')
  ),
  lines (part, line) as (
    select 'tables', concat_ws(' ', c.attrelid::pg_catalog.regclass, c.attname, pg_catalog.format_type(c.atttypid, c.atttypmod),
      c.attnotnull, c.attgenerated, c.attidentity, c.attstattarget, pg_catalog.pg_get_expr(d.adbin, d.adrelid))
    from columns as c left join pg_catalog.pg_attrdef as d on d.adrelid = c.attrelid and d.adnum = c.attnum
    union all
    select 'tables', concat_ws(' ', oid::pg_catalog.regclass, relrowsecurity, reloptions,
      case relkind when 'v' then pg_catalog.pg_get_viewdef(oid) end) from relations
    union all
    select 'tables', concat_ws(' ', c.conrelid::pg_catalog.regclass, c.conname, pg_catalog.pg_get_constraintdef(c.oid))
    from pg_catalog.pg_constraint as c join relations as r on r.oid = c.conrelid
    union all
    select 'tables', pg_catalog.pg_get_indexdef(i.indexrelid) from pg_catalog.pg_index as i join relations as r on r.oid = i.indrelid
    union all
    select 'functions', concat_ws(' ', oid::pg_catalog.regprocedure, pg_catalog.pg_get_function_arguments(oid), pg_catalog.pg_get_function_result(oid),
      lanname, provolatile, prosecdef, proisstrict, proconfig, prosrc, pg_catalog.pg_get_function_sqlbody(oid)) from functions
    union all
    select 'triggers', concat_ws(' ', t.tgenabled, pg_catalog.pg_get_triggerdef(t.oid))
    from pg_catalog.pg_trigger as t join functions as f on f.oid = t.tgfoid where not t.tgisinternal
    union all
    select 'policies', concat_ws(' ', p.schemaname, p.tablename, p.policyname, p.permissive, p.roles, p.cmd, p.qual, p.with_check)
    from pg_catalog.pg_policies as p
    where p.schemaname in (select o.nspname from own as o) or (p.schemaname, p.tablename) = ('storage', 'objects')
    union all
    select 'rights', concat_ws(' ', a.grantee::pg_catalog.regrole, a.privilege_type, g.object)
    from (
      select acl, oid::pg_catalog.regclass::text from relations
      union all
      select attacl, concat_ws(' ', attrelid::pg_catalog.regclass, attname) from columns
      union all
      select acl, oid::pg_catalog.regprocedure::text from functions
      union all
      select acl, nspname::text from own
    ) as g (acl, object), pg_catalog.aclexplode(g.acl) as a
    -- Role 0 is PUBLIC.
    where a.grantee in (0, 'anon'::pg_catalog.regrole, 'authenticated'::pg_catalog.regrole, 'service_role'::pg_catalog.regrole)
    union all
    select 'live updates', concat_ws(' ', p.schemaname, p.tablename, p.attnames, p.rowfilter)
    from pg_catalog.pg_publication_tables as p where p.pubname = 'supabase_realtime'
  )
  select pg_catalog.jsonb_object_agg(p.part, p.digest)
  from (
    select l.part, pg_catalog.md5(pg_catalog.string_agg(l.line, E'\n' order by l.line collate "C")) as digest
    from lines as l group by l.part
  ) as p
$$;
comment on function public.schema_digest is
  'A digest of each part of what the migrations create, its rights included: `npm run check:deployment` compares them with those of its '
  'own copy.';
grant execute on function public.schema_digest to anon;

grant select on all tables in schema public to service_role;

-- Keeps the planner from collecting statistics of what says who somebody is, what people wrote, and what is secret; it has those of
-- numbers, times, flags and words that the database chooses from. With `Prefer: count=planned` anyone who may read one row of a table can
-- query them, RLS policies or not, and before_request() sees only the last Prefer header; they would also keep names and emails of deleted
-- people (D12). Run it again after adding a column or an index.
create function private.disable_statistics() returns void
language plpgsql set search_path = '' as $$
declare
  v_column record;
begin
  for v_column in
    select c.relkind, a.attnum, a.attname, c.oid::regclass as relation
    from pg_catalog.pg_attribute as a join pg_catalog.pg_class as c on c.oid = a.attrelid
    left join pg_catalog.pg_index as i on i.indexrelid = c.oid
    where c.relnamespace::regnamespace::text in ('public', 'private') and a.attnum > 0 and not a.attisdropped
      and (c.relkind = 'r' or c.relkind = 'i' and i.indkey[a.attnum - 1] = 0)
      and not a.atttypid = any ('{boolean,integer,bigint,numeric,date,timestamptz}'::regtype[])
      and not (c.relkind = 'r' and a.attname in (
        'status', 'state', 'kind', 'role', 'source', 'outcome', 'action', 'table_name', 'transaction_type', 'delivery_method', 'unit'))
  loop
    if v_column.relkind = 'r' then
      execute format('alter table %s alter column %I set statistics 0', v_column.relation, v_column.attname);
    else
      execute format('alter index %s alter column %s set statistics 0', v_column.relation, v_column.attnum);
    end if;
  end loop;
end
$$;

select private.disable_statistics();
