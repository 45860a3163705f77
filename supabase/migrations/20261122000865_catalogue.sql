-- The catalogue as a member sees it: what is left, what is theirs, what they marked (D38, D39).

-- Without foreign keys: the REST layer would embed people in benefits through them (C12).
create table private.favourites (
  user_id uuid not null,
  benefit_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, benefit_id)
);
comment on table private.favourites is 'Benefits that members marked; nobody reads those of others (D39).';
create index favourites_benefit_idx on private.favourites (benefit_id, user_id);

create table private.waiting_members (
  benefit_id uuid not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (benefit_id, user_id)
);
comment on table private.waiting_members is 'Who asked to be told when a benefit is available; a row goes when its member was told (D39).';
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
  (select count(*)::integer from public.orders as o
    where o.user_id = (select private.actor()) and o.benefit_id = s.id and o.unit <> 'returned') as own_orders,
  exists (select from private.favourites as f where f.user_id = (select private.actor()) and f.benefit_id = s.id) as is_favourite,
  (select w.created_at from private.waiting_members as w where w.benefit_id = s.id and w.user_id = (select private.actor())) as awaited_since
from (
  select b.*, u.stock,
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
  'Benefits with what is left of them (`units_left`: 20 means 20 or more, null any number), and with the orders and marks of the caller.';

create function private.is_available(p_benefit uuid, p_now timestamptz default now())
returns boolean
language sql stable set search_path = ''
begin atomic
  select coalesce((
    select s.is_active and coalesce(s.opens_at <= p_now, true) and coalesce(s.closes_at > p_now, true) and s.is_left
    from private.catalogue as s where s.id = p_benefit), false);
end;
comment on function private.is_available(uuid, timestamptz) is 'Whether a benefit can be ordered at a time, by a member below its limit (D38).';

create function private.benefit_facts(p_benefits uuid[])
returns table (
  benefit_id uuid, units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, awaited_since timestamptz,
  is_open boolean
)
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function private.benefit_facts(uuid[]) is 'The facts behind public.benefit_facts().';

create function public.benefit_facts(p_benefits uuid[])
returns table (
  benefit_id uuid, units_left integer, own_orders integer, is_favourite boolean, is_awaited boolean, awaited_since timestamptz,
  is_open boolean
)
language sql stable set search_path = ''
begin atomic
  select f.benefit_id, f.units_left, f.own_orders, f.is_favourite, f.is_awaited, f.awaited_since, f.is_open
  from private.benefit_facts(p_benefits) as f;
end;
comment on function public.benefit_facts(uuid[]) is
  'How often each of up to 200 benefits can still be ordered (20 means 20 or more, null any number), how many orders of the caller '
  'count towards its limit, and whether the caller marked it, or asked to be told and when, and whether it has opened (D38, D39).';

create function private.lock_visible(p_benefit_id uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  -- The same answer for a benefit that is hidden as for one that does not exist.
  perform from public.benefits as b
  where b.id = p_benefit_id and b.is_active and coalesce(b.closes_at > now(), true) for key share;
  if not found then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;
end
$$;
comment on function private.lock_visible(uuid) is 'Keeps a benefit of the catalogue from being deleted; raises benefit_unavailable for any other.';

create function private.lock_caller()
returns void
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles as p where p.id = (select private.actor()) for key share;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
end
$$;
comment on function private.lock_caller() is 'Keeps the caller from being deleted; raises not_signed_in without a profile.';

create function private.set_favourite(p_benefit_id uuid, p_favourite boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_caller();
  if p_favourite then
    perform private.lock_visible(p_benefit_id);
    insert into private.favourites (user_id, benefit_id) values (private.actor(), p_benefit_id) on conflict do nothing;
  else
    delete from private.favourites as f where f.user_id = (select private.actor()) and f.benefit_id = p_benefit_id;
  end if;
end
$$;
comment on function private.set_favourite(uuid, boolean) is 'The change behind public.set_favourite().';

create function public.set_favourite(p_benefit_id uuid, p_favourite boolean)
returns void
language sql set search_path = ''
begin atomic
  select private.set_favourite(p_benefit_id, p_favourite);
end;
comment on function public.set_favourite(uuid, boolean) is
  'Marks a benefit of the catalogue as a favourite of the caller, or takes the mark away; raises benefit_unavailable (D39).';

create function private.ask_to_be_told(p_benefit_id uuid, p_wanted boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.lock_caller();
  if p_wanted then
    perform private.lock_visible(p_benefit_id);
    insert into private.waiting_members (benefit_id, user_id) values (p_benefit_id, private.actor()) on conflict do nothing;
  else
    delete from private.waiting_members as w where w.benefit_id = p_benefit_id and w.user_id = (select private.actor());
  end if;
end
$$;
comment on function private.ask_to_be_told(uuid, boolean) is 'The change behind public.ask_to_be_told().';

create function public.ask_to_be_told(p_benefit_id uuid, p_wanted boolean)
returns void
language sql set search_path = ''
begin atomic
  select private.ask_to_be_told(p_benefit_id, p_wanted);
end;
comment on function public.ask_to_be_told(uuid, boolean) is
  'Asks to be told, once, when a benefit of the catalogue is available, or takes that back; raises benefit_unavailable (D39).';
