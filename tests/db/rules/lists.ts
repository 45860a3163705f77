import { CANCEL, delivered, LEAVE, LOCKS, logged, placing, pool, reported, stocked } from './scene'
import { table } from './table'

const closed = `update benefits set closes_at = now() - interval '1 second' where id = :benefit`
const opening = `update benefits set opens_at = now() + interval '1 hour' where id = :benefit`
const category = `insert into categories (id, name, position) values (:xe2, 'A category', 1)`
const facts = `select count(*)::int from benefit_facts(array[:benefit::uuid])`
const UNITS = `select units_left from benefit_facts(array[:benefit::uuid])`
const OFFER = `insert into private.benefit_delivery (benefit_id) values (:benefit); update private.benefit_delivery set low_stock = 1`
const favourite = `select set_favourite(:benefit, true)`
const assigned = `insert into order_desk (order_id, assignee_id, assigned_at) values (:order, :other, now() - interval '1 day')`
const note = `insert into order_notes (order_id, body) values (:order, 'Called them.')`
const named = `update benefits set name = 'Only One' where id = :benefit; update orders set benefit_name = 'Only One' where id = :order`
const SENT_AT = 'confirmation,recovery,email_change,reauthentication'
  .split(',')
  .map((name) => `${name}_sent_at`)
  .concat('invited_at')
const UNSENT = `update auth.users set ${SENT_AT.join(' = null, ')} = null`
const MARKS = `select string_agg(left((user_id = :other)::text, 1), ' ') from (select user_id from private.favourites union all select user_id from private.waiting_members) as m`
/** Marks the benefit, or takes the marks back, as a person does. */
const marked = (who: string, on: boolean) =>
  `select set_config('request.jwt.claims', json_build_object('sub', ${who})::text, true), set_favourite(:benefit, ${on}), ask_to_be_told(:benefit, ${on}); select set_config('request.jwt.claims', '', true)`
const EMAILS = `delete from private.outbox; insert into private.outbox (id, kind, cause_id, recipient_id, next_attempt_at, outcome, finished_at, last_error) select gen_random_uuid(), 'order_placed', :order, :me, v.*
    from (values (now() - interval '301 seconds', null, null::timestamptz, null), (now() - interval '5 minutes', null, null, null), (now(), 'given_up', now() - interval '167 hours', 'smtp_550'), (now(), 'given_up', now() - interval '7 days', null)) as v`
const TOUCHED = (table: string, code: string) =>
  `update ${table} set max_uses = 2, uses = 1, used_at = now(), created_by = :admin, used_by = :me, revoked_at = now(), revoked_by = :other, revoked_reason = 'x' where code = ${code}`
const RELATED = (table: string, code: string) =>
  `select concat_ws(' ', (public.creator(c)).id = :admin, (public.redeemer(c)).id = :me, (public.revoker(c)).id = :other) from ${table} as c where code = ${code}`
const found = (shown: string, kind: string, all = true) =>
  `select string_agg(${shown}) from search_everything('only', ${all}) where kind = '${kind}'`
const OF_INVITATIONS = `update invite_codes set is_plain = false, batch_id = :xe2 where code = :invite`
/** The membership of the member ends in so many days, that of the other member then, and that of the admin never. */
const years = (name: string, days: number, other: string) =>
  `update profiles set name = '${name}', membership_end_date = now() + interval '${days} days' where id = :me; update profiles set membership_end_date = ${other} where id = :other; update profiles set membership_end_date = null where id = :admin`
const SIX_ORDERS = `insert into orders (order_number, user_id, benefit_name, created_at) select 'A' || n, :me, 'Only', now() + n * interval '1 minute' from generate_series(1, 6) as n`
const DID = (filter: string) => `(select string_agg(after ->> 'status', ' ') from activity(${filter}))`
const TODAY = `select concat_ws(' ', late, due_soon, reports, short_benefits, waitlist, failed_emails, ending, payment_problems, disputes) from admin_today()`
/** One of each that needs a decision, beside one that does not. */
const SHORT = `${reported(3)};
    update private.benefit_delivery set low_since = now() where benefit_id = :benefit; update orders set due_at = now() - interval '1 hour' where id = :order;
    insert into orders (id, user_id, due_at) values (:xf1, :me, now() + interval '5 hours'), (:xf2, :me, now() + interval '6 hours'), (:xf6, :me, now() + interval '359 minutes'), (:xf7, :me, now() - interval '1 minute');
    insert into private.reports (order_id, account_id, delivery_id, reason, outcome) select :order, :me, id, 'x', 'replaced' from private.deliveries where order_id = :xf1;
    insert into waitlist (email, mailbox, declined_at) values ('a@x.test', 'a@x.test', null), ('b@x.test', 'b@x.test', now());
    insert into private.outbox (id, kind, cause_id, recipient_id, outcome, finished_at) values (:xf1, 'order_placed', :order, :me, 'given_up', now() - interval '167 hours'), (:xf2, 'order_placed', :order, :me, 'given_up', now() - interval '7 days');
    update profiles set membership_end_date = now() + interval '30 days' where id = :me; update profiles set membership_end_date = now() + interval '721 hours' where id = :other; update profiles set membership_end_date = now() + interval '10 days' where id = :admin;
    insert into benefits (id, name, description, token_value, delivery_method, is_active) values (:xf3, 'Later', 'x', 1, 'key', true), (:xf4, 'Inactive', 'x', 1, 'key', false), (:xf5, 'Link', 'x', 1, 'link', true);
    insert into private.benefit_delivery (benefit_id, low_since) select id, now() + interval '1 minute' from benefits where id in (:xf3, :xf4, :xf5)`

export const lists = table(`
-- catalogue
  admin row_changed (stock) | select save_benefit(:benefit, [['{"stock": 2}' ;; '{"stock": null}']], '{"stock": 9}') | a stock is not as it was read (D7) | ${stocked(1)}
  admin done | select save_benefit(:benefit, [['{"stock": 1}', '{"stock": 9}' ;; '{"stock": 9}', '{"stock": 9}' ;; '{"stock": 9}', '{"stock": null}' ;; '{"stock": null}', '{"stock": 3}']]) | each change of a stock is logged (D29) | ${stocked(1)}
    | select string_agg(concat_ws(' -> ', before ->> 'stock', after ->> 'stock'), ', ' order by id) from private.audit_log where row_id = :benefit::text => "1 -> 9, 9, 3"
  me done | ${placing} | an order changes neither the time nor the log of a benefit (D7) | ${stocked(2)} | select concat_ws(' ', updated_at < now(), (select count(*) from private.audit_log where row_id = :benefit::text)) from benefits where id = :benefit => "t 0"
  admin row_changed (message,name,stock) | select save_benefit(:benefit, '{"name": "Old", "stock": 1, "message": "Old", "token_value": 10}', '{"name": "Mine", "stock": 5, "message": "Hello.", "token_value": 3}') | what another changed meanwhile is not overwritten (D7)
  admin done | select save_benefit(:benefit, '{"name": "Old", "stock": 1, "token_value": 10}', '{"name": "Test Benefit", "token_value": 3}') | beside it, and the same as another, a benefit is changed (D7) | ${stocked(4)} | select concat_ws(' ', name, token_value, stock) from benefits as b join private.benefit_stock on benefit_id = b.id where b.id = :benefit => "Test Benefit 3 4"
  admin 23514 | select save_benefit(id, to_jsonb(b) || '{"stock": null, "low_stock": 10}', [['{"name": "x", "low_stock": -1}' ;; '{"name": "x", "stock": -1}' ;; '{"name": "x", "closes_at": "2026-12-31T09:00:00+00:00"}']]) from benefits as b where id = :benefit | all or nothing is saved | update benefits set opens_at = '2027-01-01' where id = :benefit
  admin done | select save_benefit(id, to_jsonb(b) || '{"stock": null}', '{"what_you_get": " A seat\\\\nA badge ", "conditions": "One person.", "maker": "Quill", "maker_link": "https://q.example/", "opens_at": "2027-12-01T09:00:00+00:00", "closes_at": "2027-12-31T09:00:00+00:00", "per_member_limit": 1, "estimated_value": 99.5, "stock": 4}') from benefits as b where id = :benefit
    | all that an admin says of a benefit is saved and logged | - | select jsonb_build_array(to_jsonb(b) @> l.after - 'stock', l.after -> 'stock', l.after -> 'what_you_get', l.after -> 'estimated_value', (select count(*) from jsonb_object_keys(l.after))) from benefits as b, private.audit_log as l where b.id = :benefit and l.row_id = b.id::text
    => [true, 4, "A seat\\\\nA badge", 99.5, 9]
  me = "t t 0" | select concat_ws(' ', is_favourite, is_awaited, units_left) from benefit_facts(array[:benefit::uuid]) | marks are seen by their member (D39) | ${stocked(0)}; ${marked(':me', true)}; ${marked(':me', true)}; ${marked(':me', false)}; ${marked(':me', true)}
  other = "f f 0" | select concat_ws(' ', is_favourite, is_awaited, awaited_since, units_left) from benefit_facts(array[:benefit::uuid]) | and by nobody else (D39) | ${stocked(0)}; ${marked(':me', true)}; ${marked(':other', false)}
  owner done | ${LEAVE} | marks go with the person alone (D12) | ${stocked(0)}; ${marked(':me', true)}; ${marked(':other', true)}; ${marked(':me', false)}; ${marked(':me', true)} | ${MARKS} => "t t"
  owner done | delete from benefits where id = :benefit | and with the benefit (D12) | ${stocked(0)}; ${marked(':me', true)} | ${MARKS} => null
  admin done | insert into benefits (name, description, token_value, image_url, estimated_value, what_you_get, conditions, maker, maker_link) values ('Fresh', ' New. ', 5, ' ', 90, E' Slides\\nA book\\n', E' \\n', ' ', ' https://deck.example ')
    | what an admin says of a benefit is trimmed, and a blank text is none | - | select jsonb_build_array(description, image_url, estimated_value, what_you_get, conditions, maker, maker_link) from benefits where name = 'Fresh'
    => ["New.", null, 90, "Slides\\\\nA book", null, null, "https://deck.example"]
  me = 0 | select count(*)::int from benefits where id = :benefit | a closed benefit is hidden | ${closed}
  admin done | insert into categories (name) values (' Space\u0301d ') | a new category is the last | insert into categories (name, position) values ('A category', 70) | select position from categories where name = 'Spac\u00e9d' => 71
  admin done | select order_categories(array[:xe3, :xe2, :xe3]::uuid[]) | categories that are not given keep their order, and what moved is logged
    | delete from categories; insert into categories (id, name, position) values (:xe4, 'A', 1), (:xe2, 'B', 2), (:xe3, 'C', 3), (:xe1, 'D', 4)
    | select string_agg(concat_ws(' ', subject, before ->> 'position', after ->> 'position'), ', ' order by id) from private.audit_log where table_name = 'categories' and actor_id = :admin => "C 3 1, A 1 3"
  admin done | update categories set name = ' Space\u0301d ' where id = :xe2 | categories_before_update | ${category} | select count(*)::int from categories where name = 'Spac\u00e9d' and updated_at > now() => 1
  owner done | delete from categories where id = :xe2 | categories_after_delete | ${category}; update benefits set category_id = :xe2 where id = :benefit | select category_id from benefits where id = :benefit => null
  owner done | delete from categories where false | categories_serialize | - | ${LOCKS} => 1
  admin done | update categories set name = 'B' where id = :xe2 | categories_audit | ${category} | ${logged('categories', ':xe2')}
  owner done | update benefits set category_id = null where false | benefits_serialize_category | - | ${LOCKS} => 1
  admin category_deleted | update benefits set category_id = gen_random_uuid() where id = :benefit
  me unknown_sort | select browse_benefits(p_sort => 'id')
  me not_signed_in | ${favourite} | - | ${LEAVE}
  me benefit_unavailable | ${favourite} | - | update benefits set is_active = false where id = :benefit
  me benefit_unavailable | ${favourite} | a closed benefit cannot be marked | ${closed}
  me = 0 | select count(*)::int from browse_benefits() where id = :benefit | the catalogue has no inactive benefit | update benefits set is_active = false where id = :benefit
  me = 0 | select count(*)::int from browse_benefits() where id = :benefit | the catalogue has no closed benefit | ${closed}
  me = 0 | select count(*)::int from browse_benefits(p_affordable => true, p_limit => 200) where id = :benefit | redeemable is what the balance covers | update benefits set token_value = 16 where id = :benefit
  me = 0 | select count(*)::int from browse_benefits(p_affordable => true, p_limit => 200) where id = :benefit | redeemable is what has opened | ${opening}
  me = 0 | select count(*)::int from browse_benefits(p_affordable => true, p_limit => 200) where id = :benefit | redeemable is what is left | ${stocked(0)}
  me = 0 | select count(*)::int from browse_benefits(p_affordable => true, p_limit => 200) where id = :benefit | and what there is to deliver | update benefits set delivery_method = 'link' where id = :benefit; insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type) values (:benefit, 'a', 'a', 1, 'a')
  me = 0 | select count(*)::int from browse_benefits(p_affordable => true, p_limit => 200) where id = :benefit | redeemable is what is below the limit | update benefits set per_member_limit = 1 where id = :benefit
  me = "all 0, favourites 0, affordable 0" | select string_agg(concat_ws(' ', filter, benefits), ', ') from browse_counts('no such benefit') | a search that finds nothing
  me = 1 | select count(*)::int from browse_benefits(p_affordable => true, p_limit => 200) where id = :benefit | also at the whole balance | update benefits set token_value = 15 where id = :benefit
  me = 20 | ${UNITS} | of keys no more than twenty are counted | ${pool(21)}
  me = 1 | ${UNITS} | nor those of a held batch | ${pool(2)}; insert into private.key_batches (id, benefit_id, number, quarantined_at) values (:xb2, :benefit, 2, now()); update private.available_keys set batch_id = :xb2 where key_id = (select max(id) from private.delivery_keys)
  me = 0 | select count(*)::int from browse_benefits(p_affordable => true) where id = :benefit | nothing is left of a held batch | ${pool(1)}; update private.key_batches set quarantined_at = now()
  me = 0 | ${UNITS} | without a link nothing is left | ${OFFER}, file_path = 'a', file_name = 'a', file_size = 1, file_type = 'a'; update benefits set delivery_method = 'link'
  me = null | ${UNITS} | with a link any number | ${OFFER}, link = 'https://a.test'; update benefits set delivery_method = 'link'
  me = 0 | ${UNITS} | without a file nothing is left | ${OFFER}, link = 'https://a.test'; update benefits set delivery_method = 'file'
  me = null | ${UNITS} | with a file any number | ${OFFER}, file_path = 'a', file_name = 'a', file_size = 1, file_type = 'a'; update benefits set delivery_method = 'file'
  me = "3 1 t f t" | select concat_ws(' ', units_left, own_orders, is_favourite, is_awaited, is_open) from [[benefit_facts(array[:benefit::uuid]) ;; browse_benefits()]] | what a member sees of a benefit | ${stocked(3)}; insert into private.favourites (user_id, benefit_id) values (:me, :benefit)
  me = "0 f" | select concat_ws(' ', own_orders, is_open) from benefit_facts(array[:benefit::uuid]) | a cancelled order does not count | ${CANCEL}; ${opening}
  me = 0 | select count(*)::int from benefit_facts(array_fill(gen_random_uuid(), array[200]) || :benefit::uuid) | facts about two hundred benefits
  admin = 1 | ${facts} | admins have facts about inactive benefits | update benefits set is_active = false where id = :benefit
  me done | select set_favourite(:benefit, false), ask_to_be_told(:benefit, false) | a mark is taken from a hidden benefit | update benefits set is_active = false where id = :benefit
  me = "B" | select string_agg(name, ' ') from browse_benefits([[p_category => :xe2 ;; p_favourites => true ;; 'thing b']]) | the catalogue by category, favourite and description
    | ${category}; insert into benefits (id, name, description, token_value, category_id) values (:xf1, 'A', 'Thing A', 1, null), (:xf2, 'B', 'Thing B', 1, :xe2); insert into private.favourites (user_id, benefit_id) values (:other, :xf1), (:me, :xf2)
  me = "C B A" | select string_agg(name, ' ') from browse_benefits('thing', p_sort => 'leaving') | what leaves first comes first
    | insert into benefits (id, name, description, token_value, closes_at) values (:xf1, 'A', 'Thing', 1, null), (:xf2, 'B', 'Thing', 1, now() + interval '2 days'), (:xf3, 'C', 'Thing', 1, now() + interval '1 day')
  me = 200 | select count(*)::int from browse_benefits(p_limit => 201) | a page of two hundred benefits | insert into benefits (name, description, token_value) select 'A', 'Thing', 1 from generate_series(1, 201)
  me = "all 3, category B 1, category A category 1, shown 2, favourites 1, affordable 2" | select string_agg(concat_ws(' ', filter, name, benefits), ', ') from browse_counts(p_affordable => true) | filters are counted in their order
    | delete from categories; ${category}; insert into categories (id, name, position) values (:xe3, 'B', 0); insert into benefits (id, name, description, token_value, category_id) values (:xf1, 'A', 'Thing', 99, :xe2), (:xf2, 'B', 'Thing', 1, :xe3); insert into private.favourites (user_id, benefit_id) values (:me, :xf1)
  me = 0 | ${facts} | no facts about an inactive benefit | update benefits set is_active = false where id = :benefit
  me = 0 | ${facts} | no facts about a closed benefit | ${closed}
  me = 0 | ${facts} | no facts for somebody who was deleted | ${LEAVE}
  me = false | select is_open from browse_benefits() where id = :benefit | the server says that a benefit has not opened | ${opening}
  me = true | select is_open from browse_benefits() where id = :benefit | and that it has | update benefits set opens_at = now() - interval '1 second' where id = :benefit
  owner = false | select private.is_available(:benefit) | what is not active is not available | update benefits set is_active = false where id = :benefit
  owner = false | select private.is_available(:benefit) | what has not opened is not available | ${opening}
  owner = false | select private.is_available(:benefit) | what has closed is not available | ${closed}
  owner = false | select private.is_available(:benefit) | what is sold out is not available | ${stocked(0)}
-- desk
  admin done | insert into order_notes (order_id, body) values (:order, ' Called them.') | order_notes_before | - | select body from order_notes => "Called them."
  admin done | ${note} ;; ${note} | order_notes_count | - | select notes from order_desk => 2
  owner done | insert into order_notes select * from order_notes where false | order_notes_serialize | - | ${LOCKS} => 1
  admin done | insert into admin_views (name, filter) values (' Mi\u0301ne ', '{"status": "waiting"}') | admin_views_before | - | select name from admin_views => "M\u00edne"
  owner done | insert into admin_views select * from admin_views where false | admin_views_serialize | - | ${LOCKS} => 1
  admin too_many_orders | select assign_orders(array_fill(:order::uuid, array[501]), true)
  me not_admin | ${note}
  admin order_not_found | insert into order_notes (order_id, body) values (gen_random_uuid(), 'Called them.')
  me not_admin | insert into admin_views (name, filter) values ('Mine', '{"status": "waiting"}')
  admin too_many_views | insert into admin_views (name, filter) values ('Mine', '{"status": "waiting"}') | - | insert into admin_views (admin_id, name) select :admin, 'View ' || n from generate_series(1, 20) as n
  admin too_many_views | select view_counts(array_fill('{}'::jsonb, array[41]))
  admin unknown_filter | select count_orders([['{"color": "red"}' ;; '{"status": "lost"}' ;; '{"due": null}' ;; '{"noted": false}']])
  admin unknown_filter | select count_orders([['[]' ;; '"x"' ;; 'null']])
  admin unknown_sort | select search_orders([[p_sort => 'due' ;; '{"status": "delivered"}', 'due' ;; p_sort => 'oldest' ;; p_sort => null]])
  admin = 1 | select count(*)::int from search_orders([['{"status": "pending"}', 'due' ;; '{"status": "waiting"}', 'due' ;; '{"search": ""}']]) | what waits is sorted by its due time
  admin = 0 | select count(*)::int from search_orders('{"status": "processing"}', 'due') | also what is worked on
  admin = "1 0" | select concat_ws(' ', count_orders(jsonb_build_object('from', o.created_at)), count_orders(jsonb_build_object('to', o.created_at))) from orders as o where id = :order | a time ends before its end
  admin = "{1,1,0}" | select view_counts(array['{"due": "late"}', '{}', '{"due": "soon"}']::jsonb[])::text | an order is late from its due time on | update orders set due_at = now()
  admin done | select assign_orders(array[:order]::uuid[], true) | an order is assigned to the caller | - | select assignee_id = :admin from order_desk where order_id = :order => true
  admin done | select assign_orders(array[:order]::uuid[], true) | an admin takes over an order of another | ${assigned} | select concat(assignee_id = :admin, assigned_at = now()) from order_desk where order_id = :order => "tt"
  admin = 0 | select assign_orders(array[:order]::uuid[], true) | who has an order keeps it | ${assigned}; update order_desk set assignee_id = :admin | select assigned_at < now() from order_desk => true
  admin done | select assign_orders(array[:order]::uuid[], false) | an order of another admin is released | ${assigned} | select assignee_id from order_desk where order_id = :order => null
  admin unknown_filter | [[insert into admin_views (name, filter) values ('Lost', '{"status": "lost"}') ;; update admin_views set filter = '{"status": "lost"}']] | a view has filters that exist | insert into admin_views (admin_id, name) values (:admin, 'Mine')
  admin done | insert into admin_views (name, filter) values ('Mine', '{"status": "waiting"}') | each admin has twenty views
    | insert into admin_views (admin_id, name) select :other, 'View ' || n from generate_series(1, 20) as n
  admin done | ${note} | a note has the time of the server | - | select created_at = now() from order_notes => true
  owner done | ${LEAVE} | a deleted admin keeps no view | insert into admin_views (admin_id, name, filter) values (:me, 'Theirs', '{"search": "mia"}') | select count(*)::int from admin_views => 0
  owner done | ${LEAVE} | the orders of a deleted admin are released | insert into order_desk (order_id, assignee_id, assigned_at) values (:order, :me, now())
    | select assignee_id from order_desk where order_id = :order => null
  owner done | ${LEAVE} | a view does not keep the search for a deleted person | insert into admin_views (admin_id, name, filter) values (:other, 'Theirs', '{"search": "mia"}')
    | select filter::text from admin_views => "{}"
  admin = 0 | select count_orders('{"due": "late"}') | a late order waits | update orders set due_at = now() - interval '1 hour'; update orders set status = 'delivered'
  admin = 0 | select count_orders('{"due": "soon"}') | orders are due soon within six hours
  admin = 0 | select count_orders('{"assigned": "me"}') | one's own orders are those assigned to oneself | ${assigned}
  admin done | select view_counts(array_fill('{}'::jsonb, array[40])) | forty views are counted
  admin done | select assign_orders(array_fill(:order::uuid, array[500]), true) | five hundred orders are assigned
  admin done | insert into admin_views (name, filter) values ('Mine', '{"status": "waiting"}') ;; update admin_views set name = 'Ours' where name = 'Mine' | twenty views | insert into admin_views (admin_id, name) select :admin, 'View ' || n from generate_series(1, 19) as n
-- overview
  admin = "0 0 0 0 0 0 0 0 0" | ${TODAY} | nothing needs a decision
  admin = "2 2 1 2 1 1 1 0 0" | ${TODAY} | each list that needs a decision is counted | ${SHORT}
  admin = "t t t t t Test Benefit 2 f t t" | select concat_ws(' ', late_since = now() - interval '1 hour', due_soon_at = now() + interval '5 hours', reports_due_at > now(), waitlist_since = now(), short_benefit_id = :benefit,
      short_benefit, short_benefit_keys, has_logo, has_sent_email, ending_at = now() + interval '30 days') from admin_today() | the first of each is named
    | ${SHORT}; update private.outbox set outcome = 'sent', finished_at = now() where id = :xf2
  admin = false | select has_invited from admin_today() | whoever has only an own and a revoked code has invited nobody | update invite_codes set uses = 1, used_at = now(), used_by = :admin; insert into invite_codes (code, revoked_at, revoked_by, revoked_reason) values ('LOST', now(), :admin, 'Lost')
  admin = "0 2" | select concat_ws(' ', paid_members, orders_this_week) from admin_counts() | tokens and tests make no paid members, and a week has seven days | insert into orders (user_id, status, created_at) select :me, 'cancelled', now() - h * interval '1 hour' from unnest('{167,168}'::int[]) as h;
    insert into payments (user_id, account_id, kind, tokens, amount, is_test, state) values (:me, :me, 'tokens', 5, 100, false, 'paid'), (:other, :other, 'membership', null, 100, true, 'paid')
-- explain
  admin = "completed processing, completed, , 2 1 0" | select concat_ws(', ', ${DID(`p_search => 'Mia M'`)}, ${DID('p_actor => :other')}, coalesce(${DID(`p_search => 'Mia M', p_from => now() + interval '1 hour'`)}, ''), concat_ws(' ', count_activity('Mia M'), count_activity('Mia M', p_actor => :admin), count_activity('Mia M', p_to => '2001-01-01')))
    | the log finds the orders of a person by name, and what an admin did when | insert into private.audit_log (actor_id, table_name, row_id, action, before, after) values (:admin, 'orders', :order, 'update', '{"status": "pending"}', '{"status": "processing"}'), (:other, 'orders', :order, 'update', '{"status": "processing"}', '{"status": "completed"}')
  admin = "1 1 1 1" | select concat_ws(' ', s.late, s.given_up, (select total from explain_number('emails', 'late')), (select total from explain_number('emails', 'given_up'))) from email_status() as s | emails that wait for five minutes or were given up in a week are counted and explained (D37, D48) | ${EMAILS}
  admin = "email order_placed smtp_550 t t" | select string_agg(concat_ws(' ', kind, name, reason, order_id = :order, person_id = :me), ', ') from explain_rows('emails', 'given_up') | row by row | ${EMAILS}
  admin = "email order_placed waiting" | select string_agg(concat_ws(' ', kind, name, state, reason), ', ') from explain_rows('emails', 'late') | also those that wait | ${EMAILS}
  me = "25 1" | select concat_ws(' ', total, row_count) from explain_number('account_received'[[ ;; , p_account => :me]]) | what a member received is explained (D21, D48)
  me = "-10 1" | select concat_ws(' ', total, row_count) from explain_number('account_spent') | what they spent
  me = "1 1" | select concat_ws(' ', total, row_count) from explain_number('account_entries', 'redemption') | in how many entries of a type
  me = "15 2" | select concat_ws(' ', total, row_count) from explain_number('account_balance') | what they have
  admin = "15 2" | select concat_ws(' ', total, row_count) from explain_number('account_balance', p_account => :me) | to admins as well
  admin = "entry Test Benefit t -10" | select concat_ws(' ', kind, name, person_id = :me, amount) from explain_rows('account_spent', p_account => :me) | and row by row
  admin = "2 13 1, 0 0 0" | select string_agg(concat_ws(' ', f.orders, f.tokens, f.open_orders, f.keys_left), ', ' order by f.orders desc) from benefit_figures(array[:benefit, :xe1]::uuid[]) as f | the orders of benefits that are not cancelled, and what they cost
    | insert into benefits (id, name, description, token_value) values (:xe1, 'Unsold', 'x', 10); insert into orders (user_id, benefit_id, benefit_name, status, benefit_token_value) values (:me, :benefit, 'x', 'delivered', 3), (:me, :benefit, 'x', 'cancelled', 5); update benefits set token_value = 100
  admin = 2 | select keys_left from benefit_figures(array[:benefit]::uuid[]) | and the keys that are left | ${pool(2)}
  admin = true | select (select array_agg(f) from token_flow('day', 3, [['Mars/Phobos' ;; '' ;; null]]) as f)::text = (select array_agg(f) from token_flow('day', 3, 'UTC') as f)::text | a zone that is none is UTC
  admin = "1 366" | select concat_ws(' ', (select count(*) from token_flow('day', 0, 'UTC')), (select count(*) from token_flow('day', 9999, 'UTC'))) | the flow of tokens has 1 to 366 steps
  admin = "01:00:00" | select (now() - last_email_at)::text from email_status() | when the last email was sent (D23) | ${UNSENT}; insert into private.outbox (id, kind, recipient_id, outcome, finished_at) select gen_random_uuid(), 'order_placed', :me, o, now() - n * interval '1 hour' from (values ('given_up', 0), ('sent', 1), ('sent', 2)) as v (o, n)
  admin unknown_number | select explain_number([['invented' ;; null]])
  me not_admin | select explain_rows('account_balance', p_account => :other) | members have the rows of their own numbers
  me not_admin | select explain_rows('account_entries') | deleted people have none | ${LEAVE}
  me not_admin | select explain_number('issued') | members have no one else's numbers
  other = 0 | select count(*)::int from search_everything('only one') where kind = 'order' and (id = :benefit or id = :order) | members find their own orders | ${named}
  me = 0 | select count(*)::int from search_everything('only one') where kind = 'benefit' and (id = :benefit or id = :order) | members find no inactive benefit
    | ${named}; update benefits set is_active = false where id = :benefit
  me = 0 | select count(*)::int from search_everything('only one') where kind = 'benefit' and (id = :benefit or id = :order) | members find no closed benefit
    | ${named}; update benefits set closes_at = now() - interval '1 second' where id = :benefit
  me = 0 | select count(*)::int from search_everything('only one') where kind = 'benefit' and (id = :benefit or id = :order) | deleted people find no benefit | ${named}; ${LEAVE}
  me = 0 | select count(*)::int from explain_rows('account_entries', p_as_of => now() - interval '1 hour') | rows of an earlier time
  me = 2 | select count(*)::int from explain_rows('account_entries', p_as_of => (select max(created_at) from token_transactions)) | rows up to a time, included
  me = "entry|10|Test Benefit|Redeemed: Test Benefit|redemption|t|t|Mia Member" | select concat_ws('|', kind, -amount, name, detail, state, reason, order_id = :order, person_id = :me, person_name) from explain_rows('account_spent', p_limit => 1) | what an order cost is explained | -
  me = "Only 1, Only 2, Only 3, Only 4, Only 5" | ${found("title, ', '", 'benefit', false)} | the first five benefits by name
    | insert into benefits (name, description, token_value) select 'Only ' || n, 'x', 1 from generate_series(6, 1, -1) as n
  admin = "inactive" | ${found("state, ', '", 'benefit')} | admins find inactive benefits | ${named}; update benefits set is_active = false where id = :benefit
  me = "A6 A5 A4 A3 A2" | ${found("title, ' '", 'order', false)} | the newest five orders of the caller | ${SIX_ORDERS}
  admin = "A6 A5 A4 A3 A2" | ${found("title, ' '", 'order')} | the newest five orders of everybody | ${SIX_ORDERS}
  admin = "Only 6, Only 5, Only 4, Only 3, Only 2" | ${found("title, ', '", 'person')} | the newest five people
    | set local session_replication_role = replica; insert into profiles (id, name, email, created_at) select gen_random_uuid(), 'Only ' || n, n || '@only.test', now() + n * interval '1 minute' from generate_series(1, 6) as n
  admin = "6 5 3 2" | ${found("detail, ' '", 'token_code')} | the newest five token codes that end so
    | insert into redeem_codes (code, note, token_value, created_at) select n || '-ONLY', nullif(n, 4), 1, now() + n * interval '1 minute' from generate_series(1, 6) as n
  admin = "6 5 3 2" | ${found("detail, ' '", 'invite_code')} | the newest five invite codes that end so
    | insert into invite_codes (code, note, created_at) select n || '-ONLY', nullif(n, 4), now() + n * interval '1 minute' from generate_series(1, 6) as n
-- relationships
  me = "tTest Benefit" | select concat((public.customer(o)).id = :me, (public.benefit(o)).name) from orders as o where o.id = :order | an order relates to its member and its benefit
  me = 0 | select count(*)::int from orders as o, public.benefit(o) where o.id = :order | a member sees no inactive benefit by an order | update benefits set is_active = false where id = :benefit
  admin = "Test Benefit" | select (public.benefit(o)).name from orders as o where o.id = :order | an admin sees an inactive benefit by an order | update benefits set is_active = false where id = :benefit
  me = true | select (public.related_order(t)).id = :order from token_transactions as t where t.order_id = :order | an entry relates to its order
  admin = "t t t" | ${RELATED('redeem_codes', ':token')} | who made, used and revoked a token code | ${TOUCHED('redeem_codes', ':token')}
  admin = "t t t" | ${RELATED('invite_codes', ':invite')} | who made, used and revoked an invite code | ${TOUCHED('invite_codes', ':invite')}
  admin = true | select (public.person(u)).id = :me from code_uses as u | who used a code of several uses | insert into code_uses (code_id, account_id, user_id, used_at) select id, :other, :me, now() from redeem_codes where code = :token
  admin = true | select (public.actor(o)).id = :other from operations as o | who ran an operation | insert into operations (kind, actor_id) values ('membership', :other)
  admin = true | select (public.redeemed_code(t)).code = :token from token_transactions as t where redeem_code_id is not null | which code an entry is of | select private.post_tokens(:me, 'redemption', 5, 'Code', p_code => id) from redeem_codes where code = :token
-- lists
  admin unknown_sort | select [[search_redeem_codes('', 'available', 'used_at') ;; search_invite_codes('', 'available', 'token_value') ;; search_invite_codes('', 'available', 'revoked_at')]]
  admin = "pending 1, processing 0, completed 0, delivered 1, cancelled 2" | select string_agg(concat_ws(' ', status, count), ', ') from order_counts() | orders are counted by status | insert into orders (user_id, status) values (:me, 'delivered'), (:me, 'cancelled'), (:me, 'cancelled')
  admin = "Mia 1" | select concat_ws(' ', (select string_agg(name, ' ') from search_profiles(p_sort => [['name' ;; 'email' ;; 'current_tokens' ;; 'created_at']], p_group => 'ending')), count_profiles(p_group => 'ending')) | a membership that ends within 30 days | ${years('Mia', 30, `now() + interval '30 days 1 second'`)}
  admin = "Mia 1 0" | select concat_ws(' ', (select string_agg(name, ' ') from search_profiles(p_sort => [['name' ;; 'email' ;; 'current_tokens' ;; 'created_at']], p_group => 'ended')), count_profiles(p_group => 'ended'), count_profiles(p_group => 'ending')) | one that has ended | ${years('Mia', 0, 'null')}
  admin = "Mia 1" | select concat_ws(' ', (select string_agg(name, ' ') from search_profiles(p_sort => [['name' ;; 'email' ;; 'current_tokens' ;; 'created_at']], p_group => 'unpaid')), count_profiles(p_group => 'unpaid')) | one that was never paid | ${years('Mia', 0, 'null')};
    update profiles set membership_start_date = null, membership_end_date = null where id = :me
  admin = 0 | select count_profiles(p_group => g) + (select count(*)::int from search_profiles(p_group => g)) from (values ([['ending' ;; 'ended' ;; 'unpaid']])) as v (g) | admins are in none of these groups | ${years('Mia', 30, 'now()')}; update profiles set role = 'admin'; update profiles set membership_start_date = null, membership_end_date = null where id = :admin
  admin = "Ada Admin 1" | select concat_ws(' ', (select string_agg(name, ' ') from search_profiles(p_group => 'admins')), count_profiles(p_group => 'admins')) | but in their own
  admin = "(5,2,1,1,1,3,3,42,27,8)" | select code_counts('token')::text | codes and their tokens are counted by state (D41) | update redeem_codes set token_value = 7 where code = :token; insert into redeem_codes (code, token_value, max_uses, uses, used_at, expires_at) values ('C1', 30, 1, 1, now(), null), ('C2', 10, 3, 1, now(), null), ('C3', 2, 3, 1, now(), now());
    insert into redeem_codes (code, token_value, revoked_at, revoked_by, revoked_reason) values ('C4', 4, now(), :admin, 'x')
  admin = "(6,1,3,0,0,3,1,0,0,0)" | select code_counts('invite')::text | those of invitations in all alone | insert into invite_codes (code, is_plain, uses, used_at) values ('APART-1', false, 0, null), ('APART-2', false, 1, now())
  admin = 0 | select count_codes('invite', 'available', 'apart-') | nor are they found | insert into invite_codes (code, is_plain) values ('APART-1', false)
  admin filter_or_ids | select change_benefits([[null ;; '{}', '{}']], p_change => 'active', p_value => 0)
  admin too_many_rows | select change_benefits(p_ids => array(select gen_random_uuid() from generate_series(1, 20001)), p_change => 'active', p_value => 0)
  admin reason_required | select revoke_codes('token', p_ids => '{}', p_dry_run => false)
  admin unknown_filter | select revoke_codes('token', p_filter => [['{"used": "true"}' ;; '{"search": 1}' ;; '[]']])
  admin unknown_filter | select revoke_codes('token', p_filter => '{"state": "lapsed"}')
  admin unknown_filter | select set_keys_aside([['{}' ;; '[]' ;; '{"benefit": 1}' ;; '{"benefit": "x"}']])
  admin unknown_filter (state) | select set_keys_aside(jsonb_build_object('benefit', :benefit::text, 'state', 'lost'))
  admin unknown_filter | select revoke_codes('token', '{"batch": "x"}')
  admin = [{"reason": "not_found", "count": 1}] | select skipped from revoke_codes('invite', p_ids => array(select id from redeem_codes where code = :token)) | a code of the other kind
  admin = 0 | select changed from revoke_codes('invite', jsonb_build_object('search', :invite::text, 'state', 'available')) | the code of an invitation is in no list | ${OF_INVITATIONS}
  admin = 1 | select changed from revoke_codes('invite', jsonb_build_object('batch', :xe2::text)) | but in its batch | ${OF_INVITATIONS}
  admin = true | select (skipped #>> '{0,at}')::timestamptz = now() from set_keys_aside(jsonb_build_object('benefit', :benefit::text)) | since when a key is aside | ${pool(1)}; update private.delivery_keys set quarantined_at = now(); delete from private.available_keys
  admin = [] | select skipped from set_keys_aside(jsonb_build_object('benefit', :benefit::text, 'state', 'delivered')) | a delivered key that was put aside is listed there | ${delivered()}; update private.delivery_keys set quarantined_at = now()
  admin = 0 | select changed from change_benefits(null, array[:benefit]::uuid[], 'amount', 999991) | no benefit costs more than a million
  admin unknown_filter | select change_benefits([['{"active": true}' ;; '{"search": 1}' ;; '[]']], p_change => 'active', p_value => 0)
  admin = 1 | select changed from change_benefits([[jsonb_build_object('category', :xe2::text) ;; '{"method": "key"}' ;; '{"status": "inactive"}' ;; '{"search": "other"}' ;; jsonb_build_object('category', :xe2::text, 'status', 'inactive')]], p_change => 'price', p_value => 99) | benefits of a filter
    | ${category}; insert into benefits (name, description, token_value, category_id, delivery_method, is_active) values ('Other', 'x', 1, :xe2, 'key', false)
  admin done | select change_benefits('{}', p_change => [['price', p_value => 1 ;; 'price', p_value => 1000000 ;; 'amount', p_value => -1000000 ;; 'amount', p_value => 1000000 ;; 'percent', p_value => -99 ;; 'percent', p_value => 1000]]) | prices change much
  admin invalid_change | select change_benefits('{}', p_change => [['price', p_value => 1000001 ;; 'amount', p_value => -1000001 ;; 'amount', p_value => 1000001 ;; 'percent', p_value => -100 ;; 'percent', p_value => 1001 ;; 'active', p_value => 2]])
  admin done | select revoke_codes('token', p_ids => '{}', p_reason => repeat('a', 200), p_dry_run => false) | a reason is long
  admin reason_required | select revoke_codes('token', p_ids => '{}', p_reason => [[' ' ;; repeat('a', 201)]], p_dry_run => false)
  admin invalid_change | select change_benefits('{}', p_change => [['price', p_value => 0 ;; 'name', p_value => 1]])
  admin done | select revoke_codes('token', p_ids => array(select id from redeem_codes where code = :token), p_reason => 'Lost', p_dry_run => false) | a used code is not revoked
    | update redeem_codes set uses = 1, used_at = now() where code = :token | select is_revoked from redeem_codes where code = :token => false${SENT_AT.map(
      (column) => `
  admin = true | select last_email_at = now() from email_status() | the last email of auth: ${column} (D23) | ${UNSENT}; update auth.users set ${column} = now() - (id = :me)::int * interval '1 hour' where id in (:admin, :me)`,
    ).join('')}
`)
