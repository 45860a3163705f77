import type { Activity } from '@/entities/activity/activity'
import { capitalize } from '@/lib/format'
import { formatValue, labelOf } from './format-value'

/** Maintained by the database, or part of the sentence. */
const own = [
  'id',
  'key',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
  'batch_id',
  'operation_id',
  'benefit_id',
  'is_used',
  'is_revoked',
]

export type Change = { column: string; label: string; before: string | null; after: string | null }

export function changesOf({
  action,
  before,
  after,
}: Pick<Activity, 'action' | 'before' | 'after'>): Change[] {
  const columns = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const isReported = (column: string) => {
    const empty = (before?.[column] ?? null) === null && (after?.[column] ?? null) === null
    return !own.includes(column) && !(empty && action !== 'update')
  }
  return [...columns].filter(isReported).map((column) => ({
    column,
    label: capitalize(labelOf(column)),
    before: before && formatValue(column, before[column]),
    after: after && formatValue(column, after[column]),
  }))
}
