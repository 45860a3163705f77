-- What two may do at once, and still end as if one had come after the other.

-- A status change locks the order, then its person; deleting a person or a benefit locks that row, then orders. Auth
-- locks a login, then its profile. Met in the middle, each would wait for the other. And two admins who take each other's
-- role, or delete each other, would both have been admins when they began. So a deletion or a change of role is first of
-- all alone among these. Statement triggers: they run before any row is locked.
create function private.take_turns()
returns trigger
language plpgsql set search_path = ''
as $$
declare
  v_lock bigint := hashtextextended('private.take_turns', 0);
begin
  if tg_op = 'DELETE' or tg_table_name = 'profiles' then
    perform pg_advisory_xact_lock(v_lock);
  else
    perform pg_advisory_xact_lock_shared(v_lock);
  end if;
  return null;
end
$$;
comment on function private.take_turns() is
  'Trigger: people and benefits are deleted, and roles changed, one after the other, while nobody sets a status or moves a '
  'login''s e-mail.';
create trigger profiles_take_turns before delete or update of role on public.profiles
for each statement execute function private.take_turns();
create trigger benefits_take_turns before delete on public.benefits
for each statement execute function private.take_turns();
create trigger orders_take_turns before update of status on public.orders
for each statement execute function private.take_turns();
create trigger guildhall_take_turns before delete or update of email on auth.users
for each statement execute function private.take_turns();

-- Two batches with the same codes in another order would each wait for a code of the other.
create function private.one_batch()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.one_batch ' || tg_table_name, 0));
  return null;
end
$$;
comment on function private.one_batch() is 'Trigger: codes of one kind are made by one statement at a time.';
create trigger redeem_codes_one_batch before insert on public.redeem_codes
for each statement execute function private.one_batch();
create trigger invite_codes_one_batch before insert on public.invite_codes
for each statement execute function private.one_batch();

create or replace function private.profile_before_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Whoever waited may have lost the role, or the account, to the one before (D11).
  if auth.uid() is not null and not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  if old.id = auth.uid() then
    raise exception 'cannot_delete_self' using errcode = 'PT409';
  end if;
  update public.orders
  set user_id = null, customer_name = null, customer_email = null, redemption_email = null
  where user_id = old.id;
  return old;
end
$$;

create or replace function private.profile_guard()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_free text[] := '{name,phone}';
  v_admin text;
  v_reason text := nullif(private.trim_text(new.adjustment_reason), '');
begin
  -- Held until the end: who is deleted meanwhile would leave the name behind in the entry (D12).
  select p.name into v_admin from public.profiles as p
  where p.id = auth.uid() and p.role = 'admin' for key share;
  if found then
    v_free := v_free || '{role,current_tokens,adjustment_reason}';
  end if;
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'profile_column_forbidden' using errcode = 'PT403';
  end if;
  new.name := private.trim_text(new.name);
  new.phone := nullif(private.trim_text(new.phone), '');
  new.adjustment_reason := null;
  if new.current_tokens <> old.current_tokens then
    if new.current_tokens < 0 then
      raise exception 'insufficient_tokens' using errcode = 'PT402';
    end if;
    if v_reason is null then
      raise exception 'reason_required' using errcode = 'PT422';
    end if;
    -- This update holds the row lock and writes the balance itself, so the entry states the result.
    perform private.post_tokens(
      p_account => old.id, p_type => 'adjustment', p_amount => new.current_tokens - old.current_tokens,
      p_description => 'Adjustment by ' || v_admin, p_balance => new.current_tokens,
      p_reason => v_reason
    );
  end if;
  return new;
end
$$;

create or replace function private.order_insert()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_benefit public.benefits;
begin
  if new.user_id is distinct from auth.uid() then
    raise exception 'permission denied: an order is placed for oneself' using errcode = '42501';
  end if;
  new.account_id := new.user_id;
  -- Locked before anything is decided: the person may be being deleted, the benefit repriced, by somebody who is faster.
  select p.name, p.email into new.customer_name, new.customer_email
  from public.profiles as p where p.id = new.user_id for key share;
  select * into v_benefit from public.benefits where id = new.benefit_id for share;
  -- A replay must end in the conflict that tells the client 'already done', not in today's price or balance.
  if exists (select from public.orders where id = new.id) then
    return new;
  end if;

  -- Rows placed by this statement are visible here. A long one would hold numbers and locks that others wait for.
  if (select count(*) from public.orders where user_id = new.user_id and created_at = now()) >= 100 then
    raise exception 'too_many_orders' using errcode = 'PT413';
  end if;

  if new.customer_email is null then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;
  new.redemption_email := private.trim_text(new.redemption_email);
  if not coalesce(char_length(new.redemption_email) <= 254 and private.is_email(new.redemption_email), false) then
    raise exception 'invalid_redemption_email' using errcode = 'PT422';
  end if;
  if v_benefit.id is null or not v_benefit.is_active then
    raise exception 'benefit_unavailable' using errcode = 'PT410';
  end if;
  if new.benefit_token_value <> v_benefit.token_value then
    raise exception 'price_changed' using errcode = 'PT409', detail = v_benefit.token_value::text;
  end if;

  new.status := 'pending';
  new.benefit_name := v_benefit.name;
  new.benefit_token_value := v_benefit.token_value;
  new.benefit_image_url := v_benefit.image_url;
  new.benefit_description := v_benefit.description;
  new.order_number := private.next_order_number();
  new.created_at := now();
  new.updated_at := now();
  new.due_at := now() + interval '48 hours';
  return new;
end
$$;

create or replace function private.redeem_code(p_code text)
returns table (ok boolean, token_value integer, balance integer)
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := auth.uid();
  v_code public.redeem_codes;
  v_balance integer;
begin
  -- Held until the end: a person who is being deleted is told so, and not that the code's new owner is unknown.
  select p.current_tokens into v_balance from public.profiles as p where p.id = v_user for key share;
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
