-- What emails show that are not about an order or a report, read when they are sent (D37).

create function private.benefit_email_data(p_kind text, p_benefit uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('benefit_id', b.id, 'benefit', b.name, 'tokens', b.token_value, 'count', case p_kind
      when 'pool_low' then private.keys_left(b.id, 10000) when 'stock_low' then s.stock end)
    from public.benefits as b left join private.benefit_delivery as d on d.benefit_id = b.id
    left join private.benefit_stock as s on s.benefit_id = b.id
    where b.id = p_benefit and case p_kind
      when 'pool_low' then d.low_since is not null
      when 'stock_low' then s.stock < coalesce(d.low_stock, 10)
      else private.is_available(b.id, now())
    end
  );
end
$$;
comment on function private.benefit_email_data(text, uuid) is
  'What an email about a benefit shows; null once there is enough of it again, or it is gone again.';

create function private.membership_email_data(p_kind text, p_person uuid)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'count', ceil(extract(epoch from p.membership_end_date - now()) / 86400),
      'ends_on', to_char(p.membership_end_date at time zone 'UTC', 'FMMonth FMDD, YYYY'))
    from public.profiles as p
    where p.id = p_person and p.membership_end_date > now()
      and (p_kind = 'membership_extended' or p.membership_end_date <= now() + interval '30 days')
  );
end
$$;
comment on function private.membership_email_data(text, uuid) is
  'When a membership ends; null if it has ended, or was extended since the warning.';

create function private.email_data(p_email private.outbox)
returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
  return case
    -- Of two changes in a short time, the newer email shows what both would.
    when p_email.kind = 'order_status' and exists (
      select from private.outbox as o
      where o.cause_id = p_email.cause_id and o.kind = 'order_status' and o.created_at > p_email.created_at
    ) then null
    when p_email.kind = 'orders_overdue' then (
      select jsonb_build_object('count', count(*)) from public.orders as o
      where o.status in ('pending', 'processing') and o.due_at <= now() having count(*) > 0
    )
    when p_email.kind like 'order\_%' then private.order_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind like 'report\_%' then private.report_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind in ('deletion_requested', 'deletion_scheduled', 'account_deleted') then
      private.deletion_email_data(p_email.kind, coalesce(p_email.recipient_id, p_email.cause_id))
    when p_email.kind = 'invitation' then private.invitation_email_data(p_email.cause_id)
    when p_email.kind = 'invitation_joined' then (
      select jsonb_build_object('name', p.name) from public.profiles as p where p.id = p_email.cause_id
    )
    when p_email.kind in ('pool_low', 'stock_low', 'benefit_available') then
      private.benefit_email_data(p_email.kind, p_email.cause_id)
    when p_email.kind like 'membership\_%' then private.membership_email_data(p_email.kind, p_email.recipient_id)
    when p_email.kind = 'large_grant' and exists (select from public.operations as o where o.id = p_email.cause_id) then (
      select jsonb_build_object(
        'tokens', o.tokens, 'name', o.changed + o.kept || case o.changed + o.kept when 1 then ' member' else ' members' end)
      from public.operations as o where o.id = p_email.cause_id
    )
    when p_email.kind in ('tokens_adjusted', 'large_grant') then (
      select jsonb_build_object(
        'tokens', abs(t.amount), 'taken', t.amount < 0, 'reason', t.reason, 'balance', t.balance_after, 'name', p.name)
      from public.token_transactions as t left join public.profiles as p on p.id = t.user_id
      where t.id = p_email.cause_id
    )
    when p_email.kind = 'second_factor_reset' then jsonb_build_object(
      'name', case when p_email.cause_id is null then 'The owner' else
        coalesce((select p.name from public.profiles as p where p.id = p_email.cause_id), 'An admin') end)
    when p_email.kind = 'recovery_code_used' then (
      select jsonb_build_object('count', count(*)) from private.recovery_codes as c where c.user_id = p_email.recipient_id)
    when p_email.kind = 'email_given_up' then (
      select jsonb_build_object('count', count(*), 'error', mode() within group (order by o.last_error))
      from private.outbox as o where o.outcome = 'given_up' and o.finished_at > now() - interval '1 day'
    )
    when p_email.kind = 'reconcile_found' then (
      select jsonb_build_object('count', s.found) from private.due_items as s where s.item = 'reconcile' and s.found > 0
    )
    else jsonb_build_object('template', p_email.template)
  end;
end
$$;
comment on function private.email_data(private.outbox) is 'What an email shows, read now; null if it is not to be sent any more (D37).';
