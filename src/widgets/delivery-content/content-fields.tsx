import { SelectField } from '@/components/form/select-field'
import { TextArea } from '@/components/form/text-area'
import { type ManualDelivery, type ManualKind, manualKinds } from '@/entities/deliveries/last-manual'
import { capitalize } from '@/lib/format'
import type { DeliveryDraft } from './use-delivery-draft'

type Props = Pick<DeliveryDraft, 'problem' | 'change'> & { value: ManualDelivery }

/** What an admin delivers by hand: its kind, and the text, link or key (D33). */
export function ContentFields({ value, problem, change }: Props) {
  return (
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
  )
}
