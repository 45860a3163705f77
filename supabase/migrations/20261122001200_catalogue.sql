-- The catalogue as a member sees it: what is left, what is theirs, what they marked (D38, D39).

create table private.favourites (
  user_id uuid not null references public.profiles (id) on delete cascade,
  benefit_id uuid not null references public.benefits (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, benefit_id)
);
comment on table private.favourites is 'Benefits that members marked; nobody reads those of others (D39).';
create index favourites_benefit_idx on private.favourites (benefit_id, user_id);

create table private.waiting_members (
  benefit_id uuid not null references public.benefits (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (benefit_id, user_id)
);
comment on table private.waiting_members is 'Who asked to be notified when a benefit is available; the row is deleted with that notification (D39).';
create index waiting_members_user_idx on private.waiting_members (user_id);

create view private.catalogue as
select s.*,
  -- Exact up to 20: the catalogue says how many are left only when there are few.
  case when not s.is_left then 0
    when s.delivery_method = 'key' then (select count(*)::integer from (
      select from private.available_keys as a
      where a.benefit_id = s.id and a.batch_id <> all (array(
        select q.id from private.key_batches as q where q.benefit_id = s.id and q.quarantined_at is not null))
      limit 20) as counted)
    when s.stock is not null then least(s.stock, 20)
  end as units_left,
  s.token_value <= (select p.current_tokens from public.profiles as p where p.id = (select private.actor()))
    and (s.opens_at is null or s.opens_at <= now()) and s.is_left
    and (s.per_member_limit is null or s.own_orders < s.per_member_limit) as is_redeemable,
  exists (select from private.favourites as f where f.user_id = (select private.actor()) and f.benefit_id = s.id) as is_favourite,
  (select w.created_at from private.waiting_members as w where w.benefit_id = s.id and w.user_id = (select private.actor())) as awaited_since
from (
  select b.*, u.stock,
    (select count(*)::integer from public.orders as o
      where o.user_id = (select private.actor()) and o.benefit_id = b.id and o.unit <> 'returned') as own_orders,
    -- A condition of its own, which stops at the first key.
    case when b.delivery_method = 'key' then exists (
        select from private.available_keys as a
        where a.benefit_id = b.id and a.batch_id <> all (array(
          select q.id from private.key_batches as q where q.benefit_id = b.id and q.quarantined_at is not null)))
      else coalesce(u.stock > 0, true) and (b.delivery_method = 'manual' or exists (
        select from private.benefit_delivery as d
        where d.benefit_id = b.id and case b.delivery_method when 'link' then d.link else d.file_path end is not null))
    end as is_left
  from public.benefits as b left join private.benefit_stock as u on u.benefit_id = b.id
) as s;
comment on view private.catalogue is
  'Benefits with what is left of them (`units_left`: 20 means 20 or more, null any number), and with the orders and marks of the caller, '
  'and whether the caller can redeem it now.';

-- Whether a benefit can be ordered at a time, by a member below its limit (D38).
create function private.is_available(p_benefit uuid, p_now timestamptz default now()) returns boolean
language sql stable set search_path = ''
return coalesce((
  select s.is_active and coalesce(s.opens_at <= p_now, true) and coalesce(s.closes_at > p_now, true) and s.is_left
  from private.catalogue as s where s.id = p_benefit), false);

create function public.benefit_facts(p_benefits uuid[])
returns table (
  benefit_id uuid, units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, awaited_since timestamptz,
  is_open boolean
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_is_admin boolean := private.is_admin();
begin
  return query
  select s.id, s.units_left, s.own_orders, s.is_favourite, s.awaited_since is not null, s.awaited_since,
    coalesce(s.opens_at <= now(), true)
  from private.catalogue as s
  where s.id = any (p_benefits[1:200])
    and (v_is_admin or (s.is_active and coalesce(s.closes_at > now(), true) and private.is_member()));
end
$$;
comment on function public.benefit_facts is
  'How often each of up to 200 benefits can still be ordered (20 means 20 or more, null any number), how many orders of the caller count '
  'towards its limit, and whether the caller marked it, or asked to be notified and when, and whether it has opened (D38, D39).';
grant execute on function public.benefit_facts to authenticated;

-- Keeps the caller and, for a new mark, a benefit of the catalogue from being deleted; raises not_signed_in without a profile, and
-- benefit_unavailable for any other benefit.
create function private.lock_member_and_benefit(p_benefit_id uuid, p_wanted boolean) returns void
language plpgsql set search_path = '' as $$
begin
  perform from public.profiles as p where p.id = (select private.actor()) for key share;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  -- The same refusal for a hidden benefit as for one that does not exist.
  perform from public.benefits as b
  where p_wanted and b.id = p_benefit_id and b.is_active and coalesce(b.closes_at > now(), true) for key share;
  if p_wanted and not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;
end
$$;

create function public.set_favourite(p_benefit_id uuid, p_favourite boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_member_and_benefit(p_benefit_id, p_favourite);
  if p_favourite then
    insert into private.favourites (user_id, benefit_id) values (private.actor(), p_benefit_id) on conflict do nothing;
  else
    delete from private.favourites as f where f.user_id = (select private.actor()) and f.benefit_id = p_benefit_id;
  end if;
end
$$;
comment on function public.set_favourite is
  'Marks a benefit of the catalogue as a favourite of the caller, or takes the mark away; raises benefit_unavailable (D39).';
grant execute on function public.set_favourite to authenticated;

create function public.ask_to_be_told(p_benefit_id uuid, p_wanted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_member_and_benefit(p_benefit_id, p_wanted);
  if p_wanted then
    insert into private.waiting_members (benefit_id, user_id) values (p_benefit_id, private.actor()) on conflict do nothing;
  else
    delete from private.waiting_members as w where w.benefit_id = p_benefit_id and w.user_id = (select private.actor());
  end if;
end
$$;
comment on function public.ask_to_be_told is
  'Asks for one notification when a benefit of the catalogue is available, or takes that back; raises benefit_unavailable (D39).';
grant execute on function public.ask_to_be_told to authenticated;

-- Browsing the catalogue: filters, search, sort and pages (D38, D39).

-- The condition of the benefits `r` in the catalogue whose category, name or description contains a term.
create function private.catalogue_filter(p_search text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_categories uuid[];
  v_filter text := 'r.is_active and (r.closes_at is null or r.closes_at > now())';
begin
  if v_pattern is null then
    return v_filter;
  end if;
  v_categories := array(select c.id from public.categories as c where lower(c.name) like v_pattern);
  return format('%s and (lower(r.name || E''\n'' || r.description) like %L or r.category_id = any (%L::uuid[]))', v_filter, v_pattern, v_categories);
end
$$;

create function public.browse_benefits(
  p_search text default '', p_category uuid default null, p_favourites boolean default false, p_affordable boolean default false,
  p_sort text default 'price', p_key_value text default null, p_key_id uuid default null, p_limit integer default 48
)
returns table (
  id uuid, name text, description text, token_value integer, image_url text, delivery_method text, category_id uuid,
  per_member_limit integer, opens_at timestamptz, closes_at timestamptz, estimated_value numeric, created_at timestamptz,
  units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, is_open boolean
)
language plpgsql stable rows 48 security definer set search_path = '' as $$
declare
  -- How a column is compared, in the list and in its key.
  v_form text := case p_sort
    when 'price' then '%s::integer'
    when 'price-down' then '%s::integer'
    when 'newest' then '%s::timestamptz'
    when 'leaving' then 'coalesce(%s, ''infinity'')::timestamptz'
    when 'name' then 'lower(%s)'
  end;
  v_column text := case p_sort when 'newest' then 'created_at' when 'leaving' then 'closes_at' when 'name' then 'name' else 'token_value' end;
  v_balance integer := (select p.current_tokens from public.profiles as p where p.id = (select private.actor()));
  v_ids uuid[];
begin
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  elsif v_balance is null then
    return;
  end if;
  v_ids := private.page_ids(
    p_from => 'private.catalogue as r',
    p_where => concat_ws(' and ', private.catalogue_filter(p_search), 'r.category_id = ' || quote_literal(p_category),
      case when p_favourites then format('r.id = any (%L::uuid[])', array(
        select f.benefit_id from private.favourites as f where f.user_id = (select private.actor()))) end,
      case when p_affordable then 'r.is_redeemable' end),
    p_sort => format(v_form, 'r.' || v_column),
    p_descending => p_sort in ('price-down', 'newest'),
    p_key => case when p_key_id is not null then format(v_form, quote_nullable(p_key_value)) end,
    p_key_id => p_key_id,
    -- The condition holds the search.
    p_match => null,
    p_limit => least(private.page_size(p_limit), 200)
  );
  return query
  select s.id, s.name, s.description, s.token_value, s.image_url, s.delivery_method, s.category_id, s.per_member_limit,
    s.opens_at, s.closes_at, s.estimated_value, s.created_at, s.units_left, s.own_orders, s.is_favourite, s.awaited_since is not null,
    coalesce(s.opens_at <= now(), true)
  from unnest(v_ids) with ordinality as page (id, position) join private.catalogue as s on s.id = page.id
  order by page.position;
end
$$;
comment on function public.browse_benefits is
  'A page of at most 200 benefits of the catalogue, by price, price-down, newest, leaving or name, after a key, with the facts of '
  'benefit_facts(). `p_affordable`: only what the caller can redeem now (D38, D39).';
grant execute on function public.browse_benefits to authenticated;

create function public.browse_counts(
  p_search text default '', p_category uuid default null, p_favourites boolean default false, p_affordable boolean default false
) returns table (filter text, category_id uuid, name text, benefits integer)
language plpgsql stable rows 10 security definer set search_path = '' as $$
declare
  v_balance integer := (select p.current_tokens from public.profiles as p where p.id = (select private.actor()));
  v_shown text := nullif(concat_ws(' and ', 'r.category_id = ' || quote_literal(p_category),
    case when p_favourites then 'r.is_favourite' end, case when p_affordable then 'r.is_redeemable' end), '');
begin
  if v_balance is null then
    return;
  end if;
  return query execute format(
    'with counted as (
       select r.category_id, count(*) as benefits, count(*) filter (where r.is_favourite) as favourites,
         count(*) filter (where r.is_redeemable) as redeemable, count(*) filter (where %s) as shown
       from private.catalogue as r where %s group by r.category_id
     ),
     total as (select coalesce(sum(c.benefits), 0) as benefits, coalesce(sum(c.favourites), 0) as favourites,
       coalesce(sum(c.redeemable), 0) as redeemable, coalesce(sum(c.shown), 0) as shown from counted as c)
     select ''all'', null::uuid, null::text, t.benefits::integer from total as t
     union all
     (select ''category'', c.id, c.name, n.benefits::integer
       from public.categories as c join counted as n on n.category_id = c.id order by c.position, c.id)
     union all select ''shown'', null, null, t.shown::integer from total as t where $1
     union all select ''favourites'', null, null, t.favourites::integer from total as t
     union all select ''affordable'', null, null, t.redeemable::integer from total as t',
    coalesce(v_shown, 'false'), private.catalogue_filter(p_search)) using v_shown is not null;
end
$$;
comment on function public.browse_counts is
  'How many benefits of a search each filter of the catalogue shows, in the order of the filters: all, the categories that have any, shown '
  '(with the given filters together, if there are any), favourites, affordable.';
grant execute on function public.browse_counts to authenticated;

-- Notifying those who wait for a benefit (D39).

create table private.awaited_benefits (
  benefit_id uuid primary key,
  -- Since when it has been available again; null while it is not.
  available_since timestamptz,
  -- Whether it was unavailable in between: marking an available benefit as a favourite notifies nobody.
  was_unavailable boolean not null
);
comment on table private.awaited_benefits is 'Benefits whose return somebody is to be notified of (D39).';

create table private.notified_members (
  user_id uuid references public.profiles (id) on delete cascade,
  benefit_id uuid,
  notified_at timestamptz not null,
  primary key (user_id, benefit_id)
);
comment on table private.notified_members is 'Who was notified in the last week that a benefit is available (D39).';

-- Notifies those who asked, and those whose favourite it was before `p_since`, that a benefit is available; at most once a week (D39).
create function private.notify_waiting_members(p_benefit uuid, p_now timestamptz, p_since timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  with recipients as (
    insert into private.notified_members as t (user_id, benefit_id, notified_at)
    select p.id, p_benefit, p_now from public.profiles as p
    where p.id in (
      select w.user_id from private.waiting_members as w where w.benefit_id = p_benefit
      union
      select f.user_id from private.favourites as f where f.benefit_id = p_benefit and f.created_at <= p_since)
    order by p.id for key share skip locked
    on conflict (user_id, benefit_id) do update set notified_at = excluded.notified_at
    where t.notified_at <= p_now - interval '7 days'
    returning t.user_id
  ),
  no_longer_waiting as (
    delete from private.waiting_members as w using recipients as r where w.benefit_id = p_benefit and w.user_id = r.user_id
  ),
  channels as (
    select r.user_id, coalesce(n.in_app, true) as in_app, coalesce(n.by_email, true) as by_email,
      private.event_id('benefit_available', p_benefit, r.user_id, p_now) as event_id
    from recipients as r left join public.notification_preferences as n on n.user_id = r.user_id and n.kind = 'favourites'
  ),
  notices as (
    insert into public.notifications (id, user_id, kind, benefit_id, data, created_at)
    select c.event_id, c.user_id, 'benefit_available', b.id, jsonb_build_object('benefit', b.name), p_now
    from channels as c join public.benefits as b on b.id = p_benefit where c.in_app
  )
  insert into private.outbox (id, kind, cause_id, recipient_id)
  select c.event_id, 'benefit_available', p_benefit, c.user_id from channels as c where c.by_email;
end
$$;

-- Keeps track of the benefits that somebody waits for, and notifies of each that has been available for ten minutes (D39).
create function private.due_benefits(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_awaited record;
begin
  delete from private.awaited_benefits as a
  where not exists (select from private.waiting_members as w where w.benefit_id = a.benefit_id)
    and not exists (select from private.favourites as f where f.benefit_id = a.benefit_id);
  with wanted as materialized (
    select b.id, private.is_available(b.id, p_now) as available,
      exists (select from private.waiting_members as w where w.benefit_id = b.id) as awaited
    from public.benefits as b
    where exists (select from private.waiting_members as w where w.benefit_id = b.id)
      or exists (select from private.favourites as f where f.benefit_id = b.id)
  )
  insert into private.awaited_benefits as a (benefit_id, available_since, was_unavailable)
  select w.id, case when w.available then p_now end, not w.available from wanted as w
  where w.awaited or not w.available or exists (select from private.awaited_benefits as o where o.benefit_id = w.id)
  on conflict (benefit_id) do update set
    available_since = case when excluded.available_since is not null then coalesce(a.available_since, p_now) end,
    was_unavailable = a.was_unavailable or excluded.was_unavailable;
  for v_awaited in
    select a.benefit_id, case when a.was_unavailable then a.available_since end as since
    from private.awaited_benefits as a
    join public.benefits as b on b.id = a.benefit_id
    where a.available_since <= p_now - interval '10 minutes'
    order by a.benefit_id for key share of b skip locked
  loop
    perform private.notify_waiting_members(v_awaited.benefit_id, p_now, v_awaited.since);
    delete from private.awaited_benefits as a where a.benefit_id = v_awaited.benefit_id;
  end loop;
end
$$;
