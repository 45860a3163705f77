import { randomUUID } from 'node:crypto'
import type { FunctionRule, Who } from './rule.ts'

const AT = new Date(0).toISOString()

type Scene = Parameters<FunctionRule['call']>[0]
type Sample = string | number | boolean | object | ((scene: Scene) => unknown)

/** What functions are called with, by the names of their parameters; the orders, keys and reports do not exist. */
const SAMPLES: Record<string, Sample> = {
  p_assign: true,
  p_aside: true,
  p_answer: 'refunded',
  p_attempt: 1,
  p_batch_id: () => randomUUID(),
  p_benefit_id: ({ active }) => active.id,
  p_benefits: ({ active }) => [active.id],
  p_change: 'active',
  p_code: ({ invite }) => invite,
  p_code_id: () => randomUUID(),
  p_codes: ['PROVE-0001'],
  p_days: 2,
  p_dry_run: true,
  p_email: 'not an address',
  p_error: 'timeout',
  p_expires_at: '2099-01-01',
  p_favourite: true,
  p_filter: { status: 'waiting' },
  p_filters: [],
  p_id: () => randomUUID(),
  p_ids: [],
  p_key_id: 0,
  p_keys: ['PROVE-0001'],
  p_kind: 'token',
  p_limit: 1,
  p_method: 'manual',
  p_months: 1,
  p_operation_id: () => randomUUID(),
  p_number: 'account_balance',
  p_order_id: () => randomUUID(),
  p_part: 'profile',
  p_permanent: true,
  p_person: () => randomUUID(),
  p_reason: 'It is refused.',
  p_release: true,
  p_report_id: () => randomUUID(),
  p_rows: [],
  p_search: 'x',
  p_state: 'available',
  p_status: 'pending',
  p_step: 'week',
  p_steps: 2,
  p_template: 'order_placed',
  p_type: 'adjustment',
  p_term: 'x',
  p_token: 'tried',
  p_updated_at: AT,
  p_value: 0,
  p_wanted: true,
  p_zone: 'Europe/Amsterdam',
}

/**
 * The rules of functions that these callers are allowed to call: `name(parameters) writes PT409`, one a line. A parameter with
 * a question mark is left out of the call; GET refuses a function that writes; it raises the state after its check of rights.
 */
export function signatures(allowed: readonly Who[], text: string): Record<string, FunctionRule> {
  const rules = text
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', list = '', notes = ''] = /^(\w+)\((.*)\)(.*)$/.exec(line.trim()) ?? []
      const all = list.split(', ').filter(Boolean)
      const given = all.filter((parameter) => !parameter.endsWith('?'))
      const rule: FunctionRule = {
        parameters: all.map((parameter) => parameter.replace('?', '')),
        call: (scene) =>
          Object.fromEntries(given.map((parameter) => [parameter, sampleOf(parameter, scene)])),
        allowed,
        raises: /PT\d+/.exec(notes)?.[0],
        writes: notes.includes('writes'),
      }
      return [name, rule] as const
    })
  return Object.fromEntries(rules)
}

function sampleOf(parameter: string, scene: Scene): unknown {
  if (!(parameter in SAMPLES)) throw new Error(`There is no sample for ${parameter}`)
  const sample = SAMPLES[parameter]
  return typeof sample === 'function' ? sample(scene) : sample
}
