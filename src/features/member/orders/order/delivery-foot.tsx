import { Flag } from 'lucide-react'
import { Button } from '@/components/ui/button'
import { OwnLine } from '@/components/ui/own-line'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { formatDate, formatTime } from '@/lib/format'
import { maskEnding } from './mask'

const day = (iso: string) => `${formatDate(iso)} at ${formatTime(iso)}`

const readSentences: Record<string, string> = {
  key: 'The key was first read',
  link: 'The link was first shown',
  text: 'It was first shown',
  file: 'The file was first requested',
}

/** Each in two parts: what happened, and the rest, which has a line of its own where it does not fit. */
function sentences(delivery: DeliveryStatus): [string, string][] {
  const { kind, read_at, replaced_mask, report_due_at, reported_at, report_reason } = delivery
  const found: [string, string][] = []
  if (reported_at && report_due_at) {
    const reason = report_reason ? `: ${report_reason}` : '.'
    found.push(['Reported', `on ${day(reported_at)}${reason}`])
  }
  if (read_at) found.push([readSentences[kind ?? ''] ?? 'First shown', `on ${day(read_at)}.`])
  if (replaced_mask)
    found.push([
      `The key before, ending in ${maskEnding(replaced_mask)},`,
      'no longer belongs to this order.',
    ])
  return found
}

export function DeliveryFoot({ delivery, onReport }: { delivery: DeliveryStatus; onReport: () => void }) {
  const found = sentences(delivery)
  const canReport = delivery.next_report !== null
  if (found.length === 0 && !canReport) return null
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-line pt-[18px]">
      {found.length > 0 ? (
        <div className="min-w-0 flex-1 basis-52 text-ink-muted [overflow-wrap:anywhere]">
          {found.map(([what, rest]) => (
            <p key={what}>
              {what} <OwnLine>{rest}</OwnLine>
            </p>
          ))}
        </div>
      ) : null}
      {canReport ? (
        <Button
          size="sm"
          variant="quiet"
          icon={<Flag />}
          className="ml-auto max-md:w-full max-md:!border-line-strong"
          onClick={onReport}
        >
          It does not work
        </Button>
      ) : null}
    </div>
  )
}
