import { Plus } from 'lucide-react'
import { TextArea } from '@/components/form/text-field'
import { Button } from '@/components/ui/button'
import type { DeliveryDraft } from '@/widgets/delivery-content/content-fields'
import { ContentFields } from '@/widgets/delivery-content/content-fields'

type Props = { delivery: DeliveryDraft; hint: string; hasKey: boolean }

/** The content for 'Delivered', and a message; both optional (D33). */
export function ManualDeliveryFields({ delivery, hint, hasKey }: Props) {
  const { value, problem, fields, change, add, leaveOut } = delivery
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
          <p className="text-xs text-ink-muted">{hint}</p>
          <ContentFields delivery={delivery} hasMessage hasKey={hasKey} />
          <TextArea
            ref={fields.message}
            label="Message"
            rows={2}
            maxLength={2000}
            error={problem?.field === 'message' ? problem.text : undefined}
            value={value.message}
            onChange={({ target }) => change({ message: target.value })}
          />
        </div>
      ) : null}
    </section>
  )
}
