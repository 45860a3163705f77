-- An order, its debit and its refunds are one statement for the client (D1, D3, D6).

create function private.order_insert()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_benefit public.benefits;
begin
  if new.user_id is distinct from auth.uid() then
    raise exception 'permission denied: an order is placed for oneself' using errcode = '42501';
  end if;
  -- A replay must end in the conflict that tells the client 'already done', not in today's price or balance.
  new.account_id := new.user_id;
  if exists (select from public.orders where id = new.id) then
    return new;
  end if;

  select p.name, p.email into new.customer_name, new.customer_email
  from public.profiles as p where p.id = new.user_id;
  if not found then
    raise exception 'not_signed_in' using errcode = 'PT401';
  end if;

  new.redemption_email := btrim(new.redemption_email);
  if new.redemption_email is null or char_length(new.redemption_email) > 254
    or new.redemption_email !~ '^[^\s<>@]+@[^\s<>@]+$'
  then
    raise exception 'invalid_redemption_email' using errcode = 'PT422';
  end if;

  select * into v_benefit from public.benefits where id = new.benefit_id for share;
  if not found or not v_benefit.is_active then
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
comment on function private.order_insert() is
  'Trigger: a client''s new order gets everything but its id, buyer and delivery e-mail from the server (D1, D3, D8, D25).';
create trigger orders_insert before insert on public.orders
for each row when (current_user <> 'postgres') execute function private.order_insert();

create function private.order_fill()
returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.account_id := coalesce(new.account_id, new.user_id);
    new.due_at := coalesce(new.due_at, new.created_at + interval '48 hours');
  elsif new.updated_at = old.updated_at then
    new.updated_at := now();
  end if;
  return new;
end
$$;
comment on function private.order_fill() is 'Trigger: what the owner''s own inserts and status changes may leave out.';
create trigger orders_fill before insert or update of status on public.orders
for each row when (current_user = 'postgres') execute function private.order_fill();

create function private.order_update()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Generated columns are not computed yet when this runs.
  v_free text[] := '{status,updated_at,search_text}';
begin
  if to_jsonb(new) - v_free <> to_jsonb(old) - v_free then
    raise exception 'order_is_immutable' using errcode = 'PT403';
  end if;
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  -- A time by itself is no change: it would be one that the log does not show (D29).
  new.updated_at := case when new.status = old.status then old.updated_at else now() end;
  return new;
end
$$;
comment on function private.order_update() is
  'Trigger: an admin sets the status, nothing else; the server stamps the time of a change (D1).';
create trigger orders_update before update on public.orders
for each row when (current_user <> 'postgres') execute function private.order_update();

create trigger orders_closed before delete on public.orders
for each row execute function private.refuse_write();
create trigger orders_keep before truncate on public.orders
for each statement execute function private.refuse_write();

create function private.order_after()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_target integer := case when new.status = 'cancelled' then 0 else -coalesce(new.benefit_token_value, 0) end;
  v_move integer;
begin
  -- A deleted person has no balance left to move (D12).
  if new.user_id is null then
    return null;
  end if;
  select v_target - coalesce(sum(t.amount), 0) into v_move
  from public.token_transactions as t where t.order_id = new.id;
  if v_move <> 0 then
    perform private.post_tokens(
      p_account => new.user_id,
      p_type => case when v_move < 0 then 'redemption' else 'refund' end,
      p_amount => v_move,
      p_description => case when v_move < 0 then 'Redeemed: ' else 'Refund: ' end || new.benefit_name,
      p_order => new.id,
      -- A history that is brought in keeps its dates; what happens now is timed by the ledger.
      p_at => nullif(case tg_op when 'INSERT' then new.created_at else new.updated_at end, now())
    );
  end if;
  return null;
end
$$;
comment on function private.order_after() is
  'Trigger: an order''s ledger rows add up to 0 if it is cancelled and to minus its price otherwise: debit, refund and re-debit in one rule (D6).';
-- After, not before: a replayed insert that conflicts charges nobody (D3).
create trigger orders_after after insert or update of status on public.orders
for each row execute function private.order_after();

create function private.benefit_after_delete()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An order that is being placed holds a lock on the benefit until it is committed, so this sees it.
  update public.orders set benefit_id = null where benefit_id = old.id;
  return null;
end
$$;
comment on function private.benefit_after_delete() is 'Trigger: the orders of a deleted benefit stay, without the link (D13).';
create trigger benefits_after_delete after delete on public.benefits
for each row execute function private.benefit_after_delete();

create trigger orders_audit after update on public.orders
for each row when (current_user <> 'postgres' and old.status <> new.status) execute function private.audit();

create function private.order_history(p_order_id uuid)
returns table (at timestamptz, actor_name text, from_status text, to_status text)
language plpgsql stable security definer set search_path = ''
as $$
begin
  if not private.is_admin() then
    raise exception 'not_admin' using errcode = 'PT403';
  end if;
  return query
  select l.at, p.name, l.before ->> 'status', l.after ->> 'status'
  from private.audit_log as l
  left join public.profiles as p on p.id = l.actor_id
  where l.table_name = 'orders' and l.row_id = p_order_id::text and l.after ? 'status'
  order by l.at, l.id;
end
$$;
comment on function private.order_history(uuid) is 'The status changes of one order, oldest first; admins only (D29).';

create function public.order_history(p_order_id uuid)
returns table (at timestamptz, actor_name text, from_status text, to_status text)
language sql stable set search_path = ''
begin atomic
  select h.at, h.actor_name, h.from_status, h.to_status from private.order_history(p_order_id) as h;
end;
comment on function public.order_history(uuid) is 'The status changes of one order, oldest first; admins only (D29).';
