import { Plus } from 'lucide-react'
import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-area'
import { Button } from '@/components/ui/button'
import { type ManualKind, manualKinds } from '@/entities/deliveries/last-manual'
import { capitalize } from '@/lib/format'
import type { ManualDeliveryState } from './use-manual-delivery'

type Props = { delivery: ManualDeliveryState; hint?: string }

/** The content for 'Delivered', and a message; both optional (D33). */
export function ManualDeliveryFields({
  delivery,
  hint = 'The member gets it when you press Delivered.',
}: Props) {
  const { value, isLast, problem, change, add, leaveOut } = delivery
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
            {isLast ? 'As last delivered for this benefit. ' : ''}
            {hint}
          </p>
          <div className="grid gap-4 md:grid-cols-[140px_minmax(0,1fr)]">
            <SelectField
              label="Kind"
              value={value.kind}
              onChange={({ target }) => change({ kind: target.value as ManualKind })}
            >
              {manualKinds.map((kind) => (
                <option key={kind} value={kind}>
                  {capitalize(kind)}
                </option>
              ))}
            </SelectField>
            <TextArea
              label={capitalize(value.kind)}
              rows={2}
              maxLength={5000}
              spellCheck={value.kind === 'text'}
              error={problem}
              value={value.content}
              onChange={({ target }) => change({ content: target.value })}
            />
          </div>
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
