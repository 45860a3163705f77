-- Announcements: what the club writes to many, by email and in the app (D67).

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  title text not null check (private.is_plain_text(title) and char_length(title) between 1 and 120),
  -- Bold as **bold**, lists with '- ', links as [text](address), and {name}. An address is one of the web or a path of this site.
  body text not null check (
    private.has_visible(body) and char_length(body) <= 5000 and body !~ '\]\((?!https?://[^/]|/(?![/\\]))' and body !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]'),
  audience text not null check (audience in ('members', 'ending', 'benefit', 'admins', 'test')),
  benefit_id uuid,
  by_email boolean not null,
  in_app boolean not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  send_at timestamptz not null,
  sent_at timestamptz,
  called_back_at timestamptz,
  -- How many people it was for when it was queued, and how many of them were written to.
  people integer,
  written_to integer,
  constraint announcements_channels check (by_email or in_app),
  constraint announcements_benefit check ((audience = 'benefit') = (benefit_id is not null)),
  constraint announcements_once check (sent_at is null or called_back_at is null)
);
comment on table public.announcements is
  'What admins wrote to many, and when: at send_at run_due() counts the audience again and queues one email and one notification a person '
  '(D67). A test goes to its author alone.';
create index announcements_due_idx on public.announcements (send_at) where sent_at is null and called_back_at is null;
create index announcements_created_idx on public.announcements (created_at, id);
alter table public.announcements enable row level security;
create policy "announcements: admins read" on public.announcements
for select to authenticated using ((select private.is_admin()));
grant select on public.announcements to authenticated;
create trigger announcements_audit after insert or update on public.announcements
for each row when (auth.uid() is not null and new.audience <> 'test') execute function private.audit();

-- Everybody an announcement is for, whether each is written to by email and in the app, and why not: leaving (the account is being
-- deleted), unsubscribed, failed (three emails to the address were given up). The dry run and the queue both use it (D67).
create function private.announcement_audience(p_audience text, p_benefit_id uuid, p_by_email boolean, p_in_app boolean)
returns table (id uuid, by_email boolean, in_app boolean, reason text)
language plpgsql stable set search_path = '' as $$
begin
  return query
  with people as (
    select p.id, p.deletes_at is not null as leaves, p.email from public.profiles as p
    where case p_audience
      when 'admins' then p.role = 'admin'
      when 'ending' then p.membership_end_date > now() and p.membership_end_date <= now() + interval '30 days'
      when 'benefit' then exists (
        select from public.orders as o where o.user_id = p.id and o.benefit_id = p_benefit_id and o.status <> 'cancelled')
      else private.membership_state(p.membership_start_date, p.membership_end_date) in ('active', 'ending') end
  ),
  failed as (
    select o.recipient_id from private.outbox as o where o.outcome = 'given_up' group by o.recipient_id having count(*) >= 3
  ),
  channels as (
    select p.id, p.leaves, f.recipient_id is not null as fails, coalesce(n.by_email, true) as wants_email, coalesce(n.in_app, true) as wants_notice
    from people as p left join failed as f on f.recipient_id = p.id
    left join public.notification_preferences as n on n.user_id = p.id and n.kind = 'announcements'
  )
  select c.id, p_by_email and c.wants_email and not c.fails and not c.leaves, p_in_app and c.wants_notice and not c.leaves,
    case when c.leaves then 'leaving' when p_by_email and not c.wants_email then 'unsubscribed' when p_by_email and c.fails then 'failed'
      when p_in_app and not c.wants_notice then 'unsubscribed' end
  from channels as c order by c.id;
end
$$;

create function public.announcement_dry_run(p_audience text, p_benefit_id uuid, p_by_email boolean, p_in_app boolean)
returns table (people integer, written_to integer, emails integer, notices integer, unsubscribed integer, failed integer, leaving integer)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select count(*)::integer, count(*) filter (where a.by_email or a.in_app)::integer, count(*) filter (where a.by_email)::integer,
    count(*) filter (where a.in_app)::integer, count(*) filter (where a.reason = 'unsubscribed')::integer,
    count(*) filter (where a.reason = 'failed')::integer, count(*) filter (where a.reason = 'leaving')::integer
  from private.announcement_audience(p_audience, p_benefit_id, p_by_email, p_in_app) as a;
end
$$;
comment on function public.announcement_dry_run is
  'How many people an announcement would be for, how many are written to by email and in the app, and how many are not, by reason (D46, '
  'D67). Admins only.';
grant execute on function public.announcement_dry_run to authenticated;

create function public.announcement_recipients(p_audience text, p_benefit_id uuid, p_by_email boolean, p_in_app boolean, p_limit integer default 500)
returns table (id uuid, name text, email text, by_email boolean, in_app boolean, reason text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select p.id, p.name, p.email, a.by_email, a.in_app, a.reason
  from private.announcement_audience(p_audience, p_benefit_id, p_by_email, p_in_app) as a join public.profiles as p on p.id = a.id
  order by a.reason is null, p.name, p.id limit least(greatest(p_limit, 0), 1000);
end
$$;
comment on function public.announcement_recipients is
  'Who would be written to and who would not, those with a reason first, up to 1,000 (D67). Admins only.';
grant execute on function public.announcement_recipients to authenticated;

create function public.send_announcement(
  p_id uuid, p_title text, p_body text, p_audience text, p_benefit_id uuid, p_by_email boolean, p_in_app boolean, p_expected integer,
  p_send_at timestamptz default null
) returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_send_at timestamptz := coalesce(p_send_at, now() + interval '1 minute');
begin
  perform private.require_admin();
  if p_send_at is not null and (p_send_at < now() or p_send_at > now() + interval '1 year') then
    raise exception 'invalid_change' using errcode = 'PT422';
  end if;
  if p_audience <> 'test' and p_expected is distinct from (
    select count(*)::integer from private.announcement_audience(p_audience, p_benefit_id, p_by_email, p_in_app) as a where a.by_email or a.in_app
  ) then
    raise exception 'numbers_differ' using errcode = 'PT409';
  end if;
  insert into public.announcements as a (id, title, body, audience, benefit_id, by_email, in_app, created_by, send_at, sent_at)
  values (
    p_id, private.trim_text(p_title), p_body, p_audience, p_benefit_id, p_by_email, p_in_app, auth.uid(), v_send_at,
    case p_audience when 'test' then now() end)
  on conflict (id) do nothing;
  if found and p_audience = 'test' then
    if (
      select count(*) > 20 from public.announcements as a
      where a.audience = 'test' and a.created_by = auth.uid() and a.created_at > now() - interval '1 hour'
    ) then
      raise exception 'rate_limited' using errcode = 'PT429', detail = '3600';
    end if;
    insert into private.outbox (id, kind, cause_id, recipient_id) values (gen_random_uuid(), 'announcement', p_id, auth.uid());
  end if;
  return (select a.send_at from public.announcements as a where a.id = p_id);
end
$$;
comment on function public.send_announcement is
  'Sends an announcement in a minute, until when it can be called back, or at a time, and returns when; the same id again changes nothing. '
  'Raises numbers_differ if other people would be written to than its dry run said. The audience `test` is the caller, at once, 20 times '
  'an hour (D67). Admins only.';
grant execute on function public.send_announcement to authenticated;

create function public.call_back_announcement(p_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  update public.announcements as a set called_back_at = now() where a.id = p_id and a.people is null and a.called_back_at is null;
  if not found then
    raise exception 'already_sent' using errcode = 'PT409';
  end if;
end
$$;
comment on function public.call_back_announcement is
  'Takes back an announcement that was not queued yet; raises already_sent for any other. Admins only (D67).';
grant execute on function public.call_back_announcement to authenticated;

create function public.announcement_figures(p_ids uuid[]) returns table (id uuid, failed bigint, opened bigint, unsubscribed bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  select a.id,
    (select count(*) from private.outbox as o where o.cause_id = a.id and o.outcome = 'given_up'),
    (
      select count(*) from private.outbox as o join public.notifications as n on n.id = o.id
      where o.cause_id = a.id and n.read_at is not null),
    (
      select count(*) from private.outbox as o join public.notification_preferences as n on n.user_id = o.recipient_id
      where o.cause_id = a.id and n.kind = 'announcements' and not n.by_email)
  from public.announcements as a where a.id = any (p_ids);
end
$$;
comment on function public.announcement_figures is
  'Of announcements by email: how many emails were given up, how many of their readers opened the notification in the app, and how many '
  'have unsubscribed since. For as long as the outbox is kept (D67). Admins only.';
grant execute on function public.announcement_figures to authenticated;

-- Queues announcements whose time has come: the audience as it is now, once a person. Who unsubscribes afterwards gets no email, as the
-- sender checks again (D67). Whoever is being deleted is not waited for: until that is decided, the announcement stays due.
create function private.due_announcements(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_announcement public.announcements;
begin
  for v_announcement in
    select * from public.announcements as a where a.sent_at is null and a.called_back_at is null and a.send_at <= p_now
    order by a.send_at, a.id for update
  loop
    with audience as materialized (
      select a.* from private.announcement_audience(v_announcement.audience, v_announcement.benefit_id, v_announcement.by_email, v_announcement.in_app) as a
    ),
    people as materialized (
      select a.*, private.event_id('announcement', v_announcement.id, a.id, v_announcement.created_at) as event_id
      from audience as a join public.profiles as p on p.id = a.id order by a.id for key share of p skip locked
    ),
    notices as (
      insert into public.notifications (id, user_id, kind, data, created_at)
      select p.event_id, p.id, 'announcement', jsonb_build_object('title', v_announcement.title, 'text', left(v_announcement.body, 200)), p_now
      from people as p where p.in_app
      on conflict (id) do nothing
    ),
    emails as (
      insert into private.outbox (id, kind, cause_id, recipient_id)
      select p.event_id, 'announcement', v_announcement.id, p.id from people as p where p.by_email
      on conflict (id) do nothing
    )
    update public.announcements as a set
      sent_at = case when (select count(*) from people) = (select count(*) from audience) then p_now end,
      people = (select count(*) from audience), written_to = (select count(*) from audience as p where p.by_email or p.in_app)
    where a.id = v_announcement.id;
  end loop;
end
$$;
