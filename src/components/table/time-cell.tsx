import { formatDate, formatTime } from '@/lib/format'

export function TimeCell({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} className="@max-[719px]:flex @max-[719px]:gap-2">
      <span>{formatDate(iso)}</span>
      <span className="block text-xs/5 text-ink-muted">{formatTime(iso)}</span>
    </time>
  )
}
