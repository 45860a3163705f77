import { attempt } from '../support/attempt'
import { skipRefusal } from '../support/mutation'
import { accountRefusals } from './account-refusals'
import { codeRefusals } from './code-refusals'
import type { SchemaMutant } from './mutant'
import { orderRefusals } from './order-refusals'
import { PASS, type Refusal } from './refusal'

const generalRefusals: Refusal[] = [
  [
    'refuse_write()',
    'permission denied: % is written by the database only',
    { say: 'delete from orders where id = :order', comes: '42501' },
    PASS,
  ],
  [
    'refuse_estimates()',
    'estimate_forbidden',
    {
      before: [`select set_config('request.headers', '{"prefer": "count=planned"}', true)`],
      by: 'me',
      say: 'select api_guard.before_request()',
      comes: 'estimate_forbidden',
    },
  ],
  [
    'audit_log_guard()',
    'audit_log_is_immutable',
    { say: `update private.audit_log set actor_id = null, at = now()`, comes: 'audit_log_is_immutable' },
    PASS,
  ],
  [
    'search_profiles(text,text,boolean,text,uuid,boolean,integer)',
    'unknown_sort',
    { by: 'admin', say: `select search_profiles(p_sort => 'phone')`, comes: 'unknown_sort' },
  ],
  [
    'token_flow(text,integer,text)',
    'unknown_step',
    { by: 'admin', say: `select token_flow('year', 1, 'UTC')`, comes: 'unknown_step' },
  ],
  ['require_admin()', 'not_admin', { by: 'me', say: 'select pending_orders()', comes: 'not_admin' }],
]

/** Each refusal, skipped. */
export const refusalMutants: SchemaMutant[] = [
  ...generalRefusals,
  ...accountRefusals,
  ...orderRefusals,
  ...codeRefusals,
].map(([signature, word, probe, instead]) => [
  `refusal: ${word} (${signature.replace(/\(.*/, '')})`,
  skipRefusal(`private.${signature}`, word, instead),
  attempt(probe),
])
