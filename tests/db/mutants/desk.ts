import { admin, me, owner } from '../support/attempt'
import { widenPolicy } from '../support/mutation'
import { conditions, LEAVE, refusals, type SchemaMutant, triggers } from './mutant'
import { count, notInserted, policies, rlsMutants, untouched } from './policies'
import { waits } from './triggers'

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
const readViews = widenPolicy('admin_views: admins read their own').apply

/** The desk of the admins: notes, assignment and views, and the filters of orders. */
export const deskMutants: SchemaMutant[] = [
  ...rlsMutants({
    order_desk: me(count('order_desk'), undefined, { returns: 0, before: [assigned] }),
    order_notes: me(count('order_notes'), undefined, { returns: 0, before: [written] }),
    admin_views: admin(count('admin_views'), undefined, { returns: 0, before: [theirs] }),
  }),
  ...policies('order_desk', {
    'admins read': me(count('order_desk'), undefined, { returns: 0, before: [assigned] }),
  }),
  ...policies('order_notes', {
    'admins read': me(count('order_notes'), undefined, { returns: 0, before: [written] }),
    'admins write': notInserted(note, ['order_notes', 'order_notes_before']),
  }),
  ...policies('admin_views', {
    'admins read their own': admin(count('admin_views'), undefined, { returns: 0, before: [theirs] }),
    'admins save their own': notInserted(view(), ['admin_views', 'admin_views_before']),
    'admins change their own': {
      ...untouched(`update admin_views set name = 'Taken'`, 'select name from admin_views', 'Theirs', [
        theirs,
        readViews,
      ]),
      by: 'admin',
    },
    'admins delete their own': {
      ...untouched('delete from admin_views', count('admin_views'), 1, [theirs, readViews]),
      by: 'admin',
    },
  }),
  ...triggers('order_notes', {
    order_notes_before: admin(note.replace('Called', ' Called'), 'done', {
      reads: ['select body from order_notes', 'Called them.'],
    }),
    order_notes_count: admin(note, 'done', { reads: ['select notes from order_desk', 1] }),
    order_notes_serialize: waits('insert into order_notes select * from order_notes where false'),
  }),
  ...triggers('admin_views', {
    admin_views_before: admin(view(' Mine '), 'done', { reads: ['select name from admin_views', 'Mine'] }),
    admin_views_serialize: waits('insert into admin_views select * from admin_views where false'),
  }),
  ...triggers('profiles', {
    profiles_before_clear_desk: owner(LEAVE, 'done', {
      before: [written],
      reads: ['select body from order_notes', null],
    }),
  }),
  ...refusals('assign_orders', {
    not_admin: me(assign()),
    too_many_orders: admin(assign(true, 'array_fill(:order::uuid, array[501])')),
  }),
  ...refusals('note_before', {
    not_admin: me(note),
    order_not_found: admin(note.replace(':order', 'gen_random_uuid()')),
  }),
  ...refusals('view_before', {
    not_admin: me(view()),
    too_many_views: admin(view(), undefined, { before: [twenty] }),
  }),
  ...refusals('view_counts', {
    too_many_views: admin(`select view_counts(array_fill('{}'::jsonb, array[41]))`),
  }),
  ...refusals('order_condition', {
    unknown_filter: admin(
      ['{"color": "red"}', '{"status": "lost"}', '{"due": null}', '{"noted": false}'].map(filtered),
    ),
  }),
  ...refusals('order_filter', { unknown_filter: admin(['[]', '"x"', 'null'].map(filtered)) }),
  ...refusals('search_orders', {
    unknown_sort: admin([
      `select search_orders(p_sort => 'due')`,
      `select search_orders('{"status": "delivered"}', 'due')`,
      `select search_orders(p_sort => 'oldest')`,
    ]),
  }),
  ...conditions('assign_orders', {
    'an order is assigned to the caller': [
      'case when p_assign then auth.uid\\(\\) end',
      `'00000000-0000-4000-8000-0000000000f1'::uuid`,
      admin(assign(), 'done', {
        reads: [`${assignee.replace('assignee_id', 'assignee_id = :admin')}`, true],
      }),
    ],
    'an admin takes over an order of another': [
      'where d.assignee_id is distinct from',
      'where d.assignee_id is null and null is distinct from',
      admin(assign(), 'done', {
        before: [assigned],
        reads: [assignee.replace('assignee_id', 'assignee_id = :admin'), true],
      }),
    ],
    'an order of another admin is released': [
      'p_assign or exists',
      'p_assign and exists',
      admin(assign(false), 'done', { before: [assigned], reads: [assignee, null] }),
    ],
  }),
  ...conditions('view_before', {
    'a view has filters that exist': [
      'perform private.order_filter\\(new.filter\\);',
      '',
      admin(view('Lost', '{"status": "lost"}'), 'unknown_filter'),
    ],
    'each admin has twenty views': [
      'where v.admin_id = new.admin_id',
      'where true',
      admin(view(), 'done', { before: [twenty.replace(':admin', ':other')] }),
    ],
  }),
  ...conditions('note_before', {
    'a note has the time of the server': [
      'new.created_at := now\\(\\);',
      `new.created_at := '2001-01-01';`,
      admin(note, 'done', { reads: ['select created_at = now() from order_notes', true] }),
    ],
  }),
  ...conditions('desk_before_delete', {
    'a deleted admin keeps no view': [
      'delete from public.admin_views where admin_id = old.id;',
      '',
      owner(LEAVE, 'done', { before: [theirs.replace(':other', ':me')], reads: [count('admin_views'), 0] }),
    ],
    'the orders of a deleted admin are released': [
      'update public.order_desk set [^;]*;',
      '',
      owner(LEAVE, 'done', { before: [assigned.replace(':other', ':me')], reads: [assignee, null] }),
    ],
    'a view does not keep the search for a deleted person': [
      'update public.admin_views as v set [^;]*;',
      '',
      owner(LEAVE, 'done', { before: [theirs], reads: ['select filter::text from admin_views', '{}'] }),
    ],
  }),
  ...conditions('order_condition', {
    'a late order waits': [
      `when 'late' then v_waiting`,
      `when 'late' then 'true'`,
      admin(filtered('{"due": "late"}'), undefined, {
        returns: 0,
        before: [
          `update orders set due_at = now() - interval '1 hour'`,
          `update orders set status = 'delivered'`,
        ],
      }),
    ],
    'orders are due soon within six hours': [
      '6 hours',
      '60 hours',
      admin(filtered('{"due": "soon"}'), undefined, { returns: 0 }),
    ],
    "one's own orders are those assigned to oneself": [
      `when 'me' then auth.uid\\(\\)`,
      `when 'me' then (select e.assignee_id from public.order_desk as e limit 1)`,
      admin(filtered('{"assigned": "me"}'), undefined, { returns: 0, before: [assigned] }),
    ],
  }),
]
