-- What differs between the kinds of operations: which rows are locked, in which order, and who is notified of what when undo closes (D46).

-- Locks what these rows of an operation name, and the stocks, balances and places in the pool that change with them.
create function private.lock_rows(p_operation public.operations, p_positions integer[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_ids text[] := array(select r.row_id from private.operation_rows as r where r.operation_id = p_operation.id and r.position = any (p_positions));
begin
  -- Orders, benefits, people: each kind in the order of their ids.
  case p_operation.kind
  when 'order_status' then
    perform from public.orders as o where o.id = any (v_ids::uuid[]) order by o.id for no key update;
    -- What moves only with a cancellation or its end.
    perform from private.benefit_stock as s
    where s.benefit_id = any (array(
      select o.benefit_id from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
        and o.from_stock and 'cancelled' in (o.status, r.before ->> 'status', p_operation.parameters ->> 'status')))
    order by s.benefit_id for no key update;
    perform from public.profiles as p
    where p.id = any (array(
      select o.user_id from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
        and 'cancelled' in (o.status, r.before ->> 'status', p_operation.parameters ->> 'status')))
    order by p.id for no key update;
    -- Where the notes of the orders are counted.
    perform from public.order_desk as d where d.order_id = any (v_ids::uuid[]) order by d.order_id for no key update;
  when 'order_note' then
    perform from public.order_desk as d where d.order_id = any (v_ids::uuid[]) order by d.order_id for no key update;
  when 'token_grant', 'membership' then
    perform from public.profiles as p where p.id = any (v_ids::uuid[]) order by p.id for no key update;
  when 'code_revocation' then
    if p_operation.parameters ->> 'kind' = 'invite' then
      -- Before the codes: undo asks whether a member has another link.
      perform private.lock_invitations();
      perform from public.invite_codes as c where c.id = any (v_ids::uuid[]) order by c.id for no key update;
    else
      perform from public.redeem_codes as c where c.id = any (v_ids::uuid[]) order by c.id for no key update;
    end if;
  when 'key_quarantine' then
    -- Orders that take one of these keys refer to it, which this lock permits.
    perform from private.delivery_keys as k where k.id = any (v_ids::bigint[]) order by k.id for no key update;
    -- Waits for them; once they have committed, the key is handed out. Not for what stays in the pool: orders would find it sold out.
    perform from private.available_keys as a
    where (p_operation.parameters ->> 'aside')::boolean <> (p_operation.state = 'undoing')
      and (a.benefit_id, a.key_id) in (select k.benefit_id, k.id from private.delivery_keys as k where k.id = any (v_ids::bigint[]))
    order by a.key_id for update;
  when 'benefit_change' then
    perform from public.benefits as b where b.id = any (v_ids::uuid[]) order by b.id for no key update;
  end case;
end
$$;

-- Whether these rows of an operation can be changed, or taken back, now, regardless of any earlier outcome.
create function private.evaluate_rows(p_operation public.operations, p_positions integer[]) returns setof private.operation_plan
language plpgsql stable set search_path = '' as $$
begin
  case p_operation.kind
  when 'order_status' then
    return query select * from private.order_status_plan(p_operation, p_positions);
  when 'order_note' then
    return query
    select r.position, case when o.id is null then 'not_found' end, null::uuid, null::timestamptz, null::text, 0, false
    from private.operation_rows as r left join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions);
  when 'token_grant' then
    -- A balance that has moved since the dry run is no reason to skip a line: tokens are added to it. They are kept if it no longer covers
    -- them.
    return query
    with lines as (
      select r.position, r.before is not null as is_undo, (r.input ->> 'tokens')::integer as tokens, p.id, p.current_tokens,
        coalesce(r.input ->> 'problem', case when p.id is null then 'not_found' end) as problem
      from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    ),
    judged as (
      select l.*, coalesce(l.problem, case
        when l.is_undo and l.current_tokens < l.tokens then 'tokens_spent'
        when not l.is_undo and l.current_tokens + l.tokens > 1000000000 then 'balance_too_large' end) as reason
      from lines as l
    )
    select j.position, j.reason, null::uuid, null::timestamptz, null::text, case when j.reason is null then j.tokens else 0 end,
      j.reason is null and j.id <> p_operation.actor_id and coalesce(n.by_email, false)
    from judged as j left join public.notification_preferences as n on n.user_id = j.id and n.kind = 'tokens';
  when 'membership' then
    -- All that end.
    return query
    with people as (
      select r.position, p.id, p.membership_end_date,
        case when p.id is null then 'not_found'
          when r.before is null and p.membership_end_date is null and p.membership_start_date is not null then 'no_end' end as reason
      from private.operation_rows as r left join public.profiles as p on p.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    )
    select p.position, p.reason, null::uuid, null::timestamptz, extract(epoch from p.membership_end_date)::text, 0,
      p.reason is null and p.id <> p_operation.actor_id and coalesce(n.by_email, true)
    from people as p left join public.notification_preferences as n on n.user_id = p.id and n.kind = 'membership';
  when 'code_revocation' then
    -- Those that are available. `tokens`: what they would have been worth. A link stays revoked if it would admit more people than its
    -- member may invite (D43).
    return query
    with codes as (
      select r.position, r.before is not null as is_undo, c.*,
        case
          when c.id is null then 'not_found'
          when r.before is null and c.state <> 'available' then 'already_' || c.state
          when r.before is not null and private.is_stale_link(c.id) then 'changed_since' end as reason
      from private.operation_rows as r
      left join private.codes as c on c.id = r.row_id::uuid and c.kind = p_operation.parameters ->> 'kind'
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    )
    select c.position, c.reason, c.revoked_by, c.revoked_at, case when c.is_undo then c.revoked_at::text end,
      case when c.reason is null then c.token_value * c.uses_left else 0 end, false
    from codes as c;
  when 'key_quarantine' then
    -- Those that were never handed out, and whose batch is not put aside.
    return query
    select r.position,
      case
        when k.id is null then 'not_found'
        when exists (select from private.deliveries as d where d.key_id = k.id) then 'handed_out'
        when r.before is not null then null
        when b.quarantined_at is not null then 'batch_aside'
        when (k.quarantined_at is not null) = (p_operation.parameters ->> 'aside')::boolean then
          case when k.quarantined_at is null then 'already_available' else 'already_aside' end
      end,
      null::uuid, k.quarantined_at, case when r.before is not null then k.quarantined_at::text end, 0, false
    from private.operation_rows as r
    left join private.delivery_keys as k on k.id = r.row_id::bigint
    left join private.key_batches as b on b.id = k.batch_id
    where r.operation_id = p_operation.id and r.position = any (p_positions);
  when 'benefit_change' then
    -- Skipped are those that are so already, and prices that would be less than 1 or more than 1,000,000.
    return query
    select r.position,
      case
        when b.id is null then 'not_found'
        when r.before is not null then null
        when p_operation.parameters ->> 'change' = 'active' then
          case when b.is_active and p_operation.parameters -> 'value' = '1' then 'already_active'
            when not b.is_active and p_operation.parameters -> 'value' = '0' then 'already_inactive' end
        when private.changed_price(b.token_value, p_operation.parameters) = b.token_value then 'same_price'
        when private.changed_price(b.token_value, p_operation.parameters) not between 1 and 1000000 then 'price_out_of_range'
      end,
      null::uuid, null::timestamptz, b.updated_at::text, 0, false
    from private.operation_rows as r left join public.benefits as b on b.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions);
  end case;
end
$$;

-- Changes these rows of an operation, which are locked, or restores what they were before.
create function private.apply_rows(p_operation public.operations, p_positions integer[]) returns setof private.operation_change
language plpgsql set search_path = '' as $$
declare
  v_is_undo boolean := p_operation.state = 'undoing';
  v_content jsonb := (select c.content from private.operation_content as c where c.operation_id = p_operation.id);
  v_type text := case when v_is_undo then 'adjustment' else p_operation.parameters ->> 'type' end;
  v_orders uuid[];
begin
  if p_operation.kind in ('order_note', 'order_status') then
    v_orders := array(select r.row_id from private.operation_rows as r where r.operation_id = p_operation.id and r.position = any (p_positions));
    if v_is_undo then
      -- Nobody can have changed it.
      delete from public.order_notes as n where n.operation_id = p_operation.id and n.order_id = any (v_orders);
    elsif v_content ->> 'note' is not null then
      -- In the order of their ids, as each locks a row of the desk.
      insert into public.order_notes (order_id, author_id, body, operation_id)
      select o.id, p_operation.actor_id, private.trim_text(v_content ->> 'note'), p_operation.id from unnest(v_orders) as o (id) order by o.id;
    end if;
  end if;
  case p_operation.kind
  when 'order_note' then
    return query select p.position, null::jsonb, null::jsonb, null::text from unnest(p_positions) as p (position);
  when 'order_status' then
    -- Their triggers move tokens and stock (D6, D38).
    return query
    with target as (
      select r.position, r.before, o.id, o.status, o.unit, o.fulfilled_at
      from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    ),
    changed as (
      update public.orders as o
      set status = coalesce(t.before ->> 'status', p_operation.parameters ->> 'status'), unit = coalesce(t.before ->> 'unit', o.unit),
        fulfilled_at = case when t.before is null then o.fulfilled_at else (t.before ->> 'fulfilled_at')::timestamptz end,
        cancel_reason = case when t.before is null and p_operation.parameters ->> 'status' = 'cancelled' then v_content ->> 'reason'
          when t.before is null or t.status <> 'cancelled' then o.cancel_reason end,
        updated_at = greatest(now(), o.updated_at + interval '1 microsecond')
      from target as t where o.id = t.id
      returning o.id, o.status, o.updated_at
    )
    select t.position, jsonb_build_object('status', t.status, 'unit', t.unit, 'fulfilled_at', t.fulfilled_at),
      jsonb_build_object('status', c.status), c.updated_at::text
    from target as t join changed as c using (id);
  when 'token_grant' then
    -- One ledger entry for each line, or an adjustment that takes it back; a member has only one.
    return query
    with posted as (
      insert into public.token_transactions (user_id, transaction_type, amount, description, actor_id, reason)
      select r.row_id::uuid, v_type, a.amount, private.grant_description(v_type, a.amount), p_operation.actor_id,
        case when v_is_undo then 'The tokens granted before were taken back.' else coalesce(s.reason, v_content ->> 'reason') end
      from private.operation_rows as r
      cross join lateral (select case when v_is_undo then -r.tokens else r.tokens end as amount) as a
      left join jsonb_each_text(v_content -> 'reasons') as s (line, reason) on s.line::integer = r.position
      where r.operation_id = p_operation.id and r.position = any (p_positions)
      returning id, user_id
    )
    select r.position, '{}'::jsonb, jsonb_build_object('entry', t.id), null::text
    from posted as t join private.operation_rows as r on r.row_id = t.user_id::text
    where r.operation_id = p_operation.id and r.position = any (p_positions);
  when 'membership' then
    -- From the end, or from today if that has passed.
    return query
    with target as (
      select r.position, r.before, p.id, p.membership_end_date as ended
      from private.operation_rows as r join public.profiles as p on p.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    ),
    changed as (
      update public.profiles as p
      set membership_start_date = case when t.before is null then coalesce(p.membership_start_date, now())
          when t.before ->> 'ends_at' is not null then p.membership_start_date end,
        membership_end_date = case when t.before is not null then (t.before ->> 'ends_at')::timestamptz
          else greatest(p.membership_end_date, now()) + (p_operation.parameters ->> 'months')::integer * interval '1 month' end
      from target as t where p.id = t.id
      returning p.id, p.membership_end_date
    )
    select t.position, jsonb_build_object('ends_at', t.ended), jsonb_build_object('ends_at', c.membership_end_date),
      extract(epoch from c.membership_end_date)::text
    from target as t join changed as c using (id);
  when 'code_revocation' then
    return query execute format($sql$
      with changed as (
        update public.%I as c set
          revoked_at = case when r.before is null then now() end, revoked_by = case when r.before is null then ($1).actor_id end,
          revoked_reason = case when r.before is null then (
            select t.content ->> 'reason' from private.operation_content as t where t.operation_id = ($1).id) end
        from private.operation_rows as r
        where r.operation_id = ($1).id and r.position = any ($2) and c.id = r.row_id::uuid
        returning r.position, c.revoked_at
      )
      select c.position, '{}'::jsonb, null::jsonb, c.revoked_at::text from changed as c
    $sql$, private.code_table(p_operation.parameters ->> 'kind')) using p_operation, p_positions;
    if v_is_undo then
      -- The emails that came due while their codes were revoked.
      update private.outbox as o set outcome = null, finished_at = null, next_attempt_at = now()
      from private.operation_rows as r join public.invitations as i on i.code_id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions) and o.id = i.email_id and o.outcome = 'skipped';
      -- A link admits as many as there are left now.
      perform private.update_link_limits(i.inviter_id)
      from private.operation_rows as r join public.invitations as i on i.code_id = r.row_id::uuid and i.source = 'link'
      where r.operation_id = p_operation.id and r.position = any (p_positions) and i.inviter_id is not null;
    end if;
  when 'key_quarantine' then
    return query
    with target as materialized (
      select r.position, k.id, k.quarantined_at as before, case
        when r.before is not null then (r.before ->> 'quarantined_at')::timestamptz
        when (p_operation.parameters ->> 'aside')::boolean then now() end as after
      from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    ),
    moved as materialized (select private.move_keys(array_agg(t.id), array_agg(t.after)) from target as t)
    select t.position, jsonb_build_object('quarantined_at', t.before), null::jsonb, t.after::text
    from target as t, moved;
  when 'benefit_change' then
    return query
    with target as (
      select r.position, r.before, b.id, b.token_value, b.is_active
      from private.operation_rows as r join public.benefits as b on b.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    ),
    changed as (
      update public.benefits as b
      set token_value = coalesce((t.before ->> 'token_value')::integer, private.changed_price(b.token_value, p_operation.parameters)),
        is_active = coalesce((t.before ->> 'is_active')::boolean,
          case p_operation.parameters ->> 'change' when 'active' then p_operation.parameters -> 'value' = '1' else b.is_active end)
      from target as t where b.id = t.id
      returning b.id, b.updated_at
    )
    select t.position, jsonb_build_object('token_value', t.token_value, 'is_active', t.is_active), null::jsonb, c.updated_at::text
    from target as t join changed as c using (id);
  end case;
end
$$;

-- Sends the notifications and deliveries that waited for the end of undo, of rows that an operation has changed.
create function private.settle_rows(p_operation public.operations, p_positions integer[]) returns void
language plpgsql set search_path = '' as $$
declare
  v_content jsonb := (select c.content from private.operation_content as c where c.operation_id = p_operation.id);
  v_status text := p_operation.parameters ->> 'status';
  v_order public.orders;
  v_row record;
begin
  case p_operation.kind
  when 'order_status' then
    -- The content goes to orders that stand and have received nothing since, the new status to those that still have it.
    perform from public.orders as o
    where o.id = any (array(
      select r.row_id::uuid from private.operation_rows as r
      where r.operation_id = p_operation.id and r.position = any (p_positions)))
    order by o.id for no key update;
    -- Deliveries to addresses that are not the member's own, and credits, are counted under the lock of the member.
    perform from public.profiles as p
    where p.id = any (array(
      select o.user_id from private.operation_rows as r join public.orders as o on o.id = r.row_id::uuid
      where r.operation_id = p_operation.id and r.position = any (p_positions)
        and (o.late_credit is null or v_status = 'delivered' and lower(o.redemption_email) <> lower(o.customer_email))))
    order by p.id for no key update;
    for v_row in
      select r.row_id, r.changed_at, r.before ->> 'status' as before from private.operation_rows as r
      where r.operation_id = p_operation.id and r.position = any (p_positions)
      order by r.position
    loop
      select * into v_order from public.orders as o where o.id = v_row.row_id::uuid and o.user_id is not null;
      continue when not found;
      if private.is_open(v_row.before) and not private.is_open(v_status) then
        perform private.credit_late_order(
          v_order.id, p_operation.created_at, case when v_status = 'cancelled' then p_operation.actor_id end);
      end if;
      -- A later delivery has notified the member.
      continue when exists (
        select from private.deliveries as d
        where d.order_id = v_order.id and coalesce(d.message_at, d.delivered_at) > v_row.changed_at and num_nonnulls(d.kind, d.message) > 0);
      if private.is_fulfilled(v_order.status) then
        perform private.replace_by_hand(
          v_order, v_content ->> 'kind', v_content ->> 'content', v_content ->> 'message', p_operation.actor_id);
      end if;
      -- So has a later change of the status, unless it was undone.
      if v_order.status = v_status and v_status <> 'pending' and p_operation.id is not distinct from (
        select c.operation_id from private.status_changes as c
        where c.order_id = v_row.row_id and c.undone_at is null order by c.at desc limit 1)
      then
        perform private.notify_status(v_order, p_operation.actor_id);
      end if;
    end loop;
  when 'token_grant' then
    -- Members are notified of the tokens that they received and kept, by email if they chose that.
    with recipients as materialized (
      select t.id, t.user_id, t.amount, t.reason, coalesce(n.by_email, false) as by_email,
        private.event_id('tokens_adjusted', t.id, t.user_id, t.created_at) as event_id
      from private.operation_rows as r
      join public.token_transactions as t on t.id = (r.after ->> 'entry')::uuid and t.user_id <> p_operation.actor_id
      left join public.notification_preferences as n on n.user_id = t.user_id and n.kind = 'tokens'
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    ),
    notices as (
      insert into public.notifications (id, user_id, kind, data)
      select t.event_id, t.user_id, 'tokens_adjusted', jsonb_strip_nulls(jsonb_build_object('tokens', t.amount, 'reason', t.reason))
      from recipients as t
    )
    insert into private.outbox (id, kind, cause_id, recipient_id)
    select t.event_id, 'tokens_adjusted', t.id, t.user_id from recipients as t where t.by_email;
  when 'membership' then
    with recipients as materialized (
      select p.id, r.after -> 'ends_at' as ends_at, coalesce(n.in_app, true) as in_app, coalesce(n.by_email, true) as by_email,
        private.event_id('membership_extended', p_operation.id, p.id, r.changed_at) as event_id
      from private.operation_rows as r
      join public.profiles as p on p.id = r.row_id::uuid and p.id <> p_operation.actor_id
      left join public.notification_preferences as n on n.user_id = p.id and n.kind = 'membership'
      where r.operation_id = p_operation.id and r.position = any (p_positions)
    ),
    notices as (
      insert into public.notifications (id, user_id, kind, data)
      select t.event_id, t.id, 'membership_extended', jsonb_build_object('ends_at', t.ends_at) from recipients as t where t.in_app
    )
    insert into private.outbox (id, kind, cause_id, recipient_id)
    select t.event_id, 'membership_extended', p_operation.id, t.id from recipients as t where t.by_email;
  when 'key_quarantine' then
    perform private.end_shortage(m.benefit_id)
    from (
      select distinct k.benefit_id from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
      where r.operation_id = p_operation.id and r.position = any (p_positions) and r.state = 'changed'
    ) as m;
  else
    -- Nobody is notified of notes and codes; due_benefits() notifies those who wait for a benefit (D39).
    null;
  end case;
end
$$;

-- Operations of kind 'order_note': a note on many orders (D46).

create function public.note_orders(
  p_filter jsonb default null, p_ids uuid[] default null, p_note text default null, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.begin_admin_write();
  if not coalesce(char_length(private.trim_text(p_note)) <= 2000 and private.has_visible(p_note), p_dry_run is not false) then
    raise exception 'invalid_note' using errcode = 'PT422';
  end if;
  return query select r.* from private.start_operation('order_note', '{}', jsonb_build_object('note', p_note),
    'public.orders', case when p_filter is not null then private.order_filter(p_filter) end, p_ids::text[], p_dry_run, p_expected) as r;
end
$$;
comment on function public.note_orders is
  'Writes an internal note on the orders of a filter or on these orders; a dry run, the default, only counts, and needs no note. Admins '
  'only (D46).';
grant execute on function public.note_orders to authenticated;

-- Operations of kind 'order_status': the status of many orders (D46).

-- Which of the orders change; skipped are those that have the status, were cancelled by their member, have nobody to deliver to, or lack
-- the stock or the tokens to leave 'cancelled'. An undo keeps a refund that was spent, a unit that was sold, and one more than the member
-- may have.
create function private.order_status_plan(p_operation public.operations, p_positions integer[]) returns setof private.operation_plan
language sql stable set search_path = ''
begin atomic
  with orders as (
    -- An undo restores what was before, whoever cancelled or was deleted since.
    -- Only what is asked for: whole orders are sorted in files.
    select r.position, o.id, o.user_id, o.benefit_id, o.status, o.from_stock, o.benefit_token_value, o.updated_at,
      w.status as target_status, r.before is not null as is_undo, o.updated_at::text <> r.version as is_changed,
      o.status = 'cancelled' and w.status <> 'cancelled' as reopened,
      o.unit = 'returned' and coalesce(r.before ->> 'unit', private.order_unit(o.unit, w.status)) <> 'returned' as takes_unit
    from private.operation_rows as r
    cross join lateral (select coalesce(r.before ->> 'status', p_operation.parameters ->> 'status') as status) as w
    left join public.orders as o on o.id = r.row_id::uuid
    where r.operation_id = p_operation.id and r.position = any (p_positions)
  ),
  judged as (
    select o.*, last.actor_id, last.at,
      case
        when o.id is null then 'not_found'
        when o.status = o.target_status then 'same_status'
        -- A single change is meant (D6).
        when o.reopened and last.actor_id = o.user_id and not p_operation.parameters ? 'single' then 'cancelled_by_member'
        when not o.is_undo and o.user_id is null and private.is_fulfilled(o.target_status) and not p_operation.parameters ? 'single'
        then 'deleted_user'
        when o.is_changed then 'changed_since'
      end as reason_1
    from orders as o
    left join lateral (
      select c.actor_id, c.at from private.status_changes as c
      where not o.is_undo and c.order_id = o.id::text and (o.status = o.target_status or o.reopened) order by c.at desc limit 1
    ) as last on true
  ),
  stocked as (
    select j.*, coalesce(j.reason_1, case when u.stock < count(*) filter (where j.reason_1 is null and j.takes_unit and j.from_stock)
      over (partition by j.benefit_id order by j.position) then 'sold_out' end) as reason_2
    from judged as j left join private.benefit_stock as u on u.benefit_id = j.benefit_id and j.from_stock and j.takes_unit
  ),
  limited as (
    -- Admins may exceed the limit of a member; an undo may not. As order_insert() counts.
    select s.*, coalesce(s.reason_2, case when b.per_member_limit - count(*) filter (where s.reason_2 is null and s.takes_unit)
      over (partition by s.user_id, s.benefit_id order by s.position) < (
        select count(*) from public.orders as q
        where q.user_id = s.user_id and q.benefit_id = s.benefit_id and q.unit <> 'returned' and b.per_member_limit is not null
      ) then 'limit_reached' end) as reason_3
    from stocked as s left join public.benefits as b on b.id = s.benefit_id and s.is_undo and s.takes_unit and s.user_id is not null
  ),
  paid as (
    select l.*, coalesce(l.reason_3, case when p.current_tokens < sum(l.benefit_token_value) filter (where l.reason_3 is null and l.reopened)
      over (partition by l.user_id order by l.position)
      then case when l.is_undo then 'tokens_spent' else 'insufficient_tokens' end end) as reason
    from limited as l left join public.profiles as p on p.id = l.user_id and l.reopened
  ),
  credited as (
    select c.order_id, c.tokens from private.preview_late_credits(array(
      select p.id from paid as p
      where p_operation.state = 'planned' and p.reason is null
        and private.is_open(p.status) and not private.is_open(p.target_status)
        and not (p.target_status = 'cancelled' and p.user_id = p_operation.actor_id)
    ), p_operation.created_at) as c
  )
  select p.position, p.reason, case when p.reason = 'same_status' then p.actor_id end, case when p.reason = 'same_status' then p.at end,
    p.updated_at::text,
    case when p.reason is null then private.status_change_tokens(p.user_id, p.benefit_token_value, p.status, p.target_status) else 0 end
      + coalesce(c.tokens, 0),
    p.reason is null and p.user_id is not null and p.target_status <> 'pending'
      and (p.target_status = 'delivered' or coalesce(n.by_email, true))
  from paid as p
  left join credited as c on c.order_id = p.id
  left join public.notification_preferences as n on n.user_id = p.user_id and n.kind = 'orders';
end;

-- Whether orders can be set to a status, with this content, reason and note: only 'delivered' has content, and a key goes to one order
-- (D52); only 'cancelled' has a reason.
create function private.check_order_change(
  p_status text, p_kind text, p_content text, p_message text, p_reason text, p_orders integer default 1, p_note text default null
) returns void
language plpgsql set search_path = '' as $$
begin
  if not coalesce(p_status = any (private.order_statuses()), false) then
    raise exception 'unknown_status' using errcode = 'PT422';
  elsif (p_status <> 'delivered' and num_nonnulls(p_content, p_message) > 0) or (p_kind = 'key' and p_orders is distinct from 1)
    or not private.is_manual_delivery(p_kind, p_content, p_message)
  then
    raise exception 'invalid_delivery' using errcode = 'PT422';
  elsif not coalesce(char_length(private.trim_text(p_note)) <= 2000 and private.has_visible(p_note), true) then
    raise exception 'invalid_note' using errcode = 'PT422';
  elsif p_reason is not null and not coalesce(
    p_status = 'cancelled' and char_length(private.trim_text(p_reason)) <= 500 and private.has_visible(p_reason), false)
  then
    raise exception 'invalid_cancel_reason' using errcode = 'PT422';
  end if;
end
$$;

create function public.set_order_statuses(
  p_filter jsonb default null, p_ids uuid[] default null, p_status text default null, p_dry_run boolean default true,
  p_expected jsonb default null, p_kind text default null, p_content text default null, p_message text default null,
  p_note text default null, p_reason text default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language sql rows 1 security definer set search_path = '' set statement_timeout = '30s'
begin atomic
  select private.begin_admin_write();
  select private.check_order_change(
    p_status, p_kind, p_content, p_message, p_reason, cardinality(p_ids), nullif(private.trim_text(p_note), ''));
  select r.* from private.start_operation('order_status', jsonb_build_object('status', p_status),
    jsonb_build_object('kind', p_kind, 'content', p_content, 'message', p_message, 'note', nullif(private.trim_text(p_note), ''),
      'reason', nullif(private.trim_text(p_reason), '')),
    'public.orders', case when p_filter is not null then private.order_filter(p_filter) end, p_ids::text[], p_dry_run, p_expected) as r;
end;
comment on function public.set_order_statuses is
  'Sets the status of the orders of a filter or of these orders, for ''delivered'' with what is delivered (a text, link or key) and a '
  'message, of which a key goes to one order, for ''cancelled'' with the reason that members read, and with an internal note. A dry '
  'run, the default, only counts; `p_expected` is its result: the run takes its rows and is refused (numbers_differ) if its numbers are '
  'not those of today. Admins only (D33, D46).';
grant execute on function public.set_order_statuses to authenticated;

-- The status of one order: an operation of one row, with ten seconds of undo (D46, D52).

create function public.change_order(
  p_order_id uuid, p_updated_at timestamptz, p_status text, p_kind text default null, p_content text default null,
  p_message text default null, p_reason text default null
) returns table (operation_id uuid, undo_until timestamptz)
language plpgsql rows 1 security definer set search_path = '' as $$
declare
  v_order public.orders;
  v_operation_id uuid;
  v_refused text;
begin
  perform private.begin_admin_write();
  select * into v_order from public.orders as o where o.id = p_order_id for update;
  if not found or v_order.updated_at <> p_updated_at or v_order.status = p_status then
    raise exception 'order_changed' using errcode = 'PT409';
  end if;
  perform private.check_order_change(p_status, p_kind, p_content, p_message, p_reason);
  v_operation_id := (private.start_operation('order_status', jsonb_build_object('status', p_status, 'single', true),
    jsonb_build_object('kind', p_kind, 'content', p_content, 'message', p_message, 'reason', nullif(private.trim_text(p_reason), '')),
    'public.orders', null, array[p_order_id::text], false, null)).operation_id;
  select r.reason into v_refused from private.operation_rows as r where r.operation_id = v_operation_id;
  if v_refused = 'insufficient_tokens' then
    raise exception 'insufficient_tokens' using errcode = 'PT402';
  elsif v_refused is not null then
    raise exception 'sold_out' using errcode = 'PT409';
  end if;
  update public.operations as o set undo_until = clock_timestamp() + interval '10 seconds' where o.id = v_operation_id
  returning o.id, o.undo_until into operation_id, undo_until;
  return next;
end
$$;
comment on function public.change_order is
  'Sets the status of an order that is unchanged since `p_updated_at`, for ''delivered'' with what is delivered and a message, for '
  '''cancelled'' with the reason that its member reads. Delivery and notifications wait until `undo_until`; until then undo_operation() '
  'takes it back. Raises order_changed, invalid_delivery, invalid_cancel_reason, insufficient_tokens, sold_out. Admins only.';
grant execute on function public.change_order to authenticated;

create function public.settle_operation(p_operation_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_operation public.operations;
begin
  perform private.begin_admin_write();
  loop
    select * into v_operation from public.operations as o where o.id = p_operation_id for update;
    exit when not found or v_operation.state <> 'done' or v_operation.undo_until > clock_timestamp() or v_operation.settled_at is not null
      or not v_operation.parameters ? 'single';
    perform private.settle_step(v_operation, 1000);
  end loop;
end
$$;
comment on function public.settle_operation is
  'Sends the deliveries and notifications of a single change whose undo has closed, without waiting for run_due(). Admins only (D46).';
grant execute on function public.settle_operation to authenticated;

-- Operations of kind 'token_grant': tokens for many members, with type and reason (D45, D46).

create function public.grant_tokens(
  p_rows jsonb, p_type text, p_reason text default null, p_dry_run boolean default true, p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  v_operation public.operations;
  v_reason text := nullif(private.trim_text(p_reason), '');
  v_lines text := md5(concat_ws('|', p_rows, v_reason));
  v_is_planned boolean := p_expected ->> 'operation_id' is not null;
begin
  perform private.begin_admin_write();
  v_operation := private.open_operation(
    'token_grant', jsonb_build_object('type', private.check_grant_type(p_type, 1)),
    case when v_is_planned then '{}' else jsonb_strip_nulls(jsonb_build_object('reason', v_reason, 'lines', v_lines)) end,
    p_expected);
  if not v_is_planned then
    -- A line that is wrong by itself, repeats an address or names nobody is skipped.
    if jsonb_typeof(p_rows) is distinct from 'array' then
      raise exception 'invalid_rows' using errcode = 'PT422';
    elsif jsonb_array_length(p_rows) > 10000 or octet_length(p_rows::text) > 4000000 then
      raise exception 'import_too_large' using errcode = 'PT413';
    end if;
    with lines as materialized (
      select e.position, lower(private.trim_text(e.line ->> 'email')) as email, e.line ->> 'tokens' as tokens,
        nullif(private.trim_text(e.line ->> 'reason'), '') as reason
      from jsonb_array_elements(p_rows) with ordinality as e (line, position)
    ),
    checked as (
      select l.*, case
        when not coalesce(private.is_email(l.email), false) then 'invalid_email'
        when not case when l.tokens ~ '^[0-9]{1,7}$' then l.tokens::integer between 1 and 1000000 else false end then 'invalid_tokens'
        -- A spreadsheet would run it.
        when l.reason ~ '^\s*[=+\-@＝＋－＠]' then 'formula'
        when coalesce(l.reason, v_reason) is null then 'reason_required'
        when char_length(coalesce(l.reason, v_reason)) > 200 or not private.is_plain_text(coalesce(l.reason, v_reason)) then 'invalid_reason'
        end as wrong
      from lines as l
    ),
    judged as (
      select c.*, p.id as person, case
        when c.wrong is not null then c.wrong
        when row_number() over (partition by c.email, c.wrong is null order by c.position) > 1 then 'duplicate_line'
        when p.id is null then 'unknown_email' end as problem
      from checked as c left join public.profiles as p on lower(p.email) = c.email
    ),
    added as (
      insert into private.operation_rows (operation_id, position, row_id, input)
      select v_operation.id, j.position, case when j.problem is null then j.person end,
        case when j.problem is null then jsonb_build_object('tokens', j.tokens::integer) else jsonb_build_object('problem', j.problem) end
      from judged as j
    )
    update private.operation_content as c
    set content = c.content || jsonb_build_object('reasons', coalesce((
      select jsonb_object_agg(j.position, j.reason) from judged as j where j.problem is null and j.reason is not null), '{}'))
    where c.operation_id = v_operation.id;
  elsif v_operation.state = 'planned' and v_lines is distinct from (
    select c.content ->> 'lines' from private.operation_content as c where c.operation_id = v_operation.id)
  then
    raise exception 'numbers_differ' using errcode = 'PT409';
  end if;
  return query select r.* from private.run_operation(v_operation, p_dry_run, p_expected) as r;
end
$$;
comment on function public.grant_tokens is
  'Grants tokens to the members of up to 10,000 lines, each {email, tokens, reason}, as a `purchase` or an `adjustment`; p_reason is that '
  'of lines without one. A dry run, the default, only counts: skipped lines are listed by operation_rows(), whose position is that of the '
  'line. `p_expected` is its result; the lines have to be the same. Admins only (D45, D46).';
grant execute on function public.grant_tokens to authenticated;
create constraint trigger operations_notification after update on public.operations
deferrable initially deferred
for each row when (new.kind = 'token_grant' and new.tokens > 1000 and old.settled_at is null and new.settled_at is not null)
execute function private.admin_notification('large_grants');

-- Raises unknown_filter unless a filter is an object of these keys with texts, of a batch and a benefit with ids.
create function private.check_filter(p_filter jsonb, p_keys text[]) returns void
language plpgsql immutable set search_path = '' as $$
begin
  if jsonb_typeof(p_filter) <> 'object' or p_filter - p_keys <> '{}'
    or exists (
      select from jsonb_each(p_filter) as f
      where jsonb_typeof(f.value) <> 'string' or f.key in ('batch', 'benefit') and not pg_input_is_valid(f.value #>> '{}', 'uuid'))
  then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
end
$$;

-- Operations of kind 'membership': longer memberships (D45, D46).

create function public.extend_memberships(
  p_filter jsonb default null, p_ids uuid[] default null, p_months integer default null, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.begin_admin_write();
  if not coalesce(p_months between 1 and 60, false) then
    raise exception 'invalid_months' using errcode = 'PT422';
  end if;
  perform private.check_filter(p_filter, '{search,group}');
  if private.people_condition(p_filter ->> 'group') is null then
    raise exception 'unknown_filter' using errcode = 'PT400';
  end if;
  return query select r.* from private.start_operation('membership', jsonb_build_object('months', p_months), '{}', 'public.profiles',
    case when p_filter is not null then concat_ws(' and ', private.people_condition(p_filter ->> 'group'),
      $sql$lower(r.name || E'\n' || r.email) like $sql$ || quote_literal(private.like_pattern(nullif(p_filter ->> 'search', '')))) end,
    p_ids::text[], p_dry_run, p_expected) as r;
end
$$;
comment on function public.extend_memberships is
  'Extends the memberships of the people of a filter (search, in name and email, and group) or of these people by 1 to 60 months, from '
  'the end or, if that has passed, from today. A dry run, the default, only counts; `p_expected` is its result. Admins only (D45, D46).';
grant execute on function public.extend_memberships to authenticated;

-- Operations of kind 'code_revocation': codes that no longer work (D41, D46).

create function public.revoke_codes(
  p_kind text, p_filter jsonb default null, p_ids uuid[] default null, p_reason text default null, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  v_table text;
  v_filter text;
  v_reason text := nullif(btrim(p_reason), '');
begin
  perform private.begin_admin_write();
  v_table := 'public.' || private.code_table(p_kind);
  if p_dry_run is false and (v_reason is null or char_length(v_reason) > 200) then
    raise exception 'reason_required' using errcode = 'PT422';
  end if;
  perform private.check_filter(p_filter, '{search,state,batch}');
  if p_filter is not null then
    v_filter := concat_ws(' and ', 'true',
      case when p_filter ? 'state' then private.code_condition(p_filter ->> 'state') end,
      case when p_filter ->> 'search' <> '' then
        '(' || format(private.code_search_condition(p_filter ->> 'state'), private.like_pattern(p_filter ->> 'search')) || ')' end,
      'r.batch_id = ' || quote_literal(p_filter ->> 'batch') || '::uuid',
      -- Codes of invitations have no list to choose from, but a batch.
      case when p_kind = 'invite' and not p_filter ? 'batch' then 'r.is_plain' end);
  end if;
  return query select r.* from private.start_operation('code_revocation', jsonb_build_object('kind', p_kind), jsonb_build_object('reason', v_reason),
    v_table, v_filter, p_ids::text[], p_dry_run, p_expected) as r;
end
$$;
comment on function public.revoke_codes is
  'Revokes the available token or invite codes of a filter (search, state and batch) or of these ids, for a reason that admins see '
  '(reason_required). A dry run, the default, only counts; `p_expected` is its result. Admins only (D41, D46).';
grant execute on function public.revoke_codes to authenticated;

-- Operations of kind 'key_quarantine': keys that are put aside, or put back (D31, D46).

-- Takes keys, which are locked, out of the pool at these times; those without a time are put back.
create function private.move_keys(p_keys bigint[], p_times timestamptz[]) returns void
language plpgsql set search_path = '' as $$
begin
  delete from private.available_keys as a
  where (a.benefit_id, a.key_id) in (
    select k.benefit_id, k.id from unnest(p_keys, p_times) as m (id, at) join private.delivery_keys as k using (id)
    where m.at is not null);
  insert into private.available_keys (benefit_id, key_id, batch_id)
  select k.benefit_id, k.id, k.batch_id from unnest(p_keys, p_times) as m (id, at) join private.delivery_keys as k using (id)
  where m.at is null order by k.id
  on conflict do nothing;
  update private.delivery_keys as k set quarantined_at = m.at from unnest(p_keys, p_times) as m (id, at) where k.id = m.id;
end
$$;

-- Notes what begin_shortage() could not: two orders at once take the last keys, each without seeing the other, and an operation puts keys
-- aside, once it can no longer be undone. A pool that no key has left is not short, but new. Ends what an undo has ended (D31, D46).
create function private.due_shortages(p_now timestamptz) returns void
language sql set search_path = ''
begin atomic
  select private.end_shortage(d.benefit_id) from private.benefit_delivery as d where d.low_since is not null order by d.benefit_id;
  select private.begin_shortage(b.id) from public.benefits as b
  where b.delivery_method = 'key' and (
    exists (select from private.deliveries as d where d.benefit_id = b.id and d.key_id is not null)
    or exists (select from private.delivery_keys as k where k.benefit_id = b.id and k.quarantined_at is not null))
    and not exists (
      select from public.operations as o
      cross join lateral (
        select from private.operation_rows as r join private.delivery_keys as k on k.id = r.row_id::bigint
        where r.operation_id = o.id and k.benefit_id = b.id limit 1
      ) as moved
      where o.kind = 'key_quarantine' and o.state <> 'planned' and o.settled_at is null)
  order by b.id;
end;

create function public.set_keys_aside(
  p_filter jsonb default null, p_ids bigint[] default null, p_aside boolean default true, p_dry_run boolean default true,
  p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
declare
  v_benefit text := p_filter ->> 'benefit';
  v_term text := lower(private.trim_text(private.remove_hidden(p_filter ->> 'search')));
  v_left text := 'r.id in (select a.key_id from private.available_keys as a where a.benefit_id = %1$L)';
  v_held text := 'r.batch_id = any (private.quarantined_batches(%1$L))';
  v_state text;
  v_filter text;
begin
  perform private.begin_admin_write();
  perform private.check_filter(p_filter, '{benefit,search,state}');
  v_state := case p_filter ->> 'state'
    when 'available' then v_left || ' and not ' || v_held
    when 'quarantined' then '(r.quarantined_at is not null or (' || v_held || ' and ' || v_left || '))'
    when 'delivered' then
      'r.quarantined_at is null and r.id in (select d.key_id from private.deliveries as d where d.benefit_id = %1$L)' end;
  if not p_filter ? 'benefit' then
    raise exception 'unknown_filter' using errcode = 'PT400';
  elsif p_filter ? 'state' and v_state is null then
    raise exception 'unknown_filter' using errcode = 'PT400', detail = 'state';
  elsif p_filter is not null then
    v_filter := concat_ws(' and ', format('r.benefit_id = %L', v_benefit), format(v_state, v_benefit),
      case when v_term <> '' then format($sql$(lower(right(r.secret, 4)) = %1$L and private.key_ending(r.secret) = right(r.secret, 4)
        or private.key_ending(r.secret) <> right(r.secret, 4) and lower(private.key_ending(r.secret)) = %1$L or r.id in (
        select d.key_id from private.deliveries as d where d.order_id in (
          select o.id from public.orders as o where o.benefit_id = %2$L and o.search_text like %3$L order by o.created_at desc limit 200)))$sql$,
        v_term, v_benefit, private.like_pattern(p_filter ->> 'search')) end);
  end if;
  return query select r.* from private.start_operation('key_quarantine', jsonb_build_object('aside', coalesce(p_aside, true)), '{}',
    'private.delivery_keys', v_filter, p_ids::text[], p_dry_run, p_expected, 'bigint') as r;
end
$$;
comment on function public.set_keys_aside is
  'Puts keys that were never handed out aside, or back into the pool: those of a filter (benefit, search and state) or with these ids. '
  'A dry run, the default, only counts; `p_expected` is its result. Admins only (D31, D46).';
grant execute on function public.set_keys_aside to authenticated;

-- Operations of kind 'benefit_change': prices of benefits, and whether they are active (D46).

-- A price after an operation: in whole tokens, rounded half up.
create function private.changed_price(p_price integer, p_parameters jsonb) returns numeric
language sql immutable set search_path = ''
return case p_parameters ->> 'change'
  when 'price' then (p_parameters ->> 'value')::numeric
  when 'amount' then p_price + (p_parameters ->> 'value')::numeric
  when 'percent' then round(p_price * (100 + (p_parameters ->> 'value')::numeric) / 100)
  else p_price end;

create function public.change_benefits(
  p_filter jsonb default null, p_ids uuid[] default null, p_change text default null, p_value integer default null,
  p_dry_run boolean default true, p_expected jsonb default null
)
returns table (
  operation_id uuid, kind text, state text, changed integer, skipped jsonb, tokens bigint, moves jsonb, emails integer, remaining integer,
  undone integer, kept jsonb, as_of timestamptz, undo_until timestamptz
)
language plpgsql rows 1 security definer set search_path = '' set statement_timeout = '30s' as $$
begin
  perform private.begin_admin_write();
  if not coalesce(case p_change
    when 'price' then p_value between 1 and 1000000
    when 'amount' then p_value between -1000000 and 1000000
    when 'percent' then p_value between -99 and 1000
    when 'active' then p_value in (0, 1) end, false)
  then
    raise exception 'invalid_change' using errcode = 'PT422';
  end if;
  perform private.check_filter(p_filter, '{search,method,status,category}');
  return query select r.* from private.start_operation('benefit_change', jsonb_build_object('change', p_change, 'value', p_value), '{}', 'public.benefits',
    case when p_filter is not null then concat_ws(' and ', 'true',
      $sql$lower(r.name || E'\n' || r.description) like $sql$ || quote_literal(private.like_pattern(nullif(p_filter ->> 'search', ''))),
      'r.delivery_method = ' || quote_literal(p_filter ->> 'method'), 'r.is_active = ' || (p_filter ->> 'status' = 'active'),
      'r.category_id = ' || quote_literal(p_filter ->> 'category') || '::uuid') end,
    p_ids::text[], p_dry_run, p_expected) as r;
end
$$;
comment on function public.change_benefits is
  'Changes the benefits of a filter (search, in name and description, method, status active or inactive, and category) or of these ids: '
  '`p_change` is price (to `p_value` tokens), amount (by), percent (by) or active (1 or 0). A dry run, the default, only counts; '
  '`p_expected` is its result. Raises invalid_change. Admins only (D46).';
grant execute on function public.change_benefits to authenticated;
