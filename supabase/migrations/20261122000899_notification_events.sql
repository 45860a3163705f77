-- Which events notify whom (D40). Imported history, with times of its own, notifies nobody.

create function private.tell_status(p_order public.orders)
returns void
language plpgsql set search_path = ''
as $$
begin
  -- A refund is announced by the answer to the report.
  if p_order.status = 'cancelled' and exists (
    select from private.reports as r
    where r.order_id = p_order.id and r.answer = 'refunded' and r.answered_at >= p_order.updated_at
  ) then
    return;
  end if;
  perform private.notify(
    case p_order.status when 'delivered' then 'order_delivered' when 'cancelled' then 'order_cancelled' else 'order_status' end,
    p_order.user_id, p_order.id, p_order.id, p_order.benefit_id,
    jsonb_build_object(
      'order_number', p_order.order_number, 'benefit', p_order.benefit_name,
      'status', case when p_order.status in ('processing', 'completed') then p_order.status end,
      'tokens', case when p_order.status = 'cancelled' then p_order.benefit_token_value end)
  );
end
$$;
comment on function private.tell_status(public.orders) is 'Tells the member the status of an order.';

create function private.order_notification()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- An operation notifies when its undo has closed (D46).
  if private.current_operation() is null then
    perform private.tell_status(new);
  end if;
  return null;
end
$$;
comment on function private.order_notification() is 'Trigger: tells the member the new status of an order.';
create trigger orders_notification after update of status on public.orders
for each row when (new.status <> old.status and new.status <> 'pending' and new.updated_at >= now())
execute function private.order_notification();

create function private.delivery_events()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order record;
begin
  select o.id, o.user_id, o.redemption_email, o.benefit_id, o.order_number, o.benefit_name into v_order
  from public.orders as o where o.id = new.order_id and o.user_id is not null;
  if found then
    -- The same events as a change of the status in the same transaction.
    perform private.queue_email('order_delivered', v_order.id, v_order.user_id, now(), v_order.redemption_email);
    perform private.notify(
      'order_delivered', v_order.user_id, v_order.id, v_order.id, v_order.benefit_id,
      jsonb_build_object('order_number', v_order.order_number, 'benefit', v_order.benefit_name, 'content', new.kind));
  end if;
  return null;
end
$$;
comment on function private.delivery_events() is
  'Trigger: queues the email with what was delivered, instantly, by hand, or in place of something else (D30, D33, D34), and tells '
  'the member; `content`: text, link, key or file.';
create trigger deliveries_events after insert on private.deliveries
for each row when (new.delivered_at >= now() and num_nonnulls(new.kind, new.message) > 0)
execute function private.delivery_events();
create trigger deliveries_message_events after update of message on private.deliveries
for each row when (new.message <> coalesce(old.message, ''))
execute function private.delivery_events();

create function private.report_notification()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.notify(
    'report_answered', new.account_id, new.id, o.id, o.benefit_id,
    jsonb_build_object(
      'order_number', o.order_number, 'benefit', o.benefit_name, 'answer', new.answer,
      'tokens', case when new.answer = 'refunded' then o.benefit_token_value end))
  from public.orders as o where o.id = new.order_id and o.user_id is not null;
  return null;
end
$$;
comment on function private.report_notification() is 'Trigger: tells the member that a report has been answered.';
-- A replacement without a reply is announced by its delivery.
create trigger reports_notification after update on private.reports
for each row when (
  old.answer is null and (new.answer in ('replied', 'refunded') or new.answer = 'replaced' and new.answer_text is not null)
)
execute function private.report_notification();

create function private.tokens_notification()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.transaction_type not in ('adjustment', 'purchase', 'referral_bonus') or new.redeem_code_id is not null
    or new.created_at < now() or private.current_operation() is not null
  then
    return null;
  end if;
  perform private.notify(
    'tokens_adjusted', new.user_id, new.id, new.order_id, null,
    jsonb_build_object(
      'tokens', new.amount, 'reason', new.reason, 'referral', case when new.transaction_type = 'referral_bonus' then true end));
  if new.user_id is distinct from auth.uid() then
    perform private.queue_email('tokens_adjusted', new.id, new.user_id, now());
  end if;
  return null;
end
$$;
comment on function private.tokens_notification() is
  'Trigger: notifies the member of balance changes that no own order caused.';
create trigger token_transactions_notification after insert on public.token_transactions
for each row when (new.transaction_type <> 'redemption') execute function private.tokens_notification();

-- The unread notifications of admins are shared by all transactions that cause one: they are written at commit, when
-- nothing else is locked any more.
create function private.admin_notification()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_mark integer;
begin
  case tg_argv[0]
    when 'pool_low' then
      perform private.notify_admins('pool_low', 1, null, b.id,
        jsonb_build_object('benefit', b.name, 'left', private.keys_left(b.id, 10000)))
      from public.benefits as b where b.id = new.benefit_id;
    when 'stock_low' then
      -- The change that crosses the mark and the one that leaves nothing, not those between.
      v_mark := coalesce((select d.low_stock from private.benefit_delivery as d where d.benefit_id = new.benefit_id), 10);
      if v_mark between new.stock + 1 and old.stock or new.stock = 0 and v_mark > 0 then
        perform private.notify_admins('stock_low', 1, null, b.id, jsonb_build_object('benefit', b.name, 'left', new.stock))
        from public.benefits as b where b.id = new.benefit_id;
        -- One an hour and mark, however often units are taken and returned.
        perform private.queue_admin_email(
          'stock_low', new.benefit_id, date_trunc('hour', now()) + (new.stock = 0)::integer * interval '1 second');
      end if;
    when 'reports_open' then
      perform private.notify_admins('reports_open', 1, o.id, o.benefit_id,
        jsonb_build_object('order_number', o.order_number, 'benefit', o.benefit_name))
      from public.orders as o where o.id = new.order_id;
    when 'batch_held' then
      perform private.notify_admins('reports_open', 1, null, b.id, jsonb_build_object('benefit', b.name))
      from public.benefits as b where b.id = new.benefit_id;
    when 'emails_given_up' then
      perform private.notify_admins('emails_given_up', 1, null, null, jsonb_build_object('error', new.last_error));
    when 'large_grant' then
      if new.transaction_type in ('adjustment', 'purchase') and new.redeem_code_id is null and new.created_at >= now() then
        perform private.notify_admins('large_grant', 1, null, null, jsonb_build_object('tokens', new.amount));
        perform private.queue_admin_email('large_grant', new.id, now());
      end if;
    when 'large_grants' then
      perform private.notify_admins('large_grant', 1, null, null,
        jsonb_build_object('tokens', new.tokens, 'members', new.changed + new.kept));
      perform private.queue_admin_email('large_grant', new.id, now(), new.actor_id);
  end case;
  return null;
end
$$;
comment on function private.admin_notification() is 'Trigger: tells the admins about an event of the kind that is its argument.';
create constraint trigger benefit_delivery_first_notification after insert on private.benefit_delivery
deferrable initially deferred
for each row when (new.low_since >= now()) execute function private.admin_notification('pool_low');
create constraint trigger benefit_delivery_notification after update on private.benefit_delivery
deferrable initially deferred
for each row when (old.low_since is null and new.low_since >= now()) execute function private.admin_notification('pool_low');
create constraint trigger benefit_stock_notification after update on private.benefit_stock
deferrable initially deferred
for each row when (new.stock < old.stock) execute function private.admin_notification('stock_low');
create constraint trigger reports_admin_notification after insert on private.reports
deferrable initially deferred
for each row when (new.outcome = 'open' and new.created_at >= now())
execute function private.admin_notification('reports_open');
-- Its reports may all have been answered with a replacement, so that none is open.
create constraint trigger key_batches_notification after update on private.key_batches
deferrable initially deferred
for each row when (old.quarantined_at is null and new.quarantined_at is not null)
execute function private.admin_notification('batch_held');
create constraint trigger outbox_notification after update on private.outbox
deferrable initially deferred
for each row when (new.outcome = 'given_up' and old.outcome is null and new.kind <> 'test')
execute function private.admin_notification('emails_given_up');
create constraint trigger token_transactions_admin_notification after insert on public.token_transactions
deferrable initially deferred
for each row when (new.amount > 1000 and private.current_operation() is null)
execute function private.admin_notification('large_grant');
