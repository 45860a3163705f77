-- How the demo benefits are delivered: five by key (Lantern runs low, Contour has none left), two by link, three as a file, four by
-- hand. The instant methods began 24 days ago; before that, admins delivered by hand what members received.

create temporary table methods as
select b.id, b.name, v.*
from (values
  ('Keystone Vault', 'key', 'KEYS', 20, 'Open Keystone and sign in, or make an account.
Choose Team, then Activate, and paste the key.
Invite the other four from the same page.'),
  ('Minutes', 'key', 'MNTS', 40, 'Open Minutes and sign in, or make an account.
Choose Settings, then Licence, and paste the key.
The six months begin on that day.'),
  ('Quillwright Pro', 'key', 'QUIL', 30, 'Sign in at https://quillwright.example/activate and paste the key.'),
  ('Lantern Research', 'key', 'LNTR', 8, 'Open Lantern and sign in, or make an account.
Choose Plan, then Enter a key.
The three months begin on that day.'),
  ('Contour Image Studio', 'key', 'CNTR', 1, 'Enter the code under Billing. The first month begins at once.'),
  ('Financial Modelling', 'link', 'https://modelling.example/start/guildhall', null,
    'Make an account with the address your order was sent to.
All twelve hours are open at once, and stay open for a year.'),
  ('Negotiation for Engineers', 'link', 'https://negotiation.example/cohort/guildhall', null,
    'Choose one of the two weekly times before the cohort begins.'),
  ('The Contract Folder', 'file', 'the-contract-folder.md', 703, 'Start with the first page.
Yellow fields are yours to fill in; leave the grey ones.'),
  ('Operating Manual', 'file', 'operating-manual.md', 513, null),
  ('Type and Layout', 'file', 'type-and-layout.md', 522, 'The dates of the six evenings are on the last page.')
) as v (benefit, method, source, amount, instructions)
join public.benefits as b on b.name = v.benefit;

update public.benefits as b set delivery_method = m.method from methods as m where m.id = b.id;
insert into private.benefit_delivery (benefit_id, instructions, link, file_path, file_name, file_size, file_type, low_since)
select m.id, m.instructions, case m.method when 'link' then m.source end,
  f.folder || f.name, f.name, f.size, f.type,
  case m.name when 'Lantern Research' then now() - interval '4 hours' when 'Contour Image Studio' then now() - interval '11 days' end
from methods as m
left join lateral (
  select m.id || '/' || md5(m.source)::uuid || '/' as folder, m.source as name, m.amount as size, 'text/markdown' as type
  where m.method = 'file'
) as f on true;

insert into private.key_batches (benefit_id, number, created_by, created_at)
select m.id, 1, (select id from public.profiles where name = 'Henrik Vos'), now() - interval '24 days'
from methods as m where m.method = 'key';
insert into private.delivery_keys (benefit_id, batch_id, secret)
select b.benefit_id, b.id, m.source || '-' || upper(concat_ws('-', substr(k.hash, 1, 4), substr(k.hash, 5, 4), substr(k.hash, 9, 4)))
from private.key_batches as b join methods as m on m.id = b.benefit_id
cross join lateral (
  select n, md5(m.source || n) as hash from generate_series(1, m.amount) as n
) as k
order by m.name, k.n;
insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys;

do $$
declare
  v_order public.orders;
  v_method methods;
  v_key bigint;
  v_done timestamptz;
begin
  for v_order in
    select * from public.orders where benefit_id in (select id from methods) and status in ('delivered', 'completed')
    order by created_at
  loop
    select * into v_method from methods where id = v_order.benefit_id;
    if v_order.created_at > now() - interval '24 days' then
      update public.orders set
        delivery_method = v_method.method, unit = 'spent', updated_at = case status when 'completed' then updated_at else created_at end,
        fulfilled_at = case status when 'completed' then fulfilled_at else created_at end, credit_rate = 0, credit_cap = 0
      where id = v_order.id returning * into v_order;
      v_key := case v_method.method when 'key' then private.claim_key(v_order.benefit_id) end;
    else
      v_key := null;
    end if;
    v_done := case v_order.delivery_method when 'manual' then v_order.updated_at else v_order.created_at end;
    insert into private.deliveries (
      order_id, benefit_id, method, kind, key_id, content, message, instructions, file_path, file_name, file_size, file_type, delivered_by,
      delivered_at, read_at
    )
    select v_order.id, v_order.benefit_id, v_order.delivery_method,
      case when v_order.delivery_method = 'manual' and v_method.method = 'file' then 'link' else v_method.method end, v_key,
      case
        when v_method.method = 'link' then v_method.source
        when v_order.delivery_method <> 'manual' then null
        when v_method.method = 'key' then v_method.source || '-' || upper(substr(md5(v_order.order_number), 1, 12))
        else 'https://files.example/' || v_method.source
      end,
      case v_order.delivery_method when 'manual' then 'With the compliments of the house. Write to us if anything is unclear.' end,
      d.instructions, f.path, f.name, f.size, f.type,
      case v_order.delivery_method when 'manual' then (select id from public.profiles where name = 'Henrik Vos') end,
      v_done, v_done + interval '25 minutes'
    from private.benefit_delivery as d
    left join lateral (
      select d.file_path as path, d.file_name as name, d.file_size as size, d.file_type as type
      where v_order.delivery_method = 'file'
    ) as f on true
    where d.benefit_id = v_order.benefit_id;
  end loop;
end
$$;

-- One key was replaced at once; one report is open.
insert into private.reports (order_id, account_id, delivery_id, batch_id, reason, outcome, key_refused, created_at, due_at)
select o.id, o.account_id, d.id, k.batch_id, v.reason, v.outcome, v.outcome = 'replaced', now() - v.hours * interval '1 hour',
  now() - (v.hours - 24) * interval '1 hour'
from (values
  ('Kofi Mensah', 'Keystone Vault', 'The key is refused as already used: "This licence belongs to another team."', 'replaced', 150),
  ('Aoife Gallagher', 'The Contract Folder', 'The file does not open: my editor shows the headings without their numbers.', 'open', 11)
) as v (person, benefit, reason, outcome, hours)
join public.orders as o on o.customer_name = v.person and o.benefit_name = v.benefit and o.delivery_method <> 'manual'
join private.deliveries as d on d.order_id = o.id
left join private.delivery_keys as k on k.id = d.key_id
order by v.hours desc;
with replaced as (
  select o as customer_order, r.created_at, d.id as delivery_id, d.key_id
  from private.reports as r join public.orders as o on o.id = r.order_id join private.deliveries as d on d.id = r.delivery_id
  where r.outcome = 'replaced'
),
aside as (
  update private.delivery_keys as k set quarantined_at = replaced.created_at from replaced where k.id = replaced.key_id
)
select private.add_delivery(replaced.customer_order) from replaced;
update private.deliveries as d set delivered_at = r.created_at, read_at = r.created_at + interval '2 minutes'
from private.reports as r where r.order_id = d.order_id and r.outcome = 'replaced' and d.withdrawn_at is null;
update private.deliveries as d set withdrawn_at = r.created_at
from private.reports as r where r.delivery_id = d.id and r.outcome = 'replaced';
drop table methods;
