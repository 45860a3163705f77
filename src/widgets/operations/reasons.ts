import type { RowGroup } from '@/entities/operations/operation'
import { formatDateTime, formatTime } from '@/lib/format'
import { isToday } from '@/lib/is-today'
import type { OperationTexts } from './kinds'

const shared: OperationTexts['reasons'] = {
  changed_since: (group) => `Changed in the meantime${formatChangedBy(group)}`,
  not_found: () => 'Deleted in the meantime',
  stopped: () => 'Not reached before it was stopped',
  tokens_spent: () => 'The tokens have been spent',
}

/** 'Cancelled by the member'; derived from the code for reasons of a later version of the app. */
export function reasonText(group: RowGroup, reasons: OperationTexts['reasons']): string {
  const text = reasons[group.reason] ?? shared[group.reason]
  return text?.(group) ?? group.reason.replaceAll('_', ' ')
}

/** ' by Ines Moreau since 19:02' */
export function formatChangedBy({ by, at }: RowGroup): string {
  if (!at) return by ? ` by ${by}` : ''
  return `${by ? ` by ${by}` : ''} since ${isToday(at) ? formatTime(at) : formatDateTime(at)}`
}
