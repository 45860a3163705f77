import { useState } from 'react'
import { lazyDialog } from '@/components/dialog/lazy-dialog'
import type { DeliveryStatus } from '@/entities/deliveries/own'
import type { OwnOrder } from '@/entities/orders/own'
import { statusText } from '@/entities/orders/status'
import { DeliveryFoot } from './delivery-foot'
import { EmailAlert } from './email-alert'
import { FileRow } from './file-row'
import { Instructions } from './instructions'
import { KeyRow } from './key-row'
import { ReportAlert } from './report-alert'
import { sentTo } from './sent-to'
import { LinkRow, TextContent } from './shown-content'

const ReportDialog = lazyDialog(() => import('./report-dialog').then((m) => m.ReportDialog))

const titles: Record<string, string> = {
  key: 'Your licence key',
  link: 'Your link',
  file: 'Your file',
  text: 'Your delivery',
}

type Props = { order: OwnOrder; delivery: DeliveryStatus }

export function Delivered({ order, delivery }: Props) {
  const [reported, setReported] = useState<DeliveryStatus>()
  const { kind, message, instructions, delivered_at } = delivery
  return (
    <div className="min-w-0">
      <div role="status" className="not-empty:mb-6">
        <ReportAlert order={order} delivery={delivery} />
      </div>
      <EmailAlert order={order} state={delivery.email} />
      <section className="sheet grid min-w-0 gap-5 p-6 max-md:p-5">
        {kind || message ? (
          <h2 className="text-base font-semibold">{titles[kind ?? ''] ?? 'Your delivery'}</h2>
        ) : (
          <div>
            <h2 className="text-base font-semibold">{statusText(order.status)}.</h2>
            <p className="mt-0.5 text-ink-2 [overflow-wrap:anywhere]">{sentTo(order, delivery.email)}</p>
          </div>
        )}
        {/* A replacement starts masked. */}
        <Content key={delivered_at} order={order} delivery={delivery} />
        {message ? (
          <div>
            <h3 className="text-xs font-medium text-ink-muted">Message</h3>
            <p className="mt-0.5 whitespace-pre-wrap [overflow-wrap:anywhere]">{message}</p>
          </div>
        ) : null}
        {instructions ? <Instructions text={instructions} /> : null}
        <DeliveryFoot delivery={delivery} onReport={() => setReported(delivery)} />
      </section>
      {reported ? (
        <ReportDialog
          frame={{ title: 'It does not work' }}
          order={order}
          delivery={reported}
          current={delivery}
          onClose={() => setReported(undefined)}
        />
      ) : null}
    </div>
  )
}

function Content({ order: { id }, delivery }: Props) {
  switch (delivery.kind) {
    case 'key':
      return <KeyRow orderId={id} mask={delivery.mask ?? '••••'} />
    case 'link':
      return <LinkRow orderId={id} deliveredAt={delivery.delivered_at} />
    case 'file':
      return <FileRow orderId={id} delivery={delivery} />
    case 'text':
      return <TextContent orderId={id} deliveredAt={delivery.delivered_at} />
    default:
      return null
  }
}
