import { formatDate, formatTime } from '@/lib/format'

export function statusName(status: string): string {
  return status.slice(0, 1).toUpperCase() + status.slice(1)
}

export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`
}
