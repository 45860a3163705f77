import { Plus } from 'lucide-react'
import { TextArea } from '@/components/form/text-area'
import { Button } from '@/components/ui/button'
import { ContentFields } from '@/widgets/delivery-content/content-fields'
import type { DeliveryDraft } from '@/widgets/delivery-content/use-delivery-draft'

type Props = { delivery: DeliveryDraft; ofOrder?: boolean; hint?: string }

/** The content for 'Delivered', and a message; both optional (D33). */
export function ManualDeliveryFields({
  delivery,
  ofOrder = false,
  hint = 'The member gets it when you press Delivered.',
}: Props) {
  const { value, isFirst, problem, change, add, leaveOut } = delivery
  return (
    <section aria-labelledby="what-is-delivered">
      <div className="mb-1.5 flex min-h-[34px] flex-wrap items-center justify-between gap-3">
        <h3 id="what-is-delivered" className="text-sm font-semibold">
          What is delivered <span className="font-normal text-ink-muted">(optional)</span>
        </h3>
        {value ? (
          <Button size="sm" variant="quiet" onClick={leaveOut}>
            Leave out
          </Button>
        ) : (
          <Button size="sm" variant="quiet" icon={<Plus />} onClick={add}>
            Add content
          </Button>
        )}
      </div>
      {value ? (
        <div className="grid gap-4">
          <p className="text-xs text-ink-muted">
            {isFirst ? `As last delivered for this ${ofOrder ? 'order' : 'benefit'}. ` : ''}
            {hint}
            {ofOrder ? ` If you enter no ${value.kind}, what was delivered stays.` : ''}
          </p>
          <ContentFields value={value} problem={problem} change={change} />
          <TextArea
            label="Message"
            rows={2}
            maxLength={2000}
            value={value.message}
            onChange={({ target }) => change({ message: target.value })}
          />
        </div>
      ) : null}
    </section>
  )
}
