-- Token codes: each adds its tokens to one balance, once.

create table public.redeem_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (private.is_code(code)),
  token_value integer not null check (token_value between 1 and 1000),
  is_used boolean not null default false,
  used_by uuid,
  used_at timestamptz,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint redeem_codes_used_once check (is_used = (used_at is not null) and (is_used or used_by is null))
);
comment on table public.redeem_codes is 'Token codes. Only admins read them; only redeem_code() uses them up (D1).';
create index redeem_codes_used_idx on public.redeem_codes (is_used, created_at, id);
create index redeem_codes_created_at_idx on public.redeem_codes (created_at, id);
create index redeem_codes_used_by_idx on public.redeem_codes (used_by);

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
  new.code := private.norm_code(new.code);
  new.is_used := false;
  new.used_by := null;
  new.used_at := null;
  new.created_by := auth.uid();
  new.created_at := now();
  return new;
end
$$;
comment on function private.code_before() is 'Trigger: a new code is spelt one way (D10), unused, and signed by its admin.';
create trigger redeem_codes_before before insert on public.redeem_codes
for each row when (current_user <> 'postgres') execute function private.code_before();
create trigger redeem_codes_closed before update or delete on public.redeem_codes
for each row when (current_user <> 'postgres') execute function private.refuse_write();
create trigger redeem_codes_audit after insert on public.redeem_codes
for each row when (current_user <> 'postgres') execute function private.audit();

create function private.redeem_code(p_code text)
returns table (ok boolean, token_value integer, balance integer)
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
  v_code public.redeem_codes;
  v_balance integer;
begin
  select p.current_tokens into v_balance from public.profiles as p where p.id = v_user;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  perform private.check_attempts('redeem_code', v_user::text);

  update public.redeem_codes as c set is_used = true, used_by = v_user, used_at = now()
  where c.code = private.norm_code(p_code) and not c.is_used
  returning c.* into v_code;
  if not found then
    -- Returned, not raised: raising would undo the count.
    perform private.count_attempt('redeem_code', v_user::text);
    return query select false, null::integer, v_balance;
    return;
  end if;

  v_balance := private.post_tokens(
    p_account => v_user, p_type => 'redemption', p_amount => v_code.token_value,
    p_description => 'Redeemed code ' || v_code.code, p_code => v_code.id
  );
  return query select true, v_code.token_value, v_balance;
end
$$;
comment on function private.redeem_code(text) is
  'Uses up one token code for the caller. A miss answers ok = false, alike for unknown, used and malformed (D1, D10).';

-- json, because the REST layer can filter on any other type: a request for the one row `where ok` fails on a miss,
-- which rolls the transaction back and with it the count of the guess.
create function public.redeem_code(p_code text)
returns table (ok json, token_value json, balance json)
language sql volatile rows 1 set search_path = ''
begin atomic
  select to_json(r.ok), coalesce(to_json(r.token_value), 'null'), to_json(r.balance)
  from private.redeem_code(p_code) as r;
end;
comment on function public.redeem_code(text) is
  'Redeems a token code: ok, its tokens and the new balance. Raises rate_limited after 10 misses a minute, 50 a day (D10).';
