-- Demo data: people, prices and histories that look real. Dates count back from today; every balance, order and
-- code went through the same triggers as on a live project; seed_log.sql adds what admins did. The accounts exist in demo data only.

insert into public.benefits (name, description, token_value, image_url, created_at, updated_at)
select b.name, b.description, b.price, '/benefits/' || b.picture || '.svg', b.born, b.born
from (
  select v.*, now() - interval '96 days' + v.price * interval '3 hours' as born
  from (values
    ('Operating Manual', 12, 'manual', 'A written handbook for a company of two to twenty: roles, rituals, decisions, leave.'),
    ('Board Deck Kit', 15, 'boarddeck', 'Forty slides a board will read to the end, with the arithmetic already wired up.'),
    ('The Contract Folder', 20, 'contract', 'Twenty-four agreements for freelancers and studios, reviewed and in plain English.'),
    ('Keystone Vault', 25, 'keystone', 'Password vault for a team of five. One year, with recovery and audit log.'),
    ('Type and Layout', 30, 'typelayout', 'Six evening lessons on setting text well, with exercises marked by hand.'),
    ('Minutes', 35, 'minutes', 'Meeting notes with decisions and owners picked out. Six months, no cap.'),
    ('Quillwright Pro', 40, 'quillwright', 'A drafting assistant that keeps your voice. One seat for twelve months.'),
    ('Financial Modelling', 45, 'modelling', 'Twelve hours, from an empty sheet to a three-statement model that balances.'),
    ('Leading Small Teams', 50, 'teams', 'Eight live sessions for people who still do the work they manage.'),
    ('Lantern Research', 55, 'lantern', 'Ask across papers and filings and see every source. Three months.'),
    ('Contour Image Studio', 60, 'contour', 'Two thousand image generations a month for product and editorial work.'),
    ('Framewell Prototyping', 80, 'framewell', 'Professional seat for a year: components, variables, hand-off.'),
    ('Negotiation for Engineers', 90, 'negotiation', 'An eight-week cohort with weekly practice and a written debrief.'),
    ('Tallybook Accounting', 120, 'tallybook', 'Books for one company, one year: invoices, VAT returns, bank feeds.'),
    -- Deleted in the end, so that one order outlives its benefit.
    ('Atlas Workspace', 41, 'manual', 'Shared documents and a wiki for a team of ten. Six months.')
  ) as v (name, price, picture, description)
) as b;

insert into public.invite_codes (code, created_at, note, batch_id)
select v.code, now() - v.days * interval '1 day' - interval '3 hours', v.note, case when v.together then md5(v.note)::uuid end
from (values
  ('VQ2M7XKD0A', 88, null, false), ('L4ZT9BWE1R', 88, null, false), ('H8NC3PYU6S', 87, null, false),
  ('JH4T0QW7ZB', 80, 'Book launch', false), ('X6RD2GKM9V', 59, 'Autumn meet-up', true),
  ('C1PW5TLS8N', 59, 'Autumn meet-up', true), ('F7YB4QHZ3E', 59, 'Autumn meet-up', true),
  ('U9KX6MDA2T', 38, 'Studio open day', false), ('G3VS8RJC5P', 32, null, false),
  ('B5TQ1NWF7L', 11, 'Guest speaker', false), ('Z2EH9CXK4M', 4, null, false), ('R8DL6PVY0G', 1, null, false),
  ('WELCOME001', 1, 'To try things out', true), ('WELCOME002', 1, 'To try things out', true),
  ('WELCOME003', 1, 'To try things out', true), ('WELCOME004', 1, 'To try things out', true),
  ('WELCOME005', 1, 'To try things out', true)
) as v (code, days, note, together);

insert into public.redeem_codes (code, token_value, created_at, note, batch_id)
select v.code, v.tokens, now() - v.days * interval '1 day', v.note, case when v.together then md5(v.note)::uuid end
from (values
  ('K7QM2X9D', 50, 78, null, false), ('9GNF2XRD', 100, 47, 'Autumn fair', false), ('T3NB8VXQ', 100, 34, null, false),
  ('B6LC0TQE', 50, 30, 'Typography evening', true), ('P5HX1ZGA', 50, 30, 'Typography evening', true),
  ('4TB8WJ2P', 50, 19, 'November letter', true), ('W2KD7RLM', 50, 19, 'November letter', true),
  ('Y1FC6SGN', 50, 4, null, false), ('L0PX3CQJ', 50, 8, 'Survey prize', false), ('ZW4BH7FS', 250, 8, 'Survey prize', false),
  ('5KD8YVUG', 50, 3, 'Podcast listeners', true), ('QT6NM1LC', 50, 3, 'Podcast listeners', true),
  ('XE3J9RB6', 25, 2, null, false), ('7HZD4WPN', 100, 2, null, false),
  ('M2VQ8KTA', 50, 0.2, null, false), ('R9CL5HX3', 50, 0.1, null, false),
  ('BONUS050', 50, 1, 'To try things out', false), ('BONUS100', 100, 1, 'To try things out', false)
) as v (code, tokens, days, note, together);

-- People sign up as they do everywhere: a row in auth.users, and the gate does the rest.
do $$
declare
  v_password text := extensions.crypt('guildhall-demo', extensions.gen_salt('bf', 10));
  v_id uuid;
  v_person record;
begin
  for v_person in
    select * from (values
      ('admin@guildhall.test', 'Henrik Vos', '+31 20 555 0148', 'VQ2M7XKD0A', 87.2),
      ('lucia@ibanez.example', 'Lucía Ibáñez', '+34 91 555 0172', 'L4ZT9BWE1R', 87.1),
      ('w.brandt@brandtwerk.example', 'Wilhelmina Brandt', '+49 30 5550 117', 'H8NC3PYU6S', 86.3),
      ('member@guildhall.test', 'Tamsin Ferreira', '+44 20 7946 0318', 'JH4T0QW7ZB', 79.2),
      ('jonas@lindahl-co.example', 'Jonas Lindahl', '+46 8 555 0126', 'X6RD2GKM9V', 58.1),
      ('kofi@mensah.example', 'Kofi Mensah', '+233 30 255 0193', 'C1PW5TLS8N', 52.4),
      ('aoife@gallagher.example', 'Aoife Gallagher', null, 'F7YB4QHZ3E', 49.3),
      ('yuki@tanabe.example', 'Yuki Tanabe', null, 'U9KX6MDA2T', 37.5),
      -- Deleted in the end, so that some orders outlive their customer.
      ('bram@dewit.example', 'Bram de Wit', null, 'G3VS8RJC5P', 31.4)
    ) as v (email, name, phone, invite, days)
  loop
    v_id := gen_random_uuid();
    insert into auth.users (
      id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data,
      confirmation_token, recovery_token, email_change, email_change_token_new, created_at, updated_at
    )
    values (
      v_id, 'authenticated', 'authenticated', v_person.email,
      case when v_person.email like '%@guildhall.test' then v_password else '' end,
      now() - v_person.days * interval '1 day' + interval '6 minutes',
      '{"provider": "email", "providers": ["email"]}',
      jsonb_build_object('name', v_person.name, 'phone', v_person.phone, 'invite_code', v_person.invite),
      '', '', '', '', now() - v_person.days * interval '1 day', now() - v_person.days * interval '1 day'
    );
    insert into auth.identities (id, provider, provider_id, user_id, identity_data, created_at, updated_at)
    values (
      gen_random_uuid(), 'email', v_id::text, v_id,
      jsonb_build_object('sub', v_id, 'email', v_person.email, 'email_verified', true), now(), now()
    );
  end loop;
  -- Hosted Supabase finds a login by its instance; the embedded backend has no such column.
  if exists (
    select from information_schema.columns
    where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id'
  ) then
    execute 'update auth.users set instance_id = ''00000000-0000-0000-0000-000000000000'' where instance_id is null';
  end if;
end
$$;

update public.profiles set role = 'admin' where name in ('Henrik Vos', 'Lucía Ibáñez');
update public.invite_codes set created_by = (select id from public.profiles where name = 'Henrik Vos') where created_by is null;
update public.redeem_codes set created_by = (select id from public.profiles where name = 'Henrik Vos') where created_by is null;

insert into public.app_settings (key, value)
values ('sla_credit_rate', '1'), ('sla_credit_cap', '10'), ('invitations_per_member', '3'), ('referral_bonus', '15');

-- An order from before order numbers and snapshots.
insert into public.orders (user_id, redemption_email, status, customer_name, customer_email, created_at, updated_at)
select id, email, 'delivered', name, email, now() - interval '80.1 days', now() - interval '78.4 days'
from public.profiles where name = 'Wilhelmina Brandt';

-- Everything that happened since, in the order in which it happened.
do $$
declare
  v_admin public.profiles;
  v_person public.profiles;
  v_event record;
  v_order uuid;
  v_code uuid;
  v_done timestamptz;
begin
  select * into v_admin from public.profiles where name = 'Henrik Vos';
  for v_event in
    select v.*, date_trunc('second', now()) - v.days * interval '1 day' as at
    from (values
      (77.0, 'Tamsin Ferreira', 'code', 'K7QM2X9D', null, null),
      (72.3, 'Tamsin Ferreira', 'order', 'Quillwright Pro', null, 'delivered'),
      (70.2, 'Wilhelmina Brandt', 'purchase', 'Bought 200 tokens', 200, null),
      (66.4, 'Wilhelmina Brandt', 'order', 'Tallybook Accounting', null, 'delivered'),
      (60.3, 'Lucía Ibáñez', 'purchase', 'Bought 100 tokens', 100, null),
      (60.1, 'Wilhelmina Brandt', 'order', 'Atlas Workspace', null, 'delivered'),
      (58.05, 'Tamsin Ferreira', 'referral_bonus', 'Referral bonus: somebody joined by your invitation', 15, null),
      (50.5, 'Jonas Lindahl', 'purchase', 'Bought 100 tokens', 100, null),
      (50.2, 'Tamsin Ferreira', 'purchase', 'Bought 100 tokens', 100, null),
      (48.3, 'Jonas Lindahl', 'order', 'Board Deck Kit', null, 'delivered'),
      (47.4, 'Aoife Gallagher', 'purchase', 'Bought 100 tokens', 100, null),
      (46.1, 'Kofi Mensah', 'code', '9GNF2XRD', null, null),
      (45.6, 'Kofi Mensah', 'purchase', 'Bought 250 tokens', 250, null),
      (45.3, 'Tamsin Ferreira', 'order', 'Financial Modelling', null, 'delivered'),
      (44.4, 'Wilhelmina Brandt', 'order', 'Type and Layout', null, 'delivered'),
      (44.2, 'Aoife Gallagher', 'order', 'Operating Manual', null, 'delivered'),
      (43.3, 'Kofi Mensah', 'order', 'Negotiation for Engineers', null, 'delivered'),
      (41.2, 'Lucía Ibáñez', 'order', 'Type and Layout', null, 'delivered'),
      (40.4, 'Jonas Lindahl', 'order', 'Keystone Vault', null, 'delivered'),
      (39.2, 'Wilhelmina Brandt', 'purchase', 'Bought 100 tokens', 100, null),
      (38.4, 'Wilhelmina Brandt', 'order', 'Leading Small Teams', null, 'pending'),
      (37.4, 'Jonas Lindahl', 'referral_bonus', 'Referral bonus: somebody joined by your invitation', 15, null),
      (37.3, 'Wilhelmina Brandt', 'cancel', 'Leading Small Teams', null, null),
      (37.1, 'Aoife Gallagher', 'order', 'Minutes', null, 'delivered'),
      (36.2, 'Tamsin Ferreira', 'order', 'Type and Layout', null, 'pending'),
      (35.4, 'Tamsin Ferreira', 'cancel', 'Type and Layout', null, null),
      (35.1, 'Kofi Mensah', 'order', 'Framewell Prototyping', null, 'delivered'),
      (33.5, 'Jonas Lindahl', 'code', 'T3NB8VXQ', null, null),
      (33.2, 'Yuki Tanabe', 'order', 'Board Deck Kit', null, 'delivered'),
      (31.3, 'Aoife Gallagher', 'order', 'Quillwright Pro', null, 'pending'),
      (30.6, 'Aoife Gallagher', 'cancel', 'Quillwright Pro', null, null),
      (30.2, 'Jonas Lindahl', 'order', 'Contour Image Studio', null, 'delivered'),
      (29.3, 'Kofi Mensah', 'order', 'Quillwright Pro', null, 'delivered'),
      (28.6, 'Bram de Wit', 'code', 'B6LC0TQE', null, null),
      (27.4, 'Yuki Tanabe', 'code', 'P5HX1ZGA', null, null),
      (26.3, 'Bram de Wit', 'order', 'Operating Manual', null, 'delivered'),
      (26.2, 'Aoife Gallagher', 'purchase', 'Bought 150 tokens', 150, null),
      (25.4, 'Wilhelmina Brandt', 'order', 'Leading Small Teams', null, 'delivered'),
      (24.1, 'Aoife Gallagher', 'order', 'Financial Modelling', null, 'delivered'),
      (23.2, 'Tamsin Ferreira', 'order', 'Operating Manual', null, 'completed'),
      (22.4, 'Kofi Mensah', 'order', 'Lantern Research', null, 'delivered'),
      (21.3, 'Jonas Lindahl', 'order', 'Minutes', null, 'delivered'),
      (20.2, 'Yuki Tanabe', 'order', 'Type and Layout', null, 'delivered'),
      (18.3, 'Wilhelmina Brandt', 'order', 'Framewell Prototyping', null, 'completed'),
      (17.4, 'Kofi Mensah', 'code', 'W2KD7RLM', null, null),
      (16.5, 'Kofi Mensah', 'purchase', 'Bought 200 tokens', 200, null),
      (15.3, 'Jonas Lindahl', 'purchase', 'Bought 100 tokens', 100, null),
      (14.2, 'Aoife Gallagher', 'order', 'The Contract Folder', null, 'delivered'),
      (13.3, 'Lucía Ibáñez', 'order', 'The Contract Folder', null, 'completed'),
      (13.0, 'Tamsin Ferreira', 'code', '4TB8WJ2P', null, null),
      (12.2, 'Wilhelmina Brandt', 'adjustment', 'Compensation for the late Framewell delivery', 20, null),
      (11.3, 'Kofi Mensah', 'order', 'Contour Image Studio', null, 'completed'),
      (10.4, 'Jonas Lindahl', 'order', 'Tallybook Accounting', null, 'completed'),
      (9.3, 'Bram de Wit', 'order', 'Board Deck Kit', null, 'delivered'),
      (8.1, 'Tamsin Ferreira', 'adjustment', 'Answered the November survey', 4, null),
      (7.3, 'Kofi Mensah', 'order', 'Keystone Vault', null, 'delivered'),
      (6.6, 'Aoife Gallagher', 'order', 'Leading Small Teams', null, 'pending'),
      (6.3, 'Jonas Lindahl', 'order', 'Operating Manual', null, 'completed'),
      (6.1, 'Aoife Gallagher', 'cancel', 'Leading Small Teams', null, null),
      (5.2, 'Aoife Gallagher', 'order', 'Keystone Vault', null, 'completed'),
      (4.4, 'Aoife Gallagher', 'adjustment', 'Credited twice for one purchase', -5, null),
      (4.1, 'Wilhelmina Brandt', 'order', 'The Contract Folder', null, 'processing'),
      (3.3, 'Aoife Gallagher', 'code', 'Y1FC6SGN', null, null),
      (3.2, 'Jonas Lindahl', 'order', 'The Contract Folder', null, 'pending'),
      (2.4, 'Kofi Mensah', 'order', 'Leading Small Teams', null, 'pending'),
      (2.2, 'Tamsin Ferreira', 'order', 'Minutes', null, 'processing'),
      (2.0, 'Jonas Lindahl', 'purchase', 'Bought 50 tokens', 50, null),
      (1.8, 'Yuki Tanabe', 'order', 'Type and Layout', null, 'processing'),
      (1.1, 'Jonas Lindahl', 'order', 'Lantern Research', null, 'processing'),
      (0.3, 'Kofi Mensah', 'order', 'Board Deck Kit', null, 'pending'),
      (0.15, 'Aoife Gallagher', 'order', 'Quillwright Pro', null, 'pending'),
      (0.05, 'Tamsin Ferreira', 'order', 'Keystone Vault', null, 'pending')
    ) as v (days, person, kind, item, amount, status)
    order by v.days desc
  loop
    select * into v_person from public.profiles where name = v_event.person;
    case v_event.kind
      when 'order' then
        insert into public.orders (
          order_number, user_id, benefit_id, redemption_email, benefit_name, benefit_token_value, benefit_image_url,
          benefit_description, customer_name, customer_email, credit_rate, credit_cap, created_at, updated_at
        )
        select private.next_order_number(), v_person.id, b.id,
          case v_person.name when 'Tamsin Ferreira' then 'tamsin@ferreira.example' else v_person.email end,
          b.name, b.token_value, b.image_url, b.description, v_person.name, v_person.email, 1, 10, v_event.at, v_event.at
        from public.benefits as b where b.name = v_event.item
        returning id into v_order;
      when 'cancel' then
        select id into v_order from public.orders
        where user_id = v_person.id and benefit_name = v_event.item and status = 'pending';
      when 'code' then
        update public.redeem_codes set uses = 1, used_by = v_person.id, used_at = v_event.at
        where code = v_event.item returning id into v_code;
        perform private.post_tokens(
          v_person.id, 'redemption', (select token_value from public.redeem_codes where id = v_code),
          'Redeemed code ' || v_event.item, p_code => v_code, p_actor => v_person.id, p_at => v_event.at);
      else
        perform private.post_tokens(
          v_person.id, v_event.kind, v_event.amount,
          case v_event.kind when 'adjustment' then 'From Guildhall' else v_event.item end,
          p_reason => case v_event.kind when 'adjustment' then v_event.item end,
          p_actor => case when v_event.kind <> 'referral_bonus' then v_admin.id end, p_at => v_event.at);
    end case;

    if v_event.kind = 'cancel' or v_event.status <> 'pending' then
      v_done := case v_event.kind when 'cancel' then v_event.at else least(
        v_event.at + (case v_event.status when 'processing' then 5 when 'completed' then 21 else 32 end) * interval '1 hour',
        now() - interval '20 minutes') end;
      update public.orders set status = coalesce(v_event.status, 'cancelled'), updated_at = v_done where id = v_order;
    end if;
  end loop;
end
$$;
