-- Notifications: what the bell shows. Triggers write them in the transaction of the event, once for each recipient (D40).

create table public.notifications (
  -- Derived from event and recipient, as the ids of the outbox are.
  id uuid primary key,
  user_id uuid not null,
  kind text not null,
  order_id uuid,
  benefit_id uuid,
  -- What its sentence needs, never the name of another person, who may be deleted (D12).
  data jsonb not null default '{}',
  -- How many events it stands for: admins have one unread notification of each kind.
  count integer not null default 1,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  constraint notifications_valid check (private.is_notification_row(kind, count))
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
for update to authenticated using (
  user_id = (select private.actor()) and ((select private.is_admin()) or not private.is_admin_notification(kind)))
with check (user_id = (select private.actor()));

create function private.lock_admin_notifications(p_shared boolean)
returns void
language plpgsql set search_path = ''
as $$
begin
  if p_shared then
    perform pg_advisory_xact_lock_shared(hashtextextended('private.lock_admin_notifications', 0));
  else
    perform pg_advisory_xact_lock(hashtextextended('private.lock_admin_notifications', 0));
  end if;
end
$$;
comment on function private.lock_admin_notifications(boolean) is
  'Transactions that write several unread notifications of admins, or mark several as read, would otherwise meet in any order.';

create function private.notifications_lock()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Only admins have notifications that are incremented.
  if private.is_admin() then
    perform private.lock_admin_notifications(true);
  end if;
  return null;
end
$$;
comment on function private.notifications_lock() is 'Trigger: marking as read waits for a transaction that increments the same notification.';
create trigger notifications_lock before update on public.notifications
for each statement when (current_user <> 'postgres') execute function private.notifications_lock();

create function private.notification_read()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.read_at := coalesce(old.read_at, case when new.read_at is not null then now() end);
  return new;
end
$$;
comment on function private.notification_read() is 'Trigger: the server sets when a notification was read, once.';
create trigger notifications_read before update on public.notifications
for each row when (current_user <> 'postgres') execute function private.notification_read();

create function private.notify(p_kind text, p_person uuid, p_cause uuid, p_order uuid, p_benefit uuid, p_data jsonb)
returns void
language plpgsql set search_path = ''
as $$
begin
  if p_person is null or p_person = auth.uid() or not private.wants_notice(p_person, p_kind) then
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
comment on function private.notify(text, uuid, uuid, uuid, uuid, jsonb) is
  'Tells a member what this transaction did, once, unless the member did it (D40).';

create function private.notify_admins(p_kind text, p_count integer, p_order uuid, p_benefit uuid, p_data jsonb)
returns void
language plpgsql set search_path = ''
as $$
begin
  perform private.lock_admin_notifications(false);
  insert into public.notifications as n (id, user_id, kind, order_id, benefit_id, data, count, created_at)
  select gen_random_uuid(), a.id, p_kind, p_order, p_benefit, jsonb_strip_nulls(p_data), p_count, clock_timestamp()
  from (
    -- Locked, as one of them may be being deleted.
    select p.id from public.profiles as p
    where p.role = 'admin' and p.id is distinct from auth.uid() and private.wants_notice(p.id, p_kind)
    order by p.id for key share
  ) as a
  on conflict (user_id, kind) where read_at is null and private.is_admin_notification(kind)
  do update set
    -- What is still wrong is found again every night, and who waits is counted again.
    count = case when n.kind in ('reconcile_found', 'waitlist') then excluded.count else n.count + excluded.count end,
    order_id = excluded.order_id, benefit_id = excluded.benefit_id, data = excluded.data, created_at = excluded.created_at;
end
$$;
comment on function private.notify_admins(text, integer, uuid, uuid, jsonb) is
  'Tells all admins but the caller: the count of an unread one of the kind is raised, and it moves to the top (D40).';
