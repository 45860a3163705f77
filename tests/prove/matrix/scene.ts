import type { Person } from '../../db/support/people.ts'
import type { Benefit } from '../../db/support/rows.ts'
import type { Row } from '../../db/support/world.ts'
import type { Fixture } from '../fixture.ts'
import type { Actor, TableRule } from './rule.ts'
import { TABLES } from './rules.ts'

/** A row that is tried, by its owner or kind. */
export type Target = { key: string; row: Row; owner?: string; kind?: string }

export type People = Record<'member' | 'other' | 'admin' | 'demoted' | 'gone', Person>

/** The people and their rows, and the actors who try to reach them. */
export type Scene = {
  fixture: Fixture
  people: People
  actors: Actor[]
  active: Benefit
  inactive: Benefit
  /** The id of a category. */
  category: string
  /** An unused invite code. */
  invite: string
  /** The logo that is written; in an owner's project the current one. */
  logo: string
  targets: Record<string, Target[]>
  /** Rows that were inserted as allowed. */
  made: { table: string; row: Row }[]
  skipped: string[]
  /** The owner of a new row. */
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

/** The kinds of new rows: of the actor or another person, or without an owner. */
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
