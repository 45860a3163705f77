import type { Person } from '../../db/support/people.ts'
import type { Benefit } from '../../db/support/rows.ts'
import type { Row } from '../../db/support/world.ts'
import type { Fixture } from '../fixture.ts'
import type { Actor, TableRule } from './rule.ts'
import { TABLES } from './rules.ts'

/** A row that is tried: somebody's, or of a kind of its own. */
export type Target = { key: string; row: Row; owner?: string; kind?: string }

export type People = Record<'member' | 'other' | 'admin' | 'demoted' | 'gone', Person>

/** Everything that is tried on: people with rows of their own, and whoever tries. */
export type Scene = {
  fixture: Fixture
  people: People
  actors: Actor[]
  active: Benefit
  inactive: Benefit
  /** An invite code that nobody used. */
  invite: string
  /** What is tried as the logo; on an owner's project the one it has. */
  logo: string
  targets: Record<string, Target[]>
  /** What was inserted because it is allowed. */
  made: { table: string; row: Row }[]
  skipped: string[]
  /** Whose row is written: one's own, or another person's. */
  idOf(actor: Actor, kind: string): string
}

/** The kinds of rows of a table for one actor, each with one row. */
export function kindsOf(scene: Scene, table: string, actor: Actor): Map<string, Target> {
  const targets = scene.targets[table] ?? []
  const kinds = new Map<string, Target>()
  for (const target of targets) {
    const kind = target.kind ?? (actor.id && target.owner === actor.id ? 'own' : 'foreign')
    if (!kinds.has(kind)) kinds.set(kind, target)
  }
  return kinds
}

/** Whose a new row may be: one's own or another's, or nobody's. */
export function newKinds(rule: TableRule, fresh: Row, actor: Actor): string[] {
  if (!rule.owner || !(rule.owner in fresh)) return ['new']
  return actor.id ? ['own', 'foreign'] : ['foreign']
}

/** The row as it is, read with the service key. */
export async function reread(fixture: Fixture, table: string, value: string): Promise<Row | null> {
  const key = TABLES[table]?.key ?? 'id'
  const { data } = await fixture.service.from(table).select('*').eq(key, value).maybeSingle().throwOnError()
  return data
}

/** A new row as the fixture's admin makes it. */
export async function insertOne<T>(fixture: Fixture, table: string, row: Row): Promise<T> {
  const { data } = await fixture.admin.client.from(table).insert(row).select().single().throwOnError()
  return data as T
}
