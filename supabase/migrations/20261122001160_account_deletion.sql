-- Members delete their account (D49): asked for after a fresh sign-in, confirmed by email, carried out 14 days later.

create table private.deletion_requests (
  user_id uuid primary key,
  -- What the link of the email names; a new one for each email.
  id uuid not null default gen_random_uuid(),
  requested_at timestamptz not null default now()
);
comment on table private.deletion_requests is
  'Who asked for the deletion of their account; `profiles.deletes_at` says whether they confirmed it. Leaves with the person, or '
  'when they keep the account (D49).';

create table private.farewells (
  id uuid primary key,
  email text not null
);
comment on table private.farewells is
  'Where to say that an account was deleted: the address, until that email is sent or given up, at most a day (D49).';

create function private.deletion_token(p_id uuid)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return p_id || '.' || private.sign_unsubscribe('deletion ' || p_id);
end
$$;
comment on function private.deletion_token(uuid) is 'What the link names that confirms a deletion: the request, signed.';

create function private.forget_farewell()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.farewells where id = new.cause_id;
  return null;
end
$$;
comment on function private.forget_farewell() is 'Trigger: forgets the address of a deleted person once they were told (D12, D49).';
create trigger outbox_farewell after update on private.outbox
for each row when (new.kind = 'account_deleted' and new.outcome is not null and old.outcome is null)
execute function private.forget_farewell();

create function private.deletion_email_data(p_kind text, p_cause uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return case p_kind
    when 'deletion_requested' then (
      select jsonb_build_object('token', private.deletion_token(r.id))
      from private.deletion_requests as r join public.profiles as p on p.id = r.user_id
      where r.user_id = p_cause and p.deletes_at is null and r.requested_at > now() - interval '1 day'
    )
    when 'deletion_scheduled' then (
      select jsonb_build_object('deletes_on', to_char(p.deletes_at at time zone 'UTC', 'FMMonth FMDD, YYYY'))
      from public.profiles as p where p.id = p_cause and p.deletes_at is not null
    )
    else (select jsonb_build_object('email', f.email) from private.farewells as f where f.id = p_cause)
  end;
end
$$;
comment on function private.deletion_email_data(text, uuid) is
  'What the emails about a deletion show; null once the account is kept, or the request is confirmed or a day old (D49).';

create function private.signed_in_with_password(p_within interval)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return exists (
    select from jsonb_array_elements(
      case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as m
    where m ->> 'method' = 'password' and (m ->> 'timestamp')::bigint > extract(epoch from clock_timestamp() - p_within)
  );
end
$$;
comment on function private.signed_in_with_password(interval) is
  'Whether the caller entered the password this recently; a refreshed token keeps the time of its sign-in.';

create function private.refuse_last_admin(p_person uuid)
returns void
language plpgsql set search_path = ''
as $$
begin
  if exists (select from public.profiles as p where p.id = p_person and p.role = 'admin')
    and not exists (select from public.profiles as p where p.id <> p_person and p.role = 'admin')
  then
    raise exception 'last_admin' using errcode = 'PT409';
  end if;
end
$$;
comment on function private.refuse_last_admin(uuid) is 'Raises last_admin for the only admin, who can neither ask to be deleted nor confirm it (D11).';

create function private.set_deletion(p_person uuid, p_deletes_at timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
  v_before timestamptz;
begin
  select p.deletes_at into v_before from public.profiles as p where p.id = p_person for no key update;
  update public.profiles set deletes_at = p_deletes_at where id = p_person;
  insert into private.audit_log (actor_id, table_name, row_id, action, before, after)
  values (p_person, 'profiles', p_person::text, 'update', jsonb_build_object('deletes_at', v_before),
    jsonb_build_object('deletes_at', p_deletes_at));
end
$$;
comment on function private.set_deletion(uuid, timestamptz) is 'Sets or withdraws the time of a deletion, with its line in the log.';

create function private.request_deletion()
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  v_person public.profiles;
  v_requested_at timestamptz;
  v_fifth timestamptz;
begin
  -- One request at a time.
  select * into v_person from public.profiles as p where p.id = private.actor() for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  if not private.signed_in_with_password(interval '5 minutes') then
    raise exception 'password_required' using errcode = 'PT403';
  end if;
  perform private.refuse_last_admin(v_person.id);
  select r.requested_at into v_requested_at from private.deletion_requests as r where r.user_id = v_person.id;
  -- The same request again, as after a lost response.
  if v_person.deletes_at is not null or v_requested_at > now() - interval '1 minute' then
    return v_requested_at;
  end if;
  select a.at into v_fifth from private.attempts as a
  where a.kind = 'deletion' and a.caller = v_person.id::text and a.at > now() - interval '1 day' order by a.at desc offset 4 limit 1;
  if found then
    raise exception 'rate_limited' using errcode = 'PT429',
      detail = ceil(extract(epoch from v_fifth + interval '1 day' - clock_timestamp()))::text;
  end if;
  perform private.count_attempt('deletion', v_person.id::text);
  insert into private.deletion_requests as r (user_id) values (v_person.id)
  on conflict (user_id) do update set id = gen_random_uuid(), requested_at = now()
  returning r.requested_at into v_requested_at;
  perform private.queue_email('deletion_requested', v_person.id, v_person.id, v_requested_at);
  return v_requested_at;
end
$$;
comment on function private.request_deletion() is 'The request behind public.request_deletion().';

create function private.confirm_deletion(p_token text)
returns timestamptz
language plpgsql security definer set search_path = ''
as $$
declare
  v_person public.profiles;
  v_request private.deletion_requests;
begin
  select * into v_person from public.profiles as p where p.id = private.actor() for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  select * into v_request from private.deletion_requests as r where r.user_id = v_person.id;
  if not found or p_token is distinct from private.deletion_token(v_request.id)
    or v_person.deletes_at is null and v_request.requested_at <= now() - interval '1 day'
  then
    raise exception 'deletion_not_found' using errcode = 'PT404';
  end if;
  if v_person.deletes_at is null then
    perform private.refuse_last_admin(v_person.id);
    perform private.set_deletion(v_person.id, now() + interval '14 days');
    perform private.queue_email('deletion_scheduled', v_person.id, v_person.id, now());
  end if;
  return coalesce(v_person.deletes_at, now() + interval '14 days');
end
$$;
comment on function private.confirm_deletion(text) is 'The confirmation behind public.confirm_deletion().';

create function private.keep_account()
returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
  v_person public.profiles;
begin
  select * into v_person from public.profiles as p where p.id = private.actor() for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  -- A link that was sent before confirms nothing afterwards.
  delete from private.deletion_requests as r where r.user_id = v_person.id;
  if v_person.deletes_at is not null then
    perform private.set_deletion(v_person.id, null);
  end if;
  return v_person.deletes_at is not null;
end
$$;
comment on function private.keep_account() is 'The withdrawal behind public.keep_account().';

create function public.request_deletion()
returns timestamptz
language sql set search_path = ''
begin atomic
  select private.request_deletion();
end;
comment on function public.request_deletion() is
  'Asks for the deletion of the caller''s account and sends the email that confirms it; returns when it was asked for. Within a minute, '
  'or once confirmed, nothing new. Raises password_required unless the password was entered in the last five minutes, last_admin, '
  'rate_limited after five in a day (D49).';

create function public.confirm_deletion(p_token text)
returns timestamptz
language sql set search_path = ''
begin atomic
  select private.confirm_deletion(p_token);
end;
comment on function public.confirm_deletion(text) is
  'Confirms the deletion that the caller asked for in the last day, with the token of the email; returns when it is carried out, 14 days '
  'later. The same token again returns the same time. Raises deletion_not_found, last_admin (D49).';

create function public.keep_account()
returns boolean
language sql set search_path = ''
begin atomic
  select private.keep_account();
end;
comment on function public.keep_account() is
  'Withdraws what the caller asked for: the account stays. Returns whether it was to be deleted (D49).';
