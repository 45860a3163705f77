-- What people are told, and where: by group of kinds, in the app and by email (D40).

create table public.notification_preferences (
  user_id uuid not null default auth.uid(),
  kind text not null check (kind in (
    'orders', 'tokens', 'favourites', 'membership', 'invitations', 'stock', 'overdue', 'reports', 'emails', 'grants'
  )),
  in_app boolean not null default true,
  by_email boolean not null,
  primary key (user_id, kind),
  constraint notification_preferences_always_in_app check (in_app or kind not in ('orders', 'tokens'))
);
comment on table public.notification_preferences is
  'What a person chose about a group of notifications; without a row the default applies. Orders and tokens are always told in the '
  'app (D40).';

alter table public.notification_preferences enable row level security;
create policy "notification_preferences: people read their own" on public.notification_preferences
for select to authenticated using (user_id = (select private.actor()));
create policy "notification_preferences: people choose their own" on public.notification_preferences
for insert to authenticated with check (user_id = (select private.actor()));
create policy "notification_preferences: people change their own" on public.notification_preferences
for update to authenticated using (user_id = (select private.actor())) with check (user_id = (select private.actor()));

create function private.preference_insert()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Locked, as the person may be being deleted.
  perform from public.profiles as p where p.id = new.user_id for key share;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return new;
end
$$;
comment on function private.preference_insert() is 'Trigger: nobody chooses for a person who was deleted (D12).';
create trigger notification_preferences_insert before insert on public.notification_preferences
for each row execute function private.preference_insert();

create function private.wants_notice(p_person uuid, p_kind text)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
  return coalesce((
    select n.in_app from public.notification_preferences as n
    where n.user_id = p_person and n.kind = private.notification_group(p_kind)
  ), true);
end
$$;
comment on function private.wants_notice(uuid, text) is 'Whether a person is told about events of this kind in the app.';

create function private.wants_email(p_person uuid, p_kind text)
returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_group text;
begin
  if p_kind in (
    'order_delivered', 'invitation', 'test', 'deletion_requested', 'deletion_scheduled', 'account_deleted',
    'second_factor_reset', 'second_factor_added', 'second_factor_removed', 'recovery_code_used', 'password_changed')
  then
    return true;
  end if;
  v_group := private.notification_group(p_kind);
  return coalesce(
    (select n.by_email from public.notification_preferences as n where n.user_id = p_person and n.kind = v_group),
    v_group not in ('tokens', 'overdue', 'grants'));
end
$$;
comment on function private.wants_email(uuid, text) is
  'Whether a person gets emails of this kind: deliveries and what concerns the account always, otherwise as chosen, by default all but tokens, overdue orders and '
  'grants (D40).';

create table private.unsubscribe_secret (value bytea not null default extensions.gen_random_bytes(32));
comment on table private.unsubscribe_secret is 'One row: what unsubscribe links are signed with.';
insert into private.unsubscribe_secret default values;

create function private.sign_unsubscribe(p_text text)
returns text
language plpgsql stable set search_path = ''
as $$
begin
  return encode(
    extensions.hmac(convert_to(p_text, 'UTF8'), (select s.value from private.unsubscribe_secret as s), 'sha256'), 'hex');
end
$$;
comment on function private.sign_unsubscribe(text) is
  'The signature of a text, which begins with what it is for: what was signed for one purpose is nothing for another.';

create function private.unsubscribe_token(p_person uuid, p_kind text)
returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_text text := p_person || '.' || private.notification_group(p_kind);
begin
  return case when p_kind <> 'order_delivered' then v_text || '.' || private.sign_unsubscribe('unsubscribe ' || v_text) end;
end
$$;
comment on function private.unsubscribe_token(uuid, text) is
  'Names a person and the group of a kind of email, signed; null for deliveries and tests, which are always sent (D40).';

create function private.unsubscribe_address(p_email text)
returns text
language plpgsql stable strict set search_path = ''
as $$
declare
  v_text text := encode(convert_to(lower(p_email), 'UTF8'), 'hex') || '.address';
begin
  return v_text || '.' || private.sign_unsubscribe('unsubscribe ' || v_text);
end
$$;
comment on function private.unsubscribe_address(text) is
  'Names an address, signed, for people without an account; `address` is no group of preferences (D40).';

create function private.unsubscribe(p_token text)
returns table (ok boolean, kind text)
language plpgsql security definer set search_path = ''
as $$
declare
  v_parts text[] := string_to_array(left(p_token, 800), '.');
begin
  ok := coalesce(
    array_length(v_parts, 1) = 3 and v_parts[3] = private.sign_unsubscribe('unsubscribe ' || v_parts[1] || '.' || v_parts[2]), false);
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
comment on function private.unsubscribe(text) is 'The change behind public.unsubscribe().';

create function public.unsubscribe(p_token text)
returns table (ok boolean, kind text)
language sql volatile rows 1 set search_path = ''
begin atomic
  select u.ok, u.kind from private.unsubscribe(p_token) as u;
end;
comment on function public.unsubscribe(text) is
  'Ends the emails of the group that a signed link names, for the person or address that it names, and says which; `ok` is false for any other '
  'token. Works without signing in, any number of times, and does nothing else (D40).';
