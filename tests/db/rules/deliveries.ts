import { ASIDE, CANCEL, delivered, LEAVE, placing, pool, reported, reporting } from './scene'
import { table } from './table'

const DELIVERED = `update orders set status = 'delivered', updated_at = now() - interval '1 day' where id = :order`
const FOLDER = '00000000-0000-4000-8000-0000000000f1/00000000-0000-4000-8000-0000000000f2'
const STORED = `insert into storage.objects (bucket_id, name) values ('deliveries', '${FOLDER}/guide.txt')`
const OFFERED = `insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type) values (:benefit, '${FOLDER}/guide.txt', 'guide.txt', 1, 'text/plain')`
const current = `select k.secret from private.deliveries as d join private.delivery_keys as k on k.id = d.key_id where d.order_id = :x01 and d.withdrawn_at is null`
const OPEN = `
    ${DELIVERED};
    insert into private.deliveries (id, order_id, method) overriding system value values (9000000000, :order, 'manual');
    insert into private.reports (id, order_id, account_id, delivery_id, reason, outcome) values (:xe1, :order, :me, 9000000000, 'Nothing came', 'open')`
const file = `
    ${STORED};
    ${OFFERED};
    insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value, benefit_name, delivery_method, status) values (:x01, :me, :benefit, 'a@b.test', 0, 'Guide', 'file', 'delivered');
    select private.add_delivery(o) from orders as o where o.id = :x01;
    select set_config('storage.operation', 'storage.object.get_authenticated', true)`
const rows = `select count(*)::int from storage.objects where bucket_id = 'deliveries' and name like '${FOLDER}%'`
const COUNTS = `select concat_ws(' ', open, due_within_hour, in_30_days, replaced_in_30_days, coalesce(median_hours::text, '-')) from report_counts()`
const DETAILS = `select concat_ws('|', kind, mask, message, file_name, delivered_by, read_at is not null, waits_until, revealed_by, email, email_error, report_id = :xe1, report_open) from delivery_details(:x01)`
const STATUS = `select concat_ws('|', method, kind, mask, message, instructions, read_at is not null, file_name, items, replaced_mask, next_report,
    report_reason, coalesce(report_due_at > now() + interval '23 hours', false), answer, answer_text, case when answered_at is not null then true end, email) from delivery_status(:x01)`
const EVENTS = (order: string) =>
  `select jsonb_agg(jsonb_build_array(event, actor, detail)) from order_events(${order})`
const DUE_NOW = `select set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true) ;; select import_keys(:benefit, '{}')`
const UNSETTLED = `
    ${DELIVERED};
    insert into operations (id, actor_id, kind, parameters, state, undo_until) values (:xe1, :admin, 'order_status', '{}', 'done', now() + interval '1 minute');
    insert into private.operation_rows (operation_id, position, row_id, state, changed_at, version) select :xe1, 1, id, 'changed', now(), updated_at from orders where id = :order`
/** What an admin delivered instead: kind, content and message. */
const replaced = (values: string) => `${delivered()};
    update private.deliveries set withdrawn_at = now() where order_id = :x01;
    insert into private.deliveries (order_id, method, kind, content, message, delivered_by) select :x01, 'manual', v.*, :admin from (values (${values})) as v`
const OTHER_BATCH = `insert into private.key_batches (id, benefit_id, number) values (:xb2, :benefit, 2); insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, :xb2, 'SECOND-1');
    insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys where batch_id = :xb2`
/** Kinds of the emails about an order and its report. */
const QUEUED_KINDS = `select string_agg(kind, ' ' order by kind) from private.outbox where cause_id in (:x01, :xe1)`
/** Of open reports 1 to 4, due as 2, 4, 1, 3, and report 5, which came first and was answered with a replacement. */
const FIVE = `insert into private.deliveries (id, order_id, method, withdrawn_at) overriding system value select 9000000000 + n, :order, 'manual', now() from generate_series(1, 5) as n;
    insert into private.reports (number, order_id, account_id, delivery_id, reason, outcome, created_at, due_at) overriding system value select n, :order, :me, 9000000000 + n, 'x', case n when 5 then 'replaced' else 'open' end,
      now() + n % 5 * interval '1 minute', now() + ('{3,1,4,2,0}'::int[])[n] * interval '1 hour' from generate_series(1, 5) as n`
/** The first two reports, those after `third`, the last two backwards, and those before `second`. */
const REPORTS = (open: boolean, third: number, second: number) => {
  const page = (more: string) =>
    `(select string_agg(number::text, '') from search_reports(p_open => ${open}, p_limit => 2${more}))`
  const after = (n: number) =>
    `, p_key_time => (select ${open ? 'due_at' : 'created_at'} from search_reports(p_open => ${open}) where number = ${n}), p_key_id => (select id from search_reports(p_open => ${open}) where number = ${n})`
  return `${page('')}, ${page(after(third))}, ${page(', p_reverse => true')}, ${page(`${after(second)}, p_reverse => true`)}`
}
/** Two deliveries by hand after the key, an older email, and an older report. */
const TWICE = `${reported()};
    update private.deliveries set withdrawn_at = now(), key_id = key_id where order_id = :x01; insert into private.deliveries (order_id, method, kind, content, withdrawn_at) values (:x01, 'manual', 'text', 'Secret-text', now()), (:x01, 'manual', 'text', 'Secret-text', null);
    update private.reports set created_at = now() - interval '1 day', answer = 'replied', answered_at = now(); insert into private.reports (order_id, account_id, delivery_id, reason, outcome) select :x01, :me, max(id), 'Again', 'replaced' from private.deliveries;
    delete from private.outbox; insert into private.outbox (id, kind, cause_id, recipient_id, outcome, finished_at, created_at) values (:xe2, 'order_delivered', :x01, :me, 'given_up', now(), now() - interval '2 days'), (:xe3, 'order_delivered', :x01, :me, 'sent', now(), now() - interval '1 day'), (:xe4, 'order_status', :x01, :me, 'skipped', now(), now())`
const ENDINGS = `${pool(0)}; insert into private.delivery_keys (benefit_id, batch_id, secret) select :benefit, :xb1, unnest('{LMNOPQ7Z,ABC-EFGH-Q7Z,ABCDEFGHQ7Z}'::text[]);
    insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys where benefit_id = :benefit`
/** Orders that were delivered late or on time, cancelled before or after that, and waiting too long; two with reports. */
const FIGURES = `set local session_replication_role = replica; insert into orders (id, user_id, account_id, benefit_id, benefit_token_value, status, due_at, fulfilled_at) select v.id::uuid, :me, :me, :benefit, 10, status, now() + due * interval '1 hour', now() + done * interval '1 hour'
      from (values (:xa1, 'delivered', -2, -1), (:xa2, 'delivered', -1, -2), (:xa3, 'cancelled', -1, null), (:xa4, 'pending', -1, null), (:xa5, 'cancelled', 1, -1), (:xa6, 'delivered', -1, -1), (:xa7, 'delivered', 1, -1)) as v (id, status, due, done);
    insert into private.reports (order_id, account_id, delivery_id, reason, outcome, created_at) values (:xa6, :me, 1, 'x', 'replaced', now() - interval '1 hour'), (:xa6, :me, 2, 'x', 'open', now()), (:xa7, :me, 3, 'x', 'replaced', now()); set local session_replication_role = origin`
const LOW = `select low_since is not null from private.benefit_delivery where benefit_id = :benefit`
/** When each delivery was read: in a year, now or not. */
const READ = `select string_agg(case when read_at > now() - interval '1 day' then 'yes' when read_at is null then 'no' else extract(year from read_at)::text end, ', ' order by id) from private.deliveries where order_id = :x01`
const TRIES = 'select count(*)::int from private.attempts'
const SETTINGS = `jsonb_build_object('name', b.name, 'description', ' New ', 'image_url', '/b.png', 'is_active', false, 'category_id', :xe2::uuid, 'delivery_method', 'file', 'instructions', ' Read ', 'message', ' Hi ', 'link', ' https://b.test ',
      'file', jsonb_build_object('path', b.id || '/guide.txt', 'name', 'guide.txt', 'size', 7, 'type', 'text/plain'), 'low_stock', 3)`
/** Of keys 1 to 4: the last two, those before, the first two, those after. */
const PAGES = (state: string) => {
  const page = (more: string) =>
    `(select string_agg(right(k.mask, 1), '') from search_keys(:benefit, null, state, p_limit => 2${more}) as k)`
  const [third, second] = [2, 1].map((n) => `, p_key_id => first + ${n}`)
  return `select concat_ws(' ', ${page('')}, ${page(`${third}`)}, ${page(', p_reverse => true')}, ${page(`${second}, p_reverse => true`)}) from (select min(id) as first, ${state} as state from search_keys(:benefit)) as keys`
}
const DUE = `select private.due_shortages(now())`
/** Reports of `members` members, `age` old, on the batch of `keys` keys of which `given` were delivered; then the rule is applied. */
const batchReports = (
  members: number,
  age: string,
  given = 3,
  released = 'null',
  refused = true,
) => `${pool(given)};
    update private.key_batches set released_at = ${released};
    insert into private.deliveries (order_id, benefit_id, method, kind, key_id)
      select gen_random_uuid(), benefit_id, 'key', 'key', id from private.delivery_keys where batch_id = :xb1;
    insert into private.reports (order_id, account_id, delivery_id, batch_id, reason, outcome, key_refused, created_at)
      select order_id, case when id % 3 < ${members} then gen_random_uuid() else :me end, id, :xb1, 'x', 'open', ${refused}, now() - interval '${age}'
      from private.deliveries where key_id in (select id from private.delivery_keys where batch_id = :xb1) order by id limit 3`

export const deliveries = table(String.raw`
-- delivery
  owner benefits_delivery_method_check | update benefits set delivery_method = 'post' | - | ${reported()}
  owner benefit_delivery_instructions_check | update private.benefit_delivery set instructions = repeat('a', 2001) | - | ${reported()}
  owner benefit_delivery_link_check | update private.benefit_delivery set link = [['javascript:alert(1)' ;; 'https:///x' ;; 'https://a.test/ b' ;; '//a.test']] | - | ${reported()}
  owner benefit_delivery_file_name_check | update private.benefit_delivery set file_path = 'a', file_name = repeat('a', 256), file_size = 1, file_type = 'a' | - | ${reported()}
  owner benefit_delivery_file_size_check | update private.benefit_delivery set file_path = 'a', file_name = 'a', file_size = 52428801, file_type = 'a' | - | ${reported()}
  owner benefit_delivery_file_type_check | update private.benefit_delivery set file_path = 'a', file_name = 'a', file_size = 1, file_type = repeat('a', 256) | - | ${reported()}
  owner benefit_delivery_message_check | update private.benefit_delivery set message = '' | - | ${reported()}
  owner benefit_delivery_low_stock_check | update private.benefit_delivery set low_stock = -1 | - | ${reported()}
  owner benefit_delivery_file | update private.benefit_delivery set file_path = 'a' | - | ${reported()}
  owner key_batches_number_check | update private.key_batches set number = 0 | - | ${reported()}
  owner delivery_keys_secret_check | insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, :xb1, [['ABC' ;; repeat('A', 201) ;; 'TAB\u0009KEY']]) | - | ${reported()}
  owner reports_outcome_check | update private.reports set outcome = 'lost' | - | ${reported()}
  owner reports_reason_check | update private.reports set reason = repeat('a', 1001) | - | ${reported()}
  owner reports_answer_check | update private.reports set answer = 'lost', answered_at = now() | - | ${reported()}
  owner reports_answer_text_check | update private.reports set answer_text = repeat('a', 2001) | - | ${reported()}
  owner reports_answer | update private.reports set answer = 'replied' | - | ${reported()}
  owner done | insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, :xb1, 'ABCD'), (:benefit, :xb1, repeat('A', 200))
      ;; update private.reports set reason = repeat('a', 1000), answer = 'replied', answered_at = now(), answer_text = repeat('a', 2000)
      ;; update private.benefit_delivery set instructions = repeat('a', 2000), message = repeat('a', 2000), link = 'https://x.test/' || repeat('a', 2033),
        file_path = 'a', file_name = repeat('a', 255), file_size = 52428800, file_type = repeat('a', 255), low_stock = 10000 | keys, files and texts are as large as they may be | ${reported()}
  owner key_batches_benefit_id_number_key | insert into private.key_batches (benefit_id, number) values (:benefit, 1) | - | ${reported()}
  owner delivery_keys_secret_benefit_id_key | insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, :xb1, 'MUTANT-1') | - | ${reported()}
  owner deliveries_key_id_key | insert into private.deliveries (order_id, method, kind, key_id, withdrawn_at) select order_id, method, kind, key_id, now() from private.deliveries where order_id = :x01 | - | ${reported()}
  owner deliveries_current_idx | insert into private.deliveries (order_id, method) select order_id, 'manual' from private.deliveries where order_id = :x01 | - | ${reported()}
  owner reports_number_key | insert into private.reports (number, order_id, account_id, delivery_id, reason, outcome) overriding system value select number, order_id, account_id, 0, reason, outcome from private.reports
    | - | ${reported()}
  owner reports_delivery_id_key | insert into private.reports (order_id, account_id, delivery_id, reason, outcome) select order_id, account_id, delivery_id, reason, outcome from private.reports | - | ${reported()}
  owner 42501 | delete from private.reports | reports_refuse_writes | ${reported()}
  owner 42501 | truncate private.delivery_keys cascade | delivery_keys_no_truncate
  me done | ${placing} | an instant order is delivered at once, which one email says | ${pool(1)} | select concat_ws(' ', fulfilled_at = now(), (select count(*) from private.deliveries where order_id = o.id and key_id is not null), (select string_agg(kind, ' ') from private.outbox where cause_id = o.id)) from orders as o where benefit_id = :benefit and delivery_method = 'key' => "t 1 order_delivered"
  me done | ${placing} | an instant order is in the history (D30) | ${pool(1)} | select string_agg(concat_ws(' ', h.actor_name, h.from_status, h.to_status), ', ') from set_config('request.jwt.claims', json_build_object('sub', :admin)::text, true), orders as o, order_history(o.id) as h where o.delivery_method = 'key' => "pending delivered"
  owner = "https://a.test/First" | select concat(content, instructions, file_path, file_name, file_size, file_type) from private.deliveries where order_id = :x01 | link and instructions outlive changes and the benefit (D13)
    | insert into private.benefit_delivery (benefit_id, link, instructions, file_path, file_name, file_size, file_type) values (:benefit, 'https://a.test/', 'First', 'a', 'a', 1, 'a');
    insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value, benefit_name, delivery_method, status) values (:x01, :me, :benefit, 'a@b.test', 0, 'Course', 'link', 'delivered');
    select private.add_delivery(o) from orders as o where o.id = :x01; update private.benefit_delivery set link = 'https://b.test/', instructions = 'Second'; delete from benefits where id = :benefit
  owner done | ${LEAVE} | what was written to a deleted person, about and by them, is erased (D12) | insert into private.deliveries (order_id, method, kind, content, message, delivered_by) values (:order, 'manual', 'text', 'Dear Mia', 'Hello Mia', :admin);
    insert into private.reports (order_id, account_id, delivery_id, reason, outcome, answer, answer_text, answered_at) select :order, :me, id, 'I, Mia', 'open', 'replied', 'Sorry, Mia', now() from private.deliveries where order_id = :order;
    insert into order_notes (order_id, author_id, body) values (:order, :admin, 'Called Mia.'), (:xf5, :admin, 'Called Ann.'); update orders set status = 'cancelled' where id = :order; update orders set cancel_reason = 'No, Mia' where id = :order;
    insert into payments (user_id, account_id, kind, amount, refund_reason) values (:me, :me, 'membership', 9900, 'Yes, Mia');
    insert into invite_codes (id, code, email, uses, used_at, used_by) values (:xf1, 'CAME', 'mia@x.test', 1, now(), :me), (:xf2, 'ASKED', 'a@b.test', 0, null, null);
    insert into invitations (code_id, source, inviter_id, email, message, name) values (:xf1, 'admin', :admin, 'mia@x.test', 'Come, Mia', 'Mia'), (:xf2, 'member', :me, 'a@b.test', 'Mia asks you', null)
    | select concat(string_agg(line, ', '), (select body from order_notes where order_id = :xf5)) from (select d::text from private.deliveries as d union all select r::text from private.reports as r union all select o::text from orders as o where id = :order union all select n::text from order_notes as n
      union all select y::text from payments as y union all select c::text from invite_codes as c union all select i::text from invitations as i) as t (line) where line ~ 'Mia|mia@' => "Called Ann."
  owner done | delete from benefits where id = :benefit | benefits_delete_delivery | ${pool(1)} | select count(*)::int from private.benefit_delivery where benefit_id = :benefit => 0
  me sold_out | ${placing} | - | ${pool(0)}
  me sold_out | ${placing} | a link is ordered once there is one | update benefits set delivery_method = 'link'
  me sold_out | ${placing} | a file is ordered once there is one | update benefits set delivery_method = 'file'
  me done | ${placing} | fewer than ten keys are few | ${pool(10)}; delete from private.benefit_delivery | select count(low_since)::int from private.benefit_delivery => 1
  me done | ${placing} | ten keys are enough | ${pool(11)}; delete from private.benefit_delivery | select count(low_since)::int from private.benefit_delivery => 0
  owner key_is_immutable | [[update private.delivery_keys set secret = 'OTHER' ;; update private.delivery_keys set benefit_id = gen_random_uuid() ;; delete from private.delivery_keys]] | - | ${pool(1)}
  owner delivery_is_immutable | update private.deliveries set [[order_id = gen_random_uuid() ;; key_id = null, content = $$x$$]] | - | ${delivered()}
  owner delivery_is_immutable | delete from private.deliveries | - | insert into private.deliveries (order_id, method) values (:order, 'manual')
  admin import_too_large | select import_keys(:benefit, [[array_fill('x'::text, array[10001]) ;; array[repeat('x', 2000001)]]])
  admin done | select import_keys(:benefit, [[array_fill('x'::text, array[10000]) ;; array[repeat('x', 2000000)]]]) | ten thousand keys or two megabytes are imported
  admin done | select import_keys(:benefit, '{MUTANT-8,MUTANT-9}', false) | imported keys are logged, and end a shortage | ${pool(0)}; update private.benefit_delivery set low_since = now()
    | select concat_ws(' ', l.action, l.subject, l.after ->> 'number', l.after ->> 'count', b.created_by = :admin, (${LOW})) from private.audit_log as l join private.key_batches as b on b.id::text = l.row_id => "insert Test Benefit 2 2 t f"
  admin benefit_unavailable | select import_keys(gen_random_uuid(), '{AAAA}')
  admin benefit_unavailable | select save_benefit(gen_random_uuid(), '{}', '{}')
  admin row_changed | select save_benefit(:benefit, [['{"low_stock": 9}', '{"low_stock": 8}' ;; '{}', '{"name": "x"}']])
  admin invalid_delivery | select save_benefit(:benefit, '{"delivery_method": "manual", "file": null, "link": null}', [['{"delivery_method": "link"}' ;; '{"delivery_method": "link", "link": " "}' ;; '{"delivery_method": "file"}' ;; '{"delivery_method": "file", "file": {"path": "x", "name": "x", "size": 1, "type": "x"}}']])
  admin invalid_delivery | select save_benefit(:benefit, '{"file": null}', jsonb_build_object('file', jsonb_build_object('path', [['${FOLDER}/guide.txt' ;; :benefit || '/gone.txt']], 'name', 'a', 'size', 1, 'type', 'a'))) | a file is one that was uploaded for the benefit | ${STORED}
  admin invalid_delivery | select save_benefit(:benefit, '{"link": "https://a.test/"}', '{"link": null}') | the link of a benefit is not removed | update benefits set delivery_method = 'link'; insert into private.benefit_delivery (benefit_id, link) values (:benefit, 'https://a.test/')
  admin invalid_delivery | select save_benefit(:benefit, '{"file": {"path": "${FOLDER}/guide.txt", "name": "guide.txt", "size": 1, "type": "text/plain"}}', '{"file": null}') | nor its file | update benefits set delivery_method = 'file'; ${OFFERED}
  admin done | select save_benefit(b.id, to_jsonb(b) || '{"instructions": null, "message": null, "link": null, "file": null, "low_stock": 10}', ${SETTINGS}) from benefits as b where id = :benefit | all that a benefit delivers is saved, and logged without its content
    | insert into private.benefit_delivery (benefit_id) values (:benefit); insert into categories (id, name) values (:xe2, 'A category'); insert into storage.objects (bucket_id, name) values ('deliveries', :benefit || '/guide.txt')
    | select concat_ws('|', b.description, b.image_url, b.is_active, b.category_id = :xe2, b.delivery_method, d.instructions, d.message, d.link, d.file_path = :benefit || '/guide.txt', d.file_name, d.file_size, d.file_type, d.low_stock,
      (select string_agg(concat((select string_agg(k, ' ' order by k) from jsonb_object_keys(after) as k), after -> 'delivery_changed'), '|' order by id) from private.audit_log where row_id = :benefit::text)) from benefits as b join private.benefit_delivery as d on d.benefit_id = b.id where b.id = :benefit
      => "New|/b.png|f|t|file|Read|Hi|https://b.test|t|guide.txt|7|text/plain|3|category_id description image_url is_active|delivery_changed delivery_method[\\"instructions\\", \\"message\\", \\"link\\", \\"file\\", \\"low stock\\"]"
  admin done | select save_benefit(:benefit, '{"delivery_method": "manual"}', '{"delivery_method": "key"}') | a method is logged with the one before | - | select concat(before, after) from private.audit_log where row_id = :benefit::text => "{\\"delivery_method\\": \\"manual\\"}{\\"delivery_method\\": \\"key\\", \\"delivery_changed\\": []}"
  admin = [10, "a", "b", 1, "c"] | select jsonb_build_array(low_stock, file_path, file_name, file_size, file_type) from delivery_settings(:benefit) | an admin sees the file | insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type) values (:benefit, 'a', 'b', 1, 'c')
  admin = 10 | select low_stock from delivery_settings(:benefit) | ten keys are few
  admin done | select save_benefit(:benefit, '{"low_stock": 10}', '{"low_stock": 5}') | what is not saved stays, and ten were few | insert into private.benefit_delivery (benefit_id, instructions, message, link, file_path, file_name, file_size, file_type) values (:benefit, 'Read', 'Hi', 'https://a.test', 'a', 'b', 7, 'c')
    | select concat_ws(' ', instructions, message, link, file_path, file_name, file_size, file_type, low_stock) from private.benefit_delivery => "Read Hi https://a.test a b 7 c 5"
  admin done | select save_benefit(:benefit, '{"low_stock": 3}', '{"low_stock": 2}') | a lower mark may still not be reached | ${pool(1)}; update private.benefit_delivery set low_stock = 3, low_since = now() | ${LOW} => true
  admin done | select save_benefit(:benefit, '{"delivery_method": "manual", "stock": null}', '{"delivery_method": "key", "stock": 5}') | keys are their own stock | - | select count(*)::int from private.benefit_stock where benefit_id = :benefit => 0
  admin done | select save_benefit(:benefit, '{"low_stock": 2}', '{"low_stock": 1}') | a lower mark may not be reached yet | ${pool(1)}; update private.benefit_delivery set low_stock = 2, low_since = now() where benefit_id = :benefit | ${LOW} => false
  admin 23514 | select save_benefit(:benefit, '{"token_value": 10}', '{"token_value": 0}')
  admin order_changed | select deliver_order([[:order, 'epoch' ;; gen_random_uuid(), now()]])
  admin done | select deliver_order(:order, (select updated_at from orders where id = :order), 'text', repeat('a', 5000), repeat('a', 2000)) | a delivery by hand says much
  admin invalid_delivery | select deliver_order(:order, (select updated_at from orders where id = :order), [['key', '' ;; 'key', ' \u00a0', 'Enjoy' ;; 'key', '\u200b' ;; 'key', null ;; 'key', 'Err:502' ;; 'text', '\n' ;; 'link', 'javascript:x' ;; 'file', 'x' ;; null, 'x' ;; 'text', repeat('a', 5001) ;; null, null, repeat('a', 2001)]])
  me reason_required | select report_delivery(:x01, [['' ;; null ;; ' \u0009\n' ;; repeat('a', 1001)]]) | - | ${delivered()}
  other nothing_to_report | ${reporting} | - | ${delivered()}
  me report_refused | ${reporting} | - | ${reported()}
  admin invalid_answer | select answer_report(:xe1, [['lost', null ;; 'replied', null ;; 'replied', ' ' ;; 'refunded', repeat('a', 2001)]]) | - | ${reported()}
  admin report_closed | select answer_report([[:xe1 ;; :xe2]], 'refunded', null) | - | ${reported()}; update private.reports set answer = 'replied', answered_at = now() where id = :xe1;
    insert into private.deliveries (id, order_id, method, withdrawn_at) overriding system value values (9000000001, :x01, 'key', now()); insert into private.reports (id, order_id, account_id, delivery_id, reason, outcome) values (:xe2, :x01, :me, 9000000001, 'x', 'replaced')
  admin order_changed | select answer_report(:xe1, 'replaced', null) | - | ${reported()}; update orders set status = 'cancelled' where id = :x01
  admin sold_out | select answer_report(:xe1, 'replaced', null) | - | ${reported(1)}
  admin report_closed | select decide_batch(:xb1, true) | - | ${pool(1)}
-- delivery-conditions
  me sold_out | ${placing} | a quarantined batch delivers nothing | ${pool(1)}; update private.key_batches set quarantined_at = now()
  me done | ${reporting} | a replacement comes from another batch | ${delivered()}; ${OTHER_BATCH} | ${current} => "SECOND-1"
  admin done | select answer_report(:xe1, 'replaced') | also one that an admin decides | ${reported()}; ${OTHER_BATCH} | ${current} => "SECOND-1"
  me done | ${reporting} | a replacement comes from the same batch if there is no other | ${delivered()} | ${current} => "MUTANT-2"
  owner done | select 1 | a quarantined batch is not in stock | ${pool(1)}; update private.key_batches set quarantined_at = now() | select private.keys_left(:benefit, 5) => 0
  me = true | select delivered_at = now() - interval '1 day' from order_delivery(:order) | a delivery is read by its owner | ${DELIVERED}
  other = 0 | select count(*)::int from order_delivery(:order) | nobody else reads a delivery | ${DELIVERED}
  me = "0 0" | select concat_ws(' ', (select count(*) from order_delivery(:order)), (select count(*) from delivery_status(:order))) | a cancelled order shows nothing | insert into private.deliveries (order_id, method, message, read_at) values (:order, 'manual', 'Hello', now()); update orders set status = 'cancelled' where id = :order
  other = 0 | select (select count(*) from delivery_status(:x01))::int + (select count(*) from order_events(:x01))::int | what became of an order is shown to its member alone | ${delivered()}
  me = "key" | select delivery_kind(o) from orders as o where o.id = :x01 | a list says what an order received | ${delivered()}
  admin = null | select delivery_kind(o) from orders as o where o.id = :x01 | a list says it to the member alone | ${delivered()}
  me = true | select is_unopened(o) from orders as o where o.id = :x01 | what was delivered waits to be opened | ${delivered()}; update private.deliveries set read_at = null where order_id = :x01
  me = false | select is_unopened(o) from orders as o where o.id = :x01 | until it was | ${delivered()}
  admin = false | select is_unopened(o) from orders as o where o.id = :x01 | as the member alone learns | ${delivered()}
  me = false | select is_unopened(o) from orders as o where o.id = :order | nothing waits where nothing is attached | ${DELIVERED}
  me = false | select is_unopened(o) from orders as o where o.id = :x01 | nor of what was cancelled | ${delivered()}; update private.deliveries set read_at = null; update orders set status = 'cancelled' where id = :x01
  me = null | select delivery_kind(o) from orders as o where o.id = :x01 | a cancelled order received nothing | ${delivered()}; update orders set status = 'cancelled' where id = :x01
  me = null | select delivery_kind(o) from orders as o where o.id = :order | nothing is received before the status says so
  me = "message" | select delivery_kind(o) from orders as o where o.id = :order | what came with nothing attached is a message | ${DELIVERED}
  me done | select open_delivery(:x01) | a reading is recorded, of what was delivered last | ${replaced(`'text', 'x', null`)}; update private.deliveries set read_at = null | ${READ} => "no, yes"
  other done | select open_delivery(:x01) | a reading is that of the member | ${delivered()}; update private.deliveries set read_at = null | ${READ} => "no"
  me done | select open_delivery(:x01) | what was cancelled is not read | ${delivered()}; update private.deliveries set read_at = null; update orders set status = 'cancelled' where id = :x01 | ${READ} => "no"
  me done | select open_delivery(:x01) | the first reading is recorded | ${delivered()}; update private.deliveries set read_at = '2001-01-01' | ${READ} => "2001"
  me report_refused | ${reporting} | a delivery can be reported for 30 days | ${delivered()}; update private.deliveries set delivered_at = now() - interval '721 hours'
  me = "open" | ${reporting} | a key that was not read is not replaced, and not put aside | ${delivered()}; update private.deliveries set read_at = null | ${ASIDE} => 0
  me = "open" | ${reporting} | a member has one replacement in 30 days
    | ${delivered()}; insert into private.deliveries (order_id, method, kind, content, withdrawn_at) values (:order, 'manual', 'text', 'x', now()); insert into private.reports (order_id, account_id, delivery_id, reason, outcome) select :order, :me, id, 'x', 'replaced' from private.deliveries where order_id = :order
  me = "replaced" | ${reporting} | a member has another replacement after 30 days, whatever else they reported, for what is 30 days old
    | ${delivered()}; update private.deliveries set delivered_at = now() - interval '30 days'; insert into private.deliveries (order_id, method, message, withdrawn_at) values (:order, 'manual', 'replaced', now()), (:order, 'manual', 'open', now());
    insert into private.reports (order_id, account_id, delivery_id, reason, outcome, created_at) select :order, :me, id, 'x', message, now() - case message when 'replaced' then interval '30 days' else interval '0' end from private.deliveries where order_id = :order
  me = "open" | ${reporting} | only the first report of an order is answered with a replacement
    | ${delivered()}; insert into private.deliveries (order_id, method, kind, content, withdrawn_at) values (:x01, 'manual', 'text', 'x', now()); insert into private.reports (order_id, account_id, delivery_id, reason, outcome) select :x01, :me, id, 'x', 'open' from private.deliveries where method = 'manual' and order_id = :x01
  me report_refused | select report_delivery(:x01, 'Refused', 0) | a report is about what its member has seen | ${delivered()}
  me done | ${reporting} | a refused key is quarantined | ${delivered()} | ${ASIDE} => 1
  me = "open" | select report_delivery(:x01, repeat('a', 1000)) | only a refused key is replaced (D68) | ${delivered()}
  me done | select report_delivery(:x01, 'Does not load') | a key that was not refused is kept (D68) | ${delivered()} | ${ASIDE} => 0
  me nothing_to_report | ${reporting} | a cancelled order is not reported | ${delivered()}; update orders set status = 'cancelled' where id = :x01
  me = "open" | ${reporting} | a report that cannot be replaced goes to an admin | ${delivered(1)}
  owner done | select private.quarantine_bad_batch(:xb1) | three members quarantine a batch | ${batchReports(1, '1 hour')} | select quarantined_at is not null from private.key_batches where id = :xb1 => false
  owner done | select private.quarantine_bad_batch(:xb1) | reports of keys that nobody refused keep a batch on sale (D68) | ${batchReports(3, '1 hour', 3, 'null', false)} | select quarantined_at is not null from private.key_batches where id = :xb1 => false
  owner done | select private.quarantine_bad_batch(:xb1) | reports of seven days count | ${batchReports(3, '7 days')} | select quarantined_at is not null from private.key_batches where id = :xb1 => false
  owner done | select private.quarantine_bad_batch(:xb1) | a tenth of the delivered keys quarantines a batch | ${batchReports(3, '1 hour', 31)}
    | select quarantined_at is not null from private.key_batches where id = :xb1 => false
  owner done | select private.quarantine_bad_batch(:xb1) | three of thirty in seven days quarantine a batch, which is a shortage | ${batchReports(3, '6 days 23 hours', 30)} | select concat(quarantined_at is not null, (${LOW})) from private.key_batches where id = :xb1 => "tt"
  owner done | select private.quarantine_bad_batch(:xb1) | a batch is quarantined since the first time | ${batchReports(3, '1 hour')}; update private.key_batches set quarantined_at = '2001-01-01' | select extract(year from quarantined_at)::int from private.key_batches where id = :xb1 => 2001
  owner done | select private.quarantine_bad_batch(:xb1) | reports before a decision do not count | ${batchReports(3, '1 hour', 3, 'now()')} | select quarantined_at is not null from private.key_batches where id = :xb1 => false
  admin done | select answer_report(:xe1, 'refunded') | a refund cancels the order, and notifies of its tokens | ${OPEN}
    | select jsonb_build_array(o.status, n.benefit_id = :benefit, n.data - 'order_number') from orders as o join notifications as n on n.order_id = o.id and n.kind = 'report_answered' where o.id = :order => ["cancelled", true, {"answer": "refunded", "tokens": 10, "benefit": "Test Benefit"}]
  admin done | select answer_report(:xe1, 'replied', repeat('a', 2000) || ' ') | a reply is trimmed, also about a cancelled order, which stays so | ${reported()}; update orders set status = 'cancelled' where id = :x01
    | select concat_ws(' ', length(answer_text), answered_by = :admin, (select status from orders where id = :x01), (select data ->> 'tokens' from notifications where kind = 'report_answered')) from private.reports => "2000 t cancelled"
  admin done | select answer_report(:xe1, 'refunded', 'Sorry') | a deleted member's report is answered to nobody | ${reported()}; update orders set user_id = null where id = :x01; delete from private.outbox | ${QUEUED_KINDS} => null
  admin done | select answer_report(:xe1, 'replaced') | a replacement is announced by its delivery | ${reported()}; delete from private.outbox | ${QUEUED_KINDS} => "order_delivered"
  admin done | select answer_report(:xe1, 'replaced', 'Sorry') | a reply to it notifies as well | ${reported()}; delete from private.outbox | ${QUEUED_KINDS} => "order_delivered report_answered"
  admin invalid_delivery | select answer_report(:xe1, 'replaced', null, null, 'x') | - | ${reported()}
  admin order_changed | select answer_report(:xe1, 'replaced') | nothing is delivered instead to a deleted member | ${reported()}; update orders set user_id = null where id = :x01
  admin done | select decide_batch(:xb1, false) | the keys of a batch that is given up are quarantined, and no others | ${pool(2)}; update private.key_batches set quarantined_at = now(); ${OTHER_BATCH} | select concat((${ASIDE}), private.keys_left(:benefit, 5)) => "21"
  admin done | select deliver_order(:order, (select updated_at from orders where [[id = :order)) ;; id = :order))]] | a status set for an admin is in the log once, and its time changes | -
    | select concat_ws(' ', (select count(*) from private.audit_log where row_id = :order::text), (select count(*) from private.deliveries where order_id = :order), updated_at > now()) from orders where id = :order => "1 0 t"
-- delivery-by-hand
  owner done | insert into private.benefit_delivery (benefit_id, instructions) values (:benefit, 'Read it') on conflict (benefit_id) do update set instructions = excluded.instructions
    | the first instructions are recorded | - | select instructions from private.instruction_versions where benefit_id = :benefit => "Read it"
  owner done | update private.benefit_delivery set instructions = [['Read it' ;; null]] | changed instructions are recorded, also that there are none | insert into private.benefit_delivery (benefit_id, instructions) values (:benefit, 'First')
    | select instructions from private.instruction_versions where benefit_id = :benefit => null
  admin done | select answer_report(:xe1, 'replaced', 'Sorry.', 'text', 'By hand.') | a delivery by hand has the instructions of its order
    | ${OPEN}; insert into private.instruction_versions values (:benefit, '-infinity', 'Before'), (:benefit, '2001-01-01', 'As ordered')
    | select instructions from private.deliveries where order_id = :order and withdrawn_at is null => "As ordered"
  admin done | select deliver_order(:x01, (select updated_at from orders where id = :x01), null, null, ' Enjoy. ') | a message alone leaves what was delivered | ${delivered()}
    | select concat(kind, message, message_at is not null) from private.deliveries where order_id = :x01 and withdrawn_at is null => "keyEnjoy.t"
  admin done | select deliver_order(:order, (select updated_at from orders where id = :order), null, null, [['One' ;; 'Two']]) | a message replaces one that came alone | - | select string_agg(concat(message, withdrawn_at is null), ' ' order by id) from private.deliveries where order_id = :order => "Onef Twot"
  me = 0 | select count(*)::int from order_delivery(:order) | nothing is delivered before the status says so
  me = 0 | select count(*)::int from order_delivery(:order) | nothing is delivered before undo closes
    | ${DELIVERED}; insert into operations (id, actor_id, kind, parameters, state) values (:xe1, :admin, 'order_status', '{}', 'done'); insert into private.operation_rows (operation_id, position, row_id, state, changed_at, version) select :xe1, 1, id, 'changed', now(), updated_at from orders where id = :order
  me = "key" | select method from delivery_status(:x01) | what was attached is what was delivered | ${delivered()}
  me done | select report_delivery(:order, 'Nothing came') | a delivery with nothing attached can be reported | ${DELIVERED}; insert into private.instruction_versions values (:benefit, '-infinity', 'As ordered')
    | select concat_ws(' ', method, instructions, now() - delivered_at) from private.deliveries where order_id = :order => "manual As ordered 1 day"
  admin invalid_delivery | select answer_report(:xe1, [['replied' ;; 'refunded']], 'Sorry.', 'text', 'By hand.') | - | ${OPEN}
  admin invalid_delivery | select answer_report(:xe1, 'replaced', null) | a manual benefit has nothing to deliver again | ${OPEN}
  admin done | select answer_report(:xe1, 'replaced', 'Sorry.', 'text', 'By hand.') | what an admin delivers comes before the pool | ${reported()}
    | select content from private.deliveries where order_id = :x01 and withdrawn_at is null => "By hand."
  admin done | select answer_report(:xe1, 'replaced', 'Sorry.', 'text', 'By hand.') | a replacement by hand is a delivery | ${OPEN}; update orders set status = 'completed' where id = :order
    | select status from orders where id = :order => "delivered"
-- delivery-files
  me = 0 | ${rows} | delivery files are seen in no operation but the download | ${file}; select set_config('storage.operation', 'storage.object.sign', true)
  admin = 0 | ${rows} | delivery files are not copied | ${STORED}; select set_config('storage.operation', 'storage.object.copy', true)
  admin = 0 | ${rows} | delivery files are seen by admins with the second factor that is required | ${STORED}; insert into app_settings (key, value) values ('require_second_factor', '1')
  admin 42501 | insert into storage.objects (bucket_id, name) values ('deliveries', [['guide.txt' ;; '${FOLDER}/a/b']])
    | delivery files are uploaded below their benefit | select set_config('storage.operation', 'storage.object.upload', true)
  admin 42501 | ${STORED} | delivery files are uploaded in no other operation | select set_config('storage.operation', 'storage.object.sign_upload_url', true)
  other = 0 | ${rows} | a file is downloaded by the owner of its order | ${file}
  me = 0 | ${rows} | a cancelled order downloads nothing | ${file}; update orders set status = 'cancelled' where id = :x01
  me = 0 | ${rows} | a deleted member downloads nothing | ${file}; ${LEAVE}
  me = 0 | ${rows} | a replaced file is not downloaded | ${file}; update private.deliveries set withdrawn_at = now() where order_id = :x01
  me = 1 | ${rows} | an order downloads its own file | ${file}; insert into storage.objects (bucket_id, name) values ('deliveries', '${FOLDER}/other.txt')
  me done | delete from storage.objects where name like '${FOLDER}%' | files are removed by admins | ${STORED} | ${rows} => 1
  admin done | delete from storage.objects where name like '${FOLDER}%' | the file of a benefit is not removed | ${STORED}; ${OFFERED} | ${rows} => 1
  admin done | delete from storage.objects where name like '${FOLDER}%' | the file of an order is not removed
    | ${file}; update orders set status = 'cancelled' where id = :x01; delete from private.benefit_delivery | ${rows} => 1
  admin done | insert into storage.objects (bucket_id, name, metadata) values ('deliveries', '${FOLDER}/guide.txt', '{"size": 7}') ;; delete from storage.objects where name = '${FOLDER}/guide.txt' | uploads and removals are logged (D29)
    | select set_config('storage.operation', 'storage.object.upload', true)
    | select string_agg(concat_ws(' ', actor_id = :admin, table_name, subject, action, before ->> 'size', after ->> 'size'), ', ' order by id) from private.audit_log where row_id like 'deliveries/%' => "t files guide.txt insert 7, t files guide.txt delete 7"
-- low-pool
  owner done | select private.begin_shortage(:benefit) | only few keys are a shortage | ${pool(1)} | ${LOW} => false
  owner done | select private.begin_shortage(:benefit) | a pool that is not in use is never short | ${pool(0)}; update benefits set delivery_method = 'manual' where id = :benefit | ${LOW} => false
  owner done | select private.begin_shortage(:benefit) | a shortage has one beginning | ${pool(0)}; update private.benefit_delivery set low_since = '2001-01-01' | select low_since = '2001-01-01' from private.benefit_delivery => true
  owner done | select private.end_shortage(:benefit) | a shortage lasts while few keys are left | ${pool(0)}; update private.benefit_delivery set low_since = now() | ${LOW} => true
  owner done | ${DUE} | a pool is short once a key was delivered | ${delivered()}; delete from private.available_keys | ${LOW} => true
  owner done | ${DUE} | a pool is short once a key was put aside | ${pool(1)}; delete from private.available_keys; update private.delivery_keys set quarantined_at = now() | ${LOW} => true
  owner done | ${DUE} | a shortage that an undo ended is over | ${pool(1)}; update private.benefit_delivery set low_since = now() | ${LOW} => false
  owner done | ${DUE} | a pool that no key has left is new | ${pool(0)} | ${LOW} => false
  admin done | select set_key_aside((select k.id from search_keys(:benefit) as k), false) | a key that an order is taking stays out of the pool | ${pool(1)}; delete from private.available_keys
    | select count(*)::int from private.available_keys => 0
  admin done | select set_key_aside((select k.id from search_keys(:benefit) as k), false) | a restored key ends the shortage
    | ${pool(1)}; delete from private.available_keys; update private.delivery_keys set quarantined_at = now(); update private.benefit_delivery set low_since = now() | ${LOW} => false
  admin = null | select set_key_aside(0, [[true ;; false]]) | a key that is not there
  admin done | select set_key_aside((select k.id from search_keys(:benefit) as k), [[true ;; true ;; false ;; false]]) | each change of a key is logged, masked | ${pool(1)}
    | select string_agg(concat_ws(' ', after ->> 'key', after ->> 'state'), ', ' order by id) from private.audit_log where table_name = 'delivery_keys' => "••••-1 quarantined, ••••-1 available"
  owner = "••••7" | select private.mask_key('xxQ7')
  owner = "••••7Z" | select private.mask_key('LMNOPQ7Z')
  owner = "ABC-••••-Q7Z" | select private.mask_key('ABC-EFGH-Q7Z')
  owner = "ABCD-••••-KQ7Z" | select private.mask_key('ABCD-EFGH-IJKQ7Z')
  owner = "ABCD-••••-PQR" | select private.mask_key('ABCDE-FGHIJ-KLMNO-PQR')
  admin = "ABC-••••-Q7Z" | select string_agg(mask, ' ') from search_keys(:benefit, ' q7z\u200b') | a key is found by its last four characters or what its mask shows | ${ENDINGS}
  admin = "••••7Z ••••7Z" | select string_agg(mask, ' ') from search_keys(:benefit, '7z') | keys are found by what their masks show | ${ENDINGS}
  admin = 0 | select count(*)::int from search_keys(:benefit, 'LMNOPQ7Z') | and not by more | ${ENDINGS}
  admin = 1 | select count(*)::int from search_keys(:benefit, [[(select order_number from orders where id = :x01) ;; 'mia m']]) | a key is found by its order and member | ${delivered(3)}; update orders set order_number = 'ORD-KEYED', customer_name = 'Mia Member' where id = :x01
  admin = 0 | select count(*)::int from search_keys(:benefit, '7z', 'delivered') | in their state | ${ENDINGS}
  admin = "43 21 12 34" | ${PAGES(`[[null ;; 'available']]`)} | keys are read page by page, either way | ${pool(4)}
  admin = "43 21 12 34" | ${PAGES(`'quarantined'`)} | what was put aside is | ${pool(4)}; update private.delivery_keys set quarantined_at = now()
  admin = "43 21 12 34" | ${PAGES(`'quarantined'`)} | a held batch is | ${pool(4)}; update private.key_batches set quarantined_at = now()
  admin = "43 21 12 34" | ${PAGES(`'delivered'`)} | what was delivered is | ${pool(4)}; insert into private.deliveries (order_id, benefit_id, method, kind, key_id) select gen_random_uuid(), benefit_id, 'key', 'key', id from private.delivery_keys
  admin = "3 quarantined 1 2003, 2 quarantined 1 2002, 1 delivered 1 Mia 2001" | select string_agg(concat_ws(' ', right(mask, 1), state, batch, customer_name, extract(year from changed_at)), ', ') from search_keys(:benefit) | a key has its state since a time
    | ${delivered(3)}; update orders set customer_name = 'Mia' where id = :x01; update private.deliveries set delivered_at = '2001-01-01'; update private.delivery_keys set quarantined_at = '2002-01-01' where secret = 'MUTANT-2'; update private.key_batches set created_at = '2003-01-01', quarantined_at = now()
  admin = "(1,2,1,2)" | select key_counts(:benefit)::text | a delivered key that was put aside is counted once, and deliveries of 30 days
    | ${pool(4)}; insert into private.deliveries (order_id, benefit_id, method, kind, key_id, delivered_at) select gen_random_uuid(), benefit_id, 'key', 'key', id, now() - case secret when 'MUTANT-1' then 30 else 29 end * interval '1 day' from private.delivery_keys where secret < 'MUTANT-4';
    delete from private.available_keys as a using private.deliveries as d where d.key_id = a.key_id; update private.delivery_keys set quarantined_at = now() where secret = 'MUTANT-2'
  admin = 2 | select changed from set_keys_aside(jsonb_build_object('benefit', :benefit::text, 'search', '7z')) | keys that are found by their masks are put aside | ${ENDINGS}
  admin = "••••-2" | select mask from search_keys(:benefit, p_state => 'available', p_limit => 1) | keys of a batch that is held take no place on a page | ${pool(2)};
    insert into private.key_batches (id, benefit_id, number, quarantined_at) values (:xb2, :benefit, 2, now()); insert into private.delivery_keys (benefit_id, batch_id, secret) values (:benefit, :xb2, 'MUTANT-3');
    insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from private.delivery_keys where batch_id = :xb2
  admin done | select reveal_key((select k.id from search_keys(:benefit) as k)) | a revealed key is logged, masked | ${pool(1)} | select after - 'benefit_id' from private.audit_log where table_name = 'delivery_keys' => {"key": "••••-1", "revealed": true}
  admin = "••••-1" | select mask from search_keys(:benefit, p_state => 'delivered', p_limit => 1) | a page of what was delivered passes what was put aside
    | ${pool(3)}; insert into private.deliveries (order_id, benefit_id, method, kind, key_id) select gen_random_uuid(), benefit_id, 'key', 'key', id from private.delivery_keys where benefit_id = :benefit; update private.delivery_keys set quarantined_at = now() where secret <> 'MUTANT-1'
  admin done | select reveal_delivery([[:x01 ;; :order]]) | what an order received is revealed in the log, and each try is counted | ${delivered()} | select jsonb_build_array(after, row_id = :x01::text, (${TRIES})) from private.audit_log where actor_id = :admin order by id desc limit 1 => [{"revealed": true}, true, 2]
  admin done | select resend_delivery(:x01) | a repeated sending is in the log, and counted | ${delivered()}; delete from private.outbox | select jsonb_build_array(after, (${TRIES})) from private.audit_log where row_id = :x01::text order by id desc limit 1 => [{"resent": true}, 1]
-- what admins see
  admin = "Refused|open|delivered|0|Keys|key|••••-1|1|t|t|t|t" | select concat_ws('|', reason, outcome, answer, answer_text, answered_by, answered_at, order_status, price, benefit_name, method, mask, batch, customer_name,
      order_id = :x01, benefit_id = :benefit, customer_id = :me, can_replace) from report_details(:xe1) | a report is shown whole | ${reported()}
  admin = "replied|Sorry|Ada Admin|t" | select concat_ws('|', answer, answer_text, answered_by, answered_at = now()) from report_details(:xe1) | an answer is shown | ${reported()}; update private.reports set answer = 'replied', answer_text = 'Sorry', answered_by = :admin, answered_at = now()
  admin = false | select can_replace from report_details(:xe1) | nothing replaces what was cancelled | ${reported()}; update orders set status = 'cancelled' where id = :x01
  admin = false | select can_replace from report_details(:xe1) | nothing is delivered to nobody | ${reported()}; update orders set user_id = null where id = :x01
  admin = false | select can_replace from report_details(:xe1) | the last key is gone | ${reported(1)}
  admin = true | select can_replace from report_details(:xe1) | a link can be sent again | ${reported()}; update orders set delivery_method = 'link' where id = :x01; update private.benefit_delivery set link = 'https://a.test/'
  admin = false | select can_replace from report_details(:xe1) | if there is one | ${reported()}; update orders set delivery_method = 'link' where id = :x01
  admin = true | select can_replace from report_details(:xe1) | a file is there | ${reported()}; update orders set delivery_method = 'file' where id = :x01; update private.benefit_delivery set file_path = 'a', file_name = 'a', file_size = 1, file_type = 'a'
  admin = false | select can_replace from report_details(:xe1) | a file was removed | ${reported()}; update orders set delivery_method = 'file' where id = :x01
  admin = false | select can_replace from report_details(:xe1) | what is delivered by hand is replaced by hand | ${OPEN}
  admin = "(6,60,6,4,5,2,1,3) (6,4)" | select concat_ws(' ', f, t) from delivery_figures(:benefit) as f, on_time_figures() as t | orders on time, also those that were cancelled afterwards, and by their last report (D34, D36) | ${FIGURES}
  admin = "0 0 0" | select concat_ws(' ', f.orders, f.tokens, t.due) from delivery_figures(:benefit) as f, on_time_figures() as t | figures are those of thirty days | ${DELIVERED}; update orders set created_at = now() - interval '30 days'
  admin = "24 13 31 42" | select concat_ws(' ', ${REPORTS(true, 4, 1)}) | open reports are read page by page, either way, the first due first | ${FIVE}
  admin = "43 15 51 34" | select concat_ws(' ', ${REPORTS(false, 2, 2)}) | all reports are, the newest first | ${FIVE}
  admin = "43210 4 3 0" | select concat_ws(' ', (select string_agg(earlier::text, '') from search_reports(p_open => false)), (select count(*) from search_reports(p_search => 'Mia M')), (select number from search_reports(p_search => 'R-0003')), (select count(*) from search_reports(p_benefit_id => :xe1))) | a report follows earlier ones of its order, and is found by member and number | ${FIVE}
  admin = "1|Refused|open|replied|2001|Keys|key|1" | select concat_ws('|', number - (select min(number) from search_reports(p_open => false)) + 1, reason, outcome, answer, extract(year from answered_at), benefit_name, method, batch) from search_reports(p_open => false) | an answered report is listed | ${reported()}; update private.reports set answer = 'replied', answered_at = '2001-01-01'
  admin = "2 0 0 0 0 0, 1 3 1 2 0 0" | select string_agg(concat_ws(' ', batch, keys, delivered, held, reported, other_keys_left), ', ') from suspect_batches() | the batches that wait longest come first, without reports of keys that nobody refused
    | ${reported(3)}; update private.key_batches set quarantined_at = now(); insert into private.key_batches (benefit_id, number, quarantined_at) values (:benefit, 2, now() - interval '1 day')
  admin = "1 0 1 0 -" | ${COUNTS} | an open report is due tomorrow | ${reported()}; update private.reports set created_at = now() - interval '719 hours', due_at = now() + interval '1 hour'
  admin = "1 1 1 0 -" | ${COUNTS} | a report is due within an hour | ${reported()}; update private.reports set due_at = now() + interval '3599 seconds'
  admin = "0 0 1 0 1.50" | ${COUNTS} | an answered report was answered in time | ${reported()}; update private.reports set due_at = now(), answer = 'replied', answered_at = created_at + interval '90 minutes'
  admin = "0 0 1 1 -" | ${COUNTS} | a replaced report is not open | ${reported()}; update private.reports set outcome = 'replaced'
  admin = "1 0 0 0 -" | ${COUNTS} | an old report stays open | ${reported()}; update private.reports set created_at = now() - interval '30 days'
  admin = "key|••••-1|t|waiting|t|t" | ${DETAILS} | a delivery is shown whole | ${reported()}
  admin = "key|••••-1|t|sent|smtp_550|t|f" | ${DETAILS} | a delivery whose email was sent and whose report was answered
    | ${reported()}; update private.reports set answer = 'replied', answered_at = now(); update private.outbox set outcome = 'sent', finished_at = now(), last_error = 'smtp_550' where cause_id = :x01
  admin = "link|https://a.test/••••|Hi|Ada Admin|f|waiting" | ${DETAILS} | of a link the site is shown | ${replaced(`'link', 'https://a.test?secret', 'Hi'`)}
  admin = "key|••••34|Ada Admin|f|waiting" | ${DETAILS} | of a key by hand its mask | ${replaced(`'key', 'BYHAND34', null`)}
  admin = "text|••••|f|sent|f|f 1t" | select concat((${DETAILS}), ' ', (select concat(count(*), bool_and(email_at = now())) from delivery_details(:x01))) | the last delivery, email and report are shown | ${TWICE}
  me = "manual|text|f|3|Again|f|sent" | ${STATUS} | and to its member, without what a text says | ${TWICE}
  admin = "text|••••|Ada Admin|f|waiting" | ${DETAILS} | of a text nothing | ${replaced(`'text', 'Secret', null`)}
  admin = "Ada Admin" | select revealed_by from delivery_details(:x01) | who has seen it | ${delivered()}; insert into private.audit_log (actor_id, table_name, row_id, action, after, at) values (:admin, 'orders', :x01, 'update', '{"revealed": true}', now() + interval '2 hours'), (:other, 'orders', :x01, 'update', '{"revealed": true}', now() + interval '1 hour')
  admin = null | select revealed_by from delivery_details(:x01) | not who saw the one before
    | ${delivered()}; insert into private.audit_log (actor_id, table_name, row_id, action, after, at) values (:admin, 'orders', :x01, 'update', '{"revealed": true}', now() - interval '1 day')
  me = "key|key|••••-1|t|1|Refused|t|waiting" | ${STATUS} | what its member sees of a delivery | ${reported()}; delete from private.outbox where kind <> 'order_delivered'
  me = "key|key|••••-1|t|2|••••-1|open|Refused|f|replied|Sorry|t|sent" | ${STATUS} | what its member sees of a replacement and an answer
    | ${reported()}; update private.deliveries set withdrawn_at = now(), key_id = key_id; insert into private.deliveries (order_id, method, kind, content, read_at) values (:x01, 'key', 'key', 'MUTANT-1', now());
    update private.reports set answer = 'replied', answer_text = 'Sorry', answered_at = now(); update private.outbox set outcome = 'sent', finished_at = now() where cause_id = :x01
  admin = "delivered" | select set_key_aside((select id from search_keys(:benefit) where order_id = :x01), false) | a key that an order has goes back to it | ${delivered()}; update private.delivery_keys set quarantined_at = now()
  admin = "quarantined" | select set_key_aside((select id from search_keys(:benefit) where order_id is null), [[false ;; true]]) | a key of a held batch stays put aside | ${pool(1)}; update private.key_batches set quarantined_at = now()
  admin = true | select waits_until = now() + interval '1 minute' from delivery_details(:order) | until when its undo is open | ${UNSETTLED}
  admin = null | select waits_until from delivery_details(:order) | not once it is settled | ${UNSETTLED}; update operations set settled_at = now()
  admin = null | select waits_until from delivery_details(:order) | nor undone | ${UNSETTLED}; update private.operation_rows set state = 'undone'
  admin = true | select resend_delivery(:x01) | a delivery is sent once more | ${delivered()}; delete from private.outbox where cause_id = :x01
    | select concat_ws(' ', kind, recipient_id = :me, elsewhere) from private.outbox where cause_id = :x01 => "order_delivered t t"
  admin order_changed | select resend_delivery(:order) | nothing is sent before the delivery
  admin order_changed | select resend_delivery(:x01) | nothing is sent of what was cancelled | ${delivered()}; update orders set status = 'cancelled' where id = :x01
  admin order_changed | select resend_delivery(:x01) | nothing is sent to nobody | ${delivered()}; update orders set user_id = null where id = :x01
  admin order_changed | select resend_delivery(:order) | nothing is sent before undo closes | ${UNSETTLED}
  admin = true | select resend_delivery(:order) | what is settled is sent | ${UNSETTLED}; update operations set settled_at = now(); delete from private.outbox
  admin = true | select resend_delivery(:order) | what was undone does not stand in the way | ${UNSETTLED}; update private.operation_rows set state = 'undone'; delete from private.outbox
  admin done | select decide_batch(:xb1, [[true]]) | a decision is in the log, and ends a shortage | ${pool(1)}; update private.key_batches set quarantined_at = now(); update private.benefit_delivery set low_since = now()
    | select concat_ws(' ', actor_id = :admin, subject, after ->> 'number', after ->> 'released', (${LOW})) from private.audit_log where row_id = :xb1::text => "t Test Benefit 1 true f"
  me = [["placed", "you", null], ["paid", "you", {"after": 15, "before": 25, "tokens": 10}], ["refunded", "system", {"after": 25, "before": 15, "tokens": 10}]] | ${EVENTS(':order')} | a refund is an event | ${CANCEL}
  me = [["placed", "you", null], ["paid", "you", {"after": 5, "before": 15, "tokens": 10}], ["delivered", "system", {"item": 1, "kind": "key", "method": "key", "withdrawn": false}]] | ${EVENTS(`(select id from orders where delivery_method = 'key')`)} | an instant order is delivered in one event
    | ${pool(1)}; select set_config('request.jwt.claims', json_build_object('sub', :me)::text, true); set local role authenticated; ${placing}
  me = "delivered" | select string_agg(event, ' ') from order_events(:order) where event in ('delivered', 'read') | a message is delivered, and not read | insert into private.deliveries (order_id, method, message, read_at) values (:order, 'manual', 'Hello', now())
  me = "delivered system 1 true, delivered admin 2 false, answered admin, status admin" | select string_agg(concat_ws(' ', event, actor, detail ->> 'item', detail ->> 'withdrawn'), ', ') from order_events(:x01) where event in ('delivered', 'status', 'answered') | what admins did who have left
    | ${replaced(`'text', 'x', null`)}; update private.deliveries set delivered_by = case kind when 'text' then gen_random_uuid() end, delivered_at = case kind when 'text' then timestamptz '2002-01-01' else '2001-01-01' end; insert into private.audit_log (actor_id, table_name, row_id, action, before, after) values (gen_random_uuid(), 'orders', :x01, 'update', '{"status": "pending"}', '{"status": "delivered"}');
    insert into private.reports (order_id, account_id, delivery_id, reason, outcome, answer, answered_at, answered_by) select :x01, :me, max(id), 'x', 'open', 'replied', '2002-01-01', gen_random_uuid() from private.deliveries
  me = 0 | select count(*)::int from order_events(:order) where event = 'delivered' | a message is no delivery of a cancelled order | insert into private.deliveries (order_id, method, message) values (:order, 'manual', 'Hello'); update orders set status = 'cancelled' where id = :order
  me = 1 | select count(*)::int from delivery_status(:order) | what an operation did not deliver is there | ${UNSETTLED}; update private.operation_rows set state = 'undone'
  me = 1 | select count(*)::int from delivery_status(:order) | what was delivered after an operation is there | ${UNSETTLED}; update private.operation_rows set version = '2001-01-01'
  me = 1 | select count(*)::int from delivery_status(:order) | what an operation delivered is there once it is settled | update orders set status = 'delivered' where id = :order; insert into operations (id, kind, actor_id, state, settled_at) values (:xf1, 'order_status', :admin, 'done', now());
    insert into private.operation_rows (operation_id, position, row_id, state, changed_at, version) select :xf1, 1, id, 'changed', now(), updated_at::text from orders where id = :order
  me = [["placed", "you", null], ["paid", "you", {"after": 15, "before": 25, "tokens": 10}]] | ${EVENTS(':order')} | an order was placed and paid
  me = [["placed", "you", null], ["read", "you", {"kind": "key"}], ["delivered", "system", {"item": 1, "kind": "key", "method": "key", "withdrawn": false}], ["reported", "you", {"reason": "Refused", "outcome": "open"}]]
    | ${EVENTS(':x01')} | the events of an order are in sequence | ${reported()}
  owner done | ${DUE_NOW} | what an import found is kept for a day
    | insert into private.key_imports (actor_id, batch, added, problems, created_at) select :admin, 1, n, '[]', now() - n * interval '1 hour' from unnest('{23,25}'::int[]) as n
    | select string_agg(added::text, ' ') from private.key_imports where added > 1 => "23"
-- hourly-limits
  admin done | select reveal_key(0) | thirty keys are revealed | insert into private.attempts (kind, caller) select 'reveal_key', :admin from generate_series(1, 29) | ${TRIES} => 30
  admin rate_limited | select [[reveal_delivery(:order) ;; reveal_key(0)]] | keys and deliveries are counted together | insert into private.attempts (kind, caller) select 'reveal_key', :admin from generate_series(1, 30)
  admin done | select import_keys(:benefit, '{MUTANT-1}') | thirty imports find a key | ${pool(1)}; insert into private.attempts (kind, caller) select 'import_duplicates', :admin from generate_series(1, 29) | ${TRIES} => 30
  admin rate_limited | select resend_delivery(:x01) | a delivery is sent again | ${delivered()}; insert into private.attempts (kind, caller) select 'resend_delivery', :admin from generate_series(1, 30)
  admin done | select resend_delivery(:x01) | a delivery is sent again thirty times | ${delivered()}; insert into private.attempts (kind, caller) select 'resend_delivery', :admin from generate_series(1, 29)
  me done | ${reporting} | ten reports | ${delivered()}; insert into private.attempts (kind, caller) select 'report_delivery', :me from generate_series(1, 9) | ${TRIES} => 10
  me done | select cancel_my_order(:order) | thirty cancellations | insert into private.attempts (kind, caller) select 'cancel_order', :me from generate_series(1, 29) | ${TRIES} => 30
  admin rate_limited | select reveal_key(0) | - | insert into private.attempts (kind, caller) select 'reveal_key', :admin from generate_series(1, 30)
  admin rate_limited | select import_keys(:benefit, '{MUTANT-9}') | imports of keys | ${pool(1)}; insert into private.attempts (kind, caller) select 'import_duplicates', :admin from generate_series(1, 30)
  me rate_limited | ${reporting} | reports, each of which may notify every admin | ${delivered()}; insert into private.attempts (kind, caller) select 'report_delivery', :me from generate_series(1, 10)
  me rate_limited | select cancel_my_order(:order) | cancellations | insert into private.attempts (kind, caller) select 'cancel_order', :me from generate_series(1, 30)
`)
