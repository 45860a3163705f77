import { FileText } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import { Fact } from '@/components/ui/sum'
import { useDeliverySettings } from '@/entities/deliveries/settings'
import { showTemplate } from '@/entities/emails/preview'
import type { AdminOrder } from '@/entities/orders/admin-list'
import { orderedBenefit } from '@/entities/orders/order'
import { ContentFields, type DeliveryDraft } from '@/widgets/delivery-content/content-fields'
import { customerOf } from '../customer'

/** What a template leaves open, as '[workspace]'. */
export function blanksIn({ value }: DeliveryDraft): string[] {
  return [...(value?.message ?? '').matchAll(/\[([^\]\n]{1,40})\]/g)].map(([, name = '']) => name)
}

type Props = { order: AdminOrder; draft: DeliveryDraft; onPreview: () => void }

/** Begins empty, whatever was delivered before (D52); the benefit's template is a choice. */
export function ComposeDelivery({ order, draft, onPreview }: Props) {
  const { value, problem, fields, change } = draft
  const { data: settings } = useDeliverySettings(order.benefit_id)
  const template = settings?.message
  const blanks = blanksIn(draft)
  const { content } = fields
  useEffect(() => content.current?.focus(), [content])
  return (
    <section
      aria-labelledby="what-is-delivered"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || blanks.length > 0) return
        event.preventDefault()
        onPreview()
      }}
    >
      <div className="mb-3 flex min-h-[34px] flex-wrap items-center justify-between gap-3 border-b border-ink pb-1.5">
        <h3 id="what-is-delivered" className="text-sm font-semibold">
          What is delivered
        </h3>
        {template ? (
          <Button size="sm" icon={<FileText />} onClick={() => change({ message: template })}>
            Use the template
          </Button>
        ) : null}
      </div>
      <div className="grid gap-4">
        <ContentFields delivery={draft} hasMessage />
        <TextArea
          ref={fields.message}
          label="Message"
          rows={2}
          maxLength={2000}
          hint={blanks.length > 0 ? `Fill in: ${blanks.join(', ')}` : undefined}
          error={problem?.field === 'message' ? problem.text : undefined}
          value={value?.message ?? ''}
          onChange={({ target }) => change({ message: target.value })}
        />
        <dl className="border-t border-line">
          <Fact name="Goes to">{order.redemption_email ?? 'Nobody: the account was deleted'}</Fact>
        </dl>
        <p className="text-xs text-ink-muted">
          Only {customerOf(order)?.name ?? 'the member'} sees this. Nothing is filled in from other orders.
        </p>
      </div>
    </section>
  )
}

/** The email as it will be sent (D52). */
export function DeliveryEmail({ order, draft: { value } }: Pick<Props, 'order' | 'draft'>) {
  const { data: settings } = useDeliverySettings(order.benefit_id)
  const frame = useRef<HTMLIFrameElement>(null)
  const [height, setHeight] = useState(420)
  const { name, tokens } = orderedBenefit(order)
  const show = () => {
    const page = frame.current?.contentDocument
    if (!page || !value) return
    const { kind, content, message } = value
    showTemplate(page, 'order_delivered', 'light', {
      ...{ order_id: order.id, order_number: order.order_number, benefit: name, tokens },
      own: order.redemption_email?.toLowerCase() === order.profile?.email.toLowerCase(),
      ...(kind === 'message' ? {} : { [kind]: content.trim() }),
      ...{ message: message.trim(), instructions: settings?.instructions },
    })
    setHeight(page.documentElement.scrollHeight)
  }
  useEffect(show)
  return (
    <section aria-label="Email">
      <dl className="mb-4 border-t border-ink">
        <Fact name="To">{order.redemption_email}</Fact>
        <Fact name="Subject">Delivered: {name}</Fact>
      </dl>
      <iframe
        ref={frame}
        title="The email of this delivery"
        // No scripts, no navigation: its links lead nowhere.
        sandbox="allow-same-origin"
        inert
        onLoad={show}
        height={height}
        className="block w-full rounded border border-line-strong bg-[#fff]"
      />
    </section>
  )
}
