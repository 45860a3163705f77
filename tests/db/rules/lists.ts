import { admin } from '../support/attempt'
import { type Rule, refusals, rules } from './rule'

const filters = (call: (filter: string) => string, unknown: string[]) => admin(unknown.map(call))
const revoke = (more: string) => `select revoke_codes('token', ${more})`
const codes = (filter: string) => revoke(`p_filter => '${filter}'`)
const keys = (filter: string) => `select set_keys_aside('${filter}')`
const benefits = (more: string) => `select change_benefits(${more}, p_change => 'active', p_value => 0)`
const many = `array(select gen_random_uuid() from generate_series(1, 20001))`
const here = `p_ids => array(select id from redeem_codes where code = :token), p_reason => 'Lost', p_dry_run => false`
/** Operations on codes, keys and benefits (D41, D46). */
export const listRules: Rule[] = [
  ...refusals({
    filter_or_ids: admin([benefits('null'), benefits(`'{}', '{}'`)]),
    too_many_rows: admin(benefits(`p_ids => ${many}`)),
  }),
  ...refusals({
    reason_required: admin(revoke(`p_ids => '{}', p_dry_run => false`)),
  }),
  ...refusals({
    unknown_filter: filters(codes, ['{"used": "true"}', '{"search": 1}', '[]']),
  }),
  ...refusals({
    unknown_filter: admin(codes('{"state": "lapsed"}')),
  }),
  ...refusals({
    unknown_filter: filters(keys, ['{}', '[]', '{"benefit": 1}']),
  }),
  ...refusals({
    unknown_filter: admin([benefits(`'{"active": true}'`), benefits(`'{"search": 1}'`), benefits(`'[]'`)]),
  }),
  ...refusals({
    invalid_change: admin([
      `select change_benefits('{}', p_change => 'price', p_value => 0)`,
      `select change_benefits('{}', p_change => 'name', p_value => 1)`,
    ]),
  }),
  ...rules({
    'a used code is not revoked': admin(revoke(here), 'done', {
      before: ['update redeem_codes set uses = 1, used_at = now() where code = :token'],
      reads: ['select is_revoked from redeem_codes where code = :token', false],
    }),
  }),
]
