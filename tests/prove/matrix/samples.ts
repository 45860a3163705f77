import { randomUUID } from 'node:crypto'
import type { Sample, TableRule } from './rule.ts'
import type { Scene } from './scene.ts'

/** What a table is apart from the rights that operations need. */
export type Table = Omit<TableRule, 'insert' | 'update' | 'upsert' | 'delete'>

export const THEN = '2001-01-01T00:00:00Z'
export const NEVER_ID = '00000000-0000-4000-8000-000000000001'
export const someId: Sample = () => randomUUID()
export const oneself: Sample = ({ actor }) => actor.id ?? NEVER_ID

export const orderOf = (scene: Scene) => scene.targets.orders?.[0]?.key ?? NEVER_ID
