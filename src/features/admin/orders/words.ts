import { formatDate, formatTime } from '@/lib/format'

export function statusWord(status: string): string {
  return status.slice(0, 1).toUpperCase() + status.slice(1)
}

export function atTime(iso: string): string {
  return `${formatDate(iso)}, ${formatTime(iso)}`
}
