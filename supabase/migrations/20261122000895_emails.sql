-- Which events send an email, and what it shows (D37).

create function private.order_placed_email()
returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_queued boolean;
begin
  if new.status = 'pending' and new.created_at >= now() and new.user_id is not null then
    v_queued := private.queue_email('order_placed', new.id, new.user_id, now());
  end if;
  return null;
end
$$;
comment on function private.order_placed_email() is
  'Trigger: queues the email about a new order that waits. Imported history, with times of its own, sends none.';
-- Fires before the stock is locked (alphabetical order), for which other orders wait.
create trigger orders_acknowledge after insert on public.orders
for each row execute function private.order_placed_email();

create function private.order_status_email()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.current_operation() is null and new.user_id is not null then
    perform private.queue_email(
      case when new.status in ('delivered', 'cancelled') then 'order_' || new.status else 'order_status' end,
      new.id, new.user_id, now(), case when new.status = 'delivered' then new.redemption_email end
    );
  end if;
  return null;
end
$$;
comment on function private.order_status_email() is 'Trigger: queues the email about the new status of an order.';
create trigger orders_emails_status after update of status on public.orders
for each row when (
  new.status <> old.status and new.status <> 'pending' and new.updated_at >= now()
)
execute function private.order_status_email();

create function private.report_emails_queue()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform private.queue_admin_email('report_opened', new.id, now());
  else
    perform private.queue_email('report_answered', new.id, p.id, now()) from public.profiles as p where p.id = new.account_id;
  end if;
  return null;
end
$$;
comment on function private.report_emails_queue() is
  'Trigger: queues the email about a report for the admins, and the one about its answer for the member (D34).';
create trigger reports_emails_opened after insert on private.reports
for each row when (new.outcome = 'open' and new.created_at >= now()) execute function private.report_emails_queue();
-- A replacement without a reply is announced by the email that delivers it.
create trigger reports_emails_answered after update on private.reports
for each row when (
  old.answer is null and (new.answer in ('replied', 'refunded') or new.answer = 'replaced' and new.answer_text is not null)
)
execute function private.report_emails_queue();

create function private.pool_email_queue()
returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.queue_admin_email('pool_low', new.benefit_id, new.low_since);
  return null;
end
$$;
comment on function private.pool_email_queue() is 'Trigger: tells the admins, once per shortage, that few keys are left (D31).';
-- Without settings, the first shortage creates the row.
create trigger benefit_delivery_first_email after insert on private.benefit_delivery
for each row when (new.low_since >= now()) execute function private.pool_email_queue();
create trigger benefit_delivery_emails after update on private.benefit_delivery
for each row when (old.low_since is null and new.low_since >= now()) execute function private.pool_email_queue();

create function private.order_email_data(p_kind text, p_order uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_order public.orders;
  v_true boolean;
begin
  select * into v_order from public.orders as o where o.id = p_order;
  v_true := case p_kind
    when 'order_placed' then v_order.status in ('pending', 'processing')
    when 'order_status' then v_order.status in ('processing', 'completed')
    -- What an order has received stays, also while an admin works on it again.
    when 'order_delivered' then v_order.status in ('delivered', 'completed') or v_order.status <> 'cancelled' and exists (
      select from private.deliveries as d
      where d.order_id = p_order and d.withdrawn_at is null and (d.kind is not null or d.message is not null)
    )
    -- A refund is announced by the answer to the report.
    else v_order.status = 'cancelled' and not exists (
      select from private.reports as r
      where r.order_id = p_order and r.answer = 'refunded' and r.answered_at >= v_order.updated_at
    )
  end;
  if not v_true then
    return null;
  end if;
  return jsonb_build_object(
    'order_id', v_order.id, 'order_number', v_order.order_number, 'benefit', v_order.benefit_name,
    'tokens', v_order.benefit_token_value, 'redemption_email', v_order.redemption_email,
    'completed', v_order.status = 'completed'
  ) || coalesce((
    select jsonb_build_object(
      d.kind, coalesce((select k.secret from private.delivery_keys as k where k.id = d.key_id), d.content, d.file_name))
    from private.deliveries as d
    where p_kind = 'order_delivered' and d.order_id = p_order and d.withdrawn_at is null and d.kind is not null
  ), '{}') || coalesce((
    select jsonb_build_object('message', d.message, 'instructions', case when d.id is null then private.instructions_of(v_order) else d.instructions end)
    from (select) as one
    left join private.deliveries as d on d.order_id = p_order and d.withdrawn_at is null
    where p_kind = 'order_delivered'
  ), '{}');
end
$$;
comment on function private.order_email_data(text, uuid) is
  'What an email about an order shows, with what was delivered under its kind (`key`, `link`, `text`, `file`: its name); null if the '
  'email is no longer true, as ''delivered'' of an order that was cancelled since.';

create function private.report_email_data(p_kind text, p_report uuid)
returns jsonb
language sql stable set search_path = ''
begin atomic
  select jsonb_build_object(
    'report_id', r.id, 'order_id', o.id, 'order_number', o.order_number, 'benefit', o.benefit_name,
    'tokens', o.benefit_token_value, 'reason', r.reason, 'text', r.answer_text,
    'replaced', r.answer = 'replaced', 'refunded', r.answer = 'refunded'
  )
  from private.reports as r join public.orders as o on o.id = r.order_id
  where r.id = p_report and (r.answer is null) = (p_kind = 'report_opened');
end;
comment on function private.report_email_data(text, uuid) is
  'What an email about a report shows; null for ''report_opened'' once it has been answered.';
