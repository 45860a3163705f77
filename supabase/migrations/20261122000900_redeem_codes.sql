-- Token codes: each adds its tokens to one balance, once. The triggers are shared with invite codes.

create table public.redeem_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (private.is_code(code)),
  token_value integer not null check (token_value between 1 and 1000),
  note text check (char_length(btrim(note)) between 1 and 200),
  batch_id uuid,
  max_uses integer not null default 1 check (max_uses between 1 and 10000),
  uses integer not null default 0,
  is_used boolean not null generated always as (uses = max_uses) stored,
  used_by uuid,
  used_at timestamptz,
  expires_at timestamptz check (expires_at between '2000-01-01' and '2199-12-31'),
  created_by uuid,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  is_revoked boolean not null generated always as (revoked_at is not null) stored,
  revoked_by uuid,
  revoked_reason text check (char_length(btrim(revoked_reason)) between 1 and 200),
  constraint redeem_codes_uses check (uses >= 0 and uses <= max_uses and (uses > 0) = (used_at is not null) and (uses > 0 or used_by is null)),
  constraint redeem_codes_revoked_with_reason check (
    num_nonnulls(revoked_at, revoked_by, revoked_reason) in (0, 3) and not (uses = max_uses and revoked_at is not null))
);
comment on table public.redeem_codes is 'Token codes. Only admins read them; only redeem_code() marks them as used (D1).';
comment on column public.redeem_codes.is_used is 'Used up; `used_by` and `used_at` are the last use (D41).';
comment on column public.redeem_codes.note is 'The admin''s note about the code, for admins only.';
comment on column public.redeem_codes.revoked_at is 'Since when it no longer works; a code that is used up cannot be revoked (D41).';
comment on column public.redeem_codes.batch_id is 'Codes that were created together; from the client, null for a single code.';
create index redeem_codes_used_idx on public.redeem_codes (is_used, is_revoked, created_at, id) include (expires_at);
create index redeem_codes_partly_used_idx on public.redeem_codes (is_revoked, expires_at) where uses > 0 and not is_used;
create index redeem_codes_created_at_idx on public.redeem_codes (created_at, id);
create index redeem_codes_used_by_idx on public.redeem_codes (used_by);
create index redeem_codes_batch_idx on public.redeem_codes (batch_id, created_at, id) where batch_id is not null;
create index redeem_codes_search_idx on public.redeem_codes
using gin (lower(code || E'\n' || coalesce(note, '')) extensions.gin_trgm_ops);

alter table public.redeem_codes enable row level security;
create policy "redeem_codes: admins read" on public.redeem_codes
for select to authenticated using ((select private.is_admin()));
create policy "redeem_codes: admins create" on public.redeem_codes
for insert to authenticated with check ((select private.is_admin()));

create function private.code_before()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'permission denied: codes are made by admins' using errcode = '42501';
  end if;
  new.code := private.normalize_code(new.code);
  new.note := nullif(btrim(new.note), '');
  new.uses := 0;
  new.used_by := null;
  new.used_at := null;
  new.revoked_at := null;
  new.revoked_by := null;
  new.revoked_reason := null;
  new.created_by := auth.uid();
  new.created_at := now();
  if new.expires_at <= now() then
    raise exception 'expiry_past' using errcode = 'PT422';
  end if;
  return new;
end
$$;
comment on function private.code_before() is 'Trigger: a new code is canonical (D10), unused and not expired, and records its admin.';
create trigger redeem_codes_before before insert on public.redeem_codes
for each row when (current_user <> 'postgres') execute function private.code_before();
create trigger redeem_codes_refuse_writes before update or delete on public.redeem_codes
for each row when (current_user <> 'postgres') execute function private.refuse_write();

create function private.serialize_batches()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whose statement can create nothing must not hold up those of others meanwhile.
  if auth.uid() is not null and not private.is_admin() then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('private.serialize_batches ' || tg_table_name, 0));
  return null;
end
$$;
comment on function private.serialize_batches() is
  'Trigger: one statement at a time creates codes of a kind: two batches with the same codes in another order would deadlock.';
create trigger redeem_codes_serialize_batches before insert on public.redeem_codes
for each statement execute function private.serialize_batches();

create function private.audit_codes()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.audit_log (actor_id, table_name, row_id, action, after)
  select
    auth.uid(), tg_table_name,
    case when count(*) > 1 then coalesce(b.batch_id, min(b.id)) else min(b.id) end,
    'insert',
    case when count(*) > 1 then
      jsonb_build_object(
        'batch_id', b.batch_id, 'count', count(*), 'token_value', b.token_value, 'note', b.note,
        'max_uses', b.max_uses, 'expires_at', b.expires_at, 'codes', jsonb_agg(b.code order by b.code))
    else (jsonb_agg(b.whole) -> 0) end
  from (
    select a.batch_id::text, a.id::text, a.code, a.note, a.max_uses, a.expires_at, to_jsonb(a) as whole, to_jsonb(a) -> 'token_value' as token_value
    from added as a
  ) as b
  group by b.batch_id, b.token_value, b.note, b.max_uses, b.expires_at;
  return null;
end
$$;
comment on function private.audit_codes() is
  'Trigger: records the codes created by one statement, one entry per batch with the same value, note, uses and expiry (D29).';
create trigger redeem_codes_audit after insert on public.redeem_codes
referencing new table as added
for each statement when (current_user <> 'postgres') execute function private.audit_codes();

create table private.redemption_requests (
  user_id uuid,
  request_id uuid,
  redeem_code_id uuid not null,
  balance integer not null,
  primary key (user_id, request_id)
);
comment on table private.redemption_requests is
  'The idempotency keys of redemptions that succeeded, per person: the same request returns the same success again (D41).';

create function private.redeem_code(p_code text, p_request_id uuid)
returns table (ok boolean, token_value integer, balance integer)
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := private.actor();
  v_code public.redeem_codes;
  v_balance integer;
begin
  -- One redemption at a time per person, so that a parallel retry finds the first one's success; and a concurrent deletion
  -- of the person fails here as not_signed_in.
  select p.current_tokens into v_balance from public.profiles as p where p.id = v_user for no key update;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;

  return query
  select true, c.token_value, r.balance
  from private.redemption_requests as r join public.redeem_codes as c on c.id = r.redeem_code_id
  where r.user_id = v_user and r.request_id = p_request_id and c.code = private.normalize_code(p_code);
  if found then
    return;
  end if;
  if exists (select from private.redemption_requests as r where r.user_id = v_user and r.request_id = p_request_id) then
    raise exception 'request_id_reused' using errcode = 'PT409';
  end if;

  perform private.check_attempts('redeem_code', v_user::text);
  update public.redeem_codes as c set uses = c.uses + 1, used_by = v_user, used_at = now()
  where c.code = private.normalize_code(p_code) and not c.is_used and not c.is_revoked and coalesce(c.expires_at > now(), true)
    and not exists (select from public.code_uses as u where u.code_id = c.id and u.account_id = v_user)
  returning c.* into v_code;
  if not found then
    -- Returned, not raised: raising would roll back the count.
    perform private.count_attempt('redeem_code', v_user::text);
    return query select false, null::integer, v_balance;
    return;
  end if;

  perform private.record_use(v_code.id, v_code.max_uses, v_user, v_code.used_at);
  v_balance := private.post_tokens(
    p_account => v_user, p_type => 'redemption', p_amount => v_code.token_value,
    p_description => 'Redeemed code ' || v_code.code, p_code => v_code.id
  );
  if p_request_id is not null then
    insert into private.redemption_requests (user_id, request_id, redeem_code_id, balance)
    values (v_user, p_request_id, v_code.id, v_balance);
  end if;
  return query select true, v_code.token_value, v_balance;
end
$$;
comment on function private.redeem_code(text, uuid) is
  'Redeems one token code for the caller. A miss returns ok = false, alike for codes that are unknown, used up, used by the caller, expired, revoked '
  'or malformed (D1, D10).';

-- All null on a miss, which no cast, path or filter of the REST layer can turn into an error, whose rollback would undo the count of
-- the guess (D53). json has few filters; a request that fails by its number of rows is refused before (refuse_undoable()).
create function public.redeem_code(p_code text, p_request_id uuid default null)
returns table (ok json, token_value json, balance json)
language sql volatile rows 1 set search_path = ''
begin atomic
  select case when r.ok then to_json(r.ok) end, case when r.ok then to_json(r.token_value) end, case when r.ok then to_json(r.balance) end
  from private.redeem_code(p_code, p_request_id) as r;
end;
comment on function public.redeem_code(text, uuid) is
  'Redeems a token code: ok, its tokens and the new balance, each null on a miss. The same `p_request_id` returns the caller''s success again, and '
  'raises request_id_reused with another code (D41). Raises rate_limited after 10 misses a minute, 50 a day (D10).';
