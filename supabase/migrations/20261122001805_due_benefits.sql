-- Telling those who wait for a benefit that it is available (D39).

create table private.absent_benefits (
  benefit_id uuid primary key,
  -- Since when it has been available again; null while it is not.
  available_since timestamptz,
  -- Whether it was seen while it was not available: those who marked it as a favourite learn of its return, not of a mark.
  observed boolean not null
);
comment on table private.absent_benefits is 'Benefits about whose return somebody is to be told (D39).';

create table private.told_members (
  user_id uuid,
  benefit_id uuid,
  told_at timestamptz not null,
  primary key (user_id, benefit_id)
);
comment on table private.told_members is 'Who was told in the last week that a benefit is available (D39).';

create function private.tell_waiting_members(p_benefit uuid, p_now timestamptz, p_since timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_batch integer := 250;
  v_told uuid[] := '{00000000-0000-0000-0000-000000000000}';
begin
  loop
    with next as materialized (
      select r.user_id from (
        (select w.user_id from private.waiting_members as w
        where w.benefit_id = p_benefit and w.user_id > v_told[1] order by w.user_id limit v_batch)
        union
        (select f.user_id from private.favourites as f
        where f.benefit_id = p_benefit and f.user_id > v_told[1] and f.created_at <= p_since order by f.user_id limit v_batch)
      ) as r order by r.user_id limit v_batch
    ),
    told as (
      insert into private.told_members as t (user_id, benefit_id, told_at)
      select p.id, p_benefit, p_now from next as n join public.profiles as p on p.id = n.user_id
      order by p.id for key share of p skip locked
      on conflict (user_id, benefit_id) do update set told_at = excluded.told_at
      where t.told_at <= p_now - interval '7 days'
      returning t.user_id
    ),
    answered as (
      delete from private.waiting_members as w using told where w.benefit_id = p_benefit and w.user_id = told.user_id
    ),
    chosen as (
      select told.user_id, coalesce(n.in_app, true) as in_app, coalesce(n.by_email, true) as by_email,
        private.event_id('benefit_available', p_benefit, told.user_id, p_now) as event_id
      from told left join public.notification_preferences as n on n.user_id = told.user_id and n.kind = 'favourites'
    ),
    noticed as (
      insert into public.notifications (id, user_id, kind, benefit_id, data, created_at)
      select c.event_id, c.user_id, 'benefit_available', b.id, jsonb_build_object('benefit', b.name), p_now
      from chosen as c join public.benefits as b on b.id = p_benefit where c.in_app
    ),
    emailed as (
      insert into private.outbox (id, kind, cause_id, recipient_id)
      select c.event_id, 'benefit_available', p_benefit, c.user_id from chosen as c where c.by_email
    )
    select array_agg(n.user_id order by n.user_id desc) into v_told from next as n;
    exit when coalesce(cardinality(v_told), 0) < v_batch;
    -- Orders can be placed in between.
    perform pg_sleep(0.015);
  end loop;
end
$$;
comment on function private.tell_waiting_members(uuid, timestamptz, timestamptz) is
  'Tells those who asked, and those whose favourite it was before `p_since`, that a benefit is available; once a week at most (D39).';

create function private.due_benefits(p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_absent record;
begin
  delete from private.absent_benefits as a
  where not exists (select from private.waiting_members as w where w.benefit_id = a.benefit_id)
    and not exists (select from private.favourites as f where f.benefit_id = a.benefit_id);
  with wanted as materialized (
    select b.id, private.is_available(b.id, p_now) as available,
      exists (select from private.waiting_members as w where w.benefit_id = b.id) as awaited
    from public.benefits as b
    where exists (select from private.waiting_members as w where w.benefit_id = b.id)
      or exists (select from private.favourites as f where f.benefit_id = b.id)
  )
  insert into private.absent_benefits as a (benefit_id, available_since, observed)
  select w.id, case when w.available then p_now end, not w.available from wanted as w
  where w.awaited or not w.available or exists (select from private.absent_benefits as o where o.benefit_id = w.id)
  on conflict (benefit_id) do update set
    available_since = case when excluded.available_since is not null then coalesce(a.available_since, p_now) end,
    observed = a.observed or excluded.observed;
  for v_absent in
    select a.benefit_id, case when a.observed then a.available_since end as since
    from private.absent_benefits as a
    join public.benefits as b on b.id = a.benefit_id
    where a.available_since <= p_now - interval '10 minutes'
    order by a.benefit_id for key share of b skip locked
  loop
    perform private.tell_waiting_members(v_absent.benefit_id, p_now, v_absent.since);
    delete from private.absent_benefits as a where a.benefit_id = v_absent.benefit_id;
  end loop;
end
$$;
comment on function private.due_benefits(timestamptz) is
  'Follows the benefits that somebody waits for, and tells of each that has been available for ten minutes (D39).';
