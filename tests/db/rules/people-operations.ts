import { admin, owner } from '../support/attempt'
import { type Rule, refusals, rules } from './rule'

const grant = (rows: string, more = '') => `select grant_tokens(${rows}, 'adjustment', 'Why', false${more})`
const extend = (rows: string, months = 1) => `select extend_memberships(${rows}, ${months}, false)`
const planned = `insert into operations (kind, actor_id, parameters) values ('token_grant', :admin, '{"type": "adjustment"}')`
const expected = `, (select jsonb_build_object('operation_id', o.id) from operations as o where o.actor_id = :admin and o.state = 'planned')`
const mine = `(select jsonb_agg(jsonb_build_object('email', p.email, 'tokens', 5)) from profiles as p where p.id = :me)`
/** Granting tokens to many, and extending memberships (D45, D46). */
export const peopleOperationRules: Rule[] = [
  ...refusals({
    invalid_rows: admin(grant(`'{}'`)),
    import_too_large: admin(grant('(select jsonb_agg(1) from generate_series(1, 10001))')),
  }),
  ...refusals({
    numbers_differ: admin(grant(mine, expected), undefined, { before: [planned] }),
  }),
  ...refusals({
    invalid_months: admin(extend(`'{}', null`, 0)),
  }),
  ...refusals({
    unknown_filter: admin(extend(`'{"role": "admin"}', null`)),
  }),
  ...refusals({
    filter_or_ids: admin(extend('null, null')),
    too_many_rows: admin(extend('null, array(select gen_random_uuid() from generate_series(1, 20001))')),
  }),
  ...rules({
    operations_notification: owner(
      ['update operations set settled_at = now()', 'set constraints all immediate'],
      'done',
      {
        before: [
          `insert into operations (kind, actor_id, state, tokens) values ('token_grant', :me, 'done', 1001)`,
        ],
        reads: [
          `select count(*)::int from notifications where user_id = :admin and kind = 'large_grant' and created_at >= now()`,
          1,
        ],
      },
    ),
  }),
]
