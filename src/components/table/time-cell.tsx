import { formatDate, formatTime } from '@/lib/format'

export function TimeCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="@max-[44.9375rem]:flex @max-[44.9375rem]:gap-2">
      <span>{formatDate(iso)}</span>
      <span className="block text-xs/5 text-ink-muted">{formatTime(iso)}</span>
    </time>
  )
}
