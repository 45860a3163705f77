import { Flag, MailX } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import { Button } from '@/components/ui/button'
import { InlineAlert } from '@/components/ui/inline-alert'
import { LinkedText } from '@/components/ui/linked-text'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import { statusText } from '@/entities/orders/order'
import type { OwnOrder } from '@/entities/orders/own'
import { brand } from '@/lib/brand'
import { formatDate, formatTime } from '@/lib/format'
import { Content, maskEnding } from './content'
import { ReportAlert } from './report-alert'

const ReportDialog = lazyDialog(() => import('./report-dialog').then((m) => m.ReportDialog))

type Props = { order: OwnOrder; delivery: DeliveryStatus }

const day = (iso: string) => `${formatDate(iso)} at ${formatTime(iso)}`

/** The same for what came at once and by hand: a message as a letter, what came with it, and how to use it. */
export function Delivered({ order, delivery }: Props) {
  const [reported, setReported] = useState<DeliveryStatus>()
  const { kind, message, instructions, delivered_at } = delivery
  return (
    <div className="min-w-0">
      <div role="status" className="not-empty:mb-6">
        <ReportAlert order={order} delivery={delivery} />
      </div>
      <EmailAlert order={order} state={delivery.email} />
      <section aria-label="Your delivery" className="sheet grid min-w-0 gap-5 p-6 max-md:p-4">
        {message ? (
          <div className="border-l-[3px] border-accent-line pl-[18px]">
            <p className="max-w-[66ch] whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">{message}</p>
            <p className="mt-2 text-xs text-ink-muted">{`${brand.name}, ${day(delivered_at)}`}</p>
          </div>
        ) : null}
        {kind || message ? null : <p className="text-base font-semibold">{statusText(order.status)}.</p>}
        {/* A replacement starts masked. */}
        <Content key={delivered_at} order={order} delivery={delivery} />
        {instructions ? <Instructions text={instructions} /> : null}
        <DeliveryFooter order={order} delivery={delivery} onReport={() => setReported(delivery)} />
      </section>
      {reported ? (
        <ReportDialog
          frame={{ title: "It doesn't work" }}
          order={order}
          delivery={reported}
          current={delivery}
          onClose={() => setReported(undefined)}
        />
      ) : null}
    </div>
  )
}

const unsentReasons: Record<string, string> = {
  over_limit: 'Ten emails went to addresses other than your own within a day, and that is the limit.',
  given_up: 'The email service did not accept it.',
}

/** Says that the email of a delivery was not sent, and that the page has it (D37). */
function EmailAlert({ order, state }: { order: OwnOrder; state: DeliveryStatus['email'] }) {
  const reason = unsentReasons[state ?? '']
  if (!reason) return null
  return (
    <div className="mb-6">
      <InlineAlert icon={<MailX />} title={`No email was sent to ${order.redemption_email ?? 'your email'}.`}>
        {reason} What was delivered is here.
      </InlineAlert>
    </div>
  )
}

/** A list marker that was typed by hand. */
const mark = /^(\d{1,2}[.)]|[-*•])\s+/

function Instructions({ text }: { text: string }) {
  const steps = text
    .split('\n')
    .map((line) => line.trim().replace(mark, ''))
    .filter(Boolean)
    .map((step, index) => ({ step, number: index + 1 }))
  const [only] = steps
  if (only && steps.length === 1) {
    return (
      <p className="text-ink-2 [overflow-wrap:anywhere]">
        <LinkedText>{only.step}</LinkedText>
      </p>
    )
  }
  return (
    <ol className="grid gap-2">
      {steps.map(({ step, number }) => (
        <li key={number} className="flex gap-3 text-ink-2">
          <span aria-hidden="true" className="figures min-w-2.5 font-semibold text-ink-muted">
            {number}
          </span>
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <LinkedText>{step}</LinkedText>
          </span>
        </li>
      ))}
    </ol>
  )
}

const readSentences: Record<string, string> = {
  key: 'The key was first read',
  link: 'The link was first shown',
  text: 'It was first shown',
  file: 'The file was first requested',
}

function footSentences(order: OwnOrder, delivery: DeliveryStatus): string[] {
  const { kind, email, read_at, replaced_mask, report_due_at, reported_at, report_reason } = delivery
  const to = order.redemption_email ?? 'your email'
  const found: string[] = []
  if (reported_at && report_due_at)
    found.push(`Reported on ${day(reported_at)}${report_reason ? `: ${report_reason}` : '.'}`)
  if (email === 'sent') found.push(kind ? `A copy went to ${to}.` : `It was sent to ${to}.`)
  if (email === 'waiting') found.push(`${kind ? 'A copy' : 'It'} will be sent to ${to}.`)
  if (read_at) found.push(`${readSentences[kind ?? ''] ?? 'First shown'} on ${day(read_at)}.`)
  if (replaced_mask)
    found.push(`The key before, ending in ${maskEnding(replaced_mask)}, no longer belongs to this order.`)
  return found
}

function DeliveryFooter({ order, delivery, onReport }: Props & { onReport: () => void }) {
  const sentences = footSentences(order, delivery)
  const canReport = delivery.next_report !== null
  if (sentences.length === 0 && !canReport) return null
  return (
    <div className="flex flex-wrap items-center gap-4 border-t border-line pt-[18px]">
      {sentences.length > 0 ? (
        <div className="min-w-0 flex-1 basis-52 text-ink-muted [overflow-wrap:anywhere]">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
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
          It doesn't work
        </Button>
      ) : null}
    </div>
  )
}
