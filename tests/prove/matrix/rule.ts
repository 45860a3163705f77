import type { Row } from '../../db/support/world.ts'
import type { Scene } from './scene.ts'

/**
 * The kinds of callers that rules allow something; a `ghost` has a valid token but a deleted profile. Callers without a valid
 * token are `refused` everything.
 */
export type Who = 'anonymous' | 'ghost' | 'member' | 'admin'

/** A caller; `id` is the owner of its own rows. */
export type Actor = { name: string; who: Who | 'refused'; id?: string; token?: string }

/** What is allowed; anything else is refused. */
export type Allowed<T> = { [who in Who]?: T }

/** A value that an attacker would write to a column; it differs from the stored one. */
export type Sample = string | number | ((it: { scene: Scene; actor: Actor; row?: Row }) => unknown)

/** The value of a sample for this actor on this row, or on a new one. */
export function sampleOf(sample: Sample, scene: Scene, actor: Actor, row?: Row): unknown {
  return typeof sample === 'function' ? sample({ scene, actor, row }) : sample
}

/** What operations need in the tables, by table and verb. */
export type TableRights = Record<string, Partial<Rights>>

type Rights = {
  insert: Allowed<Writable>
  update: Allowed<Writable>
  /** Insert or, if it exists, update in one request. */
  upsert: Allowed<{ kinds: readonly string[]; perhaps?: boolean }>
  delete: Allowed<readonly string[]>
}

export type TableRule = Rights & {
  key: string
  /** The columns of its primary key, where `key` is not. */
  conflict?: string
  /** The column of the owner; without one the table has its own kinds of rows. */
  owner?: string
  /** Every column, with what is tried on it. */
  columns: Record<string, Sample>
  /** Columns that no statement can write, whatever is granted. */
  generated?: readonly string[]
  /** A new row that is valid except for its rights. */
  fresh: (scene: Scene, actor: Actor, kind: string) => Row
  /** Kinds of rows that are shown. */
  select: Allowed<readonly string[]>
  /** Makes a row that may be deleted, where no client can insert one. */
  disposable?: (scene: Scene) => Promise<string>
}

/** The kinds of rows in tables with an owner. */
export const BOTH = ['own', 'foreign'] as const

/** What may be written; `overruled` columns may be sent, but the server sets them. */
export type Writable = {
  kinds: readonly string[]
  columns: readonly string[]
  overruled?: readonly string[]
  /** What has to be sent together with a column. */
  requires?: Record<string, Row>
}

export type FunctionRule = {
  parameters: readonly string[]
  call: (scene: Pick<Scene, 'invite'> & { active: { id: string } }) => Row
  allowed: readonly Who[]
  /** The state in which the function refuses those arguments, after its check of rights. */
  raises?: string
  /** Refused by GET, because it counts or changes. */
  writes?: boolean
}

/** What the rules allow this actor; nothing with an invalid token. */
export function allowedTo<T>({ who }: Actor, allowed: Allowed<T>): T | undefined {
  return who === 'refused' ? undefined : allowed[who]
}
