import type { Fixture } from '../fixture.ts'
import { count, emptyTally, type Tally } from '../tally.ts'
import { catalogFrom, catalogOf, unruled } from './complete.ts'
import { deny } from './denials.ts'
import { proveFunctions } from './functions.ts'
import { grant } from './grants.ts'
import { proveRealtime } from './realtime.ts'
import type { Actor } from './rule.ts'
import { TABLES } from './rules.ts'
import type { Scene } from './scene.ts'
import { createScene } from './set-up.ts'
import { proveStorage } from './storage.ts'
import { tidy } from './tidy.ts'
import { deniedTries, inTurns, type Less } from './tries.ts'

/** The part of the matrix that is tried; all of it by default. */
export type Scope = {
  areas?: readonly ('tables' | 'functions' | 'storage' | 'realtime')[]
  tables?: readonly string[]
  /** Names of actors; `live`: those that subscribe to live updates. */
  actors?: readonly string[]
  live?: readonly string[]
} & Less

/** The part that `npm test` runs. */
export const CORE: Scope = {
  actors: ['anonymous', 'member', 'admin', 'demoted', 'deleted', 'claims service_role'],
  live: ['anonymous', 'member', 'admin', 'claims service_role'],
  quick: true,
  granted: true,
  turns: 2,
}

/** Actors x tables, verbs, columns, functions, buckets and live updates, against the rules, which list all that is allowed. */
export async function proveMatrix(fixture: Fixture, scope: Scope = {}): Promise<Tally> {
  const tally = emptyTally(['cells tried', 'as the table says'])
  await proveComplete(fixture, tally)
  const scene = await createScene(fixture)
  try {
    await tryCells(scene, tally, fixture.hosted ? { ...scope, quick: true } : scope)
  } finally {
    await tidy(scene, tally)
  }
  if (fixture.hosted) scene.skipped.push('the actor with an expired token, which only the secret could sign')
  tally.skipped.push(...scene.skipped)
  return tally
}

/** Tries the cells of a scope on an existing scene. */
export async function tryCells(scene: Scene, tally: Tally, scope: Scope): Promise<void> {
  const wants = (area: NonNullable<Scope['areas']>[number]) => scope.areas?.includes(area) ?? true
  const actors = pick(scene.actors, scope.actors)
  if (wants('functions')) await proveFunctions(scene, tally, actors, scope)
  if (wants('tables')) await proveTables(scene, tally, actors, scope)
  if (wants('storage')) await proveStorage(scene, tally, actors)
  if (wants('realtime')) await proveRealtime(scene, tally, pick(actors, scope.live))
}

const pick = (actors: Actor[], names?: readonly string[]) =>
  actors.filter(({ name }) => names?.includes(name) ?? true)

/** A table, column, function, bucket, right or live table without a rule fails. */
async function proveComplete({ sql, fetch, url, secret_key }: Fixture, tally: Tally): Promise<void> {
  const say = (problems: string[]) => count(tally, problems.length > 0 ? problems.join('; ') : undefined)
  if (sql) return say(unruled(await catalogOf(sql)))
  const answer = await fetch(`${url}/rest/v1/`, { headers: { apikey: secret_key } })
  const catalog = catalogFrom(await answer.json().catch(() => undefined))
  if (catalog) say(unruled(catalog, true))
  else tally.skipped.push('whether every table and function has a rule')
}

async function proveTables(scene: Scene, tally: Tally, actors: Actor[], scope: Scope): Promise<void> {
  const tables = Object.entries(TABLES).filter(([table]) => scope.tables?.includes(table) ?? true)
  for (const actor of actors) {
    const tries = tables.flatMap(([table, rule]) => deniedTries(scene, actor, table, rule, scope))
    await deny(scene, tally, actor, inTurns(tries, scope.turns))
  }
  for (const actor of actors) {
    for (const [table, rule] of tables) await grant({ scene, actor, table, rule }, tally)
  }
}
