-- What admins did to get the demo data where it is, as the log would have it: read off the rows themselves.

-- A note on several orders at once (D46).
with noted as (
  select o.id, row_number() over (order by o.id) as position, now() - interval '1.1 days' as at
  from public.orders as o
  where o.benefit_name = 'The Contract Folder' and o.user_id is not null and o.created_at < now() - interval '1.1 days'
),
operation as (
  insert into public.operations (
    kind, actor_id, state, total, changed, position, created_at, stepped_at, undo_until, settled_at)
  select 'order_note', p.id, 'done', count(*), count(*), count(*), n.at, n.at, n.at + interval '10 minutes',
    n.at + interval '10 minutes'
  from noted as n, public.profiles as p where p.name = 'Lucía Ibáñez'
  group by p.id, n.at
  returning id, actor_id
),
noted_rows as (
  insert into private.operation_rows (operation_id, position, row_id, state, changed_at)
  select o.id, n.position, n.id::text, 'changed', n.at from operation as o, noted as n
)
insert into public.order_notes (order_id, author_id, body, operation_id, created_at)
select n.id, o.actor_id, 'The second edition is at the printer; tell them if they ask.', o.id, n.at from operation as o, noted as n;

with henrik as (select id from public.profiles where name = 'Henrik Vos'),
lucia as (select id from public.profiles where name = 'Lucía Ibáñez'),
made as (
  select 'redeem_codes' as kind, c.id, c.batch_id, c.created_at, c.code, c.note, c.token_value,
    to_jsonb(c) || '{"is_used": false, "uses": 0, "used_by": null, "used_at": null}' as whole
  from public.redeem_codes as c
  union all
  select 'invite_codes', c.id, c.batch_id, c.created_at, c.code, c.note, null,
    to_jsonb(c) || '{"is_used": false, "uses": 0, "used_by": null, "used_at": null}'
  from public.invite_codes as c where c.created_at > (select min(created_at) from public.profiles)
),
lines as (
  select m.created_at as at, (select id from henrik) as actor_id, m.kind as table_name,
    coalesce(m.batch_id, min(m.id::text)::uuid)::text as row_id, 'insert' as action, null::jsonb as before,
    case when m.batch_id is null then jsonb_agg(m.whole) -> 0 else jsonb_build_object(
      'batch_id', m.batch_id, 'count', count(*), 'token_value', m.token_value, 'note', m.note,
      'codes', jsonb_agg(m.code order by m.code)) end as after
  from made as m
  group by m.kind, m.created_at, m.batch_id, m.token_value, m.note, case when m.batch_id is null then m.id end
  union all
  select b.created_at, (select id from lucia), 'benefits', b.id::text, 'insert', null,
    to_jsonb(b) || case b.name when 'Minutes' then '{"token_value": 40}' else '{}' end::jsonb
  from public.benefits as b where b.created_at > (select created_at from public.profiles where name = 'Lucía Ibáñez')
  union all
  select c.created_at, (select id from henrik), 'categories', c.id::text, 'insert', null, to_jsonb(c) from public.categories as c
  union all
  select now() - interval '64.2 days', (select id from lucia), 'benefits', b.id::text, 'update',
    '{"token_value": 40}', '{"token_value": 35}'
  from public.benefits as b where b.name = 'Minutes'
  union all
  select now() - v.days * interval '1 day', (select id from henrik), 'benefits', b.id::text, 'update',
    jsonb_build_object('is_active', not v.active), jsonb_build_object('is_active', v.active)
  from (values (57.3, false), (49.1, true)) as v (days, active), public.benefits as b where b.name = 'Lantern Research'
  union all
  select now() - interval '32.5 days', (select id from henrik), 'benefits', b.id::text, 'delete', to_jsonb(b), null
  from public.benefits as b where b.name = 'Atlas Workspace'
  union all
  select o.created_at, o.actor_id, 'operations', o.id::text, 'insert', null, jsonb_build_object(
    'kind', o.kind, 'parameters', o.parameters, 'state', 'running', 'rows', o.changed, 'skipped', o.skipped, 'tokens', o.tokens)
  from public.operations as o
  union all
  select now() - interval '87.15 days', null, 'profiles', (select id from henrik)::text, 'update',
    '{"role": "user"}', '{"role": "admin"}'
  union all
  select now() - interval '87.05 days', (select id from henrik), 'profiles', (select id from lucia)::text, 'update',
    '{"role": "user"}', '{"role": "admin"}'
  union all
  select t.created_at, (select id from henrik), 'profiles', t.account_id::text, 'update',
    jsonb_build_object('current_tokens', t.balance_after - t.amount), jsonb_build_object('current_tokens', t.balance_after)
  from public.token_transactions as t where t.transaction_type = 'adjustment'
  union all
  select o.updated_at, (select id from henrik), 'orders', o.id::text, 'update',
    jsonb_build_object('status', case o.delivery_method when 'manual' then 'pending' else 'delivered' end),
    jsonb_build_object('status', o.status)
  from public.orders as o where o.status <> 'pending' and o.order_number is not null and (o.delivery_method = 'manual' or o.status = 'completed')
)
insert into private.audit_log (at, actor_id, table_name, row_id, action, before, after)
select l.at, l.actor_id, l.table_name, l.row_id, l.action, l.before, l.after from lines as l order by l.at;

delete from public.benefits where name = 'Atlas Workspace';
-- The log says who does it.
select set_config('request.jwt.claims', json_build_object('sub', id)::text, true)
from public.profiles where name = 'Henrik Vos';
delete from public.profiles where name = 'Bram de Wit';
select set_config('request.jwt.claims', '', true);

-- What happened before anybody was here sends no email.
delete from private.outbox where true;
