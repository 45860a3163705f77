-- Profiles: exactly one per login (D12).

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  name text not null,
  email text not null,
  phone text,
  current_tokens integer not null default 0 constraint profiles_no_overdraft check (current_tokens >= 0),
  -- Write-only: the guard moves both into the ledger entry and stores null.
  adjustment_type text,
  adjustment_reason text,
  role text not null default 'user',
  membership_start_date timestamptz default now(),
  membership_end_date timestamptz default now() + interval '1 year',
  invite_code_used text,
  created_at timestamptz not null default now(),
  deletes_at timestamptz
)
-- Room for new balances: no index has current_tokens, so they stay in their page and write to none.
with (fillfactor = 80);
comment on table public.profiles is 'A person: contact, role, membership and balance. The balance changes only through the ledger (D2).';
comment on column public.profiles.membership_start_date is 'Null together with the end: not paid yet (D61). An end that is null alone: an older account, whose membership does not end.';
comment on column public.profiles.adjustment_type is
  'Sent by an admin together with a new current_tokens: `purchase` or `adjustment` (the default). Always null when read (D45).';
comment on column public.profiles.adjustment_reason is
  'Sent by an admin together with a new current_tokens: the reason of the adjustment. Always null when read.';
comment on column public.profiles.deletes_at is 'When the account is deleted, as its person asked and confirmed 14 days before (D49).';
create unique index profiles_email_key on public.profiles (lower(email));
create index profiles_created_at_idx on public.profiles (created_at, id);
create index profiles_role_idx on public.profiles (role, created_at, id);
create index profiles_name_idx on public.profiles (lower(name), id);
create index profiles_membership_end_idx on public.profiles (membership_end_date);
create index profiles_deletes_at_idx on public.profiles (deletes_at) where deletes_at is not null;
create index profiles_search_idx on public.profiles using gin (lower(name || E'\n' || email) extensions.gin_trgm_ops);
alter table public.profiles enable row level security;
create policy "profiles: people read their own, admins all" on public.profiles
for select to authenticated using ((select private.is_admin()) or id = (select private.actor()));
create policy "profiles: people update their own, admins all" on public.profiles
for update to authenticated
using ((select private.is_admin()) or id = (select private.actor()))
with check ((select private.is_admin()) or id = (select private.actor()));
create policy "profiles: admins delete" on public.profiles
for delete to authenticated using ((select private.is_admin()));
grant select, delete, update (name, phone, role, current_tokens, adjustment_type, adjustment_reason) on public.profiles to authenticated;
create trigger profiles_serialize before delete or update of role on public.profiles
for each statement execute function private.serialize_deletions();

-- The type of a ledger entry that an admin may write: an adjustment, or a purchase, which only adds tokens (D45).
create function private.check_grant_type(p_type text, p_amount integer) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if p_type is null or p_type not in ('purchase', 'adjustment') or (p_type = 'purchase' and p_amount < 0) then
    raise exception 'invalid_grant_type' using errcode = 'PT422';
  end if;
  return p_type;
end
$$;

-- What the member reads (D60). It holds no name (D47): the admin is in the entry's `actor_id` (D7).
create function private.grant_description(p_type text, p_amount integer) returns text
language sql immutable set search_path = ''
return case p_type
  when 'purchase' then 'Bought ' || p_amount || case p_amount when 1 then ' token' else ' tokens' end
  else 'From Guildhall'
  end;

-- Guards check `current_user`, not a setting: functions of the owner pass, every client role is checked.
-- A member changes name and phone; an admin also role and tokens, the latter as a ledger entry with type and reason, which are optional
-- (D1, D7, D45).
create function private.profile_guard() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_may_change text[] := '{name,phone}';
  v_type text := coalesce(new.adjustment_type, 'adjustment');
  v_reason text := nullif(private.trim_text(new.adjustment_reason), '');
  v_change integer := new.current_tokens - old.current_tokens;
begin
  if exists (select from public.profiles as p where p.id = auth.uid() and p.role = 'admin') then
    -- Their own name and phone are a member's right.
    if old.id is distinct from auth.uid() or to_jsonb(new) - v_may_change <> to_jsonb(old) - v_may_change then
      perform private.require_admin();
    end if;
    v_may_change := v_may_change || '{role,current_tokens,adjustment_type,adjustment_reason}';
  end if;
  if to_jsonb(new) - v_may_change <> to_jsonb(old) - v_may_change then
    raise exception 'profile_column_forbidden' using errcode = 'PT403';
  end if;
  new.name := normalize(private.trim_text(new.name), nfc);
  new.phone := nullif(private.trim_text(new.phone), '');
  new.adjustment_type := null;
  new.adjustment_reason := null;
  if v_change <> 0 then
    if new.current_tokens < 0 then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
    -- This update holds the row lock and writes the balance itself, so it passes the resulting balance.
    perform private.post_tokens(
      p_account => old.id, p_type => private.check_grant_type(v_type, v_change), p_amount => v_change,
      p_description => private.grant_description(v_type, v_change), p_balance => new.current_tokens,
      p_reason => v_reason
    );
  end if;
  return new;
end
$$;
create trigger profiles_guard before update on public.profiles
for each row when (current_user <> 'postgres'::text) execute function private.profile_guard();

-- What a profile may hold. CHECKs would run for every movement of tokens.
create function private.check_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(
    char_length(new.name) <= 120 and private.is_plain_text(new.name) and char_length(new.email) <= 320 and private.is_email(new.email)
    and (new.phone is null or char_length(new.phone) <= 40 and private.is_plain_text(new.phone))
    and new.role in ('user', 'admin') and num_nonnulls(new.adjustment_type, new.adjustment_reason) = 0, false)
  then
    raise exception 'invalid_profile' using errcode = 'PT422';
  end if;
  return new;
end
$$;

-- Fires after profiles_guard, which trims: triggers of one event fire in alphabetical order.
create trigger profiles_valid before insert or update of name, email, phone, role, adjustment_type, adjustment_reason on public.profiles
for each row execute function private.check_profile();

-- The last admin is neither demoted nor deleted (D11). Two who demote each other take turns by profiles_serialize.
create function private.keep_last_admin() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.role = 'admin' then
    return new;
  end if;
  if not exists (select from public.profiles where role = 'admin' and id <> old.id) then
    raise exception 'last_admin' using errcode = 'PT409';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger profiles_keep_last_admin before delete or update of role on public.profiles
for each row when (old.role = 'admin') execute function private.keep_last_admin();

-- Nobody deletes themselves. A deleted person's orders stay, without personal data and the texts of reports and deliveries (D12); open ones
-- are cancelled (D55).
create function private.profile_before_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_open uuid[];
begin
  -- The caller may have lost the role, or the account, while waiting for another deletion (D11).
  if auth.uid() is not null then
    perform private.require_admin();
  end if;
  if old.id = auth.uid() then
    raise exception 'cannot_delete_self' using errcode = 'PT409';
  end if;
  update private.deliveries as d set kind = null, content = null, message = null
  from public.orders as o where o.user_id = old.id and d.order_id = o.id and d.delivered_by is not null;
  update private.reports set reason = null, answer_text = null where account_id = old.id;
  -- Invitations to and by the person, by whose link nobody joins any more. A code expires with its address: unbound it would admit anybody,
  -- even a sign-up that began a moment ago.
  update public.invite_codes as c
  set email = null, expires_at = case when c.is_used then c.expires_at else least(c.expires_at, now() - interval '1 minute') end
  from public.invitations as i
  where c.id = i.code_id and c.email is not null and (
    private.mailbox_of(i.email) = private.mailbox_of(old.email) or c.used_by = old.id);
  update public.invitations as i set email = null, message = null, name = null
  where private.mailbox_of(i.email) = private.mailbox_of(old.email)
    or i.code_id in (select c.id from public.invite_codes as c where c.used_by = old.id);
  update public.invite_codes as c
  set revoked_at = now(), revoked_by = old.id, revoked_reason = 'Its member has left'
  from public.invitations as i
  where c.id = i.code_id and i.inviter_id = old.id and i.source = 'link' and not c.is_used and not c.is_revoked;
  update public.invitations as i set inviter_id = null, message = null where i.inviter_id = old.id;
  -- A deleted admin leaves the desk; notes about a deleted person lose their text, and views a search for that person.
  update public.order_desk set assignee_id = null, assigned_at = null where assignee_id = old.id;
  update public.order_notes as n set body = null from public.orders as o where o.user_id = old.id and n.order_id = o.id;
  update public.admin_views as v set filter = v.filter - 'search'
  where lower(old.name || E'\n' || old.email) like private.like_pattern(v.filter ->> 'search');
  v_open := array(select o.id from public.orders as o where o.user_id = old.id and private.is_open(o.status) order by o.id);
  update public.orders
  set user_id = null, customer_name = null, customer_email = null, redemption_email = null, cancel_reason = null
  where user_id = old.id;
  -- Nothing stays open for a deleted person (D55). These orders have no person any more, so they refund nobody: the balance is lost as well.
  perform private.set_order_status(o.id, 'cancelled') from unnest(v_open) as o (id);
  return old;
end
$$;
create trigger profiles_before_delete before delete on public.profiles
for each row execute function private.profile_before_delete();

-- Deletes the login, with which foreign keys delete and clear the rest; names and reasons leave the ledger, personal data the log (D12).
create function private.profile_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.users where id = old.id;
  -- A reason is free text about the person.
  update public.token_transactions set user_id = null, reason = null, reason_salt = null where account_id = old.id;
  update public.payments set user_id = null, refund_reason = null where account_id = old.id;
  -- Without a foreign key: to queue an email must not wait for a deletion, which may wait for the queuing transaction.
  delete from private.outbox where recipient_id = old.id;
  delete from public.waitlist where mailbox = private.mailbox_of(old.email);
  update private.audit_log
  set before = before - private.personal_columns(), after = after - private.personal_columns()
  where table_name = 'profiles' and row_id = old.id::text;
  -- Supabase Auth's own log, which a setting of Auth can switch off; the names and addresses of people are in its rows.
  if to_regclass('auth.audit_log_entries') is not null and has_table_privilege('auth.audit_log_entries', 'delete') then
    execute $sql$
      delete from auth.audit_log_entries as e
      where e.payload ->> 'actor_id' = $1 or e.payload -> 'traits' ->> 'user_id' = $1$sql$
    using old.id::text;
  end if;
  return null;
end
$$;
create trigger profiles_after_delete after delete on public.profiles
for each row execute function private.profile_after_delete();

-- Logged whoever deletes, because token_flow() needs the balance.
create trigger profiles_audit_delete after delete on public.profiles
for each row execute function private.audit();

-- By others: members' changes of their own name and phone are not logged.
create trigger profiles_audit_update after update on public.profiles
for each row when (current_user <> 'postgres'::text) execute function private.audit('others');

create function public.make_first_admin(p_email text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
  v_code text;
begin
  perform pg_advisory_xact_lock(hashtextextended('private.serialize_deletions', 0));
  if exists (select from public.profiles where role = 'admin') then
    raise exception 'admin_exists' using errcode = 'PT409';
  end if;
  update public.profiles set role = 'admin' where lower(email) = lower(btrim(p_email)) returning id into v_id;
  if v_id is null then
    insert into public.invite_codes (code, expires_at)
    values (upper(left(replace(gen_random_uuid()::text, '-', ''), 16)), now() + interval '1 hour') returning code into v_code;
    return v_code;
  end if;
  perform private.log_change('profiles', v_id::text, '{"role": "admin"}', '{"role": "user"}');
  return null;
end
$$;
comment on function public.make_first_admin is
  'Makes the first admin, for `npm run setup`, which has the secret key; works only while there is none. For an email without an account, '
  'it returns an invite code that is valid for an hour. Raises admin_exists. For service_role alone (D11).';
grant execute on function public.make_first_admin to service_role;

-- Searching long lists (D20). RLS policies would be evaluated for every row and keep a pattern from using an index, so a
-- search is a function that checks its caller once.

-- How many rows a client gets per request: 1 to 1,000.
create function private.page_size(p_limit integer) returns integer
language sql immutable set search_path = ''
return least(greatest(coalesce(p_limit, 26), 1), 1000);

-- The ids of one page of a list, whose rows are `r`, after a key: the rows that meet `p_where` and, in a search, `p_match`. A search scans the
-- next `p_scan` rows, which is enough for common terms, and only then uses the trigram index; `p_row_match` is the form of `p_match` for the scan.
-- Dynamic SQL, because sort column, direction and filters each need their own plan; callers quote every value of a client. Assign the result to a variable before using it: the planner would call the function again to estimate the length of the array.
create function private.page_ids(
  p_from text, p_where text, p_sort text, p_descending boolean, p_key text, p_key_id uuid, p_match text, p_limit integer,
  p_scan integer default 2000, p_row_match text default null
) returns uuid[]
language plpgsql stable set search_path = '' as $$
declare
  v_direction text := case when p_descending then 'desc' else 'asc' end;
  v_where text := concat_ws(' and ', p_where, case when p_key_id is not null then
    format('(%s, r.id) %s (%s, %L::uuid)', p_sort, case when p_descending then '<' else '>' end, p_key, p_key_id) end);
  v_ids uuid[];
begin
  execute format(case when p_match is null then
    'select array(select r.id from %2$s where %3$s order by %1$s %4$s, r.id %4$s limit %5$s)'
  else
    -- `offset 0` keeps the other conditions from using an index, which would read all orders of a status to skip a few rows.
    'with found as materialized (
       select w.id, w.sort from (
         select r.id, %1$s as sort, %8$s as matches from %2$s where %3$s order by %1$s %4$s, r.id %4$s limit %7$s) as w
       where w.matches limit %5$s),
     others as materialized (
       select r.id, %1$s as sort from (
         select r.* from %2$s
         where (select count(*) from found) < %5$s and (select count(*) from (select from %2$s where %3$s limit %7$s) as w) = %7$s
           and (%6$s) offset 0) as r
       where %3$s)
     select array(
       select n.id from (select * from found union select * from others) as n order by n.sort %4$s, n.id %4$s limit %5$s)'
  end, p_sort, p_from, v_where, v_direction, p_limit, p_match, p_scan, coalesce(p_row_match, p_match)) into v_ids;
  return v_ids;
end
$$;

-- An index on profiles itself would make every movement of tokens write to all indexes of its profile.
create table private.sorted_balances (
  -- No foreign key: with another such table it would relate profiles to themselves in the API (C12).
  user_id uuid not null,
  tokens integer not null,
  -- The only index, because each movement of tokens writes to it.
  primary key (tokens, user_id)
);
comment on table private.sorted_balances is 'Each person''s balance again, for the list of people sorted by it.';

-- Keeps private.sorted_balances.
create function private.sort_balance() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into private.sorted_balances (user_id, tokens) values (new.id, new.current_tokens);
  elsif tg_op = 'DELETE' then
    delete from private.sorted_balances where tokens = old.current_tokens and user_id = old.id;
  else
    update private.sorted_balances set tokens = new.current_tokens where tokens = old.current_tokens and user_id = new.id;
  end if;
  return null;
end
$$;
create trigger profiles_sort_balance after insert or delete or update of current_tokens on public.profiles
for each row execute function private.sort_balance();

-- The condition of the people `r` of a group of the list of users: ending (within 30 days), ended, unpaid (no year so far, D61), admins, or
-- all; null for anything else.
create function private.people_condition(p_group text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  return case coalesce(p_group, '')
    when '' then 'true'
    when 'ending' then $c$r.role = 'user' and r.membership_end_date > now() and r.membership_end_date <= now() + interval '30 days'$c$
    when 'ended' then $c$r.role = 'user' and r.membership_end_date <= now()$c$
    when 'unpaid' then $c$r.role = 'user' and r.membership_start_date is null and r.membership_end_date is null$c$
    when 'admins' then $c$r.role = 'admin'$c$
  end;
end
$$;

create function public.search_profiles(
  p_search text default null, p_sort text default 'created_at', p_ascending boolean default false, p_key_value text default null,
  p_key_id uuid default null, p_reverse boolean default false, p_limit integer default 26, p_group text default null
) returns setof public.profiles
language plpgsql stable rows 26 security definer set search_path = '' as $$
declare
  -- How a column is compared, in the list and in its key.
  v_form text := case p_sort
    when 'created_at' then '%s::timestamptz'
    when 'current_tokens' then '%s::integer'
    when 'name' then 'lower(%s)'
    when 'email' then 'lower(%s)'
  end;
  v_ids uuid[];
begin
  perform private.require_admin();
  if v_form is null then
    raise exception 'unknown_sort' using errcode = 'PT400';
  elsif private.people_condition(p_group) is null then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  v_ids := private.page_ids(
    p_from => case
      when p_sort <> 'current_tokens' then 'public.profiles as r'
      when coalesce(p_search, '') = '' then
        $from$(select b.user_id as id, b.tokens as current_tokens, '' as name, '' as email from private.sorted_balances as b) as r$from$
      else
        '(select b.user_id as id, b.tokens as current_tokens, p.name, p.email
          from private.sorted_balances as b join public.profiles as p on p.id = b.user_id) as r'
    end,
    p_where => case when coalesce(p_group, '') = '' then 'true'
      else 'r.id in (select r.id from public.profiles as r where ' || private.people_condition(p_group) || ')' end,
    p_sort => format(v_form, 'r.' || p_sort),
    p_descending => coalesce(p_ascending, false) = coalesce(p_reverse, false),
    p_key => format(v_form, quote_literal(p_key_value)),
    p_key_id => case when p_key_value is not null then p_key_id end,
    p_match => case when p_search <> '' then format($hit$lower(r.name || E'\n' || r.email) like %L$hit$, private.like_pattern(p_search)) end,
    p_limit => private.page_size(p_limit)
  );
  return query
  select p.* from unnest(v_ids) with ordinality as page (id, position) join public.profiles as p using (id)
  order by page.position;
end
$$;
comment on function public.search_profiles is
  'People of a group (private.people_condition()) whose name or email contains a term, sorted by created_at, name, email or '
  'current_tokens, after a key (D20). `p_reverse` reads from the other end. Admins only.';
grant execute on function public.search_profiles to authenticated;

create function public.count_profiles(p_search text default null, p_group text default null) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_pattern text := private.like_pattern(nullif(p_search, ''));
  v_count integer;
begin
  perform private.require_admin();
  execute format($q$
    select count(*) from (
      select from public.profiles as r where %s and ($1 is null or lower(r.name || E'\n' || r.email) like $1)
      limit case when $1 is null then null else 10001 end
    ) as found $q$, private.people_condition(p_group)) into v_count using v_pattern;
  return v_count;
end
$$;
comment on function public.count_profiles is 'How many people a group has; with a search, 10,001 means more than 10,000. Admins only.';
grant execute on function public.count_profiles to authenticated;
