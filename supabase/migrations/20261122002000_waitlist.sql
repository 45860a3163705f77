-- The waitlist: visitors ask for an invitation, admins decide (D44).

create table public.waitlist (
  id uuid primary key default gen_random_uuid(),
  email text not null check (private.is_plain_address(email)),
  -- One row per mailbox: asking again, in any spelling, changes nothing.
  mailbox text not null unique,
  requested_at timestamptz not null default now(),
  declined_at timestamptz
);
comment on table public.waitlist is
  'Addresses that asked for an invitation. A row leaves when it is approved or removed, when its person joins or is deleted, and after '
  '180 days (D44).';
comment on column public.waitlist.declined_at is
  'Declined without a word: the row stays, so that asking again changes nothing, until it is removed or 180 days old.';
create index waitlist_requested_at_idx on public.waitlist ((declined_at is null), requested_at, id);
alter table public.waitlist enable row level security;
create policy "waitlist: admins read" on public.waitlist
for select to authenticated using ((select private.is_admin()));
grant select on public.waitlist to authenticated;

create function public.request_invitation(p_email text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  v_email text := private.trim_text(left(p_email, 1000));
  v_caller text := private.caller_address();
begin
  if not coalesce(private.is_plain_address(v_email), false) then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  perform private.refuse_undoable_guess();
  perform private.check_uses('waitlist', 10, p_caller => v_caller);
  perform private.count_attempt('waitlist', v_caller);
  -- Reads nothing about members and invitations, and writes a row in any case, so that neither the response nor its timing reveals anything.
  insert into public.waitlist as w (email, mailbox) values (v_email, private.mailbox_of(v_email))
  on conflict (mailbox) do update set requested_at = w.requested_at;
  return true;
end
$$;
comment on function public.request_invitation is
  'Puts an address on the waitlist; true for every address, new, waiting, declined, invited or a member''s. Raises invalid_email for what '
  'is no address, and rate_limited after ten requests in an hour from one network address (D44).';
grant execute on function public.request_invitation to anon, authenticated;

-- Up to 500 rows of the waitlist, with `p_declined` also declined ones, locked in one order, so that the first of two admins decides.
create function private.lock_waitlist(p_ids uuid[], p_declined boolean) returns setof public.waitlist
language plpgsql set search_path = '' as $$
begin
  if cardinality(p_ids) > 500 then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  return query select w.* from public.waitlist as w
  where w.id = any (p_ids) and (p_declined or w.declined_at is null)
  order by w.id for update;
end
$$;

create function public.approve_waitlist(p_ids uuid[], p_dry_run boolean default true) returns table (id uuid, email text, state text)
language plpgsql security definer set search_path = '' as $$
declare
  v_row public.waitlist;
  v_found uuid[] := '{}';
  v_approved uuid[] := '{}';
  v_emails text[] := '{}';
begin
  perform private.require_admin();
  -- Before any lock.
  if cardinality(p_ids) > 500 then
    raise exception 'too_many_rows' using errcode = 'PT413';
  end if;
  if not p_dry_run then
    perform private.lock_invitations();
    perform private.require_admin();
  end if;
  for v_row in select * from private.lock_waitlist(p_ids, false) loop
    v_found := v_found || v_row.id;
    id := v_row.id;
    email := v_row.email;
    state := private.address_state(v_row.email);
    if state = 'new' then
      v_approved := v_approved || v_row.id;
      v_emails := v_emails || v_row.email;
    end if;
    return next;
  end loop;
  email := null;
  state := 'gone';
  for id in select distinct i from unnest(p_ids) as i where i <> all (v_found) order by i loop
    return next;
  end loop;
  if not p_dry_run then
    perform private.create_invitations(auth.uid(), 'waitlist', v_emails, true, now() + interval '30 days', null, 1, null);
    delete from public.waitlist as w where w.id = any (v_approved);
    -- No address: nothing could erase it from the log (D12).
    perform private.log_change('waitlist', min(i::text), jsonb_build_object('did', 'approved', 'count', count(*)), p_action => 'delete')
    from unnest(v_approved) as i having count(*) > 0;
  end if;
end
$$;
comment on function public.approve_waitlist is
  'Invites up to 500 addresses of the waitlist, each bound for 30 days; with p_dry_run says what would happen, by the same code. The state '
  'of each: new (invited), member, invited (in the last 30 days), suppressed, or gone from the list, as by another admin. What is not '
  'invited stays on the list. Admins only (D44).';
grant execute on function public.approve_waitlist to authenticated;

create function public.decline_waitlist(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := array(select w.id from private.lock_waitlist(p_ids, false) as w);
  update public.waitlist as w set declined_at = now() where w.id = any (v_ids);
  perform private.log_change('waitlist', min(i::text), jsonb_build_object('did', 'declined', 'count', count(*)), p_action => 'update')
  from unnest(v_ids) as i having count(*) > 0;
  return cardinality(v_ids);
end
$$;
comment on function public.decline_waitlist is
  'Declines up to 500 addresses without telling them, and returns how many; asking again changes nothing while the rows are kept. Admins '
  'only.';
grant execute on function public.decline_waitlist to authenticated;

create function public.remove_from_waitlist(p_ids uuid[]) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  perform private.require_admin();
  v_ids := array(select w.id from private.lock_waitlist(p_ids, true) as w);
  delete from public.waitlist as w where w.id = any (v_ids);
  perform private.log_change('waitlist', min(i::text), jsonb_build_object('did', 'removed', 'count', count(*)), p_action => 'delete')
  from unnest(v_ids) as i having count(*) > 0;
  return cardinality(v_ids);
end
$$;
comment on function public.remove_from_waitlist is
  'Forgets up to 500 addresses, also declined ones, which may ask again, and returns how many. Admins only.';
grant execute on function public.remove_from_waitlist to authenticated;

-- Forgets, after 180 days, who asked for an invitation and who did not use theirs, after 30 days who was invited, after a day all attempts,
-- and after an hour from which network address somebody asked (D10, D42, D44).
create function private.delete_old_requests(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
begin
  delete from public.waitlist as w where w.requested_at < p_now - interval '180 days';
  -- No limit looks back further than a day.
  delete from private.attempts as a where a.at < p_now - case when a.kind = 'waitlist' then interval '1 hour' else interval '1 day' end;
  delete from private.invited_mailboxes as m where m.invited_at < p_now - interval '30 days';
  delete from private.addressed_mailboxes as m where m.addressed_at < p_now - interval '30 days';
  -- A code expires with its address: unbound it would admit anybody, even a sign-up that began a moment ago.
  update public.invite_codes as c
  set email = null, expires_at = case when c.is_revoked then c.expires_at else least(c.expires_at, now() - interval '1 minute') end
  from public.invitations as i
  where c.id = i.code_id and c.email is not null and not c.is_used and i.queued_at < p_now - interval '180 days';
  update public.invitations as i set email = null, message = null, name = null
  from public.invite_codes as c
  where c.id = i.code_id and not c.is_used and i.email is not null and i.queued_at < p_now - interval '180 days';
end
$$;

-- Notifies admins how many people wait, if somebody has asked since the last run (D40, D44).
create function private.due_waitlist(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_until timestamptz;
begin
  select i.done_until into v_until from private.due_items as i where i.item = 'waitlist' and i.done_until < p_now;
  if not found then
    return;
  end if;
  update private.due_items set done_until = p_now where item = 'waitlist';
  if exists (select from public.waitlist as w where w.declined_at is null and w.requested_at > v_until and w.requested_at <= p_now) then
    perform private.notify_admins(
      'waitlist', (select count(*)::integer from public.waitlist as w where w.declined_at is null), null, null, '{}');
  end if;
end
$$;
