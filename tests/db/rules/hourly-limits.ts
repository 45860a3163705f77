import { admin, me } from '../support/attempt'
import { pool } from './delivery-scene'
import { type Rule, refusals, rules } from './rule'

const thirty = (kind: string, who: string) =>
  `insert into private.attempts (kind, caller) select '${kind}', ${who} from generate_series(1, 30)`
const revealing = admin('select reveal_key(0)', 'rate_limited', { before: [thirty('reveal_key', ':admin')] })
/** What one caller may do 30 times an hour. */
export const hourlyLimitRules: Rule[] = [
  ...refusals({
    rate_limited: revealing,
  }),
  ...rules({
    // Of a key that no pool has: a right guess is not told from a wrong one.
    'imports of keys': admin(`select import_keys(:benefit, '{MUTANT-9}')`, 'rate_limited', {
      before: [...pool(1), thirty('import_duplicates', ':admin')],
    }),
    cancellations: me('select cancel_my_order(:order)', 'rate_limited', {
      before: [thirty('cancel_order', ':me')],
    }),
  }),
]
