import { type Attempt, attempt } from '../support/attempt'
import { changeFunction, dropTrigger, type Removal, skipRefusal } from '../support/mutation'
import type { World } from '../support/world'

/** One guard of the database, how to remove it, and the probe that must fail without it. */
export type SchemaMutant = [name: string, removal: Removal, probe: (world: World) => Promise<void>]

export type Probe = SchemaMutant[2] | Attempt

export const mutant = (name: string, removal: Removal, probe: Probe): SchemaMutant => [
  name,
  removal,
  typeof probe === 'function' ? probe : attempt(probe),
]

/** The triggers of one table, each dropped. */
export const triggers = (table: string, probes: Record<string, Probe>): SchemaMutant[] =>
  Object.entries(probes).map(([name, probe]) => mutant(`trigger: ${name}`, dropTrigger(table, name), probe))

type Refused = Attempt & { instead?: string }

/** The refusals of one function, each skipped; the expected result is the word of the refusal, unless the attempt has another. */
export const refusals = (name: string, attempts: Record<string, Refused>): SchemaMutant[] =>
  Object.entries(attempts).map(([word, { instead, ...refused }]) =>
    mutant(`refusal: ${word} (${name})`, skipRefusal(`private.${name}`, word, instead), {
      ...refused,
      result: refused.result ?? word,
    }),
  )

type Condition = [pattern: string, replacement: string, probe: Probe]

/** Conditions in one function, each changed; by the rule that they are for. */
export const conditions = (name: string, changes: Record<string, Condition>): SchemaMutant[] =>
  Object.entries(changes).map(([rule, [pattern, replacement, probe]]) =>
    mutant(rule, changeFunction(`private.${name}`, pattern, replacement), probe),
  )

/** Deletes the member. */
export const LEAVE = 'delete from profiles where id = :me'
export const CANCEL = `update orders set status = 'cancelled' where id = :order`
/** Of a code. */
export const REVOKED = `revoked_at = now(), revoked_by = gen_random_uuid(), revoked_reason = 'Lost'`
export const BALANCE = 'select current_tokens from profiles where id = :me'
