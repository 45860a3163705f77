-- Members' invitations: how many they have, their link, and who joined by them (D43).

create table private.referrals (
  invited_id uuid primary key,
  referrer_id uuid not null,
  code_id uuid not null,
  -- What both receive, as promised at joining; 0 for somebody who is no new person.
  bonus integer not null check (bonus between 0 and 999),
  joined_at timestamptz not null,
  settled_at timestamptz,
  invited_received integer not null default 0 check (invited_received in (0, bonus)),
  referrer_received integer not null default 0 check (referrer_received in (0, bonus)),
  constraint referrals_settled check (settled_at is not null or invited_received + referrer_received = 0)
);
comment on table private.referrals is
  'Who joined by whose invitation, and what both received. The ids outlive the people, as `account_id` in the ledger does (D12, D43).';
create index referrals_referrer_idx on private.referrals (referrer_id, joined_at);
create index referrals_code_idx on private.referrals (code_id);
create index referrals_open_idx on private.referrals (invited_id) where settled_at is null and bonus > 0;

-- The year of membership that a time is in, counted from the day of joining: invitations are given for each.
create function private.membership_year(p_member uuid, p_at timestamptz) returns table (starts_at timestamptz, ends_at timestamptz)
language plpgsql stable rows 1 set search_path = '' as $$
declare
  v_start timestamp;
  v_years integer;
begin
  select coalesce(p.membership_start_date, p.created_at) at time zone 'UTC' into v_start from public.profiles as p where p.id = p_member;
  v_years := extract(year from age(p_at at time zone 'UTC', v_start));
  -- Somebody who began on 29 February begins each year on the 28th.
  if v_start + (v_years + 1) * interval '1 year' <= p_at at time zone 'UTC' then
    v_years := v_years + 1;
  end if;
  starts_at := (v_start + v_years * interval '1 year') at time zone 'UTC';
  ends_at := (v_start + (v_years + 1) * interval '1 year') at time zone 'UTC';
  return next;
end
$$;

-- How many invitations a member has left this year of membership, by email and link together (D43); nothing gives one back (D42).
create function private.invitations_left(p_member uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  -- Sent emails and people who joined by the link; corrected, revoked and expired ones too, and whoever was deleted since.
  return (
    select greatest(0, private.setting_number('invitations_per_member') - coalesce(sum(case i.source when 'member' then 1 else c.uses end), 0))
    from private.membership_year(p_member, now()) as y
    left join public.invitations as i on i.inviter_id = p_member and i.source in ('member', 'link') and i.created_at >= y.starts_at
    left join public.invite_codes as c on c.id = i.code_id);
end
$$;

-- The code of a member's link, if there is one that works.
create function private.live_link(p_member uuid) returns uuid
language sql stable set search_path = ''
return (
  select c.id from public.invitations as i join public.invite_codes as c on c.id = i.code_id
  where i.inviter_id = p_member and i.source = 'link' and not c.is_used and not c.is_revoked and c.expires_at > now()
  order by i.created_at desc limit 1);

-- Whether a code was the link of a member who has left, has another one, or has no invitations left: it would admit more people than the
-- member may invite.
create function private.is_stale_link(p_code_id uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.invitations as i
  where i.code_id = p_code_id and i.source = 'link'
    and (i.inviter_id is null or private.live_link(i.inviter_id) is not null or private.invitations_left(i.inviter_id) = 0));

-- Lets the link of a member, or of everybody, admit as many as there are invitations left; with none left it is revoked, and the member
-- gets another one when there are some again (D43).
create function private.update_link_limits(p_member uuid) returns void
language plpgsql set search_path = '' as $$
begin
  -- Counted by the next statement: who joined until now has committed.
  perform from public.invite_codes as c
  where c.id in (
    select i.code_id from public.invitations as i
    where i.source = 'link' and i.inviter_id is not null and (p_member is null or i.inviter_id = p_member))
    and not c.is_used and not c.is_revoked
  order by c.id for no key update;
  with links as materialized (
    select c.id, i.inviter_id, private.invitations_left(i.inviter_id) as remaining
    from public.invitations as i join public.invite_codes as c on c.id = i.code_id
    where i.source = 'link' and (p_member is null or i.inviter_id = p_member)
      and i.inviter_id is not null and not c.is_used and not c.is_revoked and c.expires_at > now()
  )
  update public.invite_codes as c set
    max_uses = c.uses + greatest(l.remaining, 1),
    -- Not by expiry: a sign-up that began before would still be in time.
    revoked_at = case when l.remaining = 0 then now() end,
    revoked_by = case when l.remaining = 0 then l.inviter_id end,
    revoked_reason = case when l.remaining = 0 then 'No invitations left' end
  from links as l where c.id = l.id and (l.remaining = 0 or c.max_uses <> c.uses + l.remaining);
end
$$;

-- An invitation by email takes one from the link of the same member; a new number of invitations applies at once to all links (D43).
create function private.limit_links() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'invitations' then
    perform private.update_link_limits(new.inviter_id);
  else
    perform private.lock_invitations();
    perform private.update_link_limits(null);
  end if;
  return null;
end
$$;
create trigger invitations_use_link after insert on public.invitations
for each row when (new.source = 'member') execute function private.limit_links();
create trigger app_settings_quota after insert or update on public.app_settings
for each row when (new.key = 'invitations_per_member') execute function private.limit_links();

-- What both receive once the first order of somebody who was invited has stayed delivered for seven days (D43).

-- Whether the last seven or eight digits of one of two telephone numbers occur in the other, in digits of any script.
create function private.same_phone(p_phone text, p_other text) returns boolean
language sql immutable set search_path = ''
begin atomic
  select coalesce(bool_or(
    char_length(l.digits) >= 7
    -- Within the other one: an extension may follow without any sign.
    and position(l.digits in regexp_replace(n.other, '[^0-9]', '', 'g')) > 0), false)
  from (values (private.latin_digits(p_phone), private.latin_digits(p_other))) as given (one, two),
    lateral (values (given.one, given.two), (given.two, given.one)) as n (number, other),
    -- The last digits, so that '+44 20' and '020' compare equal, without the extension, which begins with a letter or a sign.
    lateral (select right(regexp_replace(
      substring(n.number, '^[^0-9]*[0-9][^[:alpha:]#*,;]*' collate "und-x-icu"), '[^0-9]', '', 'g'), 8) as digits) as l;
end;

-- Whether somebody has neither the mailbox of another member nor the telephone of who invited them: nobody refers themselves (D43).
create function private.is_new_person(p_invited uuid, p_referrer uuid) returns boolean
language sql stable set search_path = ''
return not exists (
  select from public.profiles as p
  join public.profiles as o on private.mailbox_of(o.email) = private.mailbox_of(p.email) and o.id <> p.id
  where p.id = p_invited
) and not exists (
  select from public.profiles as p join public.profiles as o on private.same_phone(o.phone, p.phone)
  where p.id = p_invited and o.id = p_referrer
);

-- Records in the sign-up who invited the new member and what both will receive, and notifies the inviter. A member admitted from the
-- waitlist has no inviter.
create function private.record_referral(p_invited uuid, p_code_id uuid, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_referrer uuid;
begin
  -- skip locked: a concurrent deletion waits for the code, which this sign-up holds. An inviter being deleted counts as none.
  select p.id into v_referrer from public.profiles as p
  where p.id = (select i.inviter_id from public.invitations as i where i.code_id = p_code_id and i.source <> 'waitlist')
  for key share skip locked;
  if not found then
    return;
  end if;
  insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at)
  values (
    p_invited, v_referrer, p_code_id,
    case when private.is_new_person(p_invited, v_referrer) then private.setting_number('referral_bonus') else 0 end, p_at);
  perform private.notify('invitation_joined', v_referrer, p_invited, null, null, '{}');
  perform private.queue_email('invitation_joined', p_invited, v_referrer, now());
end
$$;

create function public.joined_name(public.notifications) returns text
language sql stable security definer set search_path = ''
begin atomic
  select p.name from private.referrals as r join public.profiles as p on p.id = r.invited_id
  where $1.kind = 'invitation_joined' and r.referrer_id = (select private.actor())
    and $1.id = private.event_id($1.kind, r.invited_id, r.referrer_id, $1.created_at);
end;
comment on function public.joined_name is
  'Column for the REST layer: who joined by the caller''s invitation, as their name is today; null once they have left (D12).';
grant execute on function public.joined_name to authenticated;

-- Since when an order has had its status: of one that was delivered, since its last change that was not undone, or its delivery.
create function private.delivered_since(p_order public.orders) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  -- Not `updated_at`, which an answer to a report moves as well.
  return greatest(p_order.fulfilled_at, (
    select max(c.at) from private.status_changes as c where c.order_id = p_order.id::text and c.undone_at is null));
end
$$;

-- Credits both with what was promised, once. If the inviter has been deleted, the invited member still receives it (D12, D43).
create function private.pay_referral(p_invited uuid, p_order uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_order public.orders;
  v_referral private.referrals;
  v_locked uuid[];
  v_paid boolean;
begin
  -- Nothing here waits: what is being changed is looked at again in a minute. A cancellation waits for this, or comes first.
  select * into v_order from public.orders as o
  where o.id = p_order and private.is_fulfilled(o.status) for share skip locked;
  if not found or private.delivered_since(v_order) > p_now - interval '7 days' then
    return;
  end if;
  select * into v_referral from private.referrals as r
  where r.invited_id = p_invited and r.settled_at is null for update skip locked;
  if not found then
    return;
  end if;
  v_locked := array(
    select p.id from public.profiles as p where p.id in (v_referral.invited_id, v_referral.referrer_id)
    order by p.id for no key update skip locked);
  if exists (
    select from public.profiles as p
    where p.id in (v_referral.invited_id, v_referral.referrer_id) and p.id <> all (v_locked)
  ) then
    return;
  end if;
  v_paid := private.is_new_person(v_referral.invited_id, v_referral.referrer_id);
  update private.referrals as r set
    settled_at = p_now,
    invited_received = case when v_paid then r.bonus else 0 end,
    referrer_received = case when v_paid and r.referrer_id = any (v_locked) then r.bonus else 0 end
  where r.invited_id = p_invited
  returning * into v_referral;
  if v_referral.invited_received > 0 then
    perform private.post_tokens(
      p_account => v_referral.invited_id, p_type => 'referral_bonus', p_amount => v_referral.invited_received,
      p_description => 'Referral bonus: you joined by invitation');
  end if;
  if v_referral.referrer_received > 0 then
    perform private.post_tokens(
      p_account => v_referral.referrer_id, p_type => 'referral_bonus', p_amount => v_referral.referrer_received,
      p_description => 'Referral bonus: somebody joined by your invitation');
  end if;
end
$$;

-- Pays for people who were invited and whose first order, not counting cancelled ones, has been delivered for seven days.
create function private.due_referrals(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_due record;
begin
  -- Not while people are being deleted, as in due_operations().
  if not pg_try_advisory_xact_lock_shared(hashtextextended('private.serialize_deletions', 0)) then
    return;
  end if;
  for v_due in
    select r.invited_id, (o.placed).id as order_id
    from private.referrals as r
    join public.profiles as p on p.id = r.invited_id
    cross join lateral (
      select f as placed from public.orders as f
      where f.user_id = r.invited_id and f.status <> 'cancelled' order by f.created_at, f.id limit 1
    ) as o
    where r.settled_at is null and r.bonus > 0
      and private.is_fulfilled((o.placed).status) and (o.placed).fulfilled_at <= p_now - interval '7 days'
      and private.delivered_since(o.placed) <= p_now - interval '7 days'
    order by r.invited_id limit 1000
  loop
    perform private.pay_referral(v_due.invited_id, v_due.order_id, p_now);
  end loop;
end
$$;

-- What members see of their invitations (D43).

create function public.my_invitations()
returns table (
  quota integer, remaining integer, until timestamptz, code text, bonus integer, received bigint,
  own_joined_at timestamptz, own_bonus integer, own_received integer, invitations jsonb
)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  v_link uuid := private.live_link(private.actor());
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  quota := private.setting_number('invitations_per_member');
  -- Created when it is first asked for; it works to the end of the year of membership.
  if v_link is null and private.invitations_left(private.actor()) > 0 then
    perform private.lock_invitations();
    -- Another tab may have been faster.
    v_link := private.live_link(private.actor());
    if v_link is null and private.invitations_left(private.actor()) > 0 then
      v_link := (
        select c.code_id from private.membership_year(private.actor(), now()) as y, private.create_invitations(
          private.actor(), 'link', array[null], false, y.ends_at, null, private.invitations_left(private.actor()), null) as c);
    end if;
  end if;
  code := (select c.code from public.invite_codes as c where c.id = v_link);
  remaining := private.invitations_left(private.actor());
  until := (select y.ends_at from private.membership_year(private.actor(), now()) as y);
  bonus := private.setting_number('referral_bonus');
  received := (
    select coalesce(sum(t.amount), 0) from public.token_transactions as t
    where t.account_id = private.actor() and t.transaction_type = 'referral_bonus');
  select r.joined_at, r.bonus, r.invited_received into own_joined_at, own_bonus, own_received
  from private.referrals as r where r.invited_id = private.actor();
  -- Never who was a member before, nor what anybody orders.
  invitations := (
    select coalesce(jsonb_agg(l order by l.at desc, l.id), '[]') from (
      select i.code_id as id, i.source = 'link' as by_link, i.email, p.name,
        case
          when r.invited_id is not null or c.uses > 0 then 'joined'
          when c.is_revoked then 'revoked'
          when c.expires_at <= now() then 'expired'
          when i.opened_at is not null then 'opened'
          -- Also what was never sent: who is a member, or wants no invitation, is not told (D42).
          else 'sent'
        end as state,
        coalesce(r.joined_at, i.opened_at, i.queued_at, i.created_at) as at, coalesce(r.referrer_received, 0) as received, i.sends, i.queued_at
      from public.invitations as i
      join public.invite_codes as c on c.id = i.code_id
      left join private.referrals as r on r.code_id = i.code_id and r.referrer_id = private.actor()
      left join public.profiles as p on p.id = r.invited_id
      where i.inviter_id = private.actor()
        and (i.source = 'member' or (i.source = 'admin' and private.is_admin()) or r.invited_id is not null)
      order by at desc, i.code_id limit 200
    ) as l);
  return next;
end
$$;
comment on function public.my_invitations is
  'The caller''s invitations: how many a year, how many are left and until when, the code of the link (created when there is none), what '
  'both receive, what came in so far, how the caller was invited, and the newest 200 with their state: sent, opened, joined, expired, '
  'revoked (D43).';
grant execute on function public.my_invitations to authenticated;
