import type { Activity } from '@/entities/activity/activity'
import { methodText } from '@/entities/deliveries/delivery'
import { isOrderStatus } from '@/entities/orders/order'
import { capitalize, formatDateTime, formatNumber } from '@/lib/format'

/** Where it is not the name of the column. */
const labels: Record<string, string> = {
  current_tokens: 'balance',
  adjustment_type: 'type',
  adjustment_reason: 'reason',
  membership_start_date: 'start of membership',
  membership_end_date: 'end of membership',
  invite_code_used: 'invite code',
  deletes_at: 'deletion',
  image_url: 'picture',
  expires_at: 'expiry date',
  is_active: 'status',
  due_at: 'due time',
  delivery_method: 'delivery',
  delivery_changed: 'changed settings',
  number: 'batch',
  count: 'number',
}

export function labelOf(column: string): string {
  return labels[column] ?? column.replaceAll('_', ' ')
}

const shownCodes = 12
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

function formatValue(column: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'None'
  if (column === 'delivery_method') return methodText(String(value))
  if (column === 'is_active') return value ? 'Active' : 'Inactive'
  if (Array.isArray(value)) return listOf(value.map(String))
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (column === 'role' || (column === 'status' && isOrderStatus(value))) return capitalize(value)
  return time.test(value) ? formatDateTime(value) : value
}

function listOf(values: string[]): string {
  const shown = values.slice(0, shownCodes).join(', ')
  return values.length > shownCodes ? `${shown} and ${formatNumber(values.length - shownCodes)} more` : shown
}

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
