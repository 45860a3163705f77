-- What both receive once the first order of somebody who was invited has stayed delivered for seven days (D43).

create function private.phone_ending(p_phone text)
returns text
language plpgsql immutable strict set search_path = ''
as $$
declare
  -- Without the extension, which begins with a letter or a sign.
  v_number text := substring(private.latin_digits(p_phone), '^[^0-9]*[0-9][^[:alpha:]#*,;]*' collate "und-x-icu");
  -- The last digits, so that '+44 20' and '020' compare equal.
  v_digits text := right(regexp_replace(v_number, '[^0-9]', '', 'g'), 8);
begin
  return case when char_length(v_digits) >= 7 then v_digits end;
end
$$;
comment on function private.phone_ending(text) is 'The last seven or eight digits of a telephone number before its extension; null of fewer.';

create function private.same_phone(p_phone text, p_other text)
returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  -- Within the other one: an extension may follow without any sign.
  return coalesce(position(private.phone_ending(p_phone) in regexp_replace(private.latin_digits(p_other), '[^0-9]', '', 'g')) > 0, false)
    or coalesce(position(private.phone_ending(p_other) in regexp_replace(private.latin_digits(p_phone), '[^0-9]', '', 'g')) > 0, false);
end
$$;
comment on function private.same_phone(text, text) is
  'Whether the last seven or eight digits of one of two telephone numbers occur in the other, in digits of any script.';

create function private.is_new_person(p_invited uuid, p_referrer uuid)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return not exists (
    select from public.profiles as p
    join public.profiles as o on private.mailbox_of(o.email) = private.mailbox_of(p.email) and o.id <> p.id
    where p.id = p_invited
  ) and not exists (
    select from public.profiles as p join public.profiles as o on private.same_phone(o.phone, p.phone)
    where p.id = p_invited and o.id = p_referrer
  );
end
$$;
comment on function private.is_new_person(uuid, uuid) is
  'Whether somebody has neither the mailbox of another member nor the telephone of who invited them: nobody refers themselves (D43).';

create function private.record_referral(p_invited uuid, p_code_id uuid, p_at timestamptz)
returns void
language plpgsql set search_path = ''
as $$
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
comment on function private.record_referral(uuid, uuid, timestamptz) is
  'Records in the sign-up who invited the new member and what both will receive, and notifies the inviter. A member admitted from the waitlist '
  'has no inviter.';

create function private.delivered_since(p_order public.orders)
returns timestamptz
language plpgsql stable set search_path = ''
as $$
begin
  -- Not `updated_at`, which an answer to a report moves as well.
  return greatest(p_order.fulfilled_at, (
    select max(c.at) from private.status_changes as c where c.order_id = p_order.id::text and c.undone_at is null));
end
$$;
comment on function private.delivered_since(public.orders) is
  'Since when an order has had its status: of one that was delivered, since its last change that was not undone, or its delivery.';

create function private.pay_referral(p_invited uuid, p_order uuid, p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_order public.orders;
  v_referral private.referrals;
  v_locked uuid[];
  v_paid boolean;
begin
  -- Nothing here waits: what is being changed is looked at again in a minute. A cancellation waits for this, or comes first.
  select * into v_order from public.orders as o
  where o.id = p_order and o.status in ('delivered', 'completed') for share skip locked;
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
comment on function private.pay_referral(uuid, uuid, timestamptz) is
  'Credits both with what was promised, once. If who invited has been deleted, the other one still receives it (D12, D43).';

create function private.due_referrals(p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
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
      and (o.placed).status in ('delivered', 'completed') and (o.placed).fulfilled_at <= p_now - interval '7 days'
      and private.delivered_since(o.placed) <= p_now - interval '7 days'
    order by r.invited_id limit 1000
  loop
    perform private.pay_referral(v_due.invited_id, v_due.order_id, p_now);
  end loop;
end
$$;
comment on function private.due_referrals(timestamptz) is
  'Pays for people who were invited and whose first order, not counting cancelled ones, has been delivered for seven days.';
