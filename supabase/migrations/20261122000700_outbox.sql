-- The kinds of emails and notifications (D37, D40), and what a row of the outbox may hold.

-- Whether a kind of notification is addressed to admins, and not to a member.
create function private.is_admin_notification(p_kind text) returns boolean
language plpgsql immutable strict set search_path = '' as $$
begin
  return p_kind in (
    'pool_low', 'stock_low', 'orders_late', 'reports_open', 'emails_given_up', 'large_grant', 'reconcile_found', 'waitlist', 'payment_problem'
  );
end
$$;
grant execute on function private.is_admin_notification to authenticated, service_role;

-- The group of preferences that a kind of notification or email belongs to; null for a test email, which has none.
create function private.notification_group(p_kind text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case
    when p_kind in (
      'order_placed', 'order_status', 'order_delivered', 'order_cancelled', 'report_answered') then 'orders'
    when p_kind = 'tokens_adjusted' then 'tokens'
    when p_kind = 'benefit_available' then 'favourites'
    when p_kind in ('membership_ending', 'membership_extended', 'membership_refunded') then 'membership'
    when p_kind = 'invitation_joined' then 'invitations'
    when p_kind = 'announcement' then 'announcements'
    when p_kind in ('pool_low', 'stock_low') then 'stock'
    when p_kind = 'orders_late' then 'late'
    when p_kind in ('reports_open', 'report_opened') then 'reports'
    when p_kind in ('emails_given_up', 'email_given_up') then 'emails'
    when p_kind in ('large_grant', 'reconcile_found', 'payment_problem') then 'grants'
  end;
end
$$;

-- What the columns of a queued email may hold; one function, as private.is_order().
create function private.is_outbox_row(p_kind text, p_recipient uuid, p_template text, p_outcome text, p_finished_at timestamptz, p_error text)
returns boolean
language plpgsql immutable set search_path = '' as $$
begin
  return p_kind in (
      'order_placed', 'order_status', 'order_delivered', 'order_cancelled', 'report_answered', 'tokens_adjusted',
      'membership_ending', 'membership_extended', 'membership_refunded', 'benefit_available', 'invitation_joined', 'announcement', 'message',
      'report_opened', 'pool_low', 'stock_low', 'orders_late', 'email_given_up', 'large_grant', 'reconcile_found', 'test', 'invitation',
      'deletion_requested', 'deletion_scheduled', 'account_deleted',
      'second_factor_reset', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'password_changed')
    and (p_recipient is null) = (p_kind in ('invitation', 'account_deleted'))
    and (p_kind = 'test') = (p_template is not null)
    and (p_template is null or p_template ~ '^[a-z_]{1,40}$')
    and (p_outcome is null) = (p_finished_at is null)
    and (p_outcome is null or p_outcome in ('sent', 'given_up', 'skipped', 'over_limit'))
    and (p_error is null or p_error ~ '^[a-z0-9_]{1,40}$');
end
$$;

-- Transactional email (D37): the outbox, and the functions that its sender calls (supabase/functions/send-mail).

create table private.outbox (
  -- Derived from event and recipient (queue_email), so the same event queues one email; also the Message-ID.
  id uuid primary key,
  kind text not null,
  -- The cause: an order, a report, a benefit, a ledger entry, an invite code, as the kind requires.
  cause_id uuid,
  -- A member or an admin; the row is deleted with the person (D12). Null for an invitation and for the last email
  -- of a deleted account, whose causes have the address.
  recipient_id uuid,
  -- Goes to an address that is not the recipient's own.
  elsewhere boolean not null default false,
  -- The template of a test email.
  template text,
  attempts integer not null default 0,
  first_attempted_at timestamptz,
  -- A lease moves it ten minutes ahead, a temporary failure by the backoff.
  next_attempt_at timestamptz not null default now(),
  outcome text,
  finished_at timestamptz,
  -- A code of the sender, never the text of a mail server, which repeats addresses.
  last_error text,
  created_at timestamptz not null default now(),
  constraint outbox_valid check (private.is_outbox_row(kind, recipient_id, template, outcome, finished_at, last_error))
);
comment on table private.outbox is
  'Emails to send and sent in the last 90 days, queued in the transaction that causes them. A row names its cause; the text is '
  'rendered when it is sent, from the state at that time, and nothing of it is stored (D37).';

-- A delivery does not wait for the many emails about a benefit, of an announcement, or of invitations.
create index outbox_due_idx on private.outbox ((kind in ('benefit_available', 'invitation', 'announcement')), next_attempt_at) where outcome is null;
create index outbox_cause_idx on private.outbox (cause_id) where cause_id is not null;
create index outbox_elsewhere_idx on private.outbox (recipient_id, created_at) where elsewhere and outcome is distinct from 'over_limit';
create index outbox_finished_idx on private.outbox (outcome, finished_at) where outcome is not null;

create table private.email_sender (ran_at timestamptz not null);
comment on table private.email_sender is 'One row: when the sender last asked for emails.';

insert into private.email_sender (ran_at) values ('-infinity');

-- The id of an email or notification, derived from event and recipient: a second one conflicts with the first.
create function private.event_id(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamptz) returns uuid
language plpgsql stable set search_path = '' as $$
begin
  return md5(concat_ws('|', p_kind, p_cause, p_recipient, extract(epoch from p_at)))::uuid;
end
$$;

-- How many of the ten emails a day to addresses other than their own a member has left: deliveries and invitations (D37). Lock the
-- profile before, so that concurrent ones are counted one after the other; credits take that lock as well.
create function private.emails_elsewhere_left(p_member uuid) returns integer
language plpgsql stable set search_path = '' as $$
begin
  return 10 - (
    select count(*) from private.outbox as o
    where o.elsewhere and o.recipient_id = p_member and o.created_at > now() - interval '1 day'
      and o.outcome is distinct from 'over_limit'
  ) - (
    select count(*) from public.invitations as i join private.outbox as o on o.cause_id = i.code_id
    where i.inviter_id = p_member and i.source = 'member' and o.created_at > now() - interval '1 day'
  );
end
$$;

-- Queues the email about an event, once, if the recipient wants it, and returns whether it did; `p_at` distinguishes repeated events of a
-- cause. With an address other than the recipient's own it is one of ten a day; what exceeds them is recorded and not sent (D37).
create function private.queue_email(p_kind text, p_cause uuid, p_recipient uuid, p_at timestamptz, p_address text default null)
returns boolean
language plpgsql set search_path = '' as $$
declare
  v_elsewhere boolean := false;
  v_over boolean := false;
begin
  if not private.wants_email(p_recipient, p_kind) then
    return false;
  end if;
  if p_address is not null then
    v_elsewhere := exists (select from public.profiles as p where p.id = p_recipient and lower(p.email) <> lower(p_address));
    if v_elsewhere then
      perform from public.profiles as p where p.id = p_recipient for no key update;
      v_over := private.emails_elsewhere_left(p_recipient) <= 0;
    end if;
  end if;
  insert into private.outbox (id, kind, cause_id, recipient_id, elsewhere, outcome, finished_at)
  values (
    private.event_id(p_kind, p_cause, p_recipient, p_at),
    p_kind, p_cause, p_recipient, v_elsewhere,
    case when v_over then 'over_limit' end, case when v_over then now() end
  )
  on conflict (id) do nothing;
  return found;
end
$$;

-- Queues the email about an event to every admin but the one who caused it: the caller, or who is named (D40).
create function private.queue_admin_email(p_kind text, p_cause uuid, p_at timestamptz, p_except uuid default null) returns void
language plpgsql set search_path = '' as $$
begin
  perform private.queue_email(p_kind, p_cause, a.id, p_at)
  from (
    -- Not those who are being deleted meanwhile, who may wait for the caller.
    select p.id from public.profiles as p
    where p.role = 'admin' and p.id is distinct from coalesce(p_except, auth.uid()) order by p.id for key share skip locked
  ) as a;
end
$$;

create function public.lease_emails(p_limit integer)
returns table (id uuid, kind text, attempt integer, email text, own boolean, data jsonb, unsubscribe text)
language plpgsql security definer set search_path = '' as $$
declare
  v_row private.outbox;
begin
  -- Not at every call: an embedded backend asks each second. And without waiting for another sender.
  update private.email_sender set ran_at = now()
  where ran_at = (select s.ran_at from private.email_sender as s where s.ran_at < now() - interval '20 seconds' for update skip locked);
  for v_row in
    select * from private.outbox as o where o.outcome is null and o.next_attempt_at <= now()
    order by o.kind in ('benefit_available', 'invitation', 'announcement'), o.next_attempt_at limit least(greatest(p_limit, 0), 50) for update skip locked
  loop
    id := v_row.id;
    kind := v_row.kind;
    attempt := v_row.attempts + 1;
    own := not v_row.elsewhere;
    data := private.email_data(v_row);
    email := case v_row.kind
      when 'order_delivered' then data ->> 'redemption_email' when 'invitation' then data ->> 'email' when 'account_deleted' then data ->> 'email'
      else (select p.email from public.profiles as p where p.id = v_row.recipient_id) end;
    unsubscribe := private.unsubscribe_token(case v_row.kind when 'invitation' then email else v_row.recipient_id::text end, v_row.kind);
    if data is null or email is null or not private.wants_email(v_row.recipient_id, v_row.kind) then
      update private.outbox as o set outcome = 'skipped', finished_at = now() where o.id = v_row.id;
    -- A day's backoff makes about a dozen attempts; more mean that this email crashes its sender.
    elsif v_row.attempts >= 30 then
      update private.outbox as o set outcome = 'given_up', finished_at = now(), last_error = 'no_result' where o.id = v_row.id;
    else
      update private.outbox as o
      set attempts = attempt, first_attempted_at = coalesce(o.first_attempted_at, now()), next_attempt_at = now() + interval '10 minutes'
      where o.id = v_row.id;
      return next;
    end if;
  end loop;
end
$$;
comment on function public.lease_emails is
  'Leases up to 50 due emails for ten minutes, which counts as an attempt: what to send, to whom, which attempt, and the token of its '
  'unsubscribe link (D37, D40). For service_role alone.';
grant execute on function public.lease_emails to service_role;

create function public.mark_email_sent(p_id uuid) returns void
language sql security definer set search_path = ''
begin atomic
  update private.outbox set outcome = 'sent', finished_at = now(), last_error = null
  where id = p_id and outcome is distinct from 'sent';
end;
comment on function public.mark_email_sent is 'Records that an email was sent (D37). For service_role alone.';
grant execute on function public.mark_email_sent to service_role;

create function public.mark_email_failed(p_id uuid, p_attempt integer, p_error text, p_permanent boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- Only the attempt that failed: its lease may have expired, and the email be in other hands.
  update private.outbox as o set
    last_error = p_error,
    outcome = case when p_permanent or o.first_attempted_at <= now() - interval '1 day' then 'given_up' end,
    finished_at = case when p_permanent or o.first_attempted_at <= now() - interval '1 day' then now() end,
    -- Attempts of senders that never report are unlimited, and 2 ^ 60 minutes are no interval.
    next_attempt_at = least(now() + interval '1 minute' * 2 ^ least(o.attempts - 1, 11), o.first_attempted_at + interval '1 day')
  where o.id = p_id and o.attempts = p_attempt and o.outcome is null;
end
$$;
comment on function public.mark_email_failed is
  'Records a failed attempt to send an email; `p_error` is a code without personal data. The next one follows after 1, 2, 4... minutes, '
  'the last a day after the first; then, or at once if the failure is permanent, the email is given up (D37). For service_role alone.';
grant execute on function public.mark_email_failed to service_role;

-- What admins see of the outbox: the result of a test, and whether emails are sent at all.

create function public.send_test_email(p_template text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := gen_random_uuid();
begin
  perform private.require_admin();
  if (
    select count(*) >= 20 from private.outbox as o
    where o.kind = 'test' and o.recipient_id = auth.uid() and o.created_at > now() - interval '1 hour'
  ) then
    raise exception 'rate_limited' using errcode = 'PT429', detail = '3600';
  end if;
  insert into private.outbox (id, kind, recipient_id, template) values (v_id, 'test', auth.uid(), p_template);
  return v_id;
end
$$;
comment on function public.send_test_email is
  'Sends the calling admin a template with sample data and returns the id for test_email(); rate_limited beyond 20 an hour.';
grant execute on function public.send_test_email to authenticated;

create function public.test_email(p_id uuid) returns table (state text, error text, next_attempt_at timestamptz)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select coalesce(o.outcome, 'waiting'), o.last_error, o.next_attempt_at
  from private.outbox as o where o.id = p_id and o.kind = 'test' and o.recipient_id = auth.uid();
end
$$;
comment on function public.test_email is
  'Whether a test email of the calling admin was sent, and otherwise why not and when it is tried again. Admins only.';
grant execute on function public.test_email to authenticated;

create function public.email_status() returns table (last_email_at timestamptz, late bigint, given_up bigint, given_up_error text)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select greatest(
      (
        select max(greatest(
          u.confirmation_sent_at, u.recovery_sent_at, u.email_change_sent_at, u.reauthentication_sent_at, u.invited_at))
        from auth.users as u
      ),
      (select max(o.finished_at) from private.outbox as o where o.outcome = 'sent')
    ),
    (select count(*) from private.outbox as o where o.outcome is null and o.next_attempt_at < now() - interval '5 minutes'),
    count(g.id), mode() within group (order by g.last_error)
  from private.outbox as g where g.outcome = 'given_up' and g.finished_at > now() - interval '7 days';
end
$$;
comment on function public.email_status is
  'When an email was last sent, by auth or from the outbox, null if never; how many wait for more than five minutes, and how many were '
  'given up in the last seven days, with the most frequent reason (D23, D37). Admins only.';
grant execute on function public.email_status to authenticated;

create function public.email_sender_ran_at() returns timestamptz
language sql stable security definer set search_path = ''
begin atomic
  select ran_at from private.email_sender;
end;
comment on function public.email_sender_ran_at is 'When the sender last asked for emails. For service_role alone.';
grant execute on function public.email_sender_ran_at to service_role;
