import {
  creditsNoOwnCancellation,
  deliversToActiveOrders,
  forgetsDryRuns,
  keepsWithinTheLimit,
  restoresTheUnit,
  runsOnlyWhatIsUnchanged,
  settlesOnce,
  skipsWhatDoesNotFit,
  stepsWithinItsLocks,
  tellsNothingTwice,
  tellsWhatALaterUndoRestored,
  tellsWhenUndoCloses,
  undoesWhatItCan,
} from '../probes/operations'
import { admin, me, owner } from '../support/attempt'
import { dropConstraint } from '../support/mutation'
import { conditions, mutant, refusals, type SchemaMutant } from './mutant'
import { count, policies, rlsMutants } from './policies'

const ID = '00000000-0000-4000-8000-0000000000aa'
const NO_ID = '00000000-0000-4000-8000-0000000000ab'
const made = (by: string, state = 'planned', more = 'now()') => `
  insert into operations (id, kind, actor_id, parameters, state, created_at, undo_until)
  values ('${ID}', 'order_status', ${by}, '{"status": "cancelled"}', '${state}', ${more}, now() + interval '1 minute')`
const set = (more = '', ids = 'array[:order]::uuid[]', status = 'cancelled') =>
  `select set_order_statuses(p_ids => ${ids}, p_status => '${status}'${more})`
const run = (expected: string) => set(`, p_dry_run => false, p_expected => '${expected}'`)
const ofPlan = run(`{"operation_id": "${ID}"}`)
const call = (name: string, id = ID) => `select ${name}_operation('${id}')`
const planned = { returns: 0, before: [made(':admin')] }

/** Operations on many orders: their dry run, run, undo and settlement (D46). */
export const operationMutants: SchemaMutant[] = [
  ...rlsMutants({ operations: me(count('operations'), undefined, planned) }),
  ...policies('operations', { 'admins read': me(count('operations'), undefined, planned) }),
  mutant(
    'check: operations_kind_check',
    dropConstraint('operations', 'operations_kind_check'),
    owner(`insert into operations (kind, actor_id) values ('anything', :me)`, '23514'),
  ),
  mutant(
    'check: operations_state_check',
    dropConstraint('operations', 'operations_state_check'),
    owner(made(':me', 'paused'), '23514'),
  ),
  mutant(
    'check: operation_rows_state_check',
    dropConstraint('private.operation_rows', 'operation_rows_state_check'),
    owner(
      `insert into private.operation_rows (operation_id, position, state) values (:me, 1, 'lost')`,
      '23514',
    ),
  ),
  ...refusals('add_orders', {
    filter_or_ids: admin(`select set_order_statuses(p_status => 'cancelled')`),
    too_many_rows: admin(set('', 'array(select gen_random_uuid() from generate_series(1, 20001))')),
  }),
  ...refusals('check_content', {
    unknown_status: admin(set('', undefined, 'lost')),
    invalid_delivery: admin(set(`, p_message => 'Sorry'`)),
  }),
  ...refusals('check_note', { invalid_note: admin(set(`, p_note => repeat('n', 2001)`)) }),
  ...refusals('note_orders', { not_admin: me(`select note_orders(p_ids => '{}')`) }),
  ...refusals('check_numbers', { numbers_differ: admin(run('{"changed": 2}')) }),
  ...refusals('open_operation', {
    operation_not_found: admin(run(`{"operation_id": "${NO_ID}"}`)),
    not_your_operation: admin(ofPlan, undefined, { before: [made(':other')] }),
    numbers_differ: admin(ofPlan.replace('cancelled', 'pending'), undefined, { before: [made(':admin')] }),
    dry_run_expired: admin(ofPlan, undefined, {
      before: [made(':admin', 'planned', `now() - interval '301 seconds'`)],
    }),
  }),
  ...refusals('lock_operation', {
    operation_not_found: admin(call('continue', NO_ID)),
  }),
  ...refusals('undo_operation', {
    not_your_operation: admin(call('undo'), undefined, { before: [made(':other', 'done')] }),
    already_undone: admin(call('undo'), undefined, { before: [made(':admin', 'undone')] }),
    undo_closed: admin(call('undo'), undefined, {
      before: [made(':admin', 'done'), 'update operations set undo_until = now()'],
    }),
  }),
  ...conditions('plan_operation', {
    'a row is changed only if it is as it was planned': [
      '\\(r.version is null or r.version = p.version\\)',
      'true',
      runsOnlyWhatIsUnchanged,
    ],
  }),
  ...conditions('order_status_plan', {
    'an order that its member cancelled stays so': [
      'last.actor_id = o.user_id',
      'false',
      skipsWhatDoesNotFit,
    ],
    'a dry run counts no credit for cancelling an own order': [
      'p_1.user_id = ',
      'false and p_1.user_id = ',
      creditsNoOwnCancellation,
    ],
    'nothing is delivered for a deleted account': ['o.user_id IS NULL', 'false', skipsWhatDoesNotFit],
    'a balance must cover what is taken again': ['p_1.current_tokens < sum', '-1 = sum', skipsWhatDoesNotFit],
    'a stock must cover what is taken again': ['b.stock < count', '-1 = count', skipsWhatDoesNotFit],
  }),
  ...conditions('step_operation', {
    'the first step takes what the plan has locked': ['r.position <= p_last', 'true', stepsWithinItsLocks],
  }),
  ...conditions('order_status_undo', {
    'an undo keeps later changes': ['o.updated_at <> ', `null::timestamptz <> `, undoesWhatItCan],
    'an undo takes no tokens that are spent': ['p.current_tokens < sum', '-1 = sum', undoesWhatItCan],
    'an undo exceeds no limit of a member': ['s.per_member_limit - ', '1000 - ', keepsWithinTheLimit],
    'a delivery that was undone has not used its unit': [', unit = p.wanted_unit', '', restoresTheUnit],
    'an undone delivery does not count as on time': [
      'fulfilled_at = p.wanted_fulfilled_at,',
      '',
      restoresTheUnit,
    ],
  }),
  ...conditions('order_move_unit', {
    'a unit that is restored stays so': ['if new.unit = old.unit then', 'if true then', restoresTheUnit],
  }),
  ...conditions('order_status_email', {
    'no email before undo closes': ['private.current_operation\\(\\) is null', 'true', tellsWhenUndoCloses],
  }),
  ...conditions('order_notification', {
    'no notice before undo closes': ['private.current_operation\\(\\) is null', 'true', tellsWhenUndoCloses],
  }),
  ...conditions('due_operations', {
    'members are notified only after the ten minutes of undo': [
      'o.undo_until <= p_now',
      'true',
      tellsWhenUndoCloses,
    ],
    'a dry run is kept for its time': [`interval '1 hour'`, `interval '1 minute'`, forgetsDryRuns],
  }),
  ...conditions('settle_step', {
    'no undo after members were notified': [
      'least\\(o.undo_until, clock_timestamp\\(\\)\\)',
      'o.undo_until',
      settlesOnce,
    ],
    'each row settles once': ['set position = v_to', 'set position = 0', tellsWhenUndoCloses],
  }),
  ...conditions('order_status_settle', {
    'a single change has notified the member': [
      'p_operation.id is not distinct from \\(',
      'true or exists (',
      tellsNothingTwice,
    ],
    'an undone change is not the last one': ['c.undone_at is null', 'true', tellsWhatALaterUndoRestored],
    'nobody is credited for cancelling their own order': [
      'then p_operation.actor_id end',
      'then null::uuid end',
      creditsNoOwnCancellation,
    ],
    'a single message has notified the member': ['d.message_at, ', '', tellsNothingTwice],
    'a single delivery has notified the member': [
      'coalesce\\(d.message_at, d.delivered_at\\) > v_row.changed_at',
      'false',
      tellsNothingTwice,
    ],
    'content is for orders that stand': [
      `if v_order.status in \\('delivered', 'completed'\\) then`,
      'if true then',
      deliversToActiveOrders,
    ],
  }),
]
