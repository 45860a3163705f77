import type { Row } from '../../db/support/world.ts'
import type { Scene } from './scene.ts'

/**
 * Who somebody is to the rules: `ghost` has a live token and no profile any more. Whoever has no valid token is not
 * among them, because nothing is ever allowed to such a one.
 */
export type Who = 'anonymous' | 'ghost' | 'member' | 'admin'

/** Somebody who tries; `id` is whose rows are their own. */
export type Actor = { name: string; who: Who | 'refused'; id?: string; token?: string }

/** What is allowed; whatever is not listed is refused. */
export type Allowed<T> = { [who in Who]?: T }

/** A value that would be a change: what an attacker writes there. */
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
  /** The column that says whose a row is; without one the rows have kinds of their own. */
  owner?: string
  /** Every column, with what is tried on it. */
  columns: Record<string, Sample>
  /** Columns that no statement can write, whatever is granted. */
  generated?: readonly string[]
  /** A new row, good but for the rights: somebody's own or another's. */
  fresh: (scene: Scene, actor: Actor, kind: string) => Row
  /** Kinds of rows that are shown. */
  select: Allowed<readonly string[]>
  /** Makes a row that may be deleted, where no client can insert one. */
  disposable?: (scene: Scene) => Promise<string>
}

/** Kinds of rows that somebody owns. */
export const BOTH = ['own', 'foreign'] as const

/** What may be written; of that, `overruled` may be sent, and the server writes it by itself. */
export type Writable = {
  kinds: readonly string[]
  columns: readonly string[]
  overruled?: readonly string[]
  /** What has to be sent together with a column. */
  requires?: Record<string, Row>
}

export type FunctionRule = {
  parameters: readonly string[]
  call: (scene: Scene) => Row
  allowed: readonly Who[]
  /** Must not be asked for by GET, because it counts or changes. */
  writes?: boolean
}

/** What the rules say to this actor; nothing if the token is not valid. */
export function allowedTo<T>({ who }: Actor, allowed: Allowed<T>): T | undefined {
  return who === 'refused' ? undefined : allowed[who]
}
