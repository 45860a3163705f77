import { admin, me, owner } from '../support/attempt'
import { count, LEAVE, type Rule, refusals, rules, waits } from './rule'

const note = `insert into order_notes (order_id, body) values (:order, 'Called them.')`
const written = `insert into order_notes (order_id, author_id, body) values (:order, :admin, 'Called them.')`
const view = (name = 'Mine', filter = '{"status": "waiting"}') =>
  `insert into admin_views (name, filter) values ('${name}', '${filter}')`
const theirs = `insert into admin_views (admin_id, name, filter) values (:other, 'Theirs', '{"search": "mia"}')`
const twenty = `insert into admin_views (admin_id, name) select :admin, 'View ' || n from generate_series(1, 20) as n`
const assign = (assigned = true, ids = 'array[:order]::uuid[]') => `select assign_orders(${ids}, ${assigned})`
const assigned = `insert into order_desk (order_id, assignee_id, assigned_at) values (:order, :other, now())`
const assignee = 'select assignee_id from order_desk where order_id = :order'
const filtered = (filter: string) => `select count_orders('${filter}')`
/** The desk of the admins: notes, assignment and views, and the filters of orders. */
export const deskRules: Rule[] = [
  ...rules({
    order_notes_before: admin(note.replace('Called', ' Called'), 'done', {
      reads: ['select body from order_notes', 'Called them.'],
    }),
    order_notes_count: admin(note, 'done', { reads: ['select notes from order_desk', 1] }),
    order_notes_serialize: waits('insert into order_notes select * from order_notes where false'),
    admin_views_before: admin(view(' Mine '), 'done', { reads: ['select name from admin_views', 'Mine'] }),
    admin_views_serialize: waits('insert into admin_views select * from admin_views where false'),
    profiles_before_clear_desk: owner(LEAVE, 'done', {
      before: [written],
      reads: ['select body from order_notes', null],
    }),
  }),
  ...refusals({
    too_many_orders: admin(assign(true, 'array_fill(:order::uuid, array[501])')),
  }),
  ...refusals({
    not_admin: me(note),
    order_not_found: admin(note.replace(':order', 'gen_random_uuid()')),
  }),
  ...refusals({
    not_admin: me(view()),
    too_many_views: admin(view(), undefined, { before: [twenty] }),
  }),
  ...refusals({
    too_many_views: admin(`select view_counts(array_fill('{}'::jsonb, array[41]))`),
  }),
  ...refusals({
    unknown_filter: admin(
      ['{"color": "red"}', '{"status": "lost"}', '{"due": null}', '{"noted": false}'].map(filtered),
    ),
  }),
  ...refusals({
    unknown_filter: admin(['[]', '"x"', 'null'].map(filtered)),
  }),
  ...refusals({
    unknown_sort: admin([
      `select search_orders(p_sort => 'due')`,
      `select search_orders('{"status": "delivered"}', 'due')`,
      `select search_orders(p_sort => 'oldest')`,
    ]),
  }),
  ...rules({
    'an order is assigned to the caller': admin(assign(), 'done', {
      reads: [`${assignee.replace('assignee_id', 'assignee_id = :admin')}`, true],
    }),
    'an admin takes over an order of another': admin(assign(), 'done', {
      before: [assigned],
      reads: [assignee.replace('assignee_id', 'assignee_id = :admin'), true],
    }),
    'an order of another admin is released': admin(assign(false), 'done', {
      before: [assigned],
      reads: [assignee, null],
    }),
    'a view has filters that exist': admin(view('Lost', '{"status": "lost"}'), 'unknown_filter'),
    'each admin has twenty views': admin(view(), 'done', { before: [twenty.replace(':admin', ':other')] }),
    'a note has the time of the server': admin(note, 'done', {
      reads: ['select created_at = now() from order_notes', true],
    }),
    'a deleted admin keeps no view': owner(LEAVE, 'done', {
      before: [theirs.replace(':other', ':me')],
      reads: [count('admin_views'), 0],
    }),
    'the orders of a deleted admin are released': owner(LEAVE, 'done', {
      before: [assigned.replace(':other', ':me')],
      reads: [assignee, null],
    }),
    'a view does not keep the search for a deleted person': owner(LEAVE, 'done', {
      before: [theirs],
      reads: ['select filter::text from admin_views', '{}'],
    }),
    'a late order waits': admin(filtered('{"due": "late"}'), undefined, {
      returns: 0,
      before: [
        `update orders set due_at = now() - interval '1 hour'`,
        `update orders set status = 'delivered'`,
      ],
    }),
    'orders are due soon within six hours': admin(filtered('{"due": "soon"}'), undefined, { returns: 0 }),
    "one's own orders are those assigned to oneself": admin(filtered('{"assigned": "me"}'), undefined, {
      returns: 0,
      before: [assigned],
    }),
  }),
]
