import type { Activity } from '@/entities/activity/activity'
import { capital, inWords, labelOf } from './words'

/** Kept by the database itself, or said by the entry already. */
const own = ['id', 'key', 'created_at', 'updated_at', 'created_by', 'updated_by', 'batch_id', 'is_used']

export type Change = { column: string; label: string; before: string | null; after: string | null }

/** The columns that an entry tells of, in the order of the log; null where there was no row yet, or is none any more. */
export function changesOf({
  action,
  before,
  after,
}: Pick<Activity, 'action' | 'before' | 'after'>): Change[] {
  const columns = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const told = (column: string) => {
    const empty = (before?.[column] ?? null) === null && (after?.[column] ?? null) === null
    return !own.includes(column) && !(empty && action !== 'update')
  }
  return [...columns].filter(told).map((column) => ({
    column,
    label: capital(labelOf(column)),
    before: before && inWords(column, before[column]),
    after: after && inWords(column, after[column]),
  }))
}
