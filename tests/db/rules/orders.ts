import { BALANCE, CANCEL, LEAVE, pool, queued, stocked } from './scene'
import { table } from './table'

const second = `insert into benefits (id, name, description, token_value) values (:xe1, 'Other', 'x', 1)`
const cancelling = `select cancel_my_order(:order)`
const credited = `select coalesce(sum(amount), 0)::int from token_transactions where order_id = :order and transaction_type = 'adjustment'`
const deliver = `update orders set status = 'delivered' where id = :order`
const ofPlan = `select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled', p_dry_run => false, p_expected => '{"operation_id": "00000000-0000-4000-8000-0000000000aa"}')`
const reason = `select private.post_tokens(:me, 'adjustment', 1, 'Adjustment', p_reason => 'Why')`
const OLD_SETTING = `set local session_replication_role = replica; insert into app_settings (key, value, updated_at, updated_by) values ('email_logo_in_mails', '/logo.png', '2001-01-01', :me); set local session_replication_role = origin`
const BROKEN = `select exists (select from private.reconcile() where account_id = :me and problem ~ 'chained|hidden')`
const REPLICA = `set local session_replication_role = replica`
const late = (more = '') =>
  `update orders set credit_rate = 1, credit_cap = 10, due_at = now() - interval '90 minutes'${more} where id = :order`
const delayed = (terms: string) => `${late()}; update orders set ${terms} where id = :order`
const order = (who = ':me', ids = '(:benefit)') =>
  `insert into orders (user_id, benefit_id, redemption_email) select ${who}, v.id::uuid, 'a@b.test' from (values ${ids}) as v (id)`
const EVENTS = `select jsonb_agg(jsonb_build_array(actor, detail)) from order_events(:order) where event = 'status'`
const HISTORY = `select string_agg(concat_ws(' ', actor_name, from_status, to_status), ', ') from order_history(:order)`
/** The year of the newest entry. */
const IMPORTED = `(select extract(year from created_at) from token_transactions where account_id = :me order by seq desc limit 1)`
const TERMS = `select concat_ws(' ', credit_rate, credit_cap) from orders where user_id = :me and id <> :order`
const as = (who: string) =>
  `set local role authenticated; select set_config('request.jwt.claims', json_build_object('sub', ${who})::text, true)`
const MOVED = `${as(':me')}; ${cancelling}; ${as(':admin')}; update orders set status = 'processing' where id = :order`
const again = `insert into orders (id, user_id, benefit_id, redemption_email) values (:order, :me, :benefit, 'a@b.test')`
const by = (who: string, statements: string) =>
  `${as(who)}; ${statements}; reset role; select set_config('request.jwt.claims', '', true)`
const set = (status: string, more = '') =>
  `select set_order_statuses(p_ids => array[:order]::uuid[], p_status => '${status}'${more})`
const run = (status: string, more = '') => set(status, `, p_dry_run => false${more}`)
const LAST = '(select id from operations order by created_at desc limit 1)'
const UNDO = `select undo_operation(${LAST})`
const SETTLE = `select private.due_operations(clock_timestamp() + interval '11 minutes')`
const HELD = `${CANCEL}; update orders set from_stock = true where id = :order; ${stocked(0)}`
/** Benefits of 10, 40 and a million tokens. */
const THREE = `insert into benefits (id, name, description, token_value) values (:xf1, 'A', 'x', 10), (:xf2, 'B', 'x', 40), (:xf3, 'C', 'x', 1000000)`
const priced = (change: string, value: number) =>
  `select change_benefits(null, array[:xf1, :xf2, :xf3]::uuid[], '${change}', ${value}, false)`
const PRICES = `select concat_ws(', ', (select string_agg(token_value::text, ' ' order by id) from benefits where id in (:xf1, :xf2, :xf3)), (select string_agg(reason, ' ' order by position) from private.operation_rows where state = 'skipped'))`
const SKIPPED = `insert into operations (id, kind, actor_id, state) values (:xaa, 'order_status', :admin, 'done');
    insert into private.operation_rows (operation_id, position, state, reason, reason_by, reason_at, tokens) values (:xaa, 1, 'skipped', 'not_found', null, null, 0),
      (:xaa, 2, 'skipped', 'same_status', :me, '2026-01-02', 5), (:xaa, 3, 'skipped', 'same_status', :me, '2026-01-01', 0), (:xaa, 4, 'kept', 'tokens_spent', null, null, 7)`
const labels = (kind: string, row: string, gone: string) =>
  `select string_agg(regexp_replace(label, '^ORD-.*', 'ORD'), ', ' order by position) from operation_rows(:xaa) | rows of ${kind} | ${pool(1)};
    insert into operations (id, kind, actor_id, parameters) values (:xaa, '${kind}', :admin, '{"kind": "token"}');
    insert into private.operation_rows (operation_id, position, row_id) values (:xaa, 1, ${row}), (:xaa, 2, ${gone})`
const insertOperation = (by: string, state = 'planned', at = 'now()') => `
    insert into operations (id, kind, actor_id, parameters, state, created_at, undo_until)
      values (:xaa, 'order_status', ${by}, '{"status": "cancelled"}', '${state}', ${at}, now() + interval '1 minute')`

export const orders = table(`
-- stock
  me done | ${order()} | an order takes one from the stock | ${stocked(3)} | select stock from private.benefit_stock where benefit_id = :benefit => 2
  admin done | select save_benefit(:benefit, '{"stock": 3}', '{"stock": 9}') | a stock is set on the condition of the one that was read (D7) | ${stocked(3)}
    | select stock from private.benefit_stock where benefit_id = :benefit => 9
  owner done | update benefits set delivery_method = 'key' where id = :benefit | keys are their own stock | ${stocked(3)} | select count(*)::int from private.benefit_stock where benefit_id = :benefit => 0
  admin done | ${CANCEL} | a cancellation returns the unit | update orders set from_stock = true where id = :order; ${stocked(3)} | select stock from private.benefit_stock where benefit_id = :benefit => 4
  me benefit_unavailable | ${order()} | - | update benefits set is_active = false where id = :benefit
  me not_open_yet | ${order()} | - | update benefits set opens_at = now() + interval '1 hour' where id = :benefit
  me closed | ${order()} | - | update benefits set closes_at = now() where id = :benefit
  me price_changed (10) | insert into orders (benefit_token_value, user_id, benefit_id, redemption_email) select 9, :me, v.id::uuid, 'a@b.test' from (values (:benefit)) as v (id)
  me limit_reached | ${order()} | - | update benefits set per_member_limit = 1 where id = :benefit
  me sold_out | ${order(':me', '(:benefit), (:benefit)')} | - | ${stocked(1)}; update benefits set token_value = 1 where id = :benefit
  other done | ${order(':other')} | a limit is that of one member | update benefits set per_member_limit = 1 where id = :benefit
  me done | ${order(':me', '(:xe1)')} | a limit is that of one benefit | ${second}; update benefits set per_member_limit = 1
  me done | ${order()} | a returned unit does not count | update benefits set per_member_limit = 1 where id = :benefit; ${CANCEL}
  me too_many_orders | ${order(':me', '(:benefit), (:xe1)')} | one statement locks one stock | ${second}; update benefits set token_value = 1; insert into private.benefit_stock values (:xe1, 5)
  admin done | ${CANCEL} | a full stock takes no unit back | update orders set from_stock = true where id = :order; ${stocked(1000000)} | select stock from private.benefit_stock where benefit_id = :benefit => 1000000
  owner done | insert into orders (user_id, benefit_id, benefit_name, benefit_token_value, from_stock, created_at) values (:me, :benefit, 'x', 1, true, '2001-01-01') | an imported order has its date, takes no stock and is not confirmed | ${stocked(3)}
    | select concat_ws(' ', ${IMPORTED}, (select stock from private.benefit_stock where benefit_id = :benefit), (${queued('order_placed')})) => "2001 3"
  owner done | update orders set status = 'cancelled', updated_at = '2001-01-01' where id = :order | an imported status has its date and notifies nobody | - | select concat_ws(' ', ${IMPORTED}, (${queued('order_cancelled')})) => "2001"
  owner done | update orders set status = [['completed' ;; 'delivered', updated_at = '2002-01-01']] where id = :order | a status has the time that it is given, or that of now | update orders set updated_at = '2001-01-01'
    | select concat(fulfilled_at = now(), updated_at = '2002-01-01') from orders where id = :order => "tt"
  me done | ${order()} | an entry says what was ordered, which is due in two days | -
    | select concat(t.description, o.due_at - o.created_at) from token_transactions as t join orders as o on o.id = t.order_id where t.account_id = :me order by t.seq desc limit 1 => "Redeemed: Test Benefit2 days"
  me done | insert into orders (id, user_id, benefit_id, redemption_email) values (:order, :me, [[:benefit ;; :xe1]], 'a@b.test') on conflict do nothing | an order that is sent again takes nothing from a stock (D3, D38) | ${second}; ${stocked(3)}; insert into private.benefit_stock values (:xe1, 3)
    | select string_agg(stock::text, ' ') from private.benefit_stock => "3 3"
  me 23505 | ${again} | a retry is a conflict, also when price and balance have changed (D3) | update benefits set token_value = 70 where id = :benefit
  me 23505 | ${again} | a retry is a conflict, also when the benefit is gone (D3) | update benefits set is_active = false where id = :benefit
  owner = "ORD-000001" | select private.next_order_number() | numbers of orders begin (D8) | alter sequence private.order_numbers restart
  owner = "ORD-1000000" | select private.next_order_number() | numbers of orders continue (D8) | alter sequence private.order_numbers restart 1000000
  me done | ${order()} | an order has the terms of its credit (D36) | delete from app_settings where key like 'sla%'; insert into app_settings (key, value) values ('sla_credit_rate', '4'), ('sla_credit_cap', '9') | ${TERMS} => "4 9"
  me done | ${order()} | without terms nothing is credited (D36) | delete from app_settings where key like 'sla%' | ${TERMS} => "0 0"
  me done | ${order()} | nor for what is delivered at once | ${pool(1)}; insert into app_settings (key, value) values ('sla_credit_rate', '4'), ('sla_credit_cap', '9') on conflict (key) do update set value = excluded.value | ${TERMS} => "0 0"
  admin done | update orders set status = 'cancelled' where id = :x01 | what was not paid is not refunded (D8) | insert into orders (id, user_id) values (:x01, :me) | ${BALANCE} => 15
  admin done | ${CANCEL} | an order keeps its name and price without its benefit (D13) | delete from benefits where id = :benefit | select concat(o.benefit_id, o.benefit_name, p.current_tokens) from orders as o join profiles as p on p.id = o.user_id where o.id = :order => "Test Benefit25"
  admin done | ${CANCEL} | nobody is refunded who was deleted (D12) | ${deliver}; ${LEAVE} | select sum(amount)::int from token_transactions where order_id = :order => -10
  admin done | ${CANCEL} | an entry says what was refunded | - | select description from token_transactions where account_id = :me order by seq desc limit 1 => "Refund: Test Benefit"
  me done | insert into orders (user_id, benefit_id, redemption_email) select :me, :benefit, 'a@b.test' from generate_series(1, 100) | a hundred orders at once
    | update benefits set token_value = 1 where id = :benefit; select private.post_tokens(:me, 'adjustment', 100, 'Tokens')
  me too_many_orders | ${order(':me', '(:benefit), (:xe1)')}
    | one statement locks one stock or limit | ${second}; update benefits set token_value = 1 where id = :benefit; update benefits set per_member_limit = 5 where id = :xe1
  admin done | ${CANCEL} | what was delivered is spent | update orders set from_stock = true where id = :order; ${stocked(3)}; update orders set unit = 'spent' where id = :order
    | select stock from private.benefit_stock where benefit_id = :benefit => 3
  owner = "spent" | select private.order_unit('held', 'delivered') | a delivery spends the unit
  admin done | ${CANCEL} | only what was taken is returned | ${stocked(3)} | select stock from private.benefit_stock where benefit_id = :benefit => 3
  admin sold_out | update orders set status = 'pending' where id = :order | leaving cancelled takes again | update orders set from_stock = true where id = :order; ${stocked(3)}; ${CANCEL}; ${stocked(0)}
  admin done | ${CANCEL} | the unit of an order is not logged | - | select bool_or(after ? 'unit') from private.audit_log where row_id = :order::text => false
-- cancellation
  other order_not_found | ${cancelling}
  me order_not_pending (processing) | ${cancelling} | - | update orders set status = 'processing' where id = :order
  me = true | select cancel_my_order(:order) = '2001-01-01' | a cancelled order stays as it is when it is cancelled again | ${CANCEL}; update orders set updated_at = '2001-01-01'
  me done | ${cancelling} | a pending order is cancelled | - | ${BALANCE} => 25
  me = [["you", {"to": "cancelled", "from": "pending"}], ["Ada Admin", {"to": "processing", "from": "cancelled"}]] | ${EVENTS} | a member sees who cancelled and who went on (D29) | ${MOVED}
  admin = "Mia Member pending cancelled, Ada Admin cancelled processing" | ${HISTORY} | an admin sees who cancelled an order and who went on (D29) | ${MOVED}
-- late-credit
  admin done | ${deliver} | each full hour of a delay counts | ${delayed(`due_at = now() - interval '3.5 hours'`)} | select concat(amount, reason) from token_transactions where order_id = :order and transaction_type = 'adjustment' => "3Late by 3 hours"
  admin done | update orders set status = 'processing' where id = :order | work on an order decides no credit | ${late()} | select late_credit from orders where id = :order => null
  admin done | ${CANCEL} | what a cancelled order was late is credited | ${late()} | ${credited} => 1
  admin done | ${deliver} | an admin's own order is credited as well | ${late(', user_id = :admin')} | ${credited} => 1
  admin done | ${deliver} | a delay of less than an hour is worth nothing | ${delayed(`due_at = now() - interval '3599 seconds'`)} | ${credited} => 0
  admin done | ${deliver} | each hour of a delay has its rate | ${delayed('credit_rate = 2')} | ${credited} => 2
  admin done | ${deliver} | nothing is credited without a rate | ${delayed('credit_rate = 0')} | select late_credit from orders where id = :order => null
  admin done | ${deliver} | a credit is capped | ${delayed(`credit_cap = 2, due_at = now() - interval '3 days'`)} | ${credited} => 2
  admin done | ${deliver} | a credit is at most the price | ${delayed(`benefit_token_value = 1, due_at = now() - interval '3 days'`)} | ${credited} => 1
  admin done | update orders set status = [['delivered' ;; 'pending' ;; 'completed' ;; 'cancelled' ;; 'processing' ;; 'delivered']] where id = :order | a delay is credited once, however the status moves | ${late()} | ${credited} => 1
  me = ["system", {"after": 16, "before": 15, "tokens": 1}] | select jsonb_build_array(actor, detail) from order_events(:order) where event = 'credited' | a credit is an event | ${late()}; ${as(':admin')}; ${deliver}
  admin done | ${deliver} ;; set constraints all immediate | a credit notifies | ${late()} | select data from notifications where order_id = :order and kind = 'tokens_adjusted' => {"tokens": 1, "reason": "Late by 1 hour"}
  admin done | ${deliver} | only deliveries by hand are late | ${late(`, delivery_method = 'link'`)} | ${credited} => 0
  admin done | ${LEAVE} | nobody is credited for the order of a deleted person | ${late()} | select late_credit from orders where id = :order => 0
  me done | select cancel_my_order(:order) | a member who cancels earns nothing | ${late()} | ${credited} => 0
  owner done | ${deliver} | only an admin closes with a credit | ${late()} | ${credited} => 0
  admin done | ${deliver} | a delay is decided once | ${late(', late_credit = 0')} | select late_credit from orders where id = :order => 0
  admin done | ${CANCEL} | only what waited can be late | ${late()}; ${deliver}; update orders set late_credit = null | ${credited} => 0
  admin done | ${deliver} | an operation decides when it settles | ${late()}; select set_config('guildhall.operation', :order, true) | ${credited} => 0
  admin done | ${deliver} | the first delivery counts | ${late(`, fulfilled_at = '2001-01-01'`)} | select fulfilled_at = '2001-01-01' from orders where id = :order => true
  admin done | ${deliver} | a member is credited 20 tokens in 30 days | ${late()}; select private.post_tokens(:me, 'adjustment', 20, 'Late credit', p_order => gen_random_uuid()) | ${credited} => 0
  admin done | ${deliver} | after 30 days a member can be credited again | ${late()}; select private.post_tokens(:me, 'adjustment', 20, 'Late credit', p_order => gen_random_uuid(), p_at => now() - interval '30 days')
    | ${credited} => 1
  admin done | ${deliver} | other adjustments do not count | ${late()}; select private.post_tokens(:me, 'adjustment', 20, 'Adjustment') | ${credited} => 1
  admin done | update orders set status = [['delivered' ;; 'cancelled']] where id = :order | a credit is no part of what an order costs (D6) | ${late()} | ${BALANCE} => 26
  admin done | ${deliver} | a credit says how late it was | ${late()} | select reason from token_transactions where order_id = :order and transaction_type = 'adjustment' => "Late by 1 hour"
  me = 20 | select late_credit_left() | a member can be credited 20 tokens
  owner done | select private.post_tokens(:me, 'adjustment', 1, 'x', p_actor => :other) | an entry has the actor that it is given | - | select actor_id = :other from token_transactions where account_id = :me order by seq desc limit 1 => true
  me = 0 | select late_credit_left() | never less than nothing | select private.post_tokens(:me, 'adjustment', 25, 'Late credit', p_order => :order)
  me = 5 | select late_credit_left() | what was credited in 30 days counts | select private.post_tokens(:me, 'adjustment', n, 'Late credit', p_order => o::uuid, p_at => now() - at::interval) from (values (15, :order, '719 hours'), (3, :xe1, '30 days')) as v (n, o, at)
  admin done | ${deliver} | what follows from a status is not logged | ${late()} | select bool_or(after ?| '{unit,late_credit,fulfilled_at}') from private.audit_log where row_id = :order::text => false
-- operations
  admin done | ${priced('price', 40)} | prices are set (D46) | ${THREE} | ${PRICES} => "40 40 40, same_price"
  admin done | ${priced('amount', -3)} | lowered (D46) | ${THREE} | ${PRICES} => "7 37 999997"
  admin done | ${priced('amount', 10)} | raised as far as they may be (D46) | ${THREE} | ${PRICES} => "20 50 1000000, price_out_of_range"
  admin done | ${priced('percent', 15)} | rounded (D46) | ${THREE} | ${PRICES} => "12 46 1000000, price_out_of_range"
  admin done | ${priced('percent', 4)} | also to what they were (D46) | ${THREE} | ${PRICES} => "10 42 1000000, same_price price_out_of_range"
  admin done | ${priced('amount', -10)} | and none is free (D46) | ${THREE} | ${PRICES} => "10 30 999990, price_out_of_range"
  admin = "3 []" | select concat_ws(' ', undone, kept) from undo_operation(${LAST}) | which an undo takes back (D46) | ${THREE}; ${by(':admin', priced('amount', -3))} | ${PRICES} => "10 40 1000000"
  admin = "1 already_inactive 1" | select concat_ws(' ', changed, skipped #>> '{0,reason}', skipped #>> '{0,count}') from change_benefits('{"search": "off 100% sw"}', p_change => 'active', p_value => 0) | a filter takes what the search finds | update benefits set description = 'Off 100% switched' where id = :benefit;
    insert into benefits (name, description, token_value, is_active) values ('A', 'Off 100% switched', 1, false), ('B', 'Off 100 switched', 1, true)
  admin = "0 already_active" | select concat_ws(' ', changed, skipped #>> '{0,reason}') from change_benefits(null, array[:benefit]::uuid[], 'active', 1) | a benefit that is on is not switched on
  admin done | select change_benefits(null, array[:benefit]::uuid[], 'active', 0, false) | benefits are switched off | - | select is_active from benefits where id = :benefit => false
  admin done | select change_benefits(null, array[:benefit]::uuid[], 'active', 0, false) ;; ${UNDO} | and on by the undo (D46) | - | select is_active from benefits where id = :benefit => true
  admin = "changed_since 1" | select concat_ws(' ', kept #>> '{0,reason}', kept #>> '{0,count}') from undo_operation(${LAST}) | a code that another admin has revoked since is not restored (D46)
    | ${by(':admin', `select revoke_codes('token', null, array(select id from redeem_codes where code = :token), 'Lost', false)`)}; update redeem_codes set revoked_at = now() + interval '1 second', revoked_by = :other where code = :token | select revoked_by = :other from redeem_codes where code = :token => true
  admin = "1 changed_since 1" | select concat_ws(' ', undone, kept #>> '{0,reason}', kept #>> '{0,count}') from undo_operation(${LAST}) | nor a membership that was changed since (D46) | ${by(':admin', 'select extend_memberships(null, array[:me, :other]::uuid[], 12, false)')};
    update profiles set membership_end_date = now() + interval '3 years' where id = :me | select string_agg(left((membership_end_date > now() + interval '13 months')::text, 1), ' ' order by id = :other) from profiles where id in (:me, :other) => "t f"
  owner operations_kind_check | insert into operations (kind, actor_id) values ('anything', :me)
  owner operations_state_check | ${insertOperation(':me', 'paused')}
  owner operation_rows_state_check | insert into private.operation_rows (operation_id, position, state) values (:me, 1, 'lost')
  admin filter_or_ids | select set_order_statuses(p_status => 'cancelled')
  admin too_many_rows | select set_order_statuses(p_ids => array(select gen_random_uuid() from generate_series(1, 20001)), p_status => 'cancelled')
  admin = 1 | select changed from set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'processing') | an order of somebody who was deleted can be worked on | ${LEAVE}
  admin unknown_status | select [[set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'lost') ;; set_order_statuses(p_ids => array[:order]::uuid[], p_status => null) ;; change_order(id, updated_at, 'lost') from orders where id = :order]]
  admin invalid_delivery | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled', p_message => 'Sorry')
  admin invalid_delivery | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'delivered', p_kind => 'key', p_content => [[null ;; '' ;; E'\\u200b' ;; ' ', p_message => 'Enjoy']])
  admin invalid_delivery | select set_order_statuses([[p_ids => array[:order, gen_random_uuid()]::uuid[] ;; p_filter => '{}']], p_status => 'delivered', p_kind => 'key', p_content => 'AB12-CD34') | a key goes to one order
  admin invalid_note | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled', p_note => repeat('n', 2001))
  admin numbers_differ | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled', p_dry_run => false, p_expected => '{"changed": 2}')
  admin operation_not_found | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled', p_dry_run => false, p_expected => '{"operation_id": "00000000-0000-4000-8000-0000000000ab"}')
  admin not_your_operation | ${ofPlan} | - | ${insertOperation(':other')}
  admin numbers_differ | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'pending', p_dry_run => false, p_expected => '{"operation_id": "00000000-0000-4000-8000-0000000000aa"}') | -
    | ${insertOperation(':admin')}
  admin numbers_differ | ${ofPlan} | a run is of the orders of its dry run (D52) | ${insertOperation(':admin')}; insert into private.operation_rows (operation_id, position, row_id) values (:xaa, 1, :order), (:xaa, 2, :xab)
  admin dry_run_expired | ${ofPlan} | - | ${insertOperation(':admin', 'planned', `now() - interval '301 seconds'`)}
  admin numbers_differ | ${ofPlan} | a dry run can be run for five minutes | ${insertOperation(':admin', 'planned', `now() - interval '4 minutes'`)}
  admin done | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled', p_note => repeat('n', 2000), p_reason => repeat('r', 500)) | a note and a reason are long
  admin invalid_cancel_reason | select set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled', p_reason => repeat('r', 501))
  admin operation_not_found | select continue_operation(:xab)
  admin not_your_operation | select undo_operation(:xaa) | - | ${insertOperation(':other', 'done')}
  admin already_undone | select undo_operation(:xaa) | - | ${insertOperation(':admin', 'undone')}
  admin undo_closed | select undo_operation([[:xaa ;; :xab]]) | - | ${insertOperation(':admin', 'done')}; update operations set undo_until = now(); insert into operations (id, kind, actor_id) values (:xab, 'membership', :admin)
  admin operation_not_found | select note_orders(null, array[:order]::uuid[], 'x', false, jsonb_build_object('operation_id', :xaa)) | an operation of another kind | insert into operations (id, kind, actor_id) values (:xaa, 'membership', :admin)
  admin order_changed | select change_order(gen_random_uuid(), now(), 'processing') | an order that does not exist
  admin sold_out | select change_order(:order, updated_at, 'processing') from orders where id = :order | - | ${HELD}
  admin done | select note_orders(null, array[:order]::uuid[], repeat('n', 2000), false) | a note on many orders is long
  admin invalid_note | select note_orders(null, array[:order]::uuid[], [[repeat('n', 2001) ;; null ;; E'\\u200b']], false)
  admin done | ${run('processing', `, p_note => 'New', p_expected => jsonb_build_object('operation_id', ${LAST})`)} | a run writes what it comes with, not what its dry run did | ${by(':admin', set('processing', `, p_note => 'Old'`))}
    | select string_agg(body, ' ') from order_notes where order_id = :order => "New"
  admin = "1 0 0" | select concat_ws(' ', changed, tokens, emails) from set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'cancelled') | a cancellation for somebody who was deleted moves nothing | ${deliver}; ${LEAVE}
  admin = "1 0" | select string_agg(s, ' ') from (select concat((select emails from set_order_statuses(p_ids => array[:order]::uuid[], p_status => v.status))) as s from (values ('delivered'), ('completed')) as v (status)) as t | deliveries are counted as emails, other changes if wanted
    | update orders set status = 'processing' where id = :order; insert into notification_preferences values (:me, 'orders', true, false)
  admin = 0 | select emails from set_order_statuses(p_ids => array[:order]::uuid[], p_status => 'pending') | nobody is written to because an order waits again | update orders set status = 'processing' where id = :order
  owner done | ${SETTLE} | nor notified | update orders set status = 'processing' where id = :order; delete from notifications; delete from private.outbox; ${by(':admin', run('pending'))} | select (select count(*) from notifications where user_id = :me)::int + (select count(*) from private.outbox where kind = 'order_status')::int => 0
  owner done | ${SETTLE} | who was notified of a message since is not notified of the operation | insert into private.deliveries (order_id, method, message) values (:order, 'manual', 'Here.'); ${by(':admin', run('delivered'))};
    delete from notifications; update private.deliveries set message_at = clock_timestamp() | select count(*)::int from notifications where user_id = :me => 0
  owner done | ${SETTLE} | an order that waits again is credited nothing | ${late()}; ${by(':admin', run('completed'))}; update orders set status = 'processing' where id = :order | select late_credit from orders where id = :order => null
  owner done | ${SETTLE} | a delivery of nothing has notified nobody | ${by(':admin', run('delivered'))}; delete from private.deliveries; insert into private.deliveries (order_id, method, delivered_at) values (:order, 'manual', clock_timestamp())
    | select count(*)::int from notifications where user_id = :me and kind = 'order_delivered' => 1
  admin done | select change_order(:order, updated_at, 'completed') from orders where id = :order | an order of somebody who was deleted is completed singly | ${LEAVE}; update orders set status = 'processing' where id = :order | select status from orders where id = :order => "completed"
  admin done | ${UNDO} | an undo restores also the order of somebody who was deleted | ${deliver}; ${by(':admin', run('cancelled'))}; ${LEAVE} | select status from orders where id = :order => "delivered"
  admin done | ${run('completed')} ;; ${UNDO} | the undo of a reopening keeps why the order was cancelled, and forgets its completion | ${CANCEL}; update orders set cancel_reason = 'Closed' where id = :order | select concat_ws(' ', status, cancel_reason, fulfilled_at, (updated_at - now())::text) from orders where id = :order => "cancelled Closed 00:00:00.000002"
  admin done | select settle_operation([[:xaa ;; :xab]]) | only a single change is settled by a call, once its undo has closed | ${insertOperation(':admin', 'done')}; update operations set undo_until = now() - interval '1 second';
    insert into operations (id, kind, actor_id, parameters, state, undo_until) values (:xab, 'order_status', :admin, '{"single": true}', 'done', now() + interval '5 minutes') | select count(settled_at)::int from operations => 0
  admin = "same_status 2 Mia Member t, not_found 1" | select string_agg(concat_ws(' ', s ->> 'reason', s ->> 'count', s ->> 'by', (s ->> 'at')::timestamptz = '2026-01-01'::timestamptz), ', ') from continue_operation(:xaa), jsonb_array_elements(skipped) as s | the most frequent reason comes first, since when it applies | ${SKIPPED}
  admin = "2 skipped same_status Mia Member t 5, 3 skipped same_status Mia Member f 0" | select string_agg(concat_ws(' ', position, state, reason, reason_by, reason_at = '2026-01-02'::timestamptz, tokens), ', ') from operation_rows(:xaa, p_after => 1, p_limit => 2) | the rows after one | ${SKIPPED}
  owner done | select private.due_operations(now()) | a run that stood still for an hour can be undone for ten minutes; dry runs are kept for an hour
    | insert into operations (id, kind, actor_id, state, stepped_at, created_at, position) values (:xaa, 'order_note', :admin, 'running', now() - interval '1 hour', now(), 7), (:xad, 'order_note', :admin, 'running', now() - interval '3599 seconds', now(), 7), (:xab, 'order_note', :admin, 'planned', null, now() - interval '1 hour', 0), (:xac, 'order_note', :admin, 'planned', null, now() - interval '61 minutes', 0);
    insert into private.operation_rows (operation_id, position, state) values (:xaa, 1, 'waiting'), (:xaa, 2, 'changed')
    | select string_agg(concat_ws(' ', state, skipped, changed, position, undo_until - now() >= interval '10 minutes'), ', ' order by id) from operations where id in (:xaa, :xab, :xac, :xad) => "done 1 1 0 t, planned 0 0 0, running 0 0 7"
-- labels of the rows of an operation
  admin = "Mia Member, Deleted user" | ${labels('membership', ':me', ':xd9')}
  admin = "Mia Member, Row 2" | ${labels('token_grant', ':me', ':xd9')}
  admin = "Test Benefit, Deleted Benefit" | ${labels('benefit_change', ':benefit', ':xd9')}
  admin = "ORD, Legacy Order" | ${labels('order_status', ':order', ':xd9')}
  admin = "TOKEN, 00000000-0000-4000-8000-0000000000d9" | ${labels('code_revocation', '(select id from redeem_codes where code = :token)', ':xd9')}; update redeem_codes set code = 'TOKEN' where code = :token
  admin = "••••-1, 0" | ${labels('key_quarantine', `(select id from private.delivery_keys where secret = 'MUTANT-1')`, '0')}
-- conditions
  admin done | update app_settings set value = '/other.png' where key = 'email_logo_in_mails' | a setting that is changed has the time and the author | ${OLD_SETTING}
    | select concat(updated_at = now(), updated_by = :admin) from app_settings where key = 'email_logo_in_mails' => "tt"
  admin done | update app_settings set value = '/logo.png' where key = 'email_logo_in_mails' | one that is not keeps them | ${OLD_SETTING}
    | select concat(updated_at < now(), updated_by = :me) from app_settings where key = 'email_logo_in_mails' => "tt"
  admin done | update app_settings set value = '/logo.png ' where key = 'email_logo_in_mails' | a setting that is saved unchanged keeps its author, and is not logged
    | insert into app_settings (key, value) values ('email_logo_in_mails', '/logo.png') | select count(*)::int from private.audit_log where row_id = 'email_logo_in_mails' and actor_id = :admin => 0
  me done | insert into orders (user_id, benefit_id, redemption_email, status) values (:me, :benefit, 'a@b.test', 'delivered') | a new order is pending | -
    | select count(*)::int from orders where user_id = :me and status = 'delivered' => 0
  admin done | update orders set updated_at = now(), status = status where id = :order | a time alone does not change an order | update orders set updated_at = '2026-01-01' where id = :order
    | select updated_at = '2026-01-01' from orders where id = :order => true
  owner ledger_is_append_only | update token_transactions set reason = null, reason_salt = null where account_id = :me and reason is not null | a reason does not change | ${reason}
  owner ledger_is_append_only | update token_transactions set reason = 'Other' where account_id = :me and reason_digest is not null | nor does one that was erased | ${reason}; ${LEAVE}
  owner done | ${LEAVE} | the chain outlives its person, without reasons (D12, D47) | ${reason}
    | select concat_ws(' ', count(*), count(user_id), count(reason), count(reason_salt), count(reason_digest), (select count(*) from private.reconcile() as r where r.account_id = :me)) from token_transactions where account_id = :me => "3 0 0 0 1 0"
  owner done | select | an entry hidden from its member is found | ${REPLICA}; update token_transactions set user_id = null where account_id = :me | ${BROKEN} => true
  owner done | select | a time that is none is found, also in a chain computed anew
    | ${reason}; ${REPLICA}; update token_transactions set created_at = 'infinity' where account_id = :me and reason is not null; update token_transactions as t set hash = private.ledger_hash( (select p.hash from token_transactions as p where p.account_id = :me and p.seq < t.seq order by p.seq desc limit 1), t) where account_id = :me and reason is not null
    | ${BROKEN} => true
`)
