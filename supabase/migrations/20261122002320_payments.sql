-- Payments: a year of membership and token packs, sold through Stripe Checkout (D61 to D65). Stripe's events are the only source of
-- truth: what they say is kept as facts, and state, membership and tokens follow from the facts, in whatever order these arrive (D63).

create table private.payment_service (live boolean not null, reported_at timestamptz not null default now());
comment on table private.payment_service is
  'One row once the function `payments` has a key of Stripe: whether it is live. With a test key only admins can pay (D61).';
create unique index payment_service_one_row on private.payment_service ((true));

-- off, test or live: off until Stripe is connected and an admin has turned payments on; everything is as before then (D61).
create function private.payment_mode() returns text
language plpgsql stable set search_path = '' as $$
begin
  return coalesce((
    select case when s.live then 'live' else 'test' end from private.payment_service as s
    where private.setting_number('payments_on') = 1), 'off');
end
$$;

create table public.payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid,
  account_id uuid not null,
  kind text not null,
  tokens integer,
  amount integer not null,
  currency text not null default 'usd',
  is_launch boolean not null default false,
  is_test boolean not null default false,
  state text not null default 'opened',
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  starts_at timestamptz,
  ends_at timestamptz,
  refunded integer not null default 0,
  refunded_at timestamptz,
  refund_failed_at timestamptz,
  refund_reason text,
  tokens_returned integer,
  constraint payments_valid check (
    kind in ('membership', 'tokens') and (kind = 'tokens') = (tokens is not null) and coalesce(tokens > 0, true)
    and amount > 0 and refunded >= 0 and currency = 'usd'
    and state in ('opened', 'processing', 'paid', 'failed', 'expired', 'refunded', 'disputed')
    and (refund_reason is null or private.is_reason(refund_reason)))
);
comment on table public.payments is
  'A payment through Stripe: for a year from `starts_at` to `ends_at`, or for a number of tokens. Amounts in cents. Nobody writes it but the '
  'functions of service_role; rows outlive the person, for bookkeeping (D49, D61 to D65).';
comment on column public.payments.is_launch is 'At the launch price: it holds a place until Stripe says that it expired or failed, and keeps it once paid (D61).';
comment on column public.payments.is_test is 'Paid with a test key: no money moved.';
comment on column public.payments.refunded is 'How much of the amount Stripe has paid back. Only a whole refund has an effect (D64).';
comment on column public.payments.refund_failed_at is
  'When a bank did not take the money that Stripe has paid back, until an admin has settled it; what the refund took stays taken.';
comment on column public.payments.refund_reason is 'What the member reads about the refund; erased with the person (D12).';
comment on column public.payments.tokens_returned is 'How many of the bought tokens were unspent, and taken back, when the payment was refunded (D64).';
create index payments_user_idx on public.payments (user_id, created_at, id);
create index payments_account_idx on public.payments (account_id, kind, state);
create index payments_created_idx on public.payments (created_at, id);
create index payments_launch_idx on public.payments (account_id) where is_launch and not is_test and state not in ('expired', 'failed');
alter table public.payments enable row level security;
create policy "payments: people read their own, admins all" on public.payments
for select to authenticated using ((select private.is_admin()) or user_id = (select private.actor()));
grant select on public.payments to authenticated;

create table private.payment_facts (
  payment_id uuid primary key,
  session_id text,
  intent_id text unique,
  processing_at timestamptz,
  failed_at timestamptz,
  expired_at timestamptz,
  -- By their ids: a payment can be disputed again. The columns below are of the one that matters most.
  disputes jsonb not null default '{}',
  dispute_reason text,
  dispute_due_at timestamptz,
  dispute_status text,
  -- The ledger's rows of the tokens that came, and of those that were taken back.
  entry_id uuid,
  return_entry_id uuid
);
comment on table private.payment_facts is 'What Stripe said of a payment beside what its person may read, with Stripe''s ids, and what it brought about.';

create table private.payment_events (
  id text primary key,
  type text not null,
  at timestamptz not null,
  received_at timestamptz not null default now(),
  times integer not null default 1,
  payment_id uuid,
  intent_id text,
  -- Of the event, without what it says of the person.
  facts jsonb not null,
  outcome text not null check (outcome in ('applied', 'ignored', 'waiting', 'refused')),
  problem text,
  settled_at timestamptz,
  settled_by uuid
);
comment on table private.payment_events is
  'Stripe''s events, each once: applied; ignored, because nothing depends on its type, or it is of another shop with the same account; '
  'waiting, for a day, for the one that names its payment; or refused, which an admin has to look at and settle. What was ignored is deleted after 90 days (D63).';
create index payment_events_intent_idx on private.payment_events (intent_id) where outcome <> 'applied';
create index payment_events_waiting_idx on private.payment_events (received_at) where outcome = 'waiting';
create index payment_events_open_idx on private.payment_events (at) where problem <> 'dispute' and settled_at is null;

create table private.membership_changes (
  id bigint generated always as identity primary key,
  account_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null,
  starts_at timestamptz,
  ends_at timestamptz,
  -- By how much an admin moved the end; without one the dates are absolute.
  moved interval
);
comment on table private.membership_changes is
  'The dates of a membership before its first payment, and what admins changed since: with the payments they give its dates, in whatever '
  'order the payments become known (D63).';
create index membership_changes_account_idx on private.membership_changes (account_id, at);

-- The membership that follows from payments.

-- What happened to a membership, in the order of time: a payment adds a year, from the end or, if that has passed, from the day of payment;
-- a whole refund takes a year off the end, but no more days than it gave; an admin moves it. The last row has the dates (D62, D64).
create function private.membership_steps(p_account uuid)
returns table (payment_id uuid, starts_at timestamptz, ends_at timestamptz, member_from timestamptz, member_until timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  v_step record;
  v_before record;
  -- When each year ends, and how long it is, by payment.
  v_ends jsonb := '{}';
  v_given jsonb := '{}';
begin
  for v_step in
    select c.at, 0 as kind, c.id::text as id, null::uuid as payment, c.starts_at, c.ends_at, c.moved
    from private.membership_changes as c where c.account_id = p_account
    union all
    select p.paid_at, 1, p.id::text, p.id, null, null, null
    from public.payments as p where p.account_id = p_account and p.kind = 'membership' and p.paid_at is not null
    union all
    -- A clock may say that it was paid back before it was paid.
    select greatest(p.refunded_at, p.paid_at), 2, p.id::text, p.id, null, null, null
    from public.payments as p
    where p.account_id = p_account and p.kind = 'membership' and p.paid_at is not null and p.refunded >= p.amount
    order by 1, 2, 3
  loop
    payment_id := null;
    if v_step.kind = 0 and v_step.moved is null then
      v_before := v_step;
      member_from := v_step.starts_at;
      member_until := v_step.ends_at;
    elsif v_step.kind = 0 then
      member_until := member_until + v_step.moved;
    elsif member_until is null and member_from is not null then
      -- A membership from before, without an end, has none afterwards either.
      continue;
    elsif v_step.kind = 1 then
      payment_id := v_step.payment;
      if member_until > v_step.at then
        starts_at := member_until;
      else
        starts_at := v_step.at;
        member_from := v_step.at;
      end if;
      ends_at := starts_at + interval '1 year';
      member_until := ends_at;
      v_ends := v_ends || jsonb_build_object(v_step.id, ends_at);
      v_given := v_given || jsonb_build_object(v_step.id, ends_at - starts_at);
      return next;
      continue;
    else
      -- A year that was over before this membership began took nothing from it.
      if (v_ends ->> v_step.id)::timestamptz > member_from then
        -- A year from February 29 ends on February 28.
        member_until := greatest(member_until - interval '1 year', member_until - (v_given ->> v_step.id)::interval);
      end if;
      v_ends := v_ends - v_step.id;
      if v_ends = '{}' and member_until <= member_from then
        -- As if nothing had been paid.
        member_from := v_before.starts_at;
        member_until := v_before.ends_at;
      end if;
    end if;
    return next;
  end loop;
end
$$;

-- Sets the dates of a membership, and of the years that were paid, after its payments; returns the end.
create function private.set_membership(p_account uuid) returns timestamptz
language plpgsql set search_path = '' as $$
declare
  v_step record;
begin
  if not exists (select from private.membership_changes as c where c.account_id = p_account) then
    insert into private.membership_changes (account_id, at, starts_at, ends_at)
    select p.id, '-infinity', p.membership_start_date, p.membership_end_date from public.profiles as p where p.id = p_account;
  end if;
  for v_step in select * from private.membership_steps(p_account) loop
    update public.payments as p set starts_at = v_step.starts_at, ends_at = v_step.ends_at
    where p.id = v_step.payment_id and (p.starts_at, p.ends_at) is distinct from (v_step.starts_at, v_step.ends_at);
  end loop;
  update public.profiles as p set membership_start_date = v_step.member_from, membership_end_date = v_step.member_until
  where p.id = p_account
    and (p.membership_start_date, p.membership_end_date) is distinct from (v_step.member_from, v_step.member_until);
  return v_step.member_until;
end
$$;

-- Remembers what else than a payment moved the end of a membership that was paid (D45, D62).
create function private.record_membership_change() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_from timestamptz;
  v_until timestamptz;
begin
  if exists (select from private.membership_changes as c where c.account_id = new.id) then
    select s.member_from, s.member_until into v_from, v_until
    from private.membership_steps(new.id) with ordinality as s order by s.ordinality desc limit 1;
    if (v_from, v_until) is distinct from (new.membership_start_date, new.membership_end_date) then
      insert into private.membership_changes (account_id, at, starts_at, ends_at, moved)
      values (new.id, clock_timestamp(), new.membership_start_date, new.membership_end_date,
        case when v_from = new.membership_start_date then new.membership_end_date - v_until end);
    end if;
  end if;
  return null;
end
$$;
create trigger profiles_membership_change after update of membership_start_date, membership_end_date on public.profiles
for each row when (
  (old.membership_start_date, old.membership_end_date) is distinct from (new.membership_start_date, new.membership_end_date)) execute function private.record_membership_change();

-- inactive: not paid yet; ended; ending: in the 30 days in which it can be renewed; active, also without an end, as accounts from before
-- (D61, D62).
create function private.membership_state(p_from timestamptz, p_until timestamptz) returns text
language plpgsql stable set search_path = '' as $$
begin
  return case
    when p_until is null and p_from is null then 'inactive'
    when p_until <= now() then 'ended'
    when p_until <= now() + interval '30 days' then 'ending'
    else 'active' end;
end
$$;

-- The state of a membership that has to be paid before anything is ordered, otherwise null: never of admins, nor while payments are off
-- (D61, D62).
create function private.unpaid_state(p_member uuid) returns text
language plpgsql stable set search_path = '' as $$
begin
  if private.payment_mode() <> 'live' then
    return null;
  end if;
  return (
    select nullif(nullif(private.membership_state(p.membership_start_date, p.membership_end_date), 'active'), 'ending')
    from public.profiles as p where p.id = p_member and p.role <> 'admin');
end
$$;

-- What the function `payments` asks for.

create function public.payment_caller() returns table (id uuid, is_admin boolean)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return query select private.actor(), private.is_admin();
end
$$;
comment on function public.payment_caller is
  'Who calls, by the rules of the database: what the function `payments` asks with the caller''s token.';
grant execute on function public.payment_caller to authenticated;

create function public.report_payment_mode(p_live boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update private.payment_service set live = p_live, reported_at = now() where live <> p_live;
  insert into private.payment_service (live) values (p_live) on conflict do nothing;
end
$$;
comment on function public.report_payment_mode is 'Notes whether the key of Stripe is a live one (D61). For service_role alone.';
grant execute on function public.report_payment_mode to service_role;

-- How many places at the launch price are held by an open checkout or taken by a payment, one a person. A refund frees none: they are for
-- the first who paid (D61).
create function private.launch_places_taken(p_except uuid default null) returns integer
language sql stable set search_path = ''
return (
  select count(distinct p.account_id) from public.payments as p
  where p.is_launch and not p.is_test and p.state not in ('expired', 'failed') and p.account_id is distinct from p_except
);

-- What a year costs a person now, in cents: the launch price for a first payment while there are places, otherwise the price (D61).
create function private.membership_price(p_account uuid) returns table (amount integer, is_launch boolean)
language plpgsql stable rows 1 set search_path = '' as $$
begin
  is_launch := private.launch_places_taken(p_account) < private.setting_number('launch_places')
    and not exists (
      select from public.payments as p
      where p.account_id = p_account and p.kind = 'membership' and p.state in ('paid', 'disputed') and not p.is_test);
  amount := private.setting_number(case when is_launch then 'launch_price' else 'membership_price' end);
  return next;
end
$$;

create function public.open_payment(p_member uuid, p_kind text, p_tokens integer, p_live boolean, p_anew boolean default false)
returns table (id uuid, amount integer, currency text, tokens integer, created_at timestamptz, email text)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  v_profile public.profiles;
  v_payment public.payments;
begin
  perform public.report_payment_mode(p_live);
  -- One at a time for a person, who may be being deleted.
  perform private.wait_for_deletions();
  select * into v_profile from public.profiles as p where p.id = p_member for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  elsif private.payment_mode() = 'off' or not p_live and v_profile.role <> 'admin' then
    raise exception 'payments_off' using errcode = 'PT409';
  elsif v_profile.deletes_at is not null then
    raise exception 'account_leaving' using errcode = 'PT409';
  end if;
  if p_kind = 'membership' then
    if p_live and private.membership_state(v_profile.membership_start_date, v_profile.membership_end_date) = 'active' then
      raise exception 'membership_not_due' using errcode = 'PT409';
    elsif p_live and exists (
      select from public.payments as p where p.account_id = p_member and p.kind = p_kind and p.state = 'processing' and not p.is_test)
    then
      raise exception 'payment_in_progress' using errcode = 'PT409';
    end if;
    p_tokens := null;
  elsif p_kind is distinct from 'tokens' then
    raise exception 'unknown_kind' using errcode = 'PT400';
  end if;
  -- What is open is opened again, for the same price: Stripe's page of 31 minutes, by the id of the payment.
  select * into v_payment from public.payments as p
  where not p_anew and p.account_id = p_member and p.tokens is not distinct from p_tokens and p.state = 'opened'
    and p.is_test <> p_live and p.created_at > now() - interval '32 minutes'
    -- At another price than today's it would not be what the person was shown.
    and p.amount = case
      when p_kind = 'membership' then (select m.amount from private.membership_price(p_member) as m)
      else (select k.price from public.token_packs as k where k.tokens = p_tokens)
    end
  order by p.created_at desc limit 1;
  if found and v_payment.created_at <= now() - interval '30 minutes' then
    -- Too late to pay there, and too early to be sure that nobody does.
    raise exception 'payment_in_progress' using errcode = 'PT409';
  elsif not found then
    if (select count(*) >= 20 from public.payments as p where p.user_id = p_member and p.created_at > now() - interval '1 hour') then
      raise exception 'rate_limited' using errcode = 'PT429', detail = '3600';
    end if;
    if p_kind = 'membership' then
      -- The last place is held by one person.
      perform pg_advisory_xact_lock(hashtextextended('private.launch_places', 0));
      insert into public.payments (user_id, account_id, kind, amount, is_launch, is_test)
      select p_member, p_member, p_kind, m.amount, m.is_launch, not p_live from private.membership_price(p_member) as m
      returning * into v_payment;
    else
      insert into public.payments (user_id, account_id, kind, tokens, amount, is_test)
      select p_member, p_member, p_kind, k.tokens, k.price, not p_live
      from public.token_packs as k where k.tokens = p_tokens and k.is_on_sale
      returning * into v_payment;
      if not found then
        raise exception 'pack_unavailable' using errcode = 'PT410';
      end if;
    end if;
  end if;
  return query
  select v_payment.id, v_payment.amount, v_payment.currency, v_payment.tokens, v_payment.created_at, v_profile.email;
end
$$;
comment on function public.open_payment is
  'Opens the payment of a person for a year or for a token pack, at today''s price, and returns what the checkout needs; one that is open '
  'is returned again, unless `p_anew`. Raises payments_off, membership_not_due, payment_in_progress, pack_unavailable, account_leaving and '
  'rate_limited beyond 20 an hour (D61, D62, D65). For service_role alone.';
grant execute on function public.open_payment to service_role;

create function public.release_payments(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_payment uuid;
  v_released integer := 0;
begin
  perform private.wait_for_deletions();
  for v_payment in
    select p.id from public.payments as p where p.id = any (p_ids) and p.state in ('opened', 'processing') order by p.id for update
  loop
    insert into private.payment_facts as f (payment_id, expired_at) values (v_payment, now())
    on conflict (payment_id) do update set expired_at = excluded.expired_at;
    perform private.settle_payment(v_payment);
    v_released := v_released + 1;
  end loop;
  return v_released;
end
$$;
comment on function public.release_payments is
  'Ends payments that wait here, and that Stripe knows nothing of; returns how many. A payment that arrives later counts all the same. For '
  'service_role alone.';
grant execute on function public.release_payments to service_role;

create function public.payment_reference(p_caller uuid, p_payment uuid) returns text
language sql stable security definer set search_path = ''
return (
  select f.intent_id from public.payments as p join private.payment_facts as f on f.payment_id = p.id
  where p.id = p_payment and (p.user_id = p_caller or exists (select from public.profiles as a where a.id = p_caller and a.role = 'admin'))
);
comment on function public.payment_reference is
  'Stripe''s id of a payment, for its receipt: of one''s own, for admins of everybody''s; otherwise null. For service_role alone.';
grant execute on function public.payment_reference to service_role;

create function public.begin_refund(p_admin uuid, p_payment uuid, p_amount integer, p_reason text)
returns table (intent_id text, amount integer, refunded integer)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  v_payment public.payments;
  v_reason text := nullif(private.trim_text(p_reason), '');
begin
  perform from public.profiles as a where a.id = p_admin and a.role = 'admin' for key share;
  if not found then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  select * into v_payment from public.payments as p where p.id = p_payment for update;
  if not found then
    raise exception 'payment_not_found' using errcode = 'PT404';
  elsif v_reason is null or not private.is_reason(v_reason) then
    raise exception 'reason_required' using errcode = 'PT422';
  elsif v_payment.state <> 'paid' or p_amount <= 0 or p_amount > v_payment.amount - v_payment.refunded then
    raise exception 'refund_refused' using errcode = 'PT409', detail = v_payment.state;
  end if;
  update public.payments as p set refund_reason = case when p.user_id is not null then v_reason end where p.id = p_payment;
  perform private.log_change('payments', p_payment::text, jsonb_build_object(
    'refund', coalesce(p_amount, v_payment.amount - v_payment.refunded), 'person_id', v_payment.account_id), p_actor => p_admin);
  return query
  select f.intent_id, coalesce(p_amount, v_payment.amount - v_payment.refunded), v_payment.refunded
  from private.payment_facts as f where f.payment_id = p_payment;
end
$$;
comment on function public.begin_refund is
  'Notes that an admin asks Stripe for a refund, of an amount in cents or of the rest, with the reason that the member reads, and returns '
  'what Stripe needs. Nothing changes before Stripe reports it. Raises payment_not_found, reason_required and refund_refused (D64). For '
  'service_role alone.';
grant execute on function public.begin_refund to service_role;

-- What Stripe reports.

-- Brings the state of a payment, and what it gives, in line with its facts; doing it again changes nothing. False if what was paid for
-- cannot be given, because the person was deleted (D63).
create function private.settle_payment(p_id uuid) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_payment public.payments;
  v_facts private.payment_facts;
  v_before text;
  v_until timestamptz;
  v_kind text;
  v_unspent integer;
  v_entry uuid;
begin
  select f.* into v_facts from private.payment_facts as f where f.payment_id = p_id;
  select p.* into v_payment from public.payments as p where p.id = p_id;
  v_before := v_payment.state;
  v_payment.state := private.payment_state(v_payment, v_facts);
  update public.payments as p set state = v_payment.state where p.id = p_id;
  if v_payment.paid_at is null then
    return true;
  elsif not exists (select from public.profiles as p where p.id = v_payment.user_id) then
    -- What was bought cannot be given any more; giving the money back can.
    return v_payment.state = 'refunded';
  elsif v_payment.kind = 'tokens' then
    -- The tokens of a paid pack are added once, and what is unspent of a refunded one is taken back once (D64, D65).
    if v_facts.entry_id is null then
      v_entry := private.post_tokens(
        p_account => v_payment.user_id, p_type => 'purchase', p_amount => v_payment.tokens,
        p_description => private.grant_description('purchase', v_payment.tokens));
      update private.payment_facts set entry_id = v_entry where payment_id = p_id;
    end if;
    if v_payment.state = 'refunded' and v_payment.tokens_returned is null then
      select least(v_payment.tokens, p.current_tokens) into v_unspent from public.profiles as p where p.id = v_payment.user_id;
      if v_unspent > 0 then
        v_entry := private.post_tokens(
          p_account => v_payment.user_id, p_type => 'adjustment', p_amount => -v_unspent,
          p_description => 'Refund of ' || v_payment.tokens || case v_payment.tokens when 1 then ' token' else ' tokens' end,
          p_reason => coalesce(v_payment.refund_reason, 'The payment was refunded'));
        update private.payment_facts set return_entry_id = v_entry where payment_id = p_id;
      end if;
      update public.payments set tokens_returned = v_unspent where id = p_id;
    end if;
  else
    v_until := private.set_membership(v_payment.account_id);
    v_kind := case
      when v_payment.state = 'refunded' and v_before <> 'refunded' then 'membership_refunded'
      when v_payment.state = 'paid' and v_before in ('opened', 'processing', 'failed', 'expired') then 'membership_extended' end;
    if v_kind is not null then
      perform private.notify(v_kind, v_payment.user_id, p_id, null, null, jsonb_build_object(
        'ends_at', case when v_kind = 'membership_extended' or v_until > now() then v_until end));
      perform private.queue_email(v_kind, p_id, v_payment.user_id, now());
    end if;
  end if;
  return true;
end
$$;

-- The state that follows from the facts, in whatever order they came.
create function private.payment_state(p_payment public.payments, p_facts private.payment_facts) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_payment.paid_at is null then case
      when p_facts.failed_at is not null then 'failed'
      when p_facts.expired_at is not null then 'expired'
      when p_facts.processing_at is not null then 'processing'
      else 'opened' end
    when p_payment.refunded >= p_payment.amount then 'refunded'
    -- Until it is won; a warning needs no answer and moves no money.
    when p_facts.dispute_status not in ('won', 'warning_closed', 'prevented') then 'disputed'
    else 'paid' end;
end
$$;

-- Keeps what an event says. Each fact has one value, whatever comes first: the earliest time, the largest refund, the end of a dispute
-- (D63).
create function private.record_payment_facts(p_payment uuid, p_type text, p_facts jsonb, p_at timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_paid boolean := p_type = 'checkout.session.async_payment_succeeded'
    or p_type = 'checkout.session.completed' and p_facts ->> 'payment_status' = 'paid';
begin
  insert into private.payment_facts (payment_id) values (p_payment) on conflict do nothing;
  if p_type = 'charge.refunded' then
    update public.payments as p set
      refunded_at = case when (p_facts ->> 'amount_refunded')::integer >= p.amount then least(p.refunded_at, p_at) else p.refunded_at end,
      refunded = greatest(p.refunded, least(p.amount, (p_facts ->> 'amount_refunded')::integer))
    where p.id = p_payment;
    return;
  elsif p_type like 'refund.%' then
    update public.payments as p set refund_failed_at = least(p.refund_failed_at, p_at)
    where p.id = p_payment and p_facts ->> 'status' in ('failed', 'canceled');
    return;
  elsif p_facts ? 'dispute' then
    -- Closed is closed, whichever of the two comes first.
    update private.payment_facts as f
    set disputes = case when p_type = 'charge.dispute.closed' then f.disputes || d.this else d.this || f.disputes end
    from (select jsonb_build_object(p_facts ->> 'dispute', p_facts - '{intent,dispute}'::text[]) as this) as d
    where f.payment_id = p_payment;
    update private.payment_facts as f set (dispute_status, dispute_reason, dispute_due_at) = (
      select d.value ->> 'status', d.value ->> 'reason', to_timestamp((d.value ->> 'due_by')::bigint) from jsonb_each(f.disputes) as d
      order by d.value ->> 'status' in ('won', 'warning_closed', 'prevented'), d.value ->> 'status' = 'lost', d.key limit 1)
    where f.payment_id = p_payment;
    return;
  end if;
  if v_paid then
    update public.payments as p set paid_at = least(p.paid_at, p_at) where p.id = p_payment;
  end if;
  update private.payment_facts as f set
    session_id = coalesce(f.session_id, p_facts ->> 'session'),
    intent_id = coalesce(f.intent_id, p_facts ->> 'intent'),
    processing_at = case when p_type = 'checkout.session.completed' and not v_paid then coalesce(f.processing_at, p_at) else f.processing_at end,
    failed_at = case when p_type = 'checkout.session.async_payment_failed' then coalesce(f.failed_at, p_at) else f.failed_at end,
    expired_at = case when p_type = 'checkout.session.expired' then coalesce(f.expired_at, p_at) else f.expired_at end
  where f.payment_id = p_payment;
end
$$;

-- Why an admin has to look at a payment although the event was applied.
create function private.payment_event_problem(p_type text, p_facts jsonb) returns text
language sql stable set search_path = ''
return case
  when p_type = 'charge.dispute.created' then 'dispute'
  -- Stripe reports it twice.
  when p_type like 'refund.%' and p_facts ->> 'status' in ('failed', 'canceled') and not exists (
    select from private.payment_events as e where e.problem = 'refund_failed' and e.facts ->> 'refund' = p_facts ->> 'refund') then 'refund_failed'
end;

create function public.apply_payment_event(p_event jsonb) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_type text := p_event ->> 'type';
  v_object jsonb := p_event #> '{data,object}';
  v_facts jsonb;
  v_payment public.payments;
  v_outcome text := 'applied';
  v_problem text;
  v_waiting record;
begin
  if v_type not in (
    'checkout.session.completed', 'checkout.session.async_payment_succeeded', 'checkout.session.async_payment_failed',
    'checkout.session.expired', 'charge.refunded', 'charge.dispute.created', 'charge.dispute.closed', 'refund.failed', 'refund.updated')
  then
    insert into private.payment_events as e (id, type, at, facts, outcome)
    values (p_event ->> 'id', v_type, to_timestamp((p_event ->> 'created')::bigint), '{}', 'ignored')
    on conflict (id) do update set times = e.times + 1;
    return 'ignored';
  end if;
  -- Nothing of the person, nothing of the card.
  v_facts := jsonb_strip_nulls(case
    when v_type like 'checkout.session.%' then jsonb_build_object(
      'payment', coalesce(v_object #>> '{metadata,payment}', v_object ->> 'client_reference_id'), 'session', v_object ->> 'id',
      'intent', v_object ->> 'payment_intent', 'payment_status', v_object ->> 'payment_status', 'amount', v_object -> 'amount_total',
      'currency', v_object ->> 'currency')
    when v_type = 'charge.refunded' then jsonb_build_object(
      'payment', v_object #>> '{metadata,payment}', 'intent', v_object ->> 'payment_intent',
      'amount', v_object -> 'amount', 'currency', v_object ->> 'currency', 'amount_refunded', v_object -> 'amount_refunded')
    when v_type like 'refund.%' then jsonb_build_object(
      'payment', v_object #>> '{metadata,payment}', 'intent', v_object ->> 'payment_intent',
      'refund', v_object ->> 'id', 'status', v_object ->> 'status', 'reason', v_object ->> 'failure_reason')
    else jsonb_build_object(
      'intent', v_object ->> 'payment_intent', 'dispute', v_object ->> 'id', 'status', v_object ->> 'status',
      'reason', v_object ->> 'reason', 'due_by', v_object #> '{evidence_details,due_by}')
  end);
  -- An event that waits, and the one that it waits for, know of each other.
  perform pg_advisory_xact_lock(hashtextextended('private.payment_events:' || (v_facts ->> 'intent'), 0));
  insert into private.payment_events as e (id, type, at, intent_id, facts, outcome)
  values (p_event ->> 'id', v_type, to_timestamp((p_event ->> 'created')::bigint), v_facts ->> 'intent', v_facts, 'waiting')
  on conflict (id) do nothing;
  if not found then
    update private.payment_events set times = times + 1 where id = p_event ->> 'id';
    return 'repeated';
  end if;
  select p.* into v_payment from public.payments as p
  where p.id = coalesce(
    case when v_facts ->> 'payment' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (v_facts ->> 'payment')::uuid end,
    (select f.payment_id from private.payment_facts as f where f.intent_id = v_facts ->> 'intent'));
  if not found then
    -- The event that names the payment of this charge may be on its way.
    if v_type not like 'checkout.%' then
      return 'waiting';
    end if;
    -- Others may sell with the same account of Stripe; what was opened here is marked.
    if v_object #>> '{metadata,payment}' is null then
      v_outcome := 'ignored';
    else
      v_problem := 'unknown_payment';
    end if;
  else
    -- In the order of all that writes balances: deletions, the profile, what belongs to it.
    perform private.wait_for_deletions();
    perform from public.profiles as p where p.id = v_payment.account_id for no key update;
    select p.* into v_payment from public.payments as p where p.id = v_payment.id for update;
    v_problem := case
      when v_payment.is_test = (p_event ->> 'livemode')::boolean then 'mode_differs'
      when (v_facts ->> 'amount')::integer <> v_payment.amount or v_facts ->> 'currency' <> v_payment.currency then 'amount_differs'
      when exists (
        select from private.payment_facts as f
        where f.payment_id = v_payment.id and (f.session_id <> v_facts ->> 'session' or f.intent_id <> v_facts ->> 'intent')
          or f.payment_id <> v_payment.id and f.intent_id = v_facts ->> 'intent') then 'session_differs'
    end;
  end if;
  if v_payment.id is not null and v_problem is null then
    perform private.record_payment_facts(v_payment.id, v_type, v_facts, to_timestamp((p_event ->> 'created')::bigint));
    for v_waiting in
      update private.payment_events as e
      set outcome = 'applied', payment_id = v_payment.id, problem = private.payment_event_problem(e.type, e.facts)
      where e.intent_id = v_facts ->> 'intent' and e.id <> p_event ->> 'id'
        and e.outcome <> 'applied' and (e.outcome <> 'refused' or e.problem = 'unknown_payment')
      returning e.type, e.facts, e.at
    loop
      perform private.record_payment_facts(v_payment.id, v_waiting.type, v_waiting.facts, v_waiting.at);
    end loop;
    if not private.settle_payment(v_payment.id) then
      v_problem := 'account_deleted';
    end if;
  end if;
  if v_problem is not null then
    v_outcome := 'refused';
  elsif v_outcome = 'applied' then
    v_problem := private.payment_event_problem(v_type, v_facts);
  end if;
  update private.payment_events as e set outcome = v_outcome, problem = v_problem, payment_id = v_payment.id where e.id = p_event ->> 'id';
  return v_outcome;
end
$$;
comment on function public.apply_payment_event is
  'Applies one event of Stripe, whose signature its caller has verified: applied, repeated, ignored, waiting for the event that names its '
  'payment, or refused and listed for admins. Safe in any order and any number of times (D63). For service_role alone.';
grant execute on function public.apply_payment_event to service_role;

-- At commit, when nothing else is locked any more.
create constraint trigger payment_events_notification after update on private.payment_events
deferrable initially deferred
for each row when (old.problem is null and new.problem is not null) execute function private.admin_notification('payment_problem');

-- What the screens read.

create function public.my_membership()
returns table (
  payments text, state text, price integer, is_launch boolean, full_price integer, launch_places integer, launch_places_left integer,
  sells_tokens boolean, must_pay boolean
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
declare
  v_me uuid := private.actor();
begin
  payments := private.payment_mode();
  must_pay := private.unpaid_state(v_me) is not null;
  if payments = 'test' and not private.is_admin() then
    payments := 'off';
  end if;
  select private.membership_state(p.membership_start_date, p.membership_end_date) into state from public.profiles as p where p.id = v_me;
  if payments <> 'off' and state is not null then
    select m.amount, m.is_launch into price, is_launch from private.membership_price(v_me) as m;
    full_price := private.setting_number('membership_price');
    launch_places := private.setting_number('launch_places');
    launch_places_left := greatest(launch_places - private.launch_places_taken(), 0);
    sells_tokens := (payments = 'test' or state in ('active', 'ending')) and exists (select from public.token_packs as k where k.is_on_sale);
  end if;
  return next;
end
$$;
comment on function public.my_membership is
  'Whether the caller can pay (off, test or live), the state of the own membership (inactive, active, ending, ended), what a year costs '
  'the caller now and in general, in cents, the places at the launch price, whether the caller can buy token packs, which takes a '
  'membership, and whether orders are refused until a year is paid (D61, D62, D65).';
grant execute on function public.my_membership to authenticated;

create function public.search_payments(
  p_search text default null, p_state text default null, p_from timestamptz default null, p_to timestamptz default null,
  p_key_value timestamptz default null, p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26
)
returns table (
  id uuid, user_id uuid, name text, email text, kind text, tokens integer, amount integer, state text, is_renewal boolean, is_test boolean,
  created_at timestamptz, paid_at timestamptz, starts_at timestamptz, ends_at timestamptz, refunded integer, refunded_at timestamptz,
  refund_failed_at timestamptz, refund_reason text, tokens_returned integer, tokens_unspent integer, dispute_reason text, dispute_due_at timestamptz, dispute_status text,
  intent_id text
)
language plpgsql stable rows 26 security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
begin
  perform private.require_admin();
  return query
  select p.id, p.user_id, m.name, m.email, p.kind, p.tokens, p.amount, p.state, private.is_renewal(p), p.is_test,
    p.created_at, p.paid_at, p.starts_at, p.ends_at, p.refunded, p.refunded_at, p.refund_failed_at, p.refund_reason, p.tokens_returned,
    least(p.tokens, m.current_tokens), f.dispute_reason, f.dispute_due_at, f.dispute_status, f.intent_id
  from public.payments as p
  left join public.profiles as m on m.id = p.user_id
  left join private.payment_facts as f on f.payment_id = p.id
  where (p_state is null or p.state = p_state or p_state = 'dispute_open' and p.state = 'disputed' and f.dispute_status <> 'lost')
    and (p_from is null or coalesce(p.paid_at, p.created_at) >= p_from) and (p_to is null or coalesce(p.paid_at, p.created_at) < p_to)
    and (v_pattern is null or lower(m.name || E'\n' || m.email) like v_pattern)
    and (p_key_id is null or case when p_reverse
      then (p.created_at, p.id) > (p_key_value, p_key_id) else (p.created_at, p.id) < (p_key_value, p_key_id) end)
  order by
    case when p_reverse then p.created_at end, case when not p_reverse then p.created_at end desc,
    case when p_reverse then p.id end, case when not p_reverse then p.id end desc
  limit private.page_size(p_limit);
end
$$;
comment on function public.search_payments is
  'Payments of a state (`dispute_open`: disputed and not lost) and a time, by when they were paid if they were, of people whose name or email contains a term, newest first, '
  'after a key (D20). Admins only.';
grant execute on function public.search_payments to authenticated;

-- Whether a payment is for a further year of somebody who has paid for one before.
create function private.is_renewal(p_payment public.payments) returns boolean
language sql stable set search_path = ''
return p_payment.kind = 'membership' and exists (
  select from public.payments as e
  where e.account_id = p_payment.account_id and e.kind = 'membership' and e.is_test = p_payment.is_test and e.paid_at < coalesce(p_payment.paid_at, p_payment.created_at));

create function public.payment_sums(p_from timestamptz default null, p_to timestamptz default null)
returns table (
  memberships bigint, memberships_amount bigint, renewals bigint, renewals_amount bigint, packs bigint, packs_amount bigint,
  refunds bigint, refunded bigint, revenue bigint
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select count(p.id) filter (where p.kind = 'membership' and not p.is_renewal),
    coalesce(sum(p.amount) filter (where p.kind = 'membership' and not p.is_renewal), 0),
    count(p.id) filter (where p.is_renewal), coalesce(sum(p.amount) filter (where p.is_renewal), 0),
    count(p.id) filter (where p.kind = 'tokens'), coalesce(sum(p.amount) filter (where p.kind = 'tokens'), 0),
    count(p.id) filter (where p.refunded > 0), coalesce(sum(p.refunded), 0), coalesce(sum(p.amount - p.refunded), 0)
  from (
    select x.*, private.is_renewal(x) as is_renewal from public.payments as x
    where not x.is_test and x.paid_at is not null and (p_from is null or x.paid_at >= p_from) and (p_to is null or x.paid_at < p_to)
  ) as p;
end
$$;
comment on function public.payment_sums is
  'What was paid in a time, by what for, in cents and without tests, how much of it was refunded by now, and what is left '
  'of it. Admins only.';
grant execute on function public.payment_sums to authenticated;

create function public.payment_problems()
returns table (id text, type text, at timestamptz, times integer, problem text, payment_id uuid, intent_id text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select e.id, e.type, e.at, e.times, e.problem, e.payment_id, e.intent_id from private.payment_events as e
  where e.problem <> 'dispute' and e.settled_at is null
  order by e.at limit 100;
end
$$;
comment on function public.payment_problems is
  'Up to 100 events of Stripe that could not be applied, or say that a refund has failed, and that no admin has settled, with the reason '
  '(D63, D64). Admins only.';
grant execute on function public.payment_problems to authenticated;

create function public.settle_payment_problem(p_id text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update private.payment_events as e set settled_at = now(), settled_by = auth.uid()
  where e.id = p_id and e.problem <> 'dispute' and e.settled_at is null;
  if found then
    update public.payments as p set refund_failed_at = null
    from private.payment_events as e where e.id = p_id and e.problem = 'refund_failed' and p.id = e.payment_id;
    perform private.log_change('payment_events', p_id, '{"settled": true}');
  end if;
  return found;
end
$$;
comment on function public.settle_payment_problem is
  'Takes an event that could not be applied, or a failed refund, off the list, once an admin has dealt with it. Admins only.';
grant execute on function public.settle_payment_problem to authenticated;

create function public.unknown_payment_events(p_ids text[]) returns text[]
language sql stable security definer set search_path = ''
return array(select i.id from unnest(p_ids) as i (id) where not exists (select from private.payment_events as e where e.id = i.id));
comment on function public.unknown_payment_events is 'Which of these events of Stripe never arrived (D63). For service_role alone.';
grant execute on function public.unknown_payment_events to service_role;

create function public.finish_payment_check() returns integer
language plpgsql security definer set search_path = '' as $$
begin
  update private.due_items set done_until = now() where item = 'payments';
  -- A checkout ends after 31 minutes, with an event; no bank takes 30 days, and Stripe would have reported the result.
  return public.release_payments(array(
    select p.id from public.payments as p
    where p.state = 'opened' and p.created_at < now() - interval '3 hours'
      or p.state = 'processing' and p.created_at < now() - interval '30 days'));
end
$$;
comment on function public.finish_payment_check is
  'Ends the nightly comparison, after all that Stripe has reported in 30 days was applied; returns how many payments still waited, for '
  'something that does not come any more, and are released (D63). For service_role alone.';
grant execute on function public.finish_payment_check to service_role;

-- Lists for admins the events of payments that have waited for a day, notifies them when the nightly comparison with Stripe has not run for two, and
-- deletes what was ignored for 90 (D63).
create function private.due_payments(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.payment_events as e where e.outcome = 'ignored' and e.received_at < p_now - interval '90 days';
  -- What does not name a payment of this shop is of another one with the same account of Stripe.
  update private.payment_events as e set (outcome, problem) = (
    select case when e.facts ? 'payment' then 'refused' else 'ignored' end, case when e.facts ? 'payment' then 'unknown_payment' end)
  where e.outcome = 'waiting' and e.received_at < p_now - interval '1 day';
  -- The function `payments` compares every night; nobody would notice that it has stopped.
  if private.payment_mode() = 'live' and exists (
    select from private.due_items as i where i.item = 'payments' and i.done_until < p_now - interval '2 days')
  then
    perform private.notify_admins('payment_problem', 1, null, null, '{"problem": "not_checked"}');
    update private.due_items set done_until = p_now - interval '1 day' where item = 'payments';
  end if;
end
$$;
