-- Accounts: how they begin (D9), and how members delete theirs (D49).

-- Uses the invite code, creates the profile with what an invitation carries and posts the bonus and the rest of an opening balance, or
-- there is no account (D5, D9).
create function private.handle_new_user() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_code text := private.normalize_code(new.raw_user_meta_data ->> 'invite_code');
  v_created_at timestamptz := coalesce(new.created_at, now());
  -- Where memberships are paid, it begins with the payment (D61).
  v_member_from timestamptz := case when private.payment_mode() <> 'live' then v_created_at end;
  v_used public.invite_codes;
  v_invited record;
  v_bonus constant integer := 25;
begin
  if new.email is null or new.is_anonymous then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  -- What an admin's invitation carries; the code is checked below, and bound to the address.
  select i.inviter_id, i.name, i.membership_ends_at, i.opening_balance into v_invited
  from public.invite_codes as c join public.invitations as i on i.code_id = c.id
  where c.code = v_code and c.email = lower(new.email);
  v_member_from := case when v_invited.membership_ends_at is null then v_member_from else v_created_at end;
  insert into public.profiles (id, name, email, phone, membership_start_date, membership_end_date, invite_code_used, created_at)
  values (
    new.id,
    -- What a person types is theirs (D59); the form is filled in with the name of the invitation.
    coalesce(nullif(normalize(private.trim_text(new.raw_user_meta_data ->> 'name'), nfc), ''), v_invited.name, ''), new.email,
    nullif(private.trim_text(new.raw_user_meta_data ->> 'phone'), ''), v_member_from,
    coalesce(v_invited.membership_ends_at, v_member_from + interval '1 year'), v_code, v_created_at
  );
  delete from public.waitlist as w where w.mailbox = private.mailbox_of(new.email);
  update public.invite_codes as c set uses = c.uses + 1, used_by = new.id, used_at = v_created_at
  where c.code = v_code and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and coalesce(c.email = lower(new.email), true)
  returning c.* into v_used;
  if not found then
    raise exception 'invalid_invite_code' using errcode = 'PT422';
  end if;
  insert into public.code_uses (code_id, account_id, user_id, used_at)
  select v_used.id, new.id, new.id, v_created_at where v_used.max_uses > 1;
  perform private.record_referral(new.id, v_used.id, v_created_at);
  perform private.post_tokens(
    p_account => new.id, p_type => 'signup_bonus', p_amount => v_bonus, p_description => 'Signup bonus', p_at => v_created_at
  );
  if v_invited.opening_balance > v_bonus then
    perform private.post_tokens(
      p_account => new.id, p_type => 'adjustment', p_amount => v_invited.opening_balance - v_bonus,
      p_description => private.grant_description('adjustment', v_invited.opening_balance - v_bonus), p_actor => v_invited.inviter_id,
      p_reason => 'Opening balance'
    );
  end if;
  return null;
end
$$;
create trigger guildhall_new_user after insert on auth.users
for each row execute function private.handle_new_user();

-- The email of a login, current and pending, is printable ASCII.
create function private.check_login_email() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- Before an email is sent to the address, and before any other check.
  if exists (select from unnest(array[new.email, new.email_change]) as typed where typed <> '' and not private.is_email(typed)) then
    raise exception 'invalid_email' using errcode = 'PT422';
  end if;
  return new;
end
$$;
create trigger guildhall_check_email before insert or update of email, email_change on auth.users
for each row execute function private.check_login_email();

-- Copies a changed login email to the profile; logs and emails that a password was replaced (D54).
create function private.record_login_change() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id and new.email is distinct from old.email;
  if new.encrypted_password is distinct from old.encrypted_password and exists (select from public.profiles as p where p.id = new.id) then
    perform private.log_security_change(new.id, new.id, '{}', '{"password": "changed"}', 'password_changed');
  end if;
  return null;
end
$$;
create trigger guildhall_changed after update of email, encrypted_password on auth.users
for each row when (new.email is distinct from old.email or new.encrypted_password is distinct from old.encrypted_password)
execute function private.record_login_change();
create trigger guildhall_serialize before delete or update of email on auth.users
for each statement execute function private.serialize_deletions();

-- Hook of hosted Supabase: refuses a sign-up with a message, 422 only for the code, by which the client knows it. It runs outside the
-- sign-up's transaction, so it marks nothing as used (D9). Counts misses by the address that the client claims and by the code, each on its
-- own (D10).
create function private.before_user_created(event jsonb) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  v_user jsonb := event -> 'user';
  v_code text := v_user -> 'user_metadata' ->> 'invite_code';
  -- The client may have written the address, so its misses are counted separately from those of addresses that nobody can write.
  v_caller text := private.caller_of(event -> 'metadata' ->> 'ip_address');
  -- Not in the clear: a code with a typing error is almost a code.
  v_digest text := encode(sha256(convert_to(coalesce(private.normalize_code(v_code), ''), 'UTF8')), 'hex');
  v_wait text;
begin
  -- Before the code is checked; the trigger would refuse it without a message.
  if v_user ->> 'email' <> '' and not private.is_email(v_user ->> 'email') then
    return jsonb_build_object('error', jsonb_build_object(
      'http_code', 400, 'message', 'This email address has a character that is not allowed.'));
  end if;
  if not coalesce((v_user ->> 'is_anonymous')::boolean, false) then
    perform private.check_attempts('sign_up', v_caller);
    perform private.check_attempts('sign_up_code', v_digest);
    if private.is_usable_invite_code(v_code, coalesce(v_user ->> 'email', '')) then
      return '{}';
    end if;
    perform private.count_attempt('sign_up', v_caller);
    perform private.count_attempt('sign_up_code', v_digest);
    -- Whoever has a valid code may learn this much (D42); counted as a miss, so that they cannot guess the address.
    if v_user ->> 'email' <> '' and private.is_usable_invite_code(v_code, null) then
      return jsonb_build_object('error', jsonb_build_object(
        'http_code', 400, 'message', 'This invitation is for another email address.'));
    end if;
  end if;
  return jsonb_build_object('error', jsonb_build_object(
    'http_code', 422, 'message', 'This invite code is invalid or already used.'));
exception when sqlstate 'PT429' then
  get stacked diagnostics v_wait = pg_exception_detail;
  return jsonb_build_object('error', jsonb_build_object('http_code', 429, 'message', format(
    'Too many tries. Wait %s, then try again.',
    case when v_wait::numeric > 90 then ceil(v_wait::numeric / 60) || ' minutes' else v_wait || ' seconds' end)));
end
$$;
grant execute on function private.before_user_created to supabase_auth_admin;
grant usage on schema private to supabase_auth_admin;

-- Members delete their account (D49): asked for after a fresh sign-in, confirmed by email, carried out 14 days later.

create table private.deletion_requests (
  user_id uuid primary key references public.profiles (id) on delete cascade,
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

-- What the link names that confirms a deletion: the request, signed.
create function private.deletion_token(p_id uuid) returns text
language sql stable set search_path = ''
return p_id || '.' || private.sign_text('deletion ' || p_id);

-- Whether the caller entered the password this recently; a refreshed token keeps the time of its sign-in.
create function private.signed_in_with_password(p_within interval) returns boolean
language sql stable set search_path = ''
return exists (
  select from jsonb_array_elements(
    case jsonb_typeof(auth.jwt() -> 'amr') when 'array' then auth.jwt() -> 'amr' else '[]' end) as m
  where m ->> 'method' = 'password' and (m ->> 'timestamp')::bigint > extract(epoch from clock_timestamp() - p_within)
);

create function public.request_deletion() returns timestamptz
language plpgsql security definer set search_path = '' as $$
declare
  v_person public.profiles;
  v_requested_at timestamptz;
begin
  -- One request at a time.
  select * into v_person from public.profiles as p where p.id = private.actor() for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  if not private.signed_in_with_password(interval '5 minutes') then
    raise exception 'password_required' using errcode = 'PT403';
  end if;
  -- The only admin can neither ask to be deleted nor confirm it (D11).
  if v_person.role = 'admin' and not exists (select from public.profiles as p where p.id <> v_person.id and p.role = 'admin') then
    raise exception 'last_admin' using errcode = 'PT409';
  end if;
  select r.requested_at into v_requested_at from private.deletion_requests as r where r.user_id = v_person.id;
  -- The same request again, as after a lost response.
  if v_person.deletes_at is not null or v_requested_at > now() - interval '1 minute' then
    return v_requested_at;
  end if;
  perform private.check_uses('deletion', 5, interval '1 day');
  perform private.count_attempt('deletion', v_person.id::text);
  insert into private.deletion_requests as r (user_id) values (v_person.id)
  on conflict (user_id) do update set id = gen_random_uuid(), requested_at = now()
  returning r.requested_at into v_requested_at;
  perform private.queue_email('deletion_requested', v_person.id, v_person.id, v_requested_at);
  return v_requested_at;
end
$$;
comment on function public.request_deletion is
  'Asks for the deletion of the caller''s account and sends the email that confirms it; returns when it was asked for. Within a minute, or '
  'once confirmed, nothing new. Raises password_required unless the password was entered in the last five minutes, last_admin, '
  'rate_limited after five in a day (D49).';
grant execute on function public.request_deletion to authenticated;

create function public.confirm_deletion(p_token text) returns timestamptz
language plpgsql security definer set search_path = '' as $$
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
    if v_person.role = 'admin' and not exists (select from public.profiles as p where p.id <> v_person.id and p.role = 'admin') then
      raise exception 'last_admin' using errcode = 'PT409';
    end if;
    update public.profiles set deletes_at = now() + interval '14 days' where id = v_person.id;
    perform private.log_change('profiles', v_person.id::text, jsonb_build_object('deletes_at', now() + interval '14 days'),
      '{"deletes_at": null}');
    perform private.queue_email('deletion_scheduled', v_person.id, v_person.id, now());
  end if;
  return coalesce(v_person.deletes_at, now() + interval '14 days');
end
$$;
comment on function public.confirm_deletion is
  'Confirms the deletion that the caller asked for in the last day, with the token of the email; returns when it is carried out, 14 days '
  'later. The same token again returns the same time. Raises deletion_not_found, last_admin (D49).';
grant execute on function public.confirm_deletion to authenticated;

create function public.keep_account() returns boolean
language plpgsql security definer set search_path = '' as $$
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
    update public.profiles set deletes_at = null where id = v_person.id;
    perform private.log_change('profiles', v_person.id::text, '{"deletes_at": null}', jsonb_build_object('deletes_at', v_person.deletes_at));
  end if;
  return v_person.deletes_at is not null;
end
$$;
comment on function public.keep_account is
  'Withdraws what the caller asked for: the account stays. Returns whether it was to be deleted (D49).';
grant execute on function public.keep_account to authenticated;

-- Cancels and refunds the open orders of a person, deletes the account as D12 has it, and queues the last email (D49).
create function private.delete_account(p_person uuid, p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_farewell uuid;
begin
  -- Before the orders, as every deletion: who orders in the meantime waits, and finds no account. One that is kept stays.
  perform from public.profiles as p where p.id = p_person and p.deletes_at <= p_now for update;
  if not found then
    return;
  end if;
  perform private.set_order_status(o.id, 'cancelled')
  from (
    select w.id from public.orders as w
    where w.user_id = p_person and private.is_open(w.status) order by w.id
  ) as o;
  insert into private.farewells (id, email)
  select gen_random_uuid(), p.email from public.profiles as p where p.id = p_person
  returning id into v_farewell;
  delete from public.profiles as p where p.id = p_person;
  perform private.queue_email('account_deleted', v_farewell, null, p_now);
end
$$;

-- Carries out the deletions that are due, up to fifty; one that does not succeed waits for the next run and holds up no other (D49).
create function private.due_deletions(p_now timestamptz) returns void
language plpgsql set search_path = '' as $$
declare
  v_people uuid[];
  v_person uuid;
begin
  -- The last admin stays until there is another one (D11), without a warning at each run.
  select array_agg(d.id) into v_people
  from (
    select p.id from public.profiles as p
    where p.deletes_at <= p_now and (p.role <> 'admin' or exists (
      select from public.profiles as a where a.role = 'admin' and a.id <> p.id))
    order by p.deletes_at, p.id limit 50
  ) as d;
  if v_people is null then
    return;
  end if;
  -- Before any row is locked, as every deletion (serialize_deletions).
  perform pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
  foreach v_person in array v_people loop
    begin
      perform private.delete_account(v_person, p_now);
    exception when others then
      raise warning 'the deletion of % waits: %', v_person, sqlerrm;
    end;
  end loop;
end
$$;

-- What the product holds about a member, for the member (D49).

-- A row reduced to these keys: auth may add columns that hold secrets.
create function private.pick_keys(p_row jsonb, p_keys text[]) returns jsonb
language sql immutable set search_path = ''
begin atomic
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(p_row) as e where e.key = any (p_keys);
end;

-- The statement that reads a part of a person's data, null for an unknown part. Nothing of other people: who did something for the platform
-- is left out, and so are notes that admins write for each other (D49).
create function private.my_data_query(p_part text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  -- Each is a statement with the person as $1, oldest first. Rows of public are whole, as their person may read them.
  return case p_part
    when 'profile' then $q$ select to_jsonb(p) - '{adjustment_type,adjustment_reason}'::text[]
      from public.profiles as p where p.id = $1 $q$
    when 'login' then $q$ select private.pick_keys(to_jsonb(u), '{id,email,created_at,email_confirmed_at,last_sign_in_at,
        email_change,email_change_sent_at,recovery_sent_at,confirmation_sent_at,raw_user_meta_data}') from auth.users as u where u.id = $1 $q$
    when 'sign_ins' then $q$ select private.pick_keys(to_jsonb(s), '{id,created_at,updated_at,refreshed_at,not_after,user_agent,ip,aal}')
      from auth.sessions as s where s.user_id = $1 order by s.created_at, s.id $q$
    when 'second_factors' then $q$ select private.pick_keys(to_jsonb(f), '{id,friendly_name,factor_type,status,created_at,updated_at}')
      from auth.mfa_factors as f where f.user_id = $1 order by f.created_at, f.id $q$
    when 'orders' then $q$ select to_jsonb(o) - 'search_text' from public.orders as o where o.user_id = $1 order by o.created_at, o.id $q$
    -- Reading what was delivered counts (D34), so what was not read yet is only named.
    when 'deliveries' then $q$ select jsonb_build_object('order_id', d.order_id, 'order_number', o.order_number, 'method', d.method,
        'kind', d.kind, 'delivered_at', d.delivered_at, 'read_at', d.read_at, 'message', d.message, 'instructions', d.instructions,
        'file_name', d.file_name, 'file_size', d.file_size, 'file_type', d.file_type, 'withdrawn_at', d.withdrawn_at,
        'content', case when d.read_at is not null then coalesce(k.secret, d.content) end)
      from public.orders as o join private.deliveries as d on d.order_id = o.id left join private.delivery_keys as k on k.id = d.key_id
      where o.user_id = $1 and o.status <> 'cancelled' order by d.id $q$
    when 'reports' then $q$ select to_jsonb(r) - '{batch_id,answered_by,delivery_id}'::text[]
      from private.reports as r where r.account_id = $1 order by r.created_at, r.id $q$
    when 'token_entries' then $q$ select to_jsonb(t) from public.token_transactions as t where t.account_id = $1 order by t.seq $q$
    when 'payments' then $q$ select to_jsonb(y) from public.payments as y where y.account_id = $1 order by y.created_at, y.id $q$
    when 'codes' then $q$ select to_jsonb(c) from (
        select 'token' as kind, r.code, r.token_value as tokens, coalesce(u.used_at, r.used_at) as used_at
        from public.redeem_codes as r left join public.code_uses as u on u.code_id = r.id and u.user_id = $1
        where r.used_by = $1 or u.user_id = $1
        union all
        select 'invite', i.code, null, coalesce(u.used_at, i.used_at)
        from public.invite_codes as i left join public.code_uses as u on u.code_id = i.id and u.user_id = $1
        where i.used_by = $1 or u.user_id = $1) as c order by c.used_at, c.code $q$
    -- Not what the email of a member's invitation became, nor a code that its address alone should have (D42).
    when 'invitations' then $q$ select to_jsonb(i) - '{email_id,inviter_id}'::text[] - case i.source when 'member' then
        '{email_state,last_sent_at}' else '{}' end::text[] || case when i.email is null then jsonb_build_object('code', c.code) else '{}' end
      from public.invitations as i join public.invite_codes as c on c.id = i.code_id where i.inviter_id = $1 order by i.created_at, i.code_id $q$
    -- Not one that was sent to another address and passed on.
    when 'invited_with' then $q$ select jsonb_build_object('code', c.code, 'source', i.source, 'email', i.email, 'message', i.message,
        'created_at', i.created_at, 'sends', i.sends, 'last_sent_at', i.last_sent_at, 'opened_at', i.opened_at, 'opens', i.opens,
        'name', i.name, 'membership_ends_at', i.membership_ends_at, 'opening_balance', i.opening_balance)
      from public.invitations as i join public.invite_codes as c on c.id = i.code_id join public.profiles as p on p.id = $1
      where (c.used_by = $1 or exists (select from public.code_uses as u where u.code_id = c.id and u.user_id = $1))
        and (i.email is null or c.email is not null or private.mailbox_of(i.email) = private.mailbox_of(p.email)) order by i.code_id $q$
    when 'operations' then $q$ select jsonb_build_object('kind', o.kind, 'at', r.changed_at, 'tokens', r.tokens, 'before', r.before,
        'after', r.after, 'undone_at', r.undone_at)
      from private.operation_rows as r join public.operations as o on o.id = r.operation_id
      where r.row_id = $1::text and r.changed_at is not null order by r.changed_at, o.id $q$
    when 'referrals' then $q$ select jsonb_build_object('role', case when r.invited_id = $1 then 'invited' else 'inviting' end,
        'joined_at', r.joined_at, 'bonus', r.bonus, 'settled_at', r.settled_at,
        'received', case when r.invited_id = $1 then r.invited_received else r.referrer_received end)
      from private.referrals as r where $1 in (r.invited_id, r.referrer_id) order by r.joined_at, r.invited_id $q$
    when 'notices' then $q$ select to_jsonb(n) - 'user_id' from public.notifications as n where n.user_id = $1 order by n.created_at, n.id $q$
    when 'notice_choices' then $q$ select to_jsonb(n) - 'user_id' from public.notification_preferences as n where n.user_id = $1 order by n.kind $q$
    when 'emails' then $q$ select jsonb_build_object('kind', q.kind, 'queued_at', q.created_at, 'outcome', q.outcome,
        'finished_at', q.finished_at, 'to_another_address', q.elsewhere)
      from private.outbox as q where q.recipient_id = $1 order by q.created_at, q.id $q$
    when 'favourites' then $q$ select jsonb_build_object('benefit_id', f.benefit_id, 'benefit', b.name)
      from private.favourites as f left join public.benefits as b on b.id = f.benefit_id where f.user_id = $1 order by f.benefit_id $q$
    when 'awaited' then $q$ select jsonb_build_object('benefit_id', w.benefit_id, 'benefit', b.name)
      from private.waiting_members as w left join public.benefits as b on b.id = w.benefit_id where w.user_id = $1 order by w.benefit_id $q$
    when 'attempts' then $q$ select jsonb_build_object('kind', a.kind, 'at', a.at)
      from private.attempts as a where a.caller = $1::text order by a.id $q$
    when 'deletion' then $q$ select jsonb_build_object('requested_at', r.requested_at, 'deletes_at', p.deletes_at)
      from private.deletion_requests as r join public.profiles as p on p.id = r.user_id where r.user_id = $1 $q$
    when 'changes' then $q$ select jsonb_build_object('at', l.at, 'by_yourself', l.actor_id is not distinct from $1, 'before', l.before, 'after', l.after)
      from private.audit_log as l where l.table_name = 'profiles' and l.row_id = $1::text order by l.id $q$
    when 'activity' then $q$ select jsonb_build_object('at', l.at, 'table', l.table_name, 'action', l.action)
      from private.audit_log as l where l.actor_id = $1 order by l.id $q$
    when 'views' then $q$ select to_jsonb(v) - 'admin_id' from public.admin_views as v where v.admin_id = $1 order by v.id $q$
  end;
end
$$;

create function public.my_data(p_part text, p_after integer default 0) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_rows jsonb;
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  if private.my_data_query(p_part) is null then
    raise exception 'unknown_kind' using errcode = 'PT400';
  end if;
  execute format(
    'select coalesce(jsonb_agg(r.line), ''[]'') from (select * from (%s) as q (line) limit 1000 offset $2) as r',
    private.my_data_query(p_part)) into v_rows using private.actor(), greatest(p_after, 0);
  return v_rows;
end
$$;
comment on function public.my_data is
  'Up to 1,000 rows of one part of the caller''s own data, after the first p_after, oldest first. What was delivered and not read yet is '
  'named without its content, and stays unread (D34). Raises unknown_kind (D49).';
grant execute on function public.my_data to authenticated;

create function public.my_data_counts()
returns table (
  orders bigint, open_orders bigint, open_tokens bigint, entries bigint, payments bigint, notices bigint, invitations bigint, invitations_left integer,
  requested_at timestamptz
)
language plpgsql stable rows 1 security definer set search_path = '' as $$
begin
  if not private.is_member() then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  return query
  select count(*), count(*) filter (where private.is_open(o.status)),
    coalesce(sum(o.benefit_token_value) filter (where private.is_open(o.status)), 0)::bigint,
    (select count(*) from public.token_transactions as t where t.account_id = private.actor()),
    (select count(*) from public.payments as p where p.account_id = private.actor() and p.paid_at is not null),
    (select count(*) from public.notifications as n
      where n.user_id = private.actor() and (private.is_admin() or not private.is_admin_notification(n.kind))),
    (select count(*) from public.invitations as i where i.inviter_id = private.actor()),
    private.invitations_left(private.actor()),
    (select r.requested_at from private.deletion_requests as r
      where r.user_id = private.actor() and r.requested_at > now() - interval '1 day')
  from public.orders as o where o.user_id = private.actor();
end
$$;
comment on function public.my_data_counts is
  'How much there is of the caller''s data, what a deletion would cancel, and when it was asked for in the last day (D49).';
grant execute on function public.my_data_counts to authenticated;
