import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createPool } from './support/delivery'
import { codeOf } from './support/outcome'
import { createAdmin, createMember } from './support/people'
import {
  type Benefit,
  createBenefit,
  createInviteCode,
  createTokenCode,
  placeOrder,
  reconcile,
} from './support/rows'
import { sharedWorld } from './support/shared-world'

const world = sharedWorld()

const order = (who = ':mia', id = 'gen_random_uuid()', benefit = ':benefit') =>
  `insert into orders (id, user_id, benefit_id, redemption_email, benefit_token_value) values (${id}, ${who}, ${benefit}, 'a@b.test', 10)`
const orderKey = (who: string) => order(who, undefined, ':keyed')
const status = (to: string) => `update orders set status = '${to}', updated_at = now() where id = :order`
const redeem = `select from redeem_code(:token) where ok::text = 'true'`
const signUp = `insert into auth.users (id, aud, role, email, email_confirmed_at, raw_user_meta_data)
    values (gen_random_uuid(), 'authenticated', 'authenticated', gen_random_uuid() || '@example.test', now(),
      jsonb_build_object('name', 'Sam Newcomer', 'phone', '', 'invite_code', :invite))`
const revoke = (kind: string, table: string) =>
  `select * from revoke_codes('${kind}', p_ids => array(select id from ${table} where code = :${kind}), p_reason => 'Lost', p_dry_run => false)`
const setStock = (stock: number, expected: number | null) =>
  `select from save_benefit(:benefit, '{"stock": ${expected}}', '{"stock": ${stock}}')`
const stocked = (stock: number) => `insert into private.benefit_stock values (:benefit, ${stock})`
const edit = (tokens: number) =>
  `update profiles set current_tokens = ${tokens}, adjustment_reason = 'Test' where id = :mia and current_tokens = 100`
const invite = (names: string) =>
  `select from send_invitations((select jsonb_agg(jsonb_build_object('email', n || gen_random_uuid() || '@example.test'))
    from unnest('{${names}}'::text[]) as n), p_dry_run => false) where state = 'new'`
const cancelPlanned = `select from set_order_statuses(p_ids => array[:order::uuid], p_status => 'cancelled', p_dry_run => false,
    p_expected => jsonb_build_object('operation_id', (select id from operations where actor_id = :ada)))`
const asAda = `select set_config('request.jwt.claims', json_build_object('sub', :ada)::text, true)`
const granted = `select private.post_tokens(:mia, 'adjustment', -100, 'Test'); ${asAda};
    select from grant_tokens((select jsonb_agg(jsonb_build_object('email', email, 'tokens', 50)) from profiles where id = :mia), 'adjustment', 'Test', false)`
const undo = `select from undo_operation((select id from operations where actor_id = :ada)) where undone = 1`
const deleting = (who: string) => `delete from profiles where id = ${who}`
const factor = (who: string) =>
  `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at) values (:id, ${who}, 'Phone', 'totp', 'verified', now(), now())`
const unchanged = '(select updated_at from orders where id = :order)'
const lateOrder = (id: string) =>
  `insert into orders (id, user_id, redemption_email, benefit_token_value, benefit_name, credit_rate, credit_cap, due_at)
    values (${id}, :mia, 'a@b.test', 20, 'Late', 20, 20, now() - interval '2 hours')`
const category = `insert into categories (id, name) values (:id, :id::text)`
const onlyAdmins = `update profiles set role = 'user' where role = 'admin' and id not in (:ada, :bea)`

/** What of an order does not add up: to 0 if it is cancelled and to minus its price otherwise (D6, D35). */
const SUMS = `select o.id from orders as o where o.id = :order and o.user_id is not null and (select coalesce(sum(t.amount), 0)
    from token_transactions as t where t.order_id = o.id and t.transaction_type in ('redemption', 'refund'))
    <> case o.status when 'cancelled' then 0 else -o.benefit_token_value end`
const entries = `select redeem_code_id from token_transactions where redeem_code_id = (select id from redeem_codes where code = :token)
    group by 1 having count(*) <> 1`
const NO_ADMIN = `select 1 where not exists (select from profiles where role = 'admin')`

/**
 * `name | one | other | results`, and the results when the other begins, what makes the scene, and a query that returns no row
 * afterwards. A step begins with who takes it; 'no row' is the result of one that touches none. The scene has what is named: members
 * with 100 tokens (`:mia`, `:noa`), admins (`:ada`, `:bea`), codes (`:token`, `:invite`), a benefit (`:benefit`), an order of it by Mia
 * (`:order`), a benefit that delivers the one key of its pool (`:keyed`), and an id (`:id`).
 */
const RACES = `
  two people use a code once (D10) | mia: ${redeem} | noa: ${redeem} | done, no row | - | - | ${entries}
  one person uses a code of two uses twice (D41) | mia: ${redeem} | mia: ${redeem} | done, no row | - | update redeem_codes set max_uses = 2 where code = :token | ${entries}
  a retry of a redemption by its request id (D41) | mia: ${redeem.replace(')', ', :id)')} | mia: ${redeem.replace(')', ', :id)')} | done, done | - | - | ${entries}
  a code is used while it is revoked (D41) | mia: ${redeem} | ada: ${revoke('token', 'redeem_codes')} | done, done | done, no row
  two orders and tokens for one (D2) | mia: ${order()} | mia: ${order()} | done, insufficient_tokens | - | select private.post_tokens(:mia, 'adjustment', -85, 'Test')
  the last key (D31) | mia: ${orderKey(':mia')} | noa: ${orderKey(':noa')} | done, sold_out | - | - | select benefit_id from private.deliveries where benefit_id = :keyed group by 1 having count(*) <> 1
  the last unit of a stock (D38) | mia: ${order()} | noa: ${order(':noa')} | done, sold_out | - | ${stocked(1)}
  the last unit is ordered while its holder cancels (D38) | mia: select * from cancel_my_order(:order) | noa: ${order(':noa')}
    | done, sold_out | sold_out, done | ${stocked(0)}; update orders set from_stock = true where id = :order | ${SUMS}
  more than a member may have (D38) | mia: ${order()} | mia: ${order()} | done, limit_reached | - | update benefits set per_member_limit = 1 where id = :benefit
  an order at a price that is being changed (D3) | mia: ${order()} | ada: update benefits set token_value = 20 where id = :benefit | done, done | done, price_changed
  an order from a stock that an admin sets (D7, D38) | mia: ${order()} | ada: ${setStock(5, 2)} | done, row_changed | done, done | ${stocked(2)}
    | select stock from private.benefit_stock where benefit_id = :benefit and stock not in (1, 4)
  an order of a benefit that an admin gives a stock (D38) | mia: ${order()} | ada: ${setStock(0, null)} | done, done | done, sold_out
  an order of a benefit that is being deleted (D13) | mia: ${order()} | ada: delete from benefits where id = :benefit | done, done | done, benefit_unavailable | - | select id from orders where benefit_id = :benefit
  two admins cancel an order (D6) | ada: ${status('cancelled')} | bea: ${status('cancelled')} | done, done | - | - | ${SUMS}
  an admin delivers what the member cancels (D35) | ada: ${status('delivered')} | mia: select * from cancel_my_order(:order) | done, order_not_pending | done, done | - | ${SUMS}
  an order leaves cancelled while its tokens are spent (D6) | ada: ${status('processing')} | mia: ${order()} | done, insufficient_tokens | -
    | ${status('cancelled')}; select private.post_tokens(:mia, 'adjustment', -90, 'Test') | ${SUMS}
  an operation takes an order out of cancelled while its tokens are spent (D46) | mia: ${order()}
    | ada: select from set_order_statuses(p_ids => array[:order::uuid], p_status => 'processing', p_dry_run => false) where changed = 1
    | done, no row | done, insufficient_tokens | ${status('cancelled')}; select private.post_tokens(:mia, 'adjustment', -90, 'Test') | ${SUMS}
  an edit of a balance while its member orders (D7) | ada: ${edit(0)} | mia: ${order()} | done, insufficient_tokens | done, no row
  two sign-ups with one code (D9) | owner: ${signUp} | owner: ${signUp} | done, invalid_invite_code | - | - | select invite_code_used from profiles where invite_code_used = :invite group by 1 having count(*) <> 1
  a sign-up with a code that is being revoked (D41) | owner: ${signUp} | ada: ${revoke('invite', 'invite_codes')} | done, done | done, invalid_invite_code
  the last two admins demote each other (D11) | ada: update profiles set role = 'user' where id = :bea | bea: update profiles set role = 'user' where id = :ada
    | done, profile_column_forbidden | - | ${onlyAdmins} | ${NO_ADMIN}
  the last two admins delete each other (D11) | ada: delete from profiles where id = :bea | bea: delete from profiles where id = :ada | done, not_admin | - | ${onlyAdmins} | ${NO_ADMIN}
  a member who is being deleted orders (D12) | mia: ${order()} | ada: delete from profiles where id = :mia | done, done | done, not_signed_in | -
    | select id from orders where user_id = :mia or account_id = :mia and customer_email <> ''
  the status of an order whose member is being deleted (D12) | ada: ${status('cancelled')} | bea: delete from profiles where id = :mia | done, done | - | - | ${SUMS}
  an answer by an admin who is being deleted (D11) | ada: delete from profiles where id = :bea | bea: ${status('processing')} | done, not_admin | done, done | - | ${SUMS}
  the same delivery is reported twice (D34) | mia: select * from report_delivery(:order, 'Refused as used', null, true) | mia: select * from report_delivery(:order, 'Refused as used', null, true)
    | done, report_refused | - | ${status('delivered')} | select order_id from private.reports where order_id = :order group by 1 having count(*) <> 1
  a delivery is reported while its order is cancelled (D32, D34) | mia: select * from report_delivery(:order, 'Refused as used', null, true) | ada: ${status('cancelled')}
    | done, done | done, nothing_to_report | ${status('delivered')} | ${SUMS}
  a referral is paid twice (D43) | owner: select private.pay_referral(:mia, :order, now()) | owner: select private.pay_referral(:mia, :order, now()) | done, done | -
    | insert into private.referrals (invited_id, referrer_id, code_id, bonus, joined_at, invited_received, referrer_received) values (:mia, :noa, :id, 15, now(), 0, 0);
    update orders set status = 'delivered', updated_at = now() - interval '8 days' where id = :order
    | select 1 where (select sum(amount) from token_transactions where transaction_type = 'referral_bonus' and account_id in (:mia, :noa)) is distinct from 30
  two admins approve a request (D44) | ada: select from approve_waitlist(array(select id from waitlist where email = :id || '@x.test'), false) where state = 'new'
    | bea: select from approve_waitlist(array(select id from waitlist where email = :id || '@x.test'), false) where state = 'new'
    | done, no row | - | insert into waitlist (email, mailbox) values (:id || '@x.test', :id || '@x.test') | select 1 where (select count(*) from invitations where email = :id || '@x.test') <> 1
  an address is approved while it is invited (D42, D44) | ada: select from approve_waitlist(array(select id from waitlist where email = :id || '@x.test'), false) where state = 'new'
    | bea: select from send_invitations(jsonb_build_array(jsonb_build_object('email', :id || '@x.test')), p_dry_run => false) where state = 'new'
    | done, no row | - | insert into waitlist (email, mailbox) values (:id || '@x.test', :id || '@x.test')
  the last key is ordered while it is put aside (D31) | mia: ${orderKey(':mia')} | ada: select * from set_key_aside((select key.id from search_keys(:keyed) as key), true) | done, done | done, sold_out
  two senders lease emails (D37) | owner: select * from lease_emails(50) | owner: select * from lease_emails(50) | done, no row | -
    | delete from private.outbox where cause_id <> :order | select id from private.outbox where attempts > 1
  what is due is done twice (D40) | owner: select * from run_due() | owner: select * from run_due() | done, done | -
    | update orders set created_at = created_at - interval '3 days', due_at = due_at - interval '3 days' where id = :order
  more invitations than a member has (D43) | mia: ${invite('a,b')} | mia: ${invite('c,d')} | done, done | -
    | insert into app_settings (key, value) values ('invitations_per_member', '3') on conflict (key) do update set value = '3' | select inviter_id from invitations where inviter_id = :mia group by 1 having count(*) > 3
  an operation and a single change of its order (D46) | ada: select from set_order_statuses(p_ids => array[:order::uuid], p_status => 'cancelled', p_dry_run => false) where changed = 1
    | bea: ${status('processing')} | done, done | - | - | ${SUMS}
  granted tokens are spent while the grant is undone (D46) | ada: ${undo} | mia: ${order()} | done, insufficient_tokens | done, no row | ${granted}
  a grant is undone twice (D46) | ada: ${undo} | ada: ${undo} | done, already_undone | - | ${granted}
  a dry run is run twice (D46) | ada: ${cancelPlanned} | ada: ${cancelPlanned} | done, done | - | ${asAda}; select from set_order_statuses(p_ids => array[:order::uuid], p_status => 'cancelled')
    | select 1 where (select count(*) from private.audit_log where actor_id = :ada and table_name = 'operations') <> 1
  a single change settles twice (D46) | ada: select from settle_operation((select id from operations where actor_id = :ada))
    | ada: select from settle_operation((select id from operations where actor_id = :ada)) | done, done | -
    | ${asAda}; select from change_order(:order, ${unchanged}, 'processing'); update operations set undo_until = now() - interval '1 second' where actor_id = :ada
    | select 1 where (select count(*) from private.outbox where cause_id = :order and kind = 'order_status') <> 1
  two admins change an order singly (D7) | ada: select from change_order(:order, ${unchanged}, 'processing') | bea: select from change_order(:order, ${unchanged}, 'completed') | done, order_changed
  two admins deliver an order (D33) | ada: select deliver_order(:order, ${unchanged}, 'text', 'One') | bea: select deliver_order(:order, ${unchanged}, 'text', 'Two') | done, order_changed
  two late orders of a member are delivered (D36) | ada: update orders set status = 'delivered' where id = :id | bea: update orders set status = 'delivered' where user_id = :mia and id <> :id | done, done | -
    | ${lateOrder(':id')}; ${lateOrder('gen_random_uuid()')} | select 1 where (select sum(amount) from token_transactions where account_id = :mia and transaction_type = 'adjustment') <> 20
  two admins answer a report (D34) | ada: select from answer_report(:id, 'refunded', 'Sorry') | bea: select from answer_report(:id, 'replied', 'Try again') | done, report_closed | -
    | ${status('delivered')}; insert into private.deliveries (order_id, method) values (:order, 'manual'); insert into private.reports (id, order_id, account_id, delivery_id, reason, outcome)
      select :id, order_id, :mia, id, 'Broken', 'open' from private.deliveries where order_id = :order | ${SUMS}
  two admins decide about a batch (D34) | ada: select from decide_batch((select id from suspect_batches() where benefit_id = :keyed), true)
    | bea: select from decide_batch((select id from suspect_batches() where benefit_id = :keyed), false) | done, report_closed | - | update private.key_batches set quarantined_at = now() where benefit_id = :keyed
  two admins import the same key (D31) | ada: select import_keys(:keyed, array[:id], false) | bea: select import_keys(:keyed, array[:id], false) | done, done | - | -
    | select 1 where (select count(*) from private.delivery_keys where benefit_id = :keyed) <> 2
  an admin removes a file that is becoming that of a benefit (D32)
    | owner: insert into private.benefit_delivery (benefit_id, file_path, file_name, file_size, file_type) select id, id || '/guide.txt', 'guide.txt', 9, 'text/plain' from benefits where id = :benefit for no key update
    | ada: delete from storage.objects where name = :benefit || '/guide.txt' | done, no row | done, done | insert into storage.objects (bucket_id, name) values ('deliveries', :benefit || '/guide.txt')
  two orders with two keys left (D31) | mia: ${orderKey(':mia')} | noa: ${orderKey(':noa')} | done, done | -
    | with k as (insert into private.delivery_keys (benefit_id, batch_id, secret) select benefit_id, id, :id from private.key_batches where benefit_id = :keyed returning *)
    insert into private.available_keys (benefit_id, key_id, batch_id) select benefit_id, id, batch_id from k
  a code is extended while it is revoked (D41) | ada: ${revoke('token', 'redeem_codes')}
    | bea: select extend_code('token', (select id from redeem_codes where code = :token), now() + interval '1 day') | done, code_not_extendable | done, done
  two guesses after nine misses (D10) | owner: select private.check_invite_code('NO SUCH CODE', :id) | owner: select private.check_invite_code('NO SUCH CODE', :id)
    | done, rate_limited | - | insert into private.attempts (kind, caller) select 'invite_code', :id from generate_series(1, 9)
  the last key that may be revealed in an hour (D53) | ada: select reveal_key(0) | ada: select reveal_key(0) | done, rate_limited | -
    | insert into private.attempts (kind, caller) select 'reveal_key', :ada from generate_series(1, 29)
  the last of twenty views | ada: insert into admin_views (name) values ('One') | ada: insert into admin_views (name) values ('Two') | done, too_many_views | -
    | insert into admin_views (admin_id, name) select :ada, 'View ' || n from generate_series(1, 19) as n
  two tabs ask for a link (D43) | mia: select from my_invitations() where code <> '' | mia: select from my_invitations() where code <> '' | done, done | -
    | insert into app_settings (key, value) values ('invitations_per_member', '3') on conflict (key) do update set value = '3' | select 1 where (select count(*) from invitations where inviter_id = :mia) <> 1
  an invitation is revoked while it is used (D42) | owner: ${signUp} | mia: select from revoke_invitation(:id) | done, invitation_closed | done, invalid_invite_code
    | update invite_codes set id = :id where code = :invite; insert into invitations (code_id, source, inviter_id, email, sends) values (:id, 'member', :mia, 'guest@x.test', 1)
  an announcement is called back while it is queued (D67) | owner: select private.due_announcements(now() + interval '1 second') | ada: select from call_back_announcement(:id) | done, already_sent | done, done
    | insert into announcements (id, title, body, audience, by_email, in_app, send_at) values (:id, 'News', 'Text', 'admins', true, true, now())
  a benefit that is being deleted is marked (D39) | ada: delete from benefits where id = :benefit | mia: select from set_favourite(:benefit, true) | done, benefit_unavailable | done, done
  a member who is being deleted marks a benefit (D12) | ada: ${deleting(':mia')} | mia: select from set_favourite(:benefit, true) | done, not_signed_in | done, done
  a member who is being deleted invites (D12) | ada: ${deleting(':mia')} | mia: ${invite('a')} | done, not_signed_in | done, done
    | insert into app_settings (key, value) values ('invitations_per_member', '3') on conflict (key) do update set value = '3' | select inviter_id from invitations where inviter_id = :mia
  a member who is being deleted chooses emails (D12) | ada: ${deleting(':mia')} | mia: insert into notification_preferences (kind, by_email) values ('orders', true) | done, not_signed_in | done, done
  a member who is being deleted unsubscribes (D12) | ada: ${deleting(':mia')} | owner: select from unsubscribe(private.unsubscribe_token(:mia, 'order_placed')) where ok | done, done
  a member who is being deleted is told of a benefit (D12) | ada: ${deleting(':mia')} | owner: select private.notify_waiting_members(:benefit, now(), now()) | done, done | -
    | insert into private.waiting_members (benefit_id, user_id) values (:benefit, :mia)
  a member who is being deleted is told of the end of the year (D12) | ada: ${deleting(':mia')} | owner: select private.due_memberships(now()) | done, done | -
    | update profiles set membership_end_date = now() + interval '5 days' where id = :mia; update private.due_items set done_until = '-infinity' where item = 'memberships'
  an admin who is being deleted is told (D12) | ada: ${deleting(':bea')} | owner: select private.notify_admins('stock_low', 1, null, null, '{}') | done, done
  an admin who is being deleted is written to (D12) | ada: ${deleting(':bea')} | owner: select private.queue_admin_email('stock_low', :id, now()) | done, done | - | -
    | select id from private.outbox where recipient_id = :bea
  the factor of a member who is being deleted is reset (D54) | ada: ${deleting(':mia')} | bea: select from reset_second_factor(:mia) | done, profile_not_found | done, done | ${factor(':mia')}
  the factor of an admin who is being deleted is approved (D54) | ada: ${deleting(':bea')} | ada: select from approve_second_factor(:bea) | done, profile_not_found | done, done | ${factor(':bea')}
  a deletion is withdrawn while it is carried out (D49) | mia: select from keep_account() | owner: select private.delete_account(:mia, now())
    | done, done | done, not_signed_in | update profiles set deletes_at = now() - interval '1 minute' where id = :mia
    | select row_id from private.audit_log where row_id = :mia and after = '{"deletes_at": null}' and not exists (select from profiles where id = :mia)
  a benefit gets a category that is being deleted | ada: update benefits set category_id = :id where id = :benefit | ada: delete from categories where id = :id | done, done | done, category_deleted | ${category}
    | select id from benefits as b where id = :benefit and category_id is not null and not exists (select from categories as c where c.id = b.category_id)
  the deletion of an account is carried out while it orders (D49) | mia: ${order()} | owner: select private.delete_account(:mia, now())
    | done, done | done, not_signed_in | update profiles set deletes_at = now() - interval '1 minute' where id = :mia | select id from orders where user_id = :mia or account_id = :mia and customer_email <> ''
  two admins create the same codes in different orders | ada: insert into redeem_codes (code, token_value) values (upper('A' || :id), 5), (upper('B' || :id), 5)
    | bea: insert into redeem_codes (code, token_value) values (upper('B' || :id), 5), (upper('A' || :id), 5) | done, 23505
`
const races = RACES.replace(/\n {4,}/g, ' ')
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' | '))

type Scene = Record<string, string>

/** Makes what the race names. */
async function setScene(race: string): Promise<Scene> {
  const names = new Set(
    race
      .match(/:(mia|noa|ada|bea|token|invite|benefit|order|keyed|id)\b|\b(mia|ada|bea|noa)(?=: )/g)
      ?.map((name) => name.replace(':', '')),
  )
  const scene: Scene = { id: randomUUID() }
  const ordered = names.has('order')
  const mia = names.has('mia') || ordered ? await createMember(world, { tokens: 100 }) : undefined
  if (mia) scene.mia = mia.id
  if (names.has('noa')) scene.noa = (await createMember(world, { name: 'Noa Member', tokens: 100 })).id
  const ada = names.has('ada') || names.has('keyed') ? await createAdmin(world) : undefined
  if (ada) scene.ada = ada.id
  if (names.has('bea')) scene.bea = (await createAdmin(world, { name: 'Bea Admin' })).id
  if (names.has('token')) scene.token = (await createTokenCode(world)).code
  if (names.has('invite')) scene.invite = (await createInviteCode(world)).code
  let benefit: Benefit | undefined
  if (names.has('benefit') || ordered) {
    benefit = await createBenefit(world)
    scene.benefit = benefit.id
  }
  if (ordered && mia && benefit) scene.order = await placeOrder(mia, benefit)
  if (names.has('keyed') && ada) scene.keyed = (await createPool(world, ada)).benefit.id
  return scene
}

const connect = () => new pg.Client({ connectionString: world.address.db_url })
const clients: [pg.Client, pg.Client] = [connect(), connect()]
for (const client of clients) await client.connect()
afterAll(() => Promise.all(clients.map((client) => client.end())))
afterEach(async () => expect(await reconcile(world)).toEqual([]))

async function statement(client: pg.Client, step: string, scene: Scene): Promise<string> {
  const [who = '', ...sql] = step.split(': ')
  const claims = JSON.stringify({ sub: scene[who], role: 'authenticated', aal: 'aal1' })
  const become = `select set_config('request.jwt.claims', '${claims}', true), set_config('role', 'authenticated', true)`
  await client.query(who === 'owner' ? 'begin' : `begin; ${become}`)
  return client.query(sql.join(': ')).then(({ rowCount }) => (rowCount ? 'done' : 'no row'), codeOf)
}

/** Constraints at commit may still refuse. */
async function end(client: pg.Client, outcome: string): Promise<string> {
  const committed = outcome === 'done' || outcome === 'no row'
  return client.query(committed ? 'commit' : 'rollback').then(() => outcome, codeOf)
}

/** Runs `first` in an open transaction, starts `second` beside it, and commits the first when the second has finished or waits for a lock. */
async function interleave(first: string, second: string, scene: Scene): Promise<string> {
  const [one, other] = clients
  const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid')
  const before = await statement(one, first, scene)
  let settled = false
  const running = statement(other, second, scene).finally(() => {
    settled = true
  })
  const blocked = async () =>
    (
      await world.sql(
        'select from pg_stat_activity where pid = $1 and cardinality(pg_blocking_pids(pid)) > 0',
        [rows[0]?.pid],
      )
    ).length > 0
  while (!settled && !(await blocked())) await wait(1)
  return `${await end(one, before)}, ${await end(other, await running)}`
}

it.each(races)(
  '%s',
  async (_, one = '', other = '', results = '', swapped = '-', before = '-', broken = '-') => {
    for (const turned of [false, true]) {
      const scene = await setScene([one, other, before, broken].join(' | '))
      const spelt = (text: string) =>
        text.replace(/:([a-z]+)\b/g, (all, name: string) => (scene[name] ? `'${scene[name]}'` : all))
      if (before !== '-') await world.commits(async (sql) => void (await sql(spelt(before))))
      const steps: [string, string] = turned ? [spelt(other), spelt(one)] : [spelt(one), spelt(other)]
      expect(await interleave(...steps, scene)).toBe(turned && swapped !== '-' ? swapped : results)
      if (broken !== '-') expect(await world.sql(spelt(broken))).toEqual([])
    }
  },
)
