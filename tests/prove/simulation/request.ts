import type { Actor, Model } from './model.ts'

/** What a request came to: the code of its refusal, or what it answered. */
export type Answer = string

/** One request as the gateway hands it to the database, and what the model says of it. */
export type Request = {
  /** For a person: 'member 2 orders benefit 1'. */
  words: string
  /** The owner of the database stands for Auth, which alone makes logins. */
  by: Actor | typeof AUTH
  sql: string
  /** Changes the model and answers as the database must; a refusal changes nothing. */
  does: (model: Model) => Answer
}

export const AUTH = Symbol('Auth')

/** Works out a request from what the guild is at that moment. */
export type Plan = (model: Model) => Request

/** What a write answers when it wrote that many rows. */
export const rows = (count: number): Answer => `rows ${count}`

/** D1: what nobody was granted, and what a row rule refuses. */
export const DENIED: Answer = '42501'
export const DUPLICATE: Answer = '23505'
export const MALFORMED: Answer = '23514'

/** A value as it stands in SQL. */
export function literal(value: string | number | boolean | null): string {
  if (value === null) return 'null'
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}
