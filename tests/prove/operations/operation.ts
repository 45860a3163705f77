import type fc from 'fast-check'
import type { Row } from '../../db/support/world.ts'
import type { FunctionRule, TableRights } from '../matrix/rule.ts'
import type { Actor, Model } from '../model/model.ts'
import type { Name, Stage, Subject } from '../races/stage.ts'
import type { Answer } from './answer.ts'

/** One statement of a client, which can be sent through the REST layer or, as that does, straight to Postgres. */
export type Call =
  | { rpc: string; args: Row; returns: string }
  /** With `merge`, the columns of its key, it updates the row that is there. */
  | { insert: string; rows: Row[]; merge?: string }
  | { update: string; set: Row; where: Row }
  | { remove: string; where: Row }
  /** Never over HTTP, except a sign-up, which Auth takes there. */
  | {
      sql: string
      signUp?: Newcomer
      /** What the caller knows of ids that the database chose: one text, read by `KNOWN` in `sql`. */
      known?: string
    }

export const KNOWN = `current_setting('proof.known')`

/** An invitation by who sent it and to whom, as somebody knows it, and its number in the model; in a race, where both may
 * change in the meantime, also its id. */
export type Sent = { inviter: string; email: string; nth: number; id?: string }

/** Who signs up, with a code or by an invitation. */
export type Newcomer = { id: string; name: string; email: string; code: string; of?: Sent }

/** Auth, which acts as the owner of the database. */
export const AUTH = Symbol('Auth')

export type Request = {
  by: Actor | typeof AUTH
  /** What the caller's token says besides who it is. */
  claims?: Row
  call: Call
  /** Changes the model and returns what the database must return; a refusal changes nothing. */
  does: (model: Model) => Answer
  /** Results over HTTP that Auth gives for others (D16). */
  overHttp?: Record<Answer, Answer[]>
}

/** Works out a request from the current state of the model. */
export type Plan = (model: Model) => Request

/** A fixed request that races against every other one on the same subject. */
export type Race = {
  name: string
  /** Whose role it needs: it also races against changes of this person. */
  by?: Name
  /** What it changes or depends on. */
  on: Subject[]
  request: (stage: Stage) => Request
  /** Raced one at a time, on what exists once in the database. */
  alone?: boolean | 'both'
}

/**
 * One thing that clients do. The list of them (operations/list.ts) feeds the authorization matrix (`functions`, `rights`),
 * the simulation and the crashes (`draw`, `weight`), and the races (`races`).
 */
export type Operation = {
  name: string
  weight: number
  draw: fc.Arbitrary<Plan>
  races?: Race[]
  /** Names of operations that likely want the same row at the same time. */
  meets?: string[]
  /** What it needs in the tables, by table and verb. */
  rights?: TableRights
  /** The database function that it calls. */
  functions?: Record<string, FunctionRule>
}

/** A request for a reader; `withNames` replaces its ids. */
export const wordsOf = ({ by, call }: Request): string =>
  `${by === AUTH ? 'Auth' : nameOf(by)}: ${'sql' in call ? (JSON.stringify(call.signUp) ?? `${call.sql} of ${call.known}`) : JSON.stringify(call)}`

export const nameOf = (by: Actor): string => by ?? 'an anonymous visitor'

/** A request of a person for the races. */
export const race = (
  by: Name,
  what: string,
  on: Subject[],
  request: (stage: Stage, by: string) => Request,
  more: Partial<Race> = { by },
): Race => ({ name: `${by} ${what}`, on, request: (stage) => request(stage, stage.ids[by]), ...more })

/** A value as SQL text. */
export function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return `'${text.replaceAll("'", "''")}'`
}
