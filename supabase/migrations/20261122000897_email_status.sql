-- What admins see of the outbox: the result of a test, and whether emails are sent at all.

create function private.send_test_email(p_template text)
returns uuid
language plpgsql security definer set search_path = ''
as $$
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
comment on function private.send_test_email(text) is 'Queues the email of public.send_test_email(); raises not_admin for everybody else.';

create function public.send_test_email(p_template text)
returns uuid
language sql set search_path = ''
begin atomic
  select private.send_test_email(p_template);
end;
comment on function public.send_test_email(text) is
  'Sends the calling admin a template with sample data and returns the id for test_email(); rate_limited beyond 20 an hour.';

create function private.test_email(p_id uuid)
returns table (state text, error text, next_attempt_at timestamptz)
language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query
  select coalesce(o.outcome, 'waiting'), o.last_error, o.next_attempt_at
  from private.outbox as o where o.id = p_id and o.kind = 'test' and o.recipient_id = auth.uid();
end
$$;
comment on function private.test_email(uuid) is 'The row behind public.test_email(); raises not_admin for everybody else.';

create function public.test_email(p_id uuid)
returns table (state text, error text, next_attempt_at timestamptz)
language sql stable rows 1 set search_path = ''
begin atomic
  select e.state, e.error, e.next_attempt_at from private.test_email(p_id) as e;
end;
comment on function public.test_email(uuid) is
  'Whether a test email of the calling admin was sent, and otherwise why not and when it is tried again. Admins only.';

create function private.email_status()
returns table (last_email_at timestamptz, late bigint, given_up bigint, given_up_error text)
language plpgsql stable security definer set search_path = ''
as $$
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
comment on function private.email_status() is 'The row behind public.email_status(); raises not_admin for everybody else.';

create function public.email_status()
returns table (last_email_at timestamptz, late bigint, given_up bigint, given_up_error text)
language sql stable rows 1 set search_path = ''
begin atomic
  select m.last_email_at, m.late, m.given_up, m.given_up_error from private.email_status() as m;
end;
comment on function public.email_status() is
  'When an email was last sent, by auth or from the outbox, null if never; how many wait for more than five minutes, and how many '
  'were given up in the last seven days, with the most frequent reason (D23, D37). Admins only.';

create function private.email_sender_ran_at()
returns timestamptz
language sql stable security definer set search_path = ''
begin atomic
  select ran_at from private.email_sender;
end;
comment on function private.email_sender_ran_at() is 'When the sender last asked for emails.';

create function public.email_sender_ran_at()
returns timestamptz
language sql stable set search_path = ''
begin atomic
  select private.email_sender_ran_at();
end;
comment on function public.email_sender_ran_at() is 'When the sender last asked for emails. For service_role alone.';
