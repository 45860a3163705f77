import { admin } from '../support/attempt'
import { constraints, type Rule, refusals } from './rule'

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
/** Operations on many orders: their dry run, run, undo and settlement (D46). */
export const operationRules: Rule[] = [
  ...constraints({
    operations_kind_check: `insert into operations (kind, actor_id) values ('anything', :me)`,
    operations_state_check: made(':me', 'paused'),
    operation_rows_state_check: `insert into private.operation_rows (operation_id, position, state) values (:me, 1, 'lost')`,
  }),
  ...refusals({
    filter_or_ids: admin(`select set_order_statuses(p_status => 'cancelled')`),
    too_many_rows: admin(set('', 'array(select gen_random_uuid() from generate_series(1, 20001))')),
  }),
  ...refusals({
    unknown_status: admin(set('', undefined, 'lost')),
    invalid_delivery: admin(set(`, p_message => 'Sorry'`)),
  }),
  ...refusals({
    invalid_note: admin(set(`, p_note => repeat('n', 2001)`)),
  }),
  ...refusals({
    numbers_differ: admin(run('{"changed": 2}')),
  }),
  ...refusals({
    operation_not_found: admin(run(`{"operation_id": "${NO_ID}"}`)),
    not_your_operation: admin(ofPlan, undefined, { before: [made(':other')] }),
    numbers_differ: admin(ofPlan.replace('cancelled', 'pending'), undefined, { before: [made(':admin')] }),
    dry_run_expired: admin(ofPlan, undefined, {
      before: [made(':admin', 'planned', `now() - interval '301 seconds'`)],
    }),
  }),
  ...refusals({
    operation_not_found: admin(call('continue', NO_ID)),
  }),
  ...refusals({
    not_your_operation: admin(call('undo'), undefined, { before: [made(':other', 'done')] }),
    already_undone: admin(call('undo'), undefined, { before: [made(':admin', 'undone')] }),
    undo_closed: admin(call('undo'), undefined, {
      before: [made(':admin', 'done'), 'update operations set undo_until = now()'],
    }),
  }),
]
