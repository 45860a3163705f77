-- What people are notified of, and where: by group of kinds, in the app and by email (D40).

create table public.notification_preferences (
  user_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  kind text not null check (kind in (
    'orders', 'tokens', 'favourites', 'membership', 'invitations', 'announcements', 'stock', 'late', 'reports', 'emails', 'grants'
  )),
  in_app boolean not null default true,
  by_email boolean not null,
  primary key (user_id, kind),
  constraint notification_preferences_always_in_app check (in_app or kind not in ('orders', 'tokens'))
);
comment on table public.notification_preferences is
  'What a person chose about a group of notifications; without a row the default applies. Those of orders and tokens are always shown in '
  'the app (D40).';
alter table public.notification_preferences enable row level security;
create policy "notification_preferences: people read their own" on public.notification_preferences
for select to authenticated using (user_id = (select private.actor()));
create policy "notification_preferences: people choose their own" on public.notification_preferences
for insert to authenticated with check (user_id = (select private.actor()));
create policy "notification_preferences: people change their own" on public.notification_preferences
for update to authenticated using (user_id = (select private.actor())) with check (user_id = (select private.actor()));
grant select, insert (user_id, kind, in_app, by_email), update (user_id, kind, in_app, by_email)
on public.notification_preferences to authenticated;

-- Nobody chooses for a person who was deleted (D12).
create function private.check_preference_person() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Locked, as the person may be being deleted.
  perform from public.profiles as p where p.id = new.user_id for key share;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return new;
end
$$;
create trigger notification_preferences_insert before insert on public.notification_preferences
for each row execute function private.check_preference_person();

-- Whether a person gets emails of this kind: deliveries and what concerns the account always, otherwise as chosen, by default all but
-- tokens, overdue orders and grants (D40).
create function private.wants_email(p_person uuid, p_kind text) returns boolean
language plpgsql stable set search_path = '' as $$
declare
  v_group text;
begin
  if p_kind in (
    'order_delivered', 'message', 'invitation', 'test', 'deletion_requested', 'deletion_scheduled', 'account_deleted',
    'second_factor_reset', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'password_changed')
  then
    return true;
  end if;
  v_group := private.notification_group(p_kind);
  return coalesce(
    (select n.by_email from public.notification_preferences as n where n.user_id = p_person and n.kind = v_group),
    v_group not in ('tokens', 'late', 'grants'));
end
$$;

create table private.unsubscribe_secret (value bytea not null default extensions.gen_random_bytes(32));
comment on table private.unsubscribe_secret is 'One row: what unsubscribe links are signed with.';

insert into private.unsubscribe_secret default values;

-- The signature of a text, which begins with its purpose: a signature for one purpose is invalid for another.
create function private.sign_text(p_text text) returns text
language plpgsql stable set search_path = '' as $$
begin
  return encode(
    extensions.hmac(convert_to(p_text, 'UTF8'), (select s.value from private.unsubscribe_secret as s), 'sha256'), 'hex');
end
$$;

-- Names a person and the group of a kind of email, signed; null for deliveries and tests, which are always sent. Of an invitation the address,
-- for people without an account; `address` is no group of preferences (D40).
create function private.unsubscribe_token(p_to text, p_kind text) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_text text := case p_kind when 'invitation' then encode(convert_to(lower(p_to), 'UTF8'), 'hex') || '.address'
    else p_to || '.' || private.notification_group(p_kind) end;
begin
  return case when p_kind <> 'order_delivered' then v_text || '.' || private.sign_text('unsubscribe ' || v_text) end;
end
$$;

create function public.unsubscribe(p_token text) returns table (ok boolean, kind text)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  v_parts text[] := string_to_array(left(p_token, 800), '.');
begin
  ok := coalesce(
    array_length(v_parts, 1) = 3 and v_parts[3] = private.sign_text('unsubscribe ' || v_parts[1] || '.' || v_parts[2]), false);
  if ok then
    kind := v_parts[2];
    if kind = 'address' then
      insert into private.suppressed_addresses (mailbox_key)
      values (private.mailbox_key(convert_from(decode(v_parts[1], 'hex'), 'UTF8'))) on conflict do nothing;
      return next;
      return;
    end if;
    -- Nothing is left to do for somebody who was deleted.
    insert into public.notification_preferences as n (user_id, kind, by_email)
    select p.id, unsubscribe.kind, false from public.profiles as p where p.id = v_parts[1]::uuid for key share
    on conflict on constraint notification_preferences_pkey do update set by_email = false;
  end if;
  return next;
end
$$;
comment on function public.unsubscribe is
  'Ends the emails of the group that a signed link names, for the person or address that it names, and says which; `ok` is false for any '
  'other token. Works without signing in, any number of times, and does nothing else (D40).';
grant execute on function public.unsubscribe to anon, authenticated;

-- Notifications: what the bell shows. Triggers write them in the transaction of the event, once for each recipient (D40).

create table public.notifications (
  -- Derived from event and recipient, as the ids of the outbox are.
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null,
  order_id uuid,
  benefit_id uuid,
  -- What its sentence needs, never the name of another person, who may be deleted (D12).
  data jsonb not null default '{}',
  -- How many events it stands for: admins have one unread notification of each kind.
  count integer not null default 1,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_valid check (count > 0 and (private.is_admin_notification(kind) or kind in (
    'order_status', 'order_delivered', 'order_cancelled', 'report_answered', 'tokens_adjusted', 'membership_ending', 'membership_extended',
    'membership_refunded', 'benefit_available', 'invitation_joined', 'announcement', 'message')))
);
comment on table public.notifications is
  'What happened to a member, and what admins have to look at; deleted after 180 days and with the person. Its recipient marks it as '
  'read, and nobody writes anything else (D40).';
create index notifications_user_idx on public.notifications (user_id, created_at, id);
create index notifications_unread_idx on public.notifications (user_id) where read_at is null;
create unique index notifications_group_idx on public.notifications (user_id, kind) where read_at is null and private.is_admin_notification(kind);
create index notifications_age_idx on public.notifications using brin (created_at);
alter table public.notifications enable row level security;
create policy "notifications: people read their own" on public.notifications
for select to authenticated using (
  user_id = (select private.actor()) and ((select private.is_admin()) or not private.is_admin_notification(kind)));
create policy "notifications: people mark their own as read" on public.notifications
for update to authenticated using (user_id = (select private.actor()));
grant select, update (read_at) on public.notifications to authenticated;

-- Marking as read waits for a transaction that increments the same notification: those that write several unread notifications of admins,
-- or mark several as read, would otherwise meet in any order.
create function private.lock_admin_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Only admins have notifications that are incremented.
  if private.is_admin() then
    perform pg_advisory_xact_lock_shared(hashtextextended('private.admin_notifications', 0));
  end if;
  return null;
end
$$;
create trigger notifications_lock before update on public.notifications
for each statement when (current_user <> 'postgres') execute function private.lock_admin_notifications();

-- The server sets when a notification was read, once.
create function private.set_notification_read() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end
$$;
create trigger notifications_read before update on public.notifications
for each row when (current_user <> 'postgres') execute function private.set_notification_read();

-- Notifies a member of what this transaction did, once, unless the member did it (D40).
create function private.notify(p_kind text, p_person uuid, p_cause uuid, p_order uuid, p_benefit uuid, p_data jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  if p_person is null or p_person = auth.uid() or exists (
    select from public.notification_preferences as n
    where n.user_id = p_person and n.kind = private.notification_group(p_kind) and not n.in_app)
  then
    return;
  end if;
  insert into public.notifications (id, user_id, kind, order_id, benefit_id, data)
  values (
    private.event_id(p_kind, p_cause, p_person, now()), p_person, p_kind, p_order, p_benefit,
    jsonb_strip_nulls(p_data)
  )
  on conflict (id) do nothing;
end
$$;

create function public.send_message(p_id uuid, p_person uuid, p_title text, p_text text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_title text := private.trim_text(p_title);
  v_text text := private.trim_text(p_text);
begin
  perform private.require_admin();
  if not coalesce(
    private.is_plain_text(v_title) and char_length(v_title) <= 120 and private.has_visible(v_text) and char_length(v_text) <= 2000, false)
  then
    raise exception 'invalid_change' using errcode = 'PT422';
  end if;
  -- Locked, as the person may be being deleted.
  perform from public.profiles as p where p.id = p_person for key share;
  if not found then
    raise exception 'profile_not_found' using errcode = 'PT404';
  end if;
  insert into public.notifications (id, user_id, kind, data)
  values (p_id, p_person, 'message', jsonb_build_object('title', v_title, 'text', v_text)) on conflict (id) do nothing;
  if found then
    insert into private.outbox (id, kind, recipient_id) values (p_id, 'message', p_person);
    perform private.log_change('profiles', p_person::text, '{"message": true}', '{}');
  end if;
end
$$;
comment on function public.send_message is
  'Writes to one person, by email and in the app; the same id again changes nothing. Logged without the text, which leaves with the person '
  '(D12). Raises invalid_change, profile_not_found. Admins only.';
grant execute on function public.send_message to authenticated;

-- Notifies all admins but the caller; an unread notification of the same kind is counted up and moves to the top (D40).
create function private.notify_admins(p_kind text, p_count integer, p_order uuid, p_benefit uuid, p_data jsonb) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.admin_notifications', 0));
  insert into public.notifications as n (id, user_id, kind, order_id, benefit_id, data, count, created_at)
  select gen_random_uuid(), a.id, p_kind, p_order, p_benefit, jsonb_strip_nulls(p_data), p_count, clock_timestamp()
  from (
    -- Not those who are being deleted meanwhile, who may wait for the caller.
    select p.id from public.profiles as p
    where p.role = 'admin' and p.id is distinct from auth.uid() and not exists (
      select from public.notification_preferences as n
      where n.user_id = p.id and n.kind = private.notification_group(p_kind) and not n.in_app)
    order by p.id for key share skip locked
  ) as a
  on conflict (user_id, kind) where read_at is null and private.is_admin_notification(kind)
  do update set
    -- What is still wrong is found again every night, and who waits is counted again.
    count = case when n.kind in ('reconcile_found', 'waitlist') then excluded.count else n.count + excluded.count end,
    order_id = excluded.order_id, benefit_id = excluded.benefit_id, data = excluded.data, created_at = excluded.created_at;
end
$$;

-- Which events notify whom (D40). Imported history, with times of its own, notifies nobody.

-- Notifies the member of the status of an order.
create function private.notify_status(p_order public.orders, p_actor uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  v_kind text := case when p_order.status in ('delivered', 'cancelled') then 'order_' || p_order.status else 'order_status' end;
begin
  perform private.queue_email(
    v_kind, p_order.id, p_order.user_id, now(), case when p_order.status = 'delivered' then p_order.redemption_email end);
  -- A refund is announced by the answer to the report.
  if p_order.user_id = p_actor or p_order.status = 'cancelled' and exists (
    select from private.reports as r
    where r.order_id = p_order.id and r.answer = 'refunded' and r.answered_at >= p_order.updated_at
  ) then
    return;
  end if;
  perform private.notify(
    v_kind, p_order.user_id, p_order.id, p_order.id, p_order.benefit_id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'benefit', p_order.benefit_name,
      'status', case v_kind when 'order_status' then p_order.status end,
      'tokens', case when p_order.status = 'cancelled' then p_order.benefit_token_value end)
  );
end
$$;

-- Queues the email with what was delivered, instantly, by hand, or in place of something else (D30, D33, D34), and notifies the member;
-- `content`: text, link, key or file.
create function private.delivery_events() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_order record;
begin
  select o.id, o.user_id, o.redemption_email, o.benefit_id, o.order_number, o.benefit_name into v_order
  from public.orders as o where o.id = new.order_id and o.user_id is not null;
  if found then
    -- The same events as a change of the status in the same transaction.
    perform private.queue_email('order_delivered', v_order.id, v_order.user_id, now(), v_order.redemption_email);
    perform private.notify(
      'order_delivered', v_order.user_id, v_order.id, v_order.id, v_order.benefit_id,
      jsonb_build_object('order_number', v_order.order_number, 'benefit', v_order.benefit_name, 'content', new.kind));
  end if;
  return null;
end
$$;
create trigger deliveries_events after insert on private.deliveries
for each row when (new.delivered_at >= now() and num_nonnulls(new.kind, new.message) > 0)
execute function private.delivery_events();
create trigger deliveries_message_events after update of message on private.deliveries
for each row when (new.message <> coalesce(old.message, ''))
execute function private.delivery_events();

-- Notifies the member of balance changes that no own order caused.
create function private.tokens_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.transaction_type not in ('adjustment', 'purchase', 'referral_bonus') or new.created_at < now()
    or private.current_operation() is not null
  then
    return null;
  end if;
  perform private.notify(
    'tokens_adjusted', new.user_id, new.id, new.order_id, null,
    jsonb_build_object(
      'tokens', new.amount, 'reason', new.reason, 'referral', case when new.transaction_type = 'referral_bonus' then true end));
  if new.user_id is distinct from auth.uid() then
    perform private.queue_email('tokens_adjusted', new.id, new.user_id, now());
  end if;
  return null;
end
$$;
create trigger token_transactions_notification after insert on public.token_transactions
for each row when (new.transaction_type <> 'redemption') execute function private.tokens_notification();

-- The unread notifications of admins are shared by all transactions that cause one: they are written at commit, when
-- nothing else is locked any more.
-- Notifies the admins of an event of the kind that is its argument, in the app and for most kinds by email.
create function private.admin_notification() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_mark integer;
begin
  case tg_argv[0]
    when 'pool_low' then
      -- Without settings, the first shortage creates the row.
      if old.low_since is not null then
        return null;
      end if;
      perform private.notify_admins('pool_low', 1, null, b.id,
        jsonb_build_object('benefit', b.name, 'left', private.keys_left(b.id, 10000)))
      from public.benefits as b where b.id = new.benefit_id;
      perform private.queue_admin_email('pool_low', new.benefit_id, new.low_since);
    when 'stock_low' then
      -- The change that crosses the mark and the one that leaves nothing, not those between.
      v_mark := coalesce((select d.low_stock from private.benefit_delivery as d where d.benefit_id = new.benefit_id), 10);
      if v_mark between new.stock + 1 and old.stock or new.stock = 0 and v_mark > 0 then
        perform private.notify_admins('stock_low', 1, null, b.id, jsonb_build_object('benefit', b.name, 'left', new.stock))
        from public.benefits as b where b.id = new.benefit_id;
        -- One an hour and mark, however often units are taken and returned.
        perform private.queue_admin_email(
          'stock_low', new.benefit_id, date_trunc('hour', now()) + (new.stock = 0)::integer * interval '1 second');
      end if;
    when 'reports_open' then
      perform private.notify_admins('reports_open', 1, o.id, o.benefit_id,
        jsonb_build_object('order_number', o.order_number, 'benefit', o.benefit_name))
      from public.orders as o where o.id = new.order_id;
      perform private.queue_admin_email('report_opened', new.id, now());
    when 'batch_held' then
      perform private.notify_admins('reports_open', 1, null, b.id, jsonb_build_object('benefit', b.name))
      from public.benefits as b where b.id = new.benefit_id;
    when 'emails_given_up' then
      perform private.notify_admins('emails_given_up', 1, null, null, jsonb_build_object('error', new.last_error));
      -- Once an hour, and never about such an email itself (D37).
      if new.kind <> 'email_given_up' then
        perform private.queue_admin_email('email_given_up', null, date_trunc('hour', now()));
      end if;
    when 'payment_problem' then
      perform private.notify_admins('payment_problem', 1, null, null, jsonb_build_object('problem', new.problem));
    when 'large_grant' then
      if new.transaction_type in ('adjustment', 'purchase') and new.created_at >= now() then
        perform private.notify_admins('large_grant', 1, null, null, jsonb_build_object('tokens', new.amount));
        perform private.queue_admin_email('large_grant', new.id, now());
      end if;
    when 'large_grants' then
      perform private.notify_admins('large_grant', 1, null, null,
        jsonb_build_object('tokens', new.tokens, 'members', new.changed + new.kept));
      perform private.queue_admin_email('large_grant', new.id, now(), new.actor_id);
  end case;
  return null;
end
$$;
create constraint trigger benefit_delivery_notification after insert or update on private.benefit_delivery
deferrable initially deferred
for each row when (new.low_since >= now()) execute function private.admin_notification('pool_low');
create constraint trigger benefit_stock_notification after update on private.benefit_stock
deferrable initially deferred
for each row when (new.stock < old.stock) execute function private.admin_notification('stock_low');
create constraint trigger reports_admin_notification after insert on private.reports
deferrable initially deferred
for each row when (new.outcome = 'open' and new.created_at >= now())
execute function private.admin_notification('reports_open');

-- Its reports may all have been answered with a replacement, so that none is open.
create constraint trigger key_batches_notification after update on private.key_batches
deferrable initially deferred
for each row when (old.quarantined_at is null and new.quarantined_at is not null)
execute function private.admin_notification('batch_held');
create constraint trigger outbox_notification after update on private.outbox
deferrable initially deferred
for each row when (new.outcome = 'given_up' and old.outcome is null and new.kind <> 'test')
execute function private.admin_notification('emails_given_up');
create constraint trigger token_transactions_admin_notification after insert on public.token_transactions
deferrable initially deferred
for each row when (new.amount > 1000 and private.current_operation() is null)
execute function private.admin_notification('large_grant');

-- What emails show, read when they are sent (D37).

-- What an email shows, read now; null if it is not to be sent any more (D37).
create function private.email_data(p_email private.outbox) returns jsonb
language plpgsql stable set search_path = '' as $$
begin
  return case
    -- Of two changes in a short time, the newer email shows what both would.
    when p_email.kind = 'order_status' and exists (
      select from private.outbox as o
      where o.cause_id = p_email.cause_id and o.kind = 'order_status' and o.created_at > p_email.created_at
    ) then null
    when p_email.kind = 'orders_late' then (
      select jsonb_build_object('count', count(*)) from public.orders as o
      where private.is_open(o.status) and o.due_at <= now() having count(*) > 0
    )
    when p_email.kind like 'order\_%' then private.order_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind like 'report\_%' then (
      select jsonb_build_object(
        'report_id', r.id, 'order_id', o.id, 'order_number', o.order_number, 'benefit', o.benefit_name,
        'tokens', o.benefit_token_value, 'reason', r.reason, 'text', r.answer_text,
        'replaced', r.answer = 'replaced', 'refunded', r.answer = 'refunded')
      from private.reports as r join public.orders as o on o.id = r.order_id
      where r.id = p_email.cause_id and (r.answer is null) = (p_email.kind = 'report_opened')
    )
    when p_email.kind = 'deletion_requested' then (
      select jsonb_build_object('token', private.deletion_token(r.id))
      from private.deletion_requests as r join public.profiles as p on p.id = r.user_id
      where r.user_id = p_email.recipient_id and p.deletes_at is null and r.requested_at > now() - interval '1 day'
    )
    when p_email.kind = 'deletion_scheduled' then (
      select jsonb_build_object('deletes_on', to_char(p.deletes_at at time zone 'UTC', 'FMMonth FMDD, YYYY'))
      from public.profiles as p where p.id = p_email.recipient_id and p.deletes_at is not null
    )
    when p_email.kind = 'account_deleted' then (
      select jsonb_build_object('email', f.email) from private.farewells as f where f.id = p_email.cause_id
    )
    when p_email.kind = 'announcement' then (
      select jsonb_build_object('title', a.title, 'body', a.body, 'name', p.name)
      from public.announcements as a join public.profiles as p on p.id = p_email.recipient_id where a.id = p_email.cause_id
    )
    when p_email.kind = 'message' then (select n.data from public.notifications as n where n.id = p_email.id)
    when p_email.kind = 'invitation' then private.invitation_email_data(p_email.cause_id)
    when p_email.kind = 'invitation_joined' then (
      select jsonb_build_object('name', p.name) from public.profiles as p where p.id = p_email.cause_id
    )
    -- Not once there is enough again, or the benefit is unavailable again.
    when p_email.kind in ('pool_low', 'stock_low', 'benefit_available') then (
      select jsonb_build_object('benefit_id', b.id, 'benefit', b.name, 'tokens', b.token_value, 'count', case p_email.kind
        when 'pool_low' then private.keys_left(b.id, 10000) when 'stock_low' then s.stock end)
      from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id
      left join private.benefit_stock as s on s.benefit_id = b.id
      where b.id = p_email.cause_id and case p_email.kind
        when 'pool_low' then d.low_since is not null
        when 'stock_low' then s.stock < coalesce(d.low_stock, 10)
        else private.is_available(b.id, now())
      end
    )
    when p_email.kind = 'membership_refunded' then (
      select jsonb_build_object('amount', y.refunded, 'reason', y.refund_reason,
        'ends_on', case when p.membership_end_date > now() then to_char(p.membership_end_date at time zone 'UTC', 'FMMonth FMDD, YYYY') end)
      from public.payments as y join public.profiles as p on p.id = y.user_id where y.id = p_email.cause_id
    )
    -- Not once it has ended, or was extended since the warning.
    when p_email.kind like 'membership\_%' then (
      select jsonb_build_object(
        'count', greatest(ceil(extract(epoch from p.membership_end_date - now()) / 86400), 0),
        'ends_on', to_char(p.membership_end_date at time zone 'UTC', 'FMMonth FMDD, YYYY'))
      from public.profiles as p
      where p.id = p_email.recipient_id
        and p.membership_end_date > now() - case
          when p_email.kind = 'membership_ending' and private.payment_mode() = 'live' then interval '1 day' else interval '0' end
        and (p_email.kind = 'membership_extended' or p.membership_end_date <= now() + interval '30 days')
    )
    when p_email.kind = 'large_grant' and exists (select from public.operations as o where o.id = p_email.cause_id) then (
      select jsonb_build_object(
        'tokens', o.tokens, 'name', o.changed + o.kept || case o.changed + o.kept when 1 then ' member' else ' members' end)
      from public.operations as o where o.id = p_email.cause_id
    )
    when p_email.kind in ('tokens_adjusted', 'large_grant') then (
      select jsonb_build_object(
        'tokens', abs(t.amount), 'taken', t.amount < 0, 'reason', t.reason, 'balance', t.balance_after, 'name', p.name)
      from public.token_transactions as t left join public.profiles as p on p.id = t.user_id
      where t.id = p_email.cause_id
    )
    when p_email.kind = 'second_factor_reset' then jsonb_build_object(
      'name', case when p_email.cause_id is null then 'The owner' else
        coalesce((select p.name from public.profiles as p where p.id = p_email.cause_id), 'An admin') end)
    when p_email.kind = 'recovery_code_used' then (
      select jsonb_build_object('count', count(*)) from private.recovery_codes as c where c.user_id = p_email.recipient_id)
    when p_email.kind = 'email_given_up' then (
      select jsonb_build_object('count', count(*), 'error', mode() within group (order by o.last_error))
      from private.outbox as o where o.outcome = 'given_up' and o.finished_at > now() - interval '1 day'
    )
    when p_email.kind = 'reconcile_found' then (
      select jsonb_build_object('count', s.found) from private.due_items as s where s.item = 'reconcile' and s.found > 0
    )
    else jsonb_build_object('template', p_email.template)
  end;
end
$$;

-- What an email about an order shows, with what was delivered under its kind (`key`, `link`, `text`, `file`: its name); null if the email
-- is no longer true, as 'delivered' of an order that was cancelled since.
create function private.order_email_data(p_kind text, p_order uuid) returns jsonb
language plpgsql stable set search_path = '' as $$
declare
  v_order public.orders;
  v_true boolean;
begin
  select * into v_order from public.orders as o where o.id = p_order;
  v_true := case p_kind
    when 'order_placed' then private.is_open(v_order.status)
    when 'order_status' then v_order.status not in ('pending', 'delivered', 'cancelled')
    -- What an order has received stays, also while an admin works on it again.
    when 'order_delivered' then private.is_fulfilled(v_order.status) or v_order.status <> 'cancelled' and exists (
      select from private.deliveries as d
      where d.order_id = p_order and d.withdrawn_at is null and (d.kind is not null or d.message is not null)
    )
    -- A refund is announced by the answer to the report.
    else v_order.status = 'cancelled' and not exists (
      select from private.reports as r
      where r.order_id = p_order and r.answer = 'refunded' and r.answered_at >= v_order.updated_at
    )
  end;
  if not v_true then
    return null;
  end if;
  return jsonb_build_object(
    'order_id', v_order.id, 'order_number', v_order.order_number, 'benefit', v_order.benefit_name,
    'tokens', v_order.benefit_token_value, 'redemption_email', v_order.redemption_email,
    'completed', v_order.status = 'completed', 'reason', v_order.cancel_reason
  ) || coalesce((
    select jsonb_build_object(
      d.kind, coalesce((select k.secret from private.delivery_keys as k where k.id = d.key_id), d.content, d.file_name))
    from private.deliveries as d
    where p_kind = 'order_delivered' and d.order_id = p_order and d.withdrawn_at is null and d.kind is not null
  ), '{}') || coalesce((
    select jsonb_build_object('message', d.message, 'instructions', case when d.id is null then private.order_instructions(v_order) else d.instructions end)
    from (select) as one
    left join private.deliveries as d on d.order_id = p_order and d.withdrawn_at is null
    where p_kind = 'order_delivered'
  ), '{}');
end
$$;

