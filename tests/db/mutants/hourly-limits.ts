import { type Attempt, admin, me } from '../support/attempt'
import { pool } from './delivery-scene'
import { conditions, refusals, type SchemaMutant } from './mutant'

const thirty = (kind: string, who: string) =>
  `insert into private.attempts (kind, caller) select '${kind}', ${who} from generate_series(1, 30)`
const revealing = admin('select reveal_key(0)', 'rate_limited', { before: [thirty('reveal_key', ':admin')] })
const limit = (name: string, kind: string, attempt: Attempt): SchemaMutant[] =>
  conditions(name, { [`${name}: at most 30 an hour`]: [`'${kind}', 30`, `'${kind}', 31`, attempt] })

/** What one caller may do 30 times an hour. */
export const hourlyLimitMutants: SchemaMutant[] = [
  ...refusals('check_hourly', { rate_limited: revealing }),
  ...limit('reveal_key', 'reveal_key', revealing),
  ...limit(
    'import_keys',
    'import_duplicates',
    // Of a key that no pool has: a right guess is not told from a wrong one.
    admin(`select import_keys(:benefit, '{MUTANT-9}')`, 'rate_limited', {
      before: [...pool(1), thirty('import_duplicates', ':admin')],
    }),
  ),
  ...limit(
    'cancel_my_order',
    'cancel_order',
    me('select cancel_my_order(:order)', 'rate_limited', { before: [thirty('cancel_order', ':me')] }),
  ),
]
