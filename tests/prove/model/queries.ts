const STATE = `is_revoked as revoked,
      case when expires_at is null then 'never' when expires_at > now() then 'later' else 'past' end as expiry`

const OPEN = `
  'profiles', (select json_agg(t) from (
    select id as key, name, email, phone, role, current_tokens as tokens, case when invite_code_used = any ($5) then invite_code_used end as invite,
      deletes_at is not null as leaving, round(extract(epoch from membership_end_date - membership_start_date) / 2629746)::integer as months
    from profiles where id = any ($1)) as t),
  'benefits', (select json_agg(t) from (
    select id as key, name, token_value as price, is_active as active, delivery_method as method, category_id as category, stock, per_member_limit as "limit",
      opens_at is not null as opening, closes_at is not null as closed
    from benefits where id = any ($2)) as t),
  'categories', (select json_agg(t) from (select id as key, name from categories where id = any ($7)) as t),
  'orders', (select json_agg(t) from (
    select id as key, account_id as account, user_id as buyer, benefit_id as benefit, benefit_name as name,
      benefit_token_value as price, redemption_email as email, customer_name as customer, customer_email as address, status, from_stock as stocked, unit,
      order_number ~ '^ORD-\\d{6,}$' as numbered, delivery_method = 'manual' as "byHand", credit_rate > 0 as late, late_credit as worth,
      due_at = created_at + interval '48 hours' or credit_rate > 0 as due
    from orders where id = any ($3)) as t),
  'token codes', (select json_agg(t) from (
    select code as key, token_value as value, max_uses as max, uses, is_used as used, used_by as by, created_by as maker, ${STATE}
    from redeem_codes where code = any ($4)) as t),
  'invites', (select json_agg(t) from (
    select code as key, null as value, max_uses as max, uses, is_used as used, used_by as by, created_by as maker, ${STATE}
    from invite_codes where code = any ($5)) as t),
  'invitations', (select json_agg(t) from (
    select i.email || ' of ' || coalesce(i.inviter_id::text, 'null') || ' invitation ' || row_number() over (
        partition by i.email, i.inviter_id order by i.created_at) as key,
      i.source, c.email is not null as bound, i.sends, c.is_used as joined, c.is_revoked as revoked, coalesce(c.expires_at <= now(), false) as expired
    from invitations as i join invite_codes as c on c.id = i.code_id where i.email = any ($8)) as t),
  'waitlist', (select json_agg(t) from (
    select mailbox as key, email, declined_at is not null as declined from waitlist where email = any ($8)) as t),
  'settings', (select json_agg(t) from (select key, value from app_settings where key = any ($6)) as t),
  'ledger', (select json_agg(t) from (
    select account_id || ' entry ' || row_number() over (partition by account_id order by seq) as key,
      user_id as holder, transaction_type as type, amount, balance_after as balance, description as text, order_id as "order",
      redeem_code_id is not null as "ofCode", actor_id as actor
    from token_transactions where account_id = any ($1)) as t),
  'desk', (select json_agg(t) from (
    select order_id as key, assignee_id as assignee, assigned_at is not null as since, notes
    from order_desk where order_id = any ($3)) as t),
  'notes', (select json_agg(t) from (
    select order_id || ' note ' || row_number() over (partition by order_id order by created_at, id) as key,
      author_id as author, body
    from order_notes where order_id = any ($3)) as t),
  'views', (select json_agg(t) from (
    select id as key, admin_id as admin, name, filter ->> 'status' as status from admin_views where admin_id = any ($1)) as t),
  'notices', (select json_agg(t) from (
    select user_id || ' ' || kind || ' ' || coalesce(order_id::text, 'balance') || ' notice ' || row_number() over (
        partition by user_id, kind, order_id order by created_at) as key,
      concat_ws(' ', data ->> 'status', data ->> 'answer', data ->> 'tokens') as note, read_at is not null as read
    from notifications
    where user_id = any ($1) and (order_id = any ($3) or kind = 'tokens_adjusted') and kind <> 'reports_open') as t),
  'choices', (select json_agg(t) from (
    select user_id || ' ' || kind as key, in_app as "inApp", by_email as "byEmail"
    from notification_preferences where user_id = any ($1)) as t)`

/** Of the ids and texts of `sought()`, what the current role may read. */
export const READ = `select json_build_object(${OPEN},
  'totals', (select json_agg(t) from (select 'all' as key, m.* from my_totals() as m) as t)) as state`

/** The same with hidden tables, as the owner of the database. */
export const READ_ALL = `select json_build_object(${OPEN},
  'pools', (select json_agg(t) from (
    select b.benefit_id || ' batch ' || b.number as key, b.quarantined_at is not null as held,
      (select count(*) from private.available_keys as a where (a.benefit_id, a.batch_id) = (b.benefit_id, b.id)) as left,
      (select count(*) from private.delivery_keys as k where k.batch_id = b.id and k.quarantined_at is not null) as aside
    from private.key_batches as b where b.benefit_id = any ($2)) as t),
  'deliveries', (select json_agg(t) from (
    select d.order_id || ' item ' || row_number() over (partition by d.order_id order by d.id) as key,
      case when k.id is null then -1
        else (select count(*) from private.delivery_keys as o where o.batch_id = k.batch_id and o.id < k.id) end as nth,
      d.read_at is not null as read, coalesce(r.outcome, '') as report, coalesce(r.answer, '') as answer,
      coalesce(b.number, 0) - 1 as batch
    from private.deliveries as d left join private.delivery_keys as k on k.id = d.key_id
    left join private.key_batches as b on b.id = k.batch_id left join private.reports as r on r.delivery_id = d.id
    where d.order_id = any ($3)) as t),
  'emails', (select json_agg(t) from (
    select recipient_id || ' ' || kind || ' ' || about || ' email ' || row_number() over (
        partition by recipient_id, kind, about order by created_at) as key,
      elsewhere, outcome is not distinct from 'over_limit' as over
    from (
      select o.*, coalesce(r.order_id, o.cause_id) as about
      from private.outbox as o left join private.reports as r on r.id = o.cause_id
      where o.recipient_id = any ($1)
        and o.cause_id = any ($2 || $3 || array[o.recipient_id] || array(select q.id from private.reports as q where q.order_id = any ($3)))
    ) as queued) as t),
  'runs', (select json_agg(t) from (
    select o.actor_id || ' ' || o.kind || ' ' || array_to_string(h.how, ',') || ' run ' || row_number() over (
        partition by o.actor_id, o.kind, h.how order by o.started_at) as key, o.kind, o.state = 'undone' as undone, h.how,
      array(
        select w.row from private.operation_rows as r, lateral (
          select case o.kind when 'key_quarantine' then 'a key' when 'code_revocation' then 'a code' else concat_ws(' ', r.row_id, case o.kind when 'token_grant' then r.tokens end) end as row
        ) as w
        where r.operation_id = o.id and r.changed_at is not null order by w.row collate "C") as what
    from operations as o, lateral (select array(select e.value from jsonb_each_text(o.parameters) as e order by e.key) as how) as h
    where o.actor_id = any ($1) and o.state <> 'planned') as t),
  'deletion requests', (select json_agg(t) from (
    select user_id as key from private.deletion_requests where user_id = any ($1)) as t),
  'marks', (select json_agg(t) from (
    select user_id || ' favourite ' || benefit_id as key from private.favourites where user_id = any ($1)
    union all select user_id || ' awaited ' || benefit_id from private.waiting_members where user_id = any ($1)) as t),
  'logins', (select json_agg(t) from (select id as key from auth.users where id = any ($1)) as t),
  'invited mailboxes', (select json_agg(t) from (
    select distinct private.mailbox_of(a) as key from unnest($8) as a
    join private.invited_mailboxes as m on m.mailbox_key = private.mailbox_key(a)) as t),
  'referrals', (select json_agg(t) from (
    select invited_id as key, referrer_id as referrer, bonus, settled_at is not null as settled
    from private.referrals where invited_id = any ($1)) as t),
  'missed guesses', (select json_agg(t) from (
    select case kind when 'waitlist' then 'waitlist ' else '' end || caller as key, count(*) as misses from private.attempts
    where kind in ('redeem_code', 'invite_code', 'waitlist') and caller = any ($9) group by 1) as t),
  'log', (select json_agg(t) from (
    select row || ' line ' || row_number() over (partition by row order by id) as key, actor_id as actor, action,
      case when action = 'update' and table_name not in ('operations', 'delivery_keys', 'invitations', 'waitlist') then array(
        select k from jsonb_object_keys(after) as k where k <> 'updated_at' order by k collate "C") else '{}' end as what
    from (
      select l.*, coalesce(
        case table_name when 'delivery_keys' then after ->> 'benefit_id' || ' key' when 'invitations' then actor_id || ' invites' when 'waitlist' then actor_id || ' decides'
          when 'invite_codes' then (select l.actor_id || ' extends' from invitations as i where i.code_id::text = l.row_id)
          when 'operations' then actor_id || case action when 'insert' then ' runs' else ' undoes' end end,
        (select string_agg(c, ' ') from jsonb_array_elements_text(after -> 'codes') as c), after ->> 'code', row_id) as row
      from private.audit_log as l
      where (table_name = 'profiles' and row_id = any ($1::text[])) or (table_name = 'benefits' and row_id = any ($2::text[]))
        or (table_name = 'delivery_keys' and after ->> 'benefit_id' = any ($2::text[]))
        or (table_name = 'categories' and row_id = any ($7::text[]))
        or (table_name = 'orders' and row_id = any ($3::text[])) or (table_name in ('operations', 'invitations', 'waitlist') and actor_id = any ($1))
        or (table_name = 'invite_codes' and actor_id = any ($1) and exists (select from invitations as i where i.code_id::text = row_id))
        or (table_name = 'redeem_codes' and row_id = any (
          array(select unnest(array[batch_id, id])::text from redeem_codes where code = any ($4))))
        or (table_name = 'invite_codes' and row_id = any (
          array(select unnest(array[batch_id, id])::text from invite_codes where code = any ($5))))
    ) as lines) as t)) as state`
